"""Events are kept for ninety days, the figures of a day for four hundred."""

from __future__ import annotations

from holdfast.analytics import store
from holdfast.core.db import Db

KEEP_DAYS = 90
_TOGETHER = 10_000


async def prune(db: Db) -> int:
    """How many went. May run late or twice."""
    await store.drop_old_figures(db)
    total = 0
    while gone := await store.drop_old_events(db, older_days=KEEP_DAYS, most=_TOGETHER):
        total += gone
    return total
