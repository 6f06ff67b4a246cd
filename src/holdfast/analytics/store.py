"""The statements on events: definer functions, for nobody reads or writes them as a person."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import orjson

from holdfast.core.db import Db

if TYPE_CHECKING:
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
