"""What the queue leaves behind: a few log rows for every job, for ever, unless somebody sweeps."""

from __future__ import annotations

from holdfast.core.jobs import JobContext

_LOG_DAYS = 14
_STATISTICS_DAYS = 90


async def prune_job_log(context: JobContext[object]) -> None:
    """Rows of jobs that still wait, run or lie dead are kept: their deliveries are counted by them."""
    async with context.worker.as_nobody() as tx:
        await tx.execute(
            """
            delete from jobs.pgqueuer_log l
             where l.created < now() - make_interval(days => $1)
               and not exists (select from jobs.pgqueuer job where job.id = l.job_id)
            """,
            _LOG_DAYS,
        )
        await tx.execute(
            "delete from jobs.pgqueuer_statistics where created < now() - make_interval(days => $1)", _STATISTICS_DAYS
        )
