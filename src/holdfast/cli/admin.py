"""What whoever runs this machine may do without being signed in: codes, invites, admins, help for the locked out."""

from __future__ import annotations

import argparse
import asyncio
from typing import TYPE_CHECKING

from holdfast.cli.database import any_postgres, prepare
from holdfast.core.config import Settings, load_settings
from holdfast.core.embedded.postgres import EmbeddedPostgres
from holdfast.core.migrate import migrate

if TYPE_CHECKING:
    import asyncpg


def add_arguments(parser: argparse.ArgumentParser) -> None:
    deeds = parser.add_subparsers(dest="deed", required=True, metavar="DEED")
    deeds.add_parser("code", help="the code that the first account takes, where others can reach this installation")
    appoint = deeds.add_parser("appoint", help="make somebody an admin")
    appoint.add_argument("email", help="of their account")
    remove = deeds.add_parser("remove-second-factor", help="for somebody who has lost phone, keys and recovery codes")
    remove.add_argument("email", help="of their account")
    invite = deeds.add_parser("invite", help="a code by which people make an account, for seven days")
    invite.add_argument("--uses", type=int, default=1, help="how many people (1)")
    reset = deeds.add_parser("reset", help="a link by which somebody chooses a new password, once, within a day")
    reset.add_argument("email", help="of their account")


def run(arguments: argparse.Namespace) -> int:
    settings = load_settings()
    with any_postgres(settings) as server:
        print(asyncio.run(_do(arguments, settings, server)))
    return 0


async def _do(arguments: argparse.Namespace, settings: Settings, server: EmbeddedPostgres | None) -> str:
    import asyncpg

    from holdfast.accounts.email.reset_password import make_reset_link_as_operator

    addresses = await prepare(settings, server)
    await migrate(addresses.owner)
    connection = await asyncpg.connect(addresses.owner.dsn)
    try:
        match arguments.deed:
            case "appoint":
                return await _appoint(connection, arguments.email, sends_mail=settings.mail.smtp_host is not None)
            case "remove-second-factor":
                return await _remove_second_factor(connection, arguments.email)
            case "invite":
                return await _invite(connection, settings, arguments.uses)
            case "reset":
                return await make_reset_link_as_operator(connection, arguments.email, site=_site(settings))
            case _:
                return await _code(connection, settings)
    finally:
        await connection.close()


async def _code(connection: asyncpg.Connection, settings: Settings) -> str:
    from holdfast.accounts.admission import first_code
    from holdfast.accounts.operator import is_claimed

    if await is_claimed(connection):
        return "The first account has been made, so there is no code any more; `holdfast admin appoint` makes admins."
    code = first_code(settings)
    return code or "No code is asked for: only this machine reaches this installation."


async def _appoint(connection: asyncpg.Connection, email: str, *, sends_mail: bool) -> str:
    from holdfast.accounts.operator import appoint

    await appoint(connection, email, sends_mail=sends_mail)
    return f"{email} is an admin now."


async def _remove_second_factor(connection: asyncpg.Connection, email: str) -> str:
    from holdfast.accounts.second_factor.remove import remove_by_email

    await remove_by_email(connection, email)
    return f"{email} signs in without a second factor now, until they set another."


async def _invite(connection: asyncpg.Connection, settings: Settings, uses: int) -> str:
    from holdfast.accounts.codes import in_groups
    from holdfast.accounts.invites import link_of
    from holdfast.accounts.operator import invite
    from holdfast.core.crypto import open_signer

    code = await invite(connection, open_signer(settings), uses=uses)
    return f"{in_groups(code)}\n{link_of(_site(settings), code)}"


def _site(settings: Settings) -> str:
    return (settings.public_url or f"http://{settings.host}:{settings.port}").rstrip("/")
