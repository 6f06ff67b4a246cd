"""Every job → its function, on one page; and the schedule."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from uuid import UUID

from holdfast.accounts.sign_ins import drop_expired_sign_ins
from holdfast.chats.attachments import ERASE_BLOB, drop_unarrived, erase_blob
from holdfast.chats.sessions import close_idle_sessions
from holdfast.core.jobs import Job, JobContext, JobFunction, JobKind, Scheduled
from holdfast.stream.lifecycle import drop_old_chunks
from holdfast.stream.types import KEEP_CHUNKS_SECONDS
from holdfast.turn.jobs import MAKE_TITLE
from holdfast.turn.title import make_title
from holdfast.wiring import Parts
from holdfast.worker.prune import prune_job_log


async def _make_title(job: Job, context: JobContext[Parts]) -> None:
    if job.owner:
        user = UUID(job.owner.user_id)
        await make_title(context.db, context.parts.chain, user, job.uuid("chat"), job.uuid("question"))


async def _close_sessions(context: JobContext[Parts]) -> None:
    await close_idle_sessions(context.db)


async def _drop_sign_ins(context: JobContext[Parts]) -> None:
    await drop_expired_sign_ins(context.db)


async def _drop_chunks(context: JobContext[Parts]) -> None:
    await drop_old_chunks(context.db, older_seconds=KEEP_CHUNKS_SECONDS)


JOBS: Mapping[JobKind, JobFunction[Parts]] = {
    ERASE_BLOB: erase_blob,
    MAKE_TITLE: _make_title,
}

SCHEDULE: Sequence[Scheduled[Parts]] = (
    Scheduled("close_idle_sessions", "* * * * *", _close_sessions),
    Scheduled("drop_expired_sign_ins", "41 * * * *", _drop_sign_ins),
    Scheduled("drop_old_chunks", "*/5 * * * *", _drop_chunks),
    Scheduled("drop_unarrived_files", "*/15 * * * *", drop_unarrived),
    Scheduled("prune_job_log", "17 3 * * *", prune_job_log),
)
