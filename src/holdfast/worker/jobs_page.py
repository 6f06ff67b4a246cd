"""Every job → its function, on one page; and the schedule."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from holdfast.chats.attachments import ERASE_BLOB, drop_unarrived, erase_blob
from holdfast.core.jobs import JobFunction, JobKind, Scheduled
from holdfast.wiring import Parts
from holdfast.worker.prune import prune_job_log

JOBS: Mapping[JobKind, JobFunction[Parts]] = {
    ERASE_BLOB: erase_blob,
}

SCHEDULE: Sequence[Scheduled[Parts]] = (
    Scheduled("prune_job_log", "17 3 * * *", prune_job_log),
    Scheduled("drop_unarrived_files", "*/15 * * * *", drop_unarrived),
)
