"""Commands about one owner's memories: who it is, and the parts they need."""

from __future__ import annotations

import argparse
import asyncio
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING

from holdfast.cli.database import any_postgres, prepare
from holdfast.core.config import Settings, load_settings
from holdfast.core.db import LOCAL_TENANT, Owner
from holdfast.core.embedded.postgres import EmbeddedPostgres
from holdfast.core.errors import Invalid
from holdfast.core.migrate import Addresses, migrate

if TYPE_CHECKING:
    from holdfast.memory.parts import MemoryParts

Do = Callable[["MemoryParts", Addresses], Awaitable[int]]


def add_owner(parser: argparse.ArgumentParser, *, is_required: bool = True) -> None:
    parser.add_argument("--tenant", default=LOCAL_TENANT, help="other than this installation's own accounts")
    parser.add_argument("--user", required=is_required, help="the account's id, or the user's in that tenant")


def owner_given(arguments: argparse.Namespace) -> Owner:
    if not arguments.user:
        raise Invalid("Say whose memories: --user, and --tenant if it is no account of this installation.")
    return Owner(arguments.tenant, arguments.user)


def with_memory(do: Do) -> int:
    settings = load_settings()
    with any_postgres(settings) as server:
        return asyncio.run(_do(settings, server, do))


async def _do(settings: Settings, server: EmbeddedPostgres | None, do: Do) -> int:
    from holdfast.wiring import open_parts

    addresses = await prepare(settings, server)
    await migrate(addresses.owner)
    async with open_parts(settings, addresses) as parts:
        return await do(parts.memory, addresses)
