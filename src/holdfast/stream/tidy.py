"""What is kept for a while goes when its time has come: chunks of ended streams, half-written documents."""

from __future__ import annotations

from holdfast.core.db import Db
from holdfast.stream import store
from holdfast.stream.types import KEEP_CHUNKS_SECONDS, KEEP_PARTIALS_SECONDS

_MAX_AT_ONCE = 1000


async def tidy(db: Db, *, most: int = _MAX_AT_ONCE) -> None:
    """On schedule: in small steps, until nothing is left, however much has ended since the last time."""
    while await store.drop_old_chunks(db, older_seconds=KEEP_CHUNKS_SECONDS, most=most):
        pass
    while await store.drop_old_partials(db, older_seconds=KEEP_PARTIALS_SECONDS, most=most):
        pass
