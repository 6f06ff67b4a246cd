"""What whoever runs the machine does without being signed in, by `holdfast admin`: as the tables' owner."""

from __future__ import annotations

import asyncpg

from holdfast.accounts import invites_store, store
from holdfast.accounts.codes import hash_code, new_code
from holdfast.accounts.invites import LIFE_DAYS, MAX_USES
from holdfast.core.crypto import Signer
from holdfast.core.errors import Conflict, Invalid, NotFound
from holdfast.core.ids import InviteId, new_id


async def is_claimed(connection: asyncpg.Connection) -> bool:
    return await store.is_claimed(connection)


async def appoint(connection: asyncpg.Connection, email: str, *, sends_mail: bool) -> None:
    """`sends_mail`: an address that waits is asked about only where its owner can show that it is theirs."""
    match await store.appoint_as_operator(connection, email, if_waiting=not sends_mail):
        case "unknown":
            raise NotFound(f"There is no account with the e-mail {email}, or it is suspended.")
        case "waiting":
            raise Conflict(
                f"Nobody has shown yet that {email} is theirs; let them confirm it first, by the link in their mail.",
                code="email_unverified",
            )


async def invite(connection: asyncpg.Connection, signer: Signer, *, uses: int) -> str:
    """The code of a new installation invite."""
    if not 1 <= uses <= MAX_USES:
        raise Invalid(f"An invite can be used 1 to {MAX_USES} times.")
    code = new_code()
    await invites_store.invite_as_operator(
        connection, invites_store.NewInvite(InviteId(new_id()), hash_code(signer, code), "", uses, LIFE_DAYS)
    )
    return code
