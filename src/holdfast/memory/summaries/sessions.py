"""What a session came down to, once for each time it was closed.

The name of a summary is made of the session's row and the number of its stretch, so that making it twice makes it once.
It is written only if nothing of the session was forgotten since its turns were read.
"""

from __future__ import annotations

import asyncio
from pathlib import Path
from string import Template

from holdfast.core.db import Owner
from holdfast.core.ids import SessionRow
from holdfast.core.log import get_logger
from holdfast.memory.parts import MemoryParts
from holdfast.memory.summaries import store
from holdfast.memory.summaries.tell import MAX_HANDOVER_CHARACTERS, MAX_SUMMARY_CHARACTERS, tell
from holdfast.memory.summaries.times import date_in_words
from holdfast.memory.summaries.transcript import clean, transcript
from holdfast.memory.summaries.types import SessionSummary, Stretch, StretchSummary
from holdfast.models.ask import ask_json
from holdfast.models.chain import Chain
from holdfast.models.failures import failed
from holdfast.models.types import Failure, ModelFailed

MODEL_TRIES = 3
"""How often the model is asked before the rules tell it; the outbox pauses in between."""
_MAX_TURNS = 400
_INSTRUCTIONS = Template((Path(__file__).parent / "prompts" / "session.md").read_text(encoding="utf-8"))

log = get_logger()


async def summarise_session(
    memory: MemoryParts, owner: Owner, session_row: SessionRow, stretch: int
) -> SessionSummary | None:
    """The summary of this stretch, made now if there is none. None: nothing is left of it, or not as it was read.

    Raises `ModelFailed` while it is worth asking the model again.
    """
    async with memory.db.as_owner(owner) as tx:
        known = await store.find_summary(tx, owner, session_row, stretch)
        read = None if known else await store.find_stretch(tx, owner, session_row, stretch, most=_MAX_TURNS)
    if known or read is None:
        return known
    told = await _told(memory, read)
    async with memory.db.as_owner(owner) as tx:
        made = await store.add_summary(tx, owner, read, told, at=memory.clock())
        return made or await store.find_summary(tx, owner, session_row, stretch)


async def _told(memory: MemoryParts, stretch: Stretch) -> StretchSummary:
    if memory.chain is None or all(turn.role != "user" for turn in stretch.turns):
        return await _told_by_rules(stretch)
    try:
        return await _told_by_model(memory.chain, stretch)
    except ModelFailed as error:
        if error.failure not in (Failure.REJECTED, Failure.SPENT) and 0 < stretch.attempts < MODEL_TRIES:
            raise
        log.info("session_told_by_rules", failure=error.failure.value)
        return await _told_by_rules(stretch)


async def _told_by_rules(stretch: Stretch) -> StretchSummary:
    """In a thread: hundreds of long turns take most of a second, and others are being answered."""
    return await asyncio.to_thread(tell, stretch)


async def _told_by_model(chain: Chain, stretch: Stretch) -> StretchSummary:
    instructions = _INSTRUCTIONS.substitute(summary_words=180, handover_words=70, person=stretch.person)
    when = date_in_words(stretch.turns[0].said_at.astimezone(stretch.zone))
    answer = await ask_json(chain, instructions, f"{when}\n\n{transcript(stretch.turns, stretch.person)}")
    summary = clean(answer.get("summary"), MAX_SUMMARY_CHARACTERS) if isinstance(answer, dict) else ""
    if not summary:
        raise failed(Failure.MALFORMED, upstream="no summary")
    handover = clean(answer.get("handover"), MAX_HANDOVER_CHARACTERS) or (await _told_by_rules(stretch)).handover
    return StretchSummary(summary, handover, "model")
