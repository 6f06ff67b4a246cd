"""The figures of the whole installation, for `/metrics`: from the database, so that every process tells the same.

They are read where somebody asks, a few seconds apart at most, by indexes that hold only what waits, runs or lies dead.
When they were last read is a figure too: while the database is away the others stand still.
"""

from __future__ import annotations

import math
import time
from collections.abc import Mapping

from prometheus_client import Gauge

from holdfast.admin import store
from holdfast.core import metrics
from holdfast.core.db import Db
from holdfast.stream.types import LEASE_SECONDS

_GAUGES: Mapping[str, Gauge] = {
    "jobs_waiting": metrics.JOBS_WAITING,
    "jobs_oldest_seconds": metrics.JOBS_OLDEST_SECONDS,
    "jobs_dead": metrics.JOBS_DEAD,
    "streams": metrics.STREAMS,
    "outbox_pending": metrics.OUTBOX_PENDING,
    "outbox_oldest_seconds": metrics.OUTBOX_OLDEST_SECONDS,
    "outbox_dead": metrics.OUTBOX_DEAD,
    "worker_silent_seconds": metrics.WORKER_SILENT_SECONDS,
}


async def measure_installation(db: Db) -> None:
    found = await store.read_installation(db, lease_seconds=LEASE_SECONDS)
    for gauge in (metrics.JOBS_WAITING, metrics.JOBS_OLDEST_SECONDS, metrics.JOBS_DEAD):
        gauge.clear()  # a kind of which nothing waits any more is not told
    for figure, label, number in found:
        gauge = _GAUGES[figure]
        (gauge.labels(label) if label else gauge).set(math.nan if number is None else number)
    metrics.FIGURES_READ_AT.set(time.time())
