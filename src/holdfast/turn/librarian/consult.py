"""The librarian: what to ask the memory for a message, and what of its answer belongs in the prompt."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime

from holdfast.core.ask_within import Missing, ask_within
from holdfast.memory.kinds.circumstances import without_circumstances
from holdfast.memory.kinds.needs import UNREAD, Needs, read_needs
from holdfast.memory.types import Loop, LoopKind, LoopStatus, Recalled, RecallQuery
from holdfast.turn.glassbox.types import FoundTrace, Retrieval, RetrievalSpec
from holdfast.turn.librarian.compile_query import compile_query, said_alone, said_whole
from holdfast.turn.librarian.open_matters import asks_what_is_open
from holdfast.turn.librarian.relevance import RelevanceRequest, Relevant, keep_relevant
from holdfast.turn.librarian.sheet import MEMORY, RECALL_SHEET, write_sheet
from holdfast.turn.librarian.spec import read_spec
from holdfast.turn.librarian.types import Consulted, Inquiry, Spec
from holdfast.turn.reading.cues import SAYS_NOTHING
from holdfast.turn.reading.utterance import Utterance, read_utterance
from holdfast.turn.types import GateDecision, Reading

MAX_RECALLED = 10
MAX_OPEN = 8
_TO_DO: Sequence[LoopKind] = ("commitment", "thread")
_SOMETIME = datetime.max.replace(tzinfo=UTC)
_NOTHING = Relevant()


async def consult(inquiry: Inquiry) -> Consulted:
    """Within its seconds as a whole."""
    began = time.perf_counter()
    decision = inquiry.reading.gate if inquiry.has_gate else _without_gate(inquiry.reading)
    needs = await _needs(inquiry, decision)
    spec, query = _ask_for(inquiry, decision, needs)
    # Behind a gate the overlay tells them; whoever has no gate has no overlay.
    wants_open = not inquiry.has_gate and decision.asks and asks_what_is_open(_seen(inquiry))
    source = "librarian" if inquiry.has_gate else "memory"
    if query is None and not wants_open:
        return Consulted(decision, None, None, _retrieval(source, decision, spec, None, began))
    seconds = began + inquiry.seconds - time.perf_counter()
    found = await ask_within(source, _look_up(inquiry, decision, spec, query, wants_open=wants_open), seconds)
    if isinstance(found, Missing):
        unanswered = replace(_retrieval(source, decision, spec, query, began), missing=found.reason)
        return Consulted(decision, query, None, unanswered, found)
    kind = RECALL_SHEET if inquiry.has_gate else MEMORY
    sheet = write_sheet(found, kind, inquiry.now, (query or "").split())
    told = sheet.told if sheet else ()
    retrieval = replace(_retrieval(source, decision, spec, query, began, found), lines=len(told))
    return Consulted(decision, query, sheet.block if sheet else None, retrieval, told=told)


def _without_gate(reading: Reading) -> GateDecision:
    """Only a message that says nothing asks nothing. The rules still say whether the past is asked about: that decides
    how strictly the answer is judged."""
    if reading.gate.gate == "explicit":
        return reading.gate
    if reading.signals.is_low_signal or reading.gate.reason in SAYS_NOTHING:
        return GateDecision("none", "rules", 0.95, "low_signal")
    return GateDecision("ambient", "rules", 1.0, "always")


async def _needs(inquiry: Inquiry, decision: GateDecision) -> Needs:
    """Kinds of facts that help though the memory was not asked: "suggest something for dinner"."""
    says_nothing = inquiry.reading.signals.is_low_signal or decision.reason in SAYS_NOTHING
    if not inquiry.has_gate or decision.asks or says_nothing:
        return UNREAD
    return await read_needs(said_alone(inquiry.text), inquiry.embedder)


def _ask_for(inquiry: Inquiry, decision: GateDecision, needs: Needs) -> tuple[Spec, str | None]:
    """What the message is about, and the words the memory is searched by; None: it is not searched."""
    if not (decision.asks or needs.kinds):
        return Spec(), None
    said = [message.text for message in inquiry.before]
    spec = read_spec(_seen(inquiry), now=inquiry.now, known=inquiry.reading.signals.tracked_people, before=said)
    return spec, compile_query(spec) or (said_alone(inquiry.text) if needs.kinds else None)


def _seen(inquiry: Inquiry) -> Utterance:
    return inquiry.seen or read_utterance(inquiry.text)


async def _look_up(
    inquiry: Inquiry, decision: GateDecision, spec: Spec, query: str | None, *, wants_open: bool
) -> Relevant:
    found = await _recall(inquiry, query, said_whole(inquiry.text, spec)) if query else Recalled((), (), (), 0.0)
    seen = frozenset(str(message.id) for message in inquiry.before)
    asked = RelevanceRequest(decision.gate, spec, query or "", inquiry.text, inquiry.now, seen, inquiry.leaves_pinned)
    relevant = await keep_relevant(found, asked, inquiry.embedder)
    return replace(relevant, loops=await _open_loops(inquiry)) if wants_open else relevant


async def _recall(inquiry: Inquiry, query: str, said: str | None) -> Recalled:
    asked = RecallQuery(query, said, MAX_RECALLED, inquiry.now, inquiry.as_of, inquiry.persona_id)
    return await inquiry.memory.recall(inquiry.owner, asked)


async def _open_loops(inquiry: Inquiry) -> Sequence[Loop]:
    """What is to be done first, first; as it was known at `as_of`."""
    at = inquiry.as_of or inquiry.now
    status: LoopStatus | None = "open" if inquiry.as_of is None else None
    found = await inquiry.memory.loops(inquiry.owner, status=status, persona_id=inquiry.persona_id)
    is_open = [
        loop
        for loop in found
        if loop.opened_at <= at
        and (loop.closed_at is None or loop.closed_at > at)
        and not (loop.snoozed_until and loop.snoozed_until > at)
        and loop.kind in _TO_DO
    ]
    return sorted(is_open, key=lambda loop: (loop.due_at or _SOMETIME, -loop.salience))[:MAX_OPEN]


def _retrieval(
    source: str, decision: GateDecision, spec: Spec, query: str | None, began: float, kept: Relevant = _NOTHING
) -> Retrieval:
    needed = {kind for hit in kept.facts if hit.is_needed for kind in without_circumstances(hit.fact.kinds)[:1]}
    facts = [FoundTrace(str(hit.fact.id), round(hit.score, 4)) for hit in kept.facts]
    return Retrieval(
        source,
        decision.gate,
        decision.by,
        decision.confidence,
        decision.reason,
        RetrievalSpec(tuple(spec.entities), tuple(spec.topics), spec.time_intent),
        query,
        needs=tuple(sorted(needed)),
        facts=(*facts, *(FoundTrace() for _ in kept.statements)),
        episodes=tuple(FoundTrace(str(hit.episode.id), round(hit.score, 4)) for hit in kept.episodes),
        loops=tuple(FoundTrace(str(loop.id)) for loop in kept.loops),
        relevant=kept.count,
        dropped=sum(kept.dropped.values()),
        dropped_because=dict(kept.dropped),
        ms=round((time.perf_counter() - began) * 1000, 2),
    )
