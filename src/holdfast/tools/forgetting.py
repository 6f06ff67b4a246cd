"""The job behind the tool `forget`: carried out once nothing is being written in the chat that it was asked for in."""

from __future__ import annotations

from holdfast.core.db import account_of
from holdfast.core.errors import NotFound
from holdfast.core.ids import ChatId, ReceiptId
from holdfast.core.jobs import Job, JobContext, enqueue, work
from holdfast.memory.forget.forget import forget
from holdfast.memory.forget.types import ForgetFacts
from holdfast.memory.parts import HasMemory
from holdfast.stream.lifecycle import find_active
from holdfast.tools.jobs import FORGET_FACTS

_LOOK_AGAIN_SECONDS = 5.0


async def forget_facts(job: Job, context: JobContext[HasMemory]) -> None:
    if job.owner is None:
        return
    user_id = account_of(job.owner)
    async with context.db.as_user(user_id) as tx:
        is_writing = await find_active(tx, user_id, ChatId(job.uuid("chat"))) is not None
    if not is_writing:
        facts = [int(number) for name, number in job.ids.items() if name.startswith("fact")]
        try:
            await forget(context.parts.memory, job.owner, ForgetFacts(facts), receipt_id=ReceiptId(job.uuid("receipt")))
        except NotFound:
            pass  # gone already, by another way
    async with work(context.worker, job) as tx:
        if is_writing:
            await enqueue(tx, FORGET_FACTS, job.ids, delay_seconds=_LOOK_AGAIN_SECONDS)
