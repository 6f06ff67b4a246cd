"""The programs that a person let in."""

from __future__ import annotations

from collections.abc import Sequence

from holdfast.accounts.connected import store
from holdfast.accounts.connected.types import ConnectedProgram
from holdfast.accounts.key_options import end_key
from holdfast.accounts.types import Caller
from holdfast.core.db import Db
from holdfast.core.errors import NotFound
from holdfast.core.ids import KeyId


async def list_connected(db: Db, caller: Caller) -> Sequence[ConnectedProgram]:
    async with db.as_user(caller.user_id) as tx:
        return await store.list_connected(tx, caller.user_id)


async def end_connected(db: Db, caller: Caller, key_id: KeyId, *, place: str) -> None:
    """Its tokens open nothing from now on."""
    async with db.as_user(caller.user_id) as tx:
        is_one = await store.is_connected(tx, caller.user_id, key_id)
    if not is_one:
        raise NotFound("There is no such program.", code="unknown_program")
    await end_key(db, caller, key_id, place=place)
