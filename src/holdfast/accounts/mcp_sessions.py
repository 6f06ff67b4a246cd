"""Sessions of the Model Context Protocol: a number that a program shows besides its key, and that no other key may.

Nothing hangs on one but this: who is asking is recognised with every request. So it is a row, any process knows it, and
a key that ends takes its sessions along.
"""

from __future__ import annotations

from datetime import timedelta

from holdfast.accounts import mcp_sessions_store as store
from holdfast.accounts.parts import Accounts
from holdfast.accounts.types import Caller
from holdfast.core.crypto import hash_token, new_token
from holdfast.core.errors import NotFound

IDLE = timedelta(hours=24)
MAX_SESSIONS = 50
"""Of one key; the one that was silent for longest makes room."""


async def open_mcp_session(accounts: Accounts, caller: Caller) -> str:
    token, now = new_token(), accounts.clock()
    async with accounts.db.as_user(caller.user_id) as tx:
        await store.drop_idle(tx, caller.user_id, now - IDLE)
        await store.add(tx, caller.user_id, caller.key_id, hash_token(token), now, at_most=MAX_SESSIONS)
    return token


async def must_hold_mcp_session(accounts: Accounts, caller: Caller, token: str) -> None:
    """Another's session, one that ended and one that never was are alike."""
    now = accounts.clock()
    async with accounts.db.as_user(caller.user_id) as tx:
        if not await store.touch(tx, caller.user_id, caller.key_id, hash_token(token), now, since=now - IDLE):
            raise _unknown()


async def end_mcp_session(accounts: Accounts, caller: Caller, token: str) -> None:
    async with accounts.db.as_user(caller.user_id) as tx:
        if not await store.end(tx, caller.user_id, caller.key_id, hash_token(token)):
            raise _unknown()


def _unknown() -> NotFound:
    return NotFound("There is no such session; begin one with initialize.", code="unknown_mcp_session")
