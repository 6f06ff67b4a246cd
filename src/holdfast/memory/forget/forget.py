"""Forget: find it, take it out everywhere, look for it again, and sign what was done.

Whoever ingests, learns or folds in a session that loses something waits for its lock, or finds its generation raised
and begins again. Answers that are being written for this owner end here: they may have been told what is forgotten.
Sinks outside of Postgres are asked afterwards (`run_pending`); a message that its sender repeats is known by its mark.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from holdfast.core.db import Owner
from holdfast.core.errors import Invalid
from holdfast.core.ids import ReceiptId, new_id
from holdfast.memory.forget.everything import count_everything
from holdfast.memory.forget.local import forget_local
from holdfast.memory.forget.pending import is_kept_remotely
from holdfast.memory.forget.receipts import signer_of
from holdfast.memory.forget.remote import count_remote, forget_remote
from holdfast.memory.forget.run_pending import run_pending
from holdfast.memory.forget.select import MAX_QUERY_CHARACTERS, find_turns_meant, select
from holdfast.memory.forget.types import (
    ForgetAgain,
    ForgetEverything,
    ForgetFacts,
    ForgetLocal,
    ForgetMessages,
    ForgetPeriod,
    ForgetQuery,
    ForgetSessions,
    ForgetWish,
    Receipt,
)
from holdfast.memory.intake.check import check_id, check_owner
from holdfast.memory.intake.ingest import ingest
from holdfast.memory.locks import lock_owner
from holdfast.memory.parts import MemoryParts

MAX_FACTS = 1_000
MAX_MESSAGES = 200
MAX_SESSIONS = 20_000
"""In one wish. A chat that somebody comes back to ten times a day has so many after five years."""


class _OnlyLooked(Exception):
    """Undoes a transaction that was for looking."""


async def forget(
    memory: MemoryParts,
    owner: Owner,
    what: ForgetWish,
    *,
    receipt_id: ReceiptId | None = None,
    is_local_only: bool = False,
) -> Receipt:
    """`NotFound`, and nothing is touched, if a fact or session is named that this owner does not have.

    `receipt_id`: what is asked again with the same one is done once. `is_local_only`: for whoever asks this very
    memory, and not the one that an account's chats use.
    """
    _check(owner, what)
    signer_of(memory)
    receipt_id = ReceiptId(receipt_id or new_id())
    memory = replace(memory, remote=None) if is_local_only else memory
    if is_kept_remotely(memory, owner) and not isinstance(what, ForgetEverything | ForgetAgain):
        receipt = await forget_remote(memory, owner, what, receipt_id)
    else:
        if isinstance(what, ForgetQuery | ForgetSessions | ForgetPeriod):
            await _catch_up(memory, owner)
        receipt = await forget_local(memory, owner, what, receipt_id)
    await run_pending(memory, owner, sink_seconds=memory.settings.graph.timeout_seconds)
    return receipt


async def _catch_up(memory: MemoryParts, owner: Owner) -> None:
    """Words that are still on their way must not arrive after what they say was forgotten."""
    for eraser in memory.erasers:
        for one in await eraser.unheard(memory.db, owner):
            await ingest(memory, owner, one.said, session_id=one.session_id, persona_id=one.persona_id)


async def count_selected(
    memory: MemoryParts, owner: Owner, what: ForgetWish, *, is_local_only: bool = False
) -> Mapping[str, int]:
    """What a wish would take of the memory, without taking it: of the one that the owner's chats use."""
    _check(owner, what)
    if is_kept_remotely(memory, owner) and not is_local_only and not isinstance(what, ForgetEverything):
        return await count_remote(memory, owner, what)
    query = what.query if isinstance(what, ForgetQuery | ForgetLocal) else None
    meant = await find_turns_meant(memory, owner, query) if query is not None else ()
    if isinstance(what, ForgetEverything):
        async with memory.db.as_owner(owner) as tx:
            return await count_everything(tx, owner)
    try:
        async with memory.db.as_owner(owner) as tx:
            await lock_owner(tx, owner)  # as a forget does: it holds sessions like one
            gone = await select(tx, owner, what, meant)
            raise _OnlyLooked  # finding raises generations, and nothing shall have happened
    except _OnlyLooked:
        return {"turns": len(gone.turns), "facts": len(gone.facts), "loops": len(gone.loops)}


def _check(owner: Owner, what: ForgetWish) -> None:
    check_owner(owner)
    match what:
        case ForgetFacts(ids) if not 0 < len(ids) <= MAX_FACTS:
            raise Invalid(f"Name between 1 and {MAX_FACTS:,} facts.", code="bad_wish")
        case ForgetSessions(session_ids, skips_unknown) if not (session_ids or skips_unknown):
            raise Invalid("Name at least one session.", code="bad_wish")
        case ForgetSessions(session_ids) if len(session_ids) > MAX_SESSIONS:
            raise Invalid(f"Name {MAX_SESSIONS:,} sessions at most.", code="bad_wish")
        case ForgetSessions(session_ids):
            for session_id in session_ids:
                check_id("sessionId", session_id)
        case ForgetMessages(external_ids) if not 0 < len(external_ids) <= MAX_MESSAGES:
            raise Invalid(f"Name between 1 and {MAX_MESSAGES:,} messages.", code="bad_wish")
        case ForgetPeriod(begins, ends) if begins >= ends:
            raise Invalid("The period ends before it begins.", code="bad_wish")
        case ForgetQuery(query) if not query.strip() or len(query) > MAX_QUERY_CHARACTERS or "\0" in query:
            raise Invalid(f"A query has between 1 and {MAX_QUERY_CHARACTERS:,} characters.", code="bad_wish")
