"""Whose days are meant. "By Friday", said in New York at half past eleven on a Thursday, is said on a Thursday."""

from __future__ import annotations

from zoneinfo import ZoneInfo

from holdfast.core.clock import zone_or_utc
from holdfast.core.db import Owner, Tx
from holdfast.memory.loops import store


async def calendar_of(tx: Tx, owner: Owner) -> ZoneInfo:
    """The person's own: of their clock, as it was told with their words; else of where they say they live; else UTC."""
    return zone_or_utc(await store.find_zone(tx, owner))
