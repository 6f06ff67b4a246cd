"""What admins may do to accounts: see that they exist, suspend them, appoint other admins.

The right is checked at the door and again in the schema's functions, on the row as it is at that moment: of two
admins who suspend each other at once, one succeeds.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from uuid import UUID

import asyncpg

from holdfast.accounts import store
from holdfast.accounts.types import AccountEntry, Caller
from holdfast.core.db import Db, Tx
from holdfast.core.errors import Conflict, Forbidden, NotFound


async def list_accounts(db: Db, caller: Caller, *, after: UUID | None, limit: int) -> Sequence[AccountEntry]:
    try:
        async with db.as_user(caller.user_id) as tx:
            return await store.list_accounts(tx, after, limit)
    except asyncpg.InsufficientPrivilegeError:
        raise _not_admin() from None


async def set_suspended(db: Db, caller: Caller, user_id: UUID, shall_be: bool) -> None:
    """Suspending ends the account's sign-ins; its keys and bearer tokens are refused from the next request on."""
    await _change(db, caller, lambda tx: store.set_suspended(tx, user_id, shall_be))


async def set_admin(db: Db, caller: Caller, user_id: UUID, shall_be: bool) -> None:
    await _change(db, caller, lambda tx: store.set_admin(tx, user_id, shall_be))


async def _change(db: Db, caller: Caller, change: Callable[[Tx], Awaitable[str]]) -> None:
    try:
        async with db.as_user(caller.user_id) as tx:
            outcome = await change(tx)
    except asyncpg.InsufficientPrivilegeError:
        raise _not_admin() from None
    if outcome == "unknown":
        raise NotFound("There is no such account.")
    if outcome == "oneself":
        raise Conflict("Nobody can do this to their own account.", code="oneself")


def _not_admin() -> Forbidden:
    return Forbidden("Only an admin of this installation may do this.", code="not_admin")
