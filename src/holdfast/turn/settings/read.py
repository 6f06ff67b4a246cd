"""The version that holds now: read by every turn that needs it, in one look-up of the newest row."""

from __future__ import annotations

from collections.abc import Sequence

import asyncpg
import orjson
from pydantic import ValidationError

from holdfast.core.db import Tx
from holdfast.core.log import get_logger
from holdfast.turn.settings import store
from holdfast.turn.settings.defaults import DEFAULTS
from holdfast.turn.settings.types import Current, PromptSettings, Version

log = get_logger()


async def read_settings(tx: Tx) -> Current:
    row = await store.find_newest(tx)
    return Current(0, DEFAULTS) if row is None else Current(row["version"], read_stored(row["settings"]))


async def read_versions(tx: Tx, *, before: int | None, limit: int) -> Sequence[Version]:
    """Newest first; only an admin gets any. The defaults are the last of them, version 0."""
    rows = await store.list_versions(tx, before, limit)
    found = [_version(row) for row in rows]
    if len(found) < limit and (before is None or before > 0):
        found.append(Version(0, DEFAULTS, None, None))
    return found


def read_stored(settings: str) -> PromptSettings:
    """A version of another release may lack fields or have more: what is known is taken, the rest is ours."""
    told = orjson.loads(settings)
    ours = DEFAULTS.model_dump(by_alias=True)
    try:
        return PromptSettings.model_validate({name: told.get(name, default) for name, default in ours.items()})
    except ValidationError:
        log.error("prompt_settings_unreadable")
        return DEFAULTS


def _version(row: asyncpg.Record) -> Version:
    return Version(row["version"], read_stored(row["settings"]), row["changed_by"], row["changed_at"])
