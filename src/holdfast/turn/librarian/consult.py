"""The librarian: whether a message wants the memory, what to ask it, and what of its answer belongs in the prompt."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Any

import structlog

from holdfast.chats.types import Message
from holdfast.core.db import Owner
from holdfast.core.metrics import SOURCES_MISSING
from holdfast.memory.kinds.circumstances import without_circumstances
from holdfast.memory.kinds.needs import UNREAD, Needs, read_needs
from holdfast.memory.types import Loop, LoopKind, LoopStatus, Recalled
from holdfast.models.chain import Chain
from holdfast.models.types import Embedder
from holdfast.turn.librarian.compile_query import compile_query, said_alone, said_whole
from holdfast.turn.librarian.cues import SAYS_NOTHING, read_cues
from holdfast.turn.librarian.gate import gate
from holdfast.turn.librarian.open_matters import asks_what_is_open
from holdfast.turn.librarian.relevance import Asked, Relevant, keep_relevant
from holdfast.turn.librarian.sheet import MEMORY, RECALL_SHEET, Kind, Sheet, write_sheet
from holdfast.turn.librarian.spec import read_spec
from holdfast.turn.librarian.types import Consulted, Decision, Recalls, Spec
from holdfast.turn.types import Missing, Reading

MOST_RECALLED = 10
MOST_OPEN = 8
_TO_DO: Sequence[LoopKind] = ("commitment", "thread")
_SOMETIME = datetime.max.replace(tzinfo=UTC)
log = structlog.get_logger()


@dataclass(frozen=True, slots=True)
class _Asker:
    """Whose memory is asked, as of when, and what the prompt holds anyway."""

    memory: Recalls
    owner: Owner
    persona_id: str
    now: datetime
    as_of: datetime | None
    embedder: Embedder
    before: Sequence[Message]
    leaves_pinned: bool
    deadline_at: float


async def consult(
    text: str,
    *,
    reading: Reading,
    before: Sequence[Message],
    memory: Recalls,
    owner: Owner,
    persona_id: str,
    now: datetime,
    as_of: datetime | None,
    embedder: Embedder,
    chain: Chain | None,
    deadline_seconds: float,
    leaves_pinned: bool = True,
) -> Consulted:
    """Within `deadline_seconds` as a whole. `leaves_pinned`: pinned facts stand in another block already."""
    began = time.perf_counter()
    decision = await gate(
        text, reading=reading, before=before, embedder=embedder, chain=chain, deadline_seconds=deadline_seconds / 2
    )
    asker = _Asker(memory, owner, persona_id, now, as_of, embedder, before, leaves_pinned, began + deadline_seconds)
    needs = await _needs(text, reading, decision, embedder)
    return await _look_up(text, reading, decision, RECALL_SHEET, asker, began, needs=needs)


async def _needs(text: str, reading: Reading, decision: Decision, embedder: Embedder) -> Needs:
    """Kinds of facts that help though the memory was not asked: "suggest something for dinner"."""
    if decision.asks or reading.signals.is_low_signal or decision.reason in SAYS_NOTHING:
        return UNREAD
    return await read_needs(said_alone(text), embedder)


async def look_up_always(
    text: str,
    *,
    reading: Reading,
    before: Sequence[Message],
    memory: Recalls,
    owner: Owner,
    persona_id: str,
    now: datetime,
    as_of: datetime | None,
    embedder: Embedder,
    deadline_seconds: float,
    leaves_pinned: bool = True,
) -> Consulted:
    """The same without a gate; only a message that says nothing asks nothing."""
    began = time.perf_counter()
    decision = _without_gate(text, reading)
    asker = _Asker(memory, owner, persona_id, now, as_of, embedder, before, leaves_pinned, began + deadline_seconds)
    return await _look_up(text, reading, decision, MEMORY, asker, began)


def _without_gate(text: str, reading: Reading) -> Decision:
    """The rules still say whether the past is asked about: that decides how strictly the answer is judged."""
    cue = read_cues(text, known=reading.signals.tracked_people)
    if cue.gate == "explicit":
        return Decision("explicit", "rules", cue.confidence, cue.name)
    if reading.signals.is_low_signal or cue.name in SAYS_NOTHING:
        return Decision("none", "rules", 0.95, "low_signal")
    return Decision("ambient", "rules", 1.0, "always")


async def _look_up(
    text: str,
    reading: Reading,
    decision: Decision,
    kind: Kind,
    asker: _Asker,
    began: float,
    needs: Needs = UNREAD,
) -> Consulted:
    source = "librarian" if kind is RECALL_SHEET else "memory"
    spec = Spec()
    query: str | None = None
    if decision.asks or needs.kinds:
        said = [message.text for message in asker.before]
        spec = read_spec(text, now=asker.now, known=reading.signals.tracked_people, before=said)
        query = compile_query(spec) or (said_alone(text) if needs.kinds else None)
    # Behind a gate the overlay tells them; whoever has no gate has no overlay.
    wants_open = kind is MEMORY and decision.asks and asks_what_is_open(text)
    if query is None and not wants_open:
        return Consulted(decision, None, None, _notes(source, decision, spec, None, None, None, began))
    try:
        async with asyncio.timeout(asker.deadline_at - time.perf_counter()):
            found = await _recall(asker, query, said_whole(text, spec)) if query else Recalled((), (), (), 0.0)
            seen = frozenset(str(message.id) for message in asker.before)
            asked = Asked(decision.gate, spec, query or "", text, asker.now, seen, asker.leaves_pinned)
            relevant = await keep_relevant(found, asked, asker.embedder)
            if wants_open:
                relevant = replace(relevant, loops=await _open_loops(asker))
    except Exception as error:  # noqa: BLE001 — border: a memory may fail in any way, the turn goes on without
        log.warning("source_missing", source=source, error=type(error).__name__)
        SOURCES_MISSING.labels(source).inc()
        missing = Missing(source, type(error).__name__)
        notes = _notes(source, decision, spec, query, None, None, began)
        return Consulted(decision, query, None, {**notes, "missing": missing.reason}, missing)
    sheet = write_sheet(relevant, kind, asker.now, (query or "").split())
    notes = _notes(source, decision, spec, query, relevant, sheet, began)
    return Consulted(decision, query, sheet.block if sheet else None, notes, told=sheet.told if sheet else ())


async def _open_loops(asker: _Asker) -> Sequence[Loop]:
    """What is to be done first, first; as it was known at `as_of`."""
    at = asker.as_of or asker.now
    status: LoopStatus | None = "open" if asker.as_of is None else None
    found = await asker.memory.loops(asker.owner, status=status, persona_id=asker.persona_id)
    is_open = [
        loop
        for loop in found
        if loop.opened_at <= at
        and (loop.closed_at is None or loop.closed_at > at)
        and not (loop.snoozed_until and loop.snoozed_until > at)
        and loop.kind in _TO_DO
    ]
    return sorted(is_open, key=lambda loop: (loop.due_at or _SOMETIME, -loop.salience))[:MOST_OPEN]


async def _recall(asker: _Asker, query: str, said: str | None) -> Recalled:
    return await asker.memory.recall(
        asker.owner,
        query,
        said=said,
        limit=MOST_RECALLED,
        now=asker.now,
        as_of=asker.as_of,
        persona_id=asker.persona_id,
    )


def _notes(
    source: str,
    decision: Decision,
    spec: Spec,
    query: str | None,
    relevant: Relevant | None,
    sheet: Sheet | None,
    began: float,
) -> Mapping[str, Any]:
    """One entry of the trace's `retrievals`, which a forget empties: the only place where words of a message may be."""
    kept = relevant or Relevant()
    return {
        "source": source,
        "gate": decision.gate,
        "gateBy": decision.by,
        "confidence": decision.confidence,
        "reason": decision.reason,
        "spec": {"entities": list(spec.entities), "topics": list(spec.topics), "timeIntent": spec.time_intent},
        "query": query,
        "needs": sorted(
            {kind for hit in kept.facts if hit.is_needed for kind in without_circumstances(hit.fact.kinds)[:1]}
        ),
        "facts": [
            *({"id": str(hit.fact.id), "score": round(hit.score, 4)} for hit in kept.facts),
            *({"id": None, "score": None} for _ in kept.statements),
        ],
        "episodes": [{"id": str(hit.episode.id), "score": round(hit.score, 4)} for hit in kept.episodes],
        "loops": [{"id": str(loop.id)} for loop in kept.loops],
        "relevant": kept.count,
        "dropped": sum(kept.dropped.values()),
        "droppedBecause": dict(kept.dropped),
        "lines": len(sheet.told) if sheet else 0,
        "ms": round((time.perf_counter() - began) * 1000, 2),
    }
