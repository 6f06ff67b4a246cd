"""The job that makes vectors anew where another embedder was chosen, a portion at a time and a space after another."""

from __future__ import annotations

from holdfast.core.db import account_of
from holdfast.core.jobs import Job, JobContext, work
from holdfast.documents.index_document import PORTION_SECONDS
from holdfast.documents.jobs import promise_take_over
from holdfast.documents.parts import HasDocuments
from holdfast.knowledge.spaces import spaces_behind
from holdfast.knowledge.take_over import take_over

_AT_ONCE = 50


async def take_over_space(job: Job, context: JobContext[HasDocuments], *, seconds: float = PORTION_SECONDS) -> None:
    if job.owner is None:
        return
    parts, acting, space_id = context.parts.documents, account_of(job.owner), int(job.ids["space"])
    has_more = await take_over(parts.db, parts.embedder, acting, space_id, seconds=seconds)
    async with work(context.worker, job) as tx:
        if has_more:
            await promise_take_over(tx, space_id)


async def take_over_spaces(context: JobContext[HasDocuments]) -> None:
    """Those with vectors of another embedder than the one that is chosen now."""
    parts = context.parts.documents
    for space_id, acting in await spaces_behind(context.db, parts.embedder, most=_AT_ONCE):
        async with context.db.as_user(acting) as tx:
            await promise_take_over(tx, space_id)
