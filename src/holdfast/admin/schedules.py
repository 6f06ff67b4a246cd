"""The schedule as the database keeps it: who was at it, and when it goes on.

Workers write down what they do again and again, one row each. Whoever wants a run sooner moves its row: the next worker
that looks (something is due every ten seconds) takes it, and no two ever run the same one at once.
"""

from __future__ import annotations

from holdfast.admin import store
from holdfast.admin.types import Summoned
from holdfast.core.db import Db
from holdfast.core.errors import NotFound, Unavailable

HEARD_SECONDS = 60.0
"""A worker that did nothing of its schedule for so long is not there."""
_LOOKS_EVERY_SECONDS = 10.0


async def run_soon(db: Db, name: str) -> Summoned:
    """Asked for twice before a worker looks, it runs once. Refused where no worker would come to do it."""
    async with db.as_nobody() as tx:
        summoned = await store.run_soon(tx, name, heard_seconds=HEARD_SECONDS)
    if not summoned.is_heard:
        raise Unavailable(
            "No worker is at work, so nothing was asked of one; start `holdfast worker`.",
            code="no_worker",
            retry_after_seconds=_LOOKS_EVERY_SECONDS,
        )
    if not summoned.is_known:
        raise NotFound("Nothing of that name is on the schedule.", code="unknown_schedule")
    return summoned
