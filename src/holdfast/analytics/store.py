"""The statements on events and figures: definer functions, for nobody reads or writes them as a person."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import asdict
from datetime import date
from typing import TYPE_CHECKING

import orjson

from holdfast.core.db import Db
from holdfast.core.ids import UserId

if TYPE_CHECKING:
    from holdfast.analytics.daily import DayFigures
    from holdfast.analytics.events import Event


async def add_events(db: Db, events: Sequence[Event]) -> None:
    await db.look_up(
        "select note_events($1, $2, $3, $4, $5::text[]::jsonb[])",
        [event.at for event in events],
        [event.user_id for event in events],
        [event.name for event in events],
        [event.feature for event in events],
        [orjson.dumps(_told(event)).decode() for event in events],
    )


def _told(event: Event) -> dict[str, object]:
    return {**event.detail, "times": event.times} if event.times > 1 else dict(event.detail)


async def drop_old_events(db: Db, *, older_days: int, most: int) -> int:
    rows = await db.look_up("select drop_old_events(make_interval(days => $1), $2) as gone", older_days, most)
    gone: int = rows[0]["gone"]
    return gone


async def add_daily_figures(db: Db, days: Sequence[DayFigures], people: Collection[tuple[date, UserId]]) -> None:
    """Added to what is there, in one statement: all of it or nothing."""
    await db.look_up(
        "select note_daily_figures($1::jsonb, $2::jsonb)",
        orjson.dumps([asdict(day) for day in days]).decode(),
        orjson.dumps([{"day": day, "user_id": str(user_id)} for day, user_id in people]).decode(),
    )


async def drop_old_figures(db: Db) -> None:
    await db.look_up("select drop_old_figures()")
