"""After a forget: the summaries of a session are made again out of what is left of it."""

from __future__ import annotations

from holdfast.core.jobs import Job, JobContext
from holdfast.memory.outbox.drain import drain
from holdfast.memory.parts import HasMemory


async def refold(job: Job, context: JobContext[HasMemory]) -> None:
    """The job REFOLD. The forget reset what was folded and owes the summaries: draining does the rest, guarded."""
    if job.owner:
        await drain(context.parts.memory, owner=job.owner, session=int(job.ids["session"]))
