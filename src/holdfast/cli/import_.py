"""What `holdfast export` wrote, into an owner without memories: all of it or nothing. Or chats from elsewhere.

Chats come from the file that ChatGPT, Claude, Open WebUI or mem0 gave their person. They appear among the account's
own, and the worker of the installation learns from them. Brought again they double nothing.
"""

from __future__ import annotations

import argparse
from collections.abc import AsyncIterator
from pathlib import Path
from typing import IO, TYPE_CHECKING

from holdfast.cli.owner import add_owner, owner_given, with_memory
from holdfast.core.db import Owner
from holdfast.core.errors import Invalid
from holdfast.core.migrate import Addresses

if TYPE_CHECKING:
    from holdfast.memory.parts import MemoryParts

_CHUNK_BYTES = 1_000_000
_HEAD_BYTES = 200
_TOLD_EVERY = 100


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_owner(parser)
    parser.add_argument("file", type=Path, help="an export of Holdfast, ChatGPT, Claude, Open WebUI or mem0")


def run(arguments: argparse.Namespace) -> int:
    async def do(memory: MemoryParts, _: Addresses) -> int:
        return await import_from(memory, owner_given(arguments), arguments.file)

    return with_memory(do)


async def import_from(memory: MemoryParts, owner: Owner, file: Path) -> int:
    from holdfast.memory.transfer.import_ import import_owner

    try:
        opened = file.open("rb")
    except OSError:
        raise Invalid(f"{file} cannot be read.", code="no_file") from None
    with opened:
        begins = opened.read(_HEAD_BYTES)
        opened.seek(0)
        if b'"line"' not in begins:
            return await _bring(memory, owner, opened)
        counts = await import_owner(memory, owner, _chunks(opened))
    print("Imported: " + (", ".join(f"{count} {kind}" for kind, count in counts.items()) or "nothing") + ".")
    return 0


async def _bring(memory: MemoryParts, owner: Owner, opened: IO[bytes]) -> int:
    from holdfast.chats.bring import BroughtCount, bring_chat, lay_out
    from holdfast.core.clock import utc_now
    from holdfast.core.db import account_of
    from holdfast.imports.recognise import conversations, recognise_export
    from holdfast.personas.read import DEFAULT

    try:
        user_id = account_of(owner)
    except ValueError:
        raise Invalid("Chats are brought to an account of this installation: --user is its id.") from None
    origin, chats = recognise_export(opened)
    found = BroughtCount()
    for done, brought in enumerate(conversations(opened, utc_now()), start=1):
        laid = lay_out(user_id, brought)
        async with memory.db.as_user(user_id) as tx:
            found += await bring_chat(tx, user_id, DEFAULT, laid)
        if done % _TOLD_EVERY == 0:
            print(f"{done} of {chats} …")
    print(f"From {origin}: {found.chats} of {chats} chats are new, with {found.messages} messages.")
    return 0


async def _chunks(opened: IO[bytes]) -> AsyncIterator[bytes]:
    while chunk := opened.read(_CHUNK_BYTES):
        yield chunk
