"""What whoever runs the machine does without being signed in, by `holdfast admin`: as the tables' owner."""

from __future__ import annotations

import asyncpg

from holdfast.accounts import store
from holdfast.accounts.codes import hash_code, new_code
from holdfast.accounts.invites import LIFE_DAYS, MOST_USES
from holdfast.core.crypto import Signer
from holdfast.core.errors import Invalid, NotFound
from holdfast.core.ids import new_id


async def is_claimed(connection: asyncpg.Connection) -> bool:
    return await store.is_claimed(connection)


async def appoint(connection: asyncpg.Connection, email: str) -> None:
    if not await store.appoint_as_operator(connection, email):
        raise NotFound(f"There is no account with the e-mail {email}, or it is suspended.")


async def invite(connection: asyncpg.Connection, signer: Signer, *, uses: int) -> str:
    """The code of a new installation invite."""
    if not 1 <= uses <= MOST_USES:
        raise Invalid(f"An invite can be used 1 to {MOST_USES} times.")
    code = new_code()
    await store.invite_as_operator(connection, store.NewInvite(new_id(), hash_code(signer, code), "", uses, LIFE_DAYS))
    return code
