"""A new version of the settings, and an old one restored. Nothing is overwritten: who changed what stays to be seen.

The right is checked at the door and again by the schema's functions, on the account as it is at that moment.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager

import asyncpg
import orjson

from holdfast.core.db import Db, Tx
from holdfast.core.errors import Conflict, Forbidden, NotFound
from holdfast.core.ids import UserId
from holdfast.turn.settings import store
from holdfast.turn.settings.patterns import check_patterns
from holdfast.turn.settings.read import read_settings, read_versions
from holdfast.turn.settings.types import PromptSettings, Version


async def newest_version(db: Db, admin_id: UserId) -> Version:
    return (await list_versions(db, admin_id, before=None, limit=1))[0]


async def list_versions(db: Db, admin_id: UserId, *, before: int | None, limit: int) -> Sequence[Version]:
    async with _as_admin(db, admin_id) as tx:
        return await read_versions(tx, before=before, limit=limit)


async def change_settings(db: Db, admin_id: UserId, settings: PromptSettings, *, based_on: int) -> Version:
    """`based_on`: the version its author saw; if another came since, nothing is changed."""
    check_patterns(settings)
    async with _as_admin(db, admin_id) as tx:
        return await _add(tx, based_on, settings)


async def restore_settings(db: Db, admin_id: UserId, version: int) -> Version:
    """An old version as the newest one; 0 are the defaults."""
    async with _as_admin(db, admin_id) as tx:
        newest = await read_settings(tx)
        found = next(iter(await read_versions(tx, before=version + 1, limit=1)), None)
        if found is None or found.version != version or version > newest.version:
            raise NotFound("There is no such version of the settings.", code="unknown_version")
        check_patterns(found.settings)
        return await _add(tx, newest.version, found.settings)


async def _add(tx: Tx, based_on: int, settings: PromptSettings) -> Version:
    stored = orjson.dumps(settings.model_dump(mode="json", by_alias=True)).decode()
    made = await store.add_version(tx, based_on, stored)
    if made is None:
        newest = await read_settings(tx)
        raise Conflict(
            "Somebody changed these settings meanwhile; look at the newest version and change that.",
            code="stale_version",
            details={"version": newest.version},
        )
    return (await read_versions(tx, before=None, limit=1))[0]


@asynccontextmanager
async def _as_admin(db: Db, admin_id: UserId) -> AsyncIterator[Tx]:
    try:
        async with db.as_user(admin_id) as tx:
            yield tx
    except asyncpg.InsufficientPrivilegeError:
        raise Forbidden("Only an admin of this installation may do this.", code="not_admin") from None
