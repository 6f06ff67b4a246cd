"""What admins may do to accounts: suspend them, appoint other admins; and the door to everything else of theirs.

The right is checked at the door and again in the schema's functions, on the row as it is at that moment: of two
admins who suspend each other at once, one succeeds.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

import asyncpg

from holdfast.accounts import store
from holdfast.accounts.types import Caller
from holdfast.core.db import Db, Tx
from holdfast.core.errors import Conflict, Forbidden, NotFound
from holdfast.core.ids import UserId


class NotAdmin(Forbidden):
    code = "not_admin"

    def __init__(self) -> None:
        super().__init__("Only an admin of this installation may do this.")


@asynccontextmanager
async def as_admin(db: Db, user_id: UserId) -> AsyncIterator[Tx]:
    """For functions of the schema that ask for an admin; `NotAdmin` for whoever is none (any more)."""
    try:
        async with db.as_user(user_id) as tx:
            yield tx
    except asyncpg.InsufficientPrivilegeError:
        raise NotAdmin() from None


async def set_suspended(db: Db, caller: Caller, user_id: UserId, shall_be: bool) -> None:
    """Suspending ends the account's sign-ins and keys for good; bearer tokens are refused while it lasts."""
    await _change(db, caller, lambda tx: store.set_suspended(tx, user_id, shall_be))


async def set_admin(db: Db, caller: Caller, user_id: UserId, shall_be: bool) -> None:
    await _change(db, caller, lambda tx: store.set_admin(tx, user_id, shall_be))


async def _change(db: Db, caller: Caller, change: Callable[[Tx], Awaitable[str]]) -> None:
    async with as_admin(db, caller.user_id) as tx:
        outcome = await change(tx)
    if outcome == "unknown":
        raise NotFound("There is no such account.")
    if outcome == "oneself":
        raise Conflict("Nobody can do this to their own account.", code="oneself")
