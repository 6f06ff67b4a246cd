"""Forget: find it, take it out everywhere, look for it again, and sign what was done.

Whoever ingests, learns or folds in a session that loses something waits for its lock, or finds its generation raised
and begins again. Answers that are being written for this owner end here: they may have been told what is forgotten.
Sinks outside of Postgres are asked afterwards (`run_pending`); a message that its sender repeats is known by its mark.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from uuid import UUID

from holdfast.core.db import Owner
from holdfast.core.errors import Invalid
from holdfast.core.ids import new_id
from holdfast.memory.forget.everything import count_everything
from holdfast.memory.forget.local import forget_local
from holdfast.memory.forget.pending import is_kept_remotely
from holdfast.memory.forget.receipts import signer_of
from holdfast.memory.forget.remote import forget_remote, local_wish
from holdfast.memory.forget.run_pending import run_pending
from holdfast.memory.forget.select import MAX_QUERY_CHARACTERS, select, turns_meant
from holdfast.memory.forget.types import (
    ForgetAgain,
    ForgetEverything,
    ForgetFacts,
    ForgetLocal,
    ForgetQuery,
    ForgetSessions,
    Marks,
    Receipt,
    What,
)
from holdfast.memory.intake.check import check_id, check_owner
from holdfast.memory.intake.ingest import ingest
from holdfast.memory.parts import MemoryParts

MAX_NAMED = 1_000
"""Facts or sessions in one wish."""


class _OnlyLooked(Exception):
    """Undoes a transaction that was for looking."""


async def forget(
    memory: MemoryParts, owner: Owner, what: What, *, receipt_id: UUID | None = None, is_local_only: bool = False
) -> Receipt:
    """`NotFound`, and nothing is touched, if a fact or session is named that this owner does not have.

    `receipt_id`: what is asked again with the same one is done once. `is_local_only`: for whoever asks this very
    memory, and not the one that an account's chats use.
    """
    _check(owner, what)
    signer_of(memory)
    receipt_id = receipt_id or new_id()
    memory = replace(memory, remote=None) if is_local_only else memory
    if is_kept_remotely(memory, owner) and not isinstance(what, ForgetEverything | ForgetAgain):
        receipt = await forget_remote(memory, owner, what, receipt_id)
    else:
        if isinstance(what, ForgetQuery | ForgetSessions):
            await _catch_up(memory, owner)
        receipt = await forget_local(memory, owner, what, receipt_id)
    await run_pending(memory, owner, sink_seconds=memory.settings.graph.timeout_seconds)
    return receipt


async def _catch_up(memory: MemoryParts, owner: Owner) -> None:
    """Words that are still on their way must not arrive after what they say was forgotten."""
    for eraser in memory.erasers:
        for one in await eraser.unheard(memory.db, owner):
            await ingest(memory, owner, one.said, session_id=one.session_id, persona_id=one.persona_id)


async def count_meant(memory: MemoryParts, owner: Owner, what: What) -> Mapping[str, int]:
    """What a wish would take, without taking it. Of a memory elsewhere it is not known before it is done."""
    _check(owner, what)
    if is_kept_remotely(memory, owner):
        what = local_wish(what, Marks())
    query = what.query if isinstance(what, ForgetQuery | ForgetLocal) else None
    meant = await turns_meant(memory, owner, query) if query is not None else ()
    if isinstance(what, ForgetEverything):
        async with memory.db.as_owner(owner) as tx:
            return await count_everything(tx, owner)
    try:
        async with memory.db.as_owner(owner) as tx:
            gone = await select(tx, owner, what, meant)
            raise _OnlyLooked  # finding raises generations, and nothing shall have happened
    except _OnlyLooked:
        return {"turns": len(gone.turns), "facts": len(gone.facts), "loops": len(gone.loops)}


def _check(owner: Owner, what: What) -> None:
    check_owner(owner)
    match what:
        case ForgetFacts(ids) if not 0 < len(ids) <= MAX_NAMED:
            raise Invalid(f"Name between 1 and {MAX_NAMED:,} facts.", code="bad_wish")
        case ForgetSessions(session_ids) if not 0 < len(session_ids) <= MAX_NAMED:
            raise Invalid(f"Name between 1 and {MAX_NAMED:,} sessions.", code="bad_wish")
        case ForgetSessions(session_ids):
            for session_id in session_ids:
                check_id("sessionId", session_id)
        case ForgetQuery(query) if not query.strip() or len(query) > MAX_QUERY_CHARACTERS or "\0" in query:
            raise Invalid(f"A query has between 1 and {MAX_QUERY_CHARACTERS:,} characters.", code="bad_wish")
