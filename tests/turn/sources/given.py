"""What sources are asked with, for tests: a memory that knows what it was given, and turns at any of their stages."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from typing import Any

from holdfast.core.ask_within import Missing
from holdfast.core.db import Owner
from holdfast.core.ids import UserId
from holdfast.memory.brief.types import Summaries
from holdfast.memory.profile.types import AboutAndPins
from holdfast.memory.types import Loop, LoopStatus, Recalled, RecallQuery
from holdfast.personas.read import read_packs
from holdfast.turn.context.history import History
from holdfast.turn.context.parts import ContextParts
from holdfast.turn.reading.read import Asker, MessageReader, rule
from holdfast.turn.reading.rules import as_reading
from holdfast.turn.sources.types import ContextRequest, WithPast, WithReading
from holdfast.turn.types import AcceptedTurn, Block, Opening
from tests.turn.drafts import accepted
from tests.words import WordEmbedder

NOON = datetime(2026, 5, 12, 12, tzinfo=UTC)
PERSONAS = read_packs()


@dataclass(slots=True)
class OtherMemory:
    """Tells what it was given, and notes what it was asked; stands where another installation would."""

    recalled: Recalled = field(default_factory=lambda: Recalled((), (), (), 0.0))
    stands: AboutAndPins = field(default_factory=AboutAndPins)
    open: Sequence[Loop] = ()
    summed_up: Summaries = field(default_factory=Summaries)
    asked: list[str] = field(default_factory=list)

    async def recall(self, owner: Owner, query: RecallQuery) -> Recalled:
        self.asked.append("recall")
        return self.recalled

    async def standing(self, owner: Owner, *, persona_id: str | None = None, limit: int = 50) -> AboutAndPins:
        self.asked.append("standing")
        return self.stands

    async def loops(
        self, owner: Owner, *, status: LoopStatus | None = None, persona_id: str | None = None
    ) -> Sequence[Loop]:
        self.asked.append("loops")
        return self.open

    async def summaries(self, owner: Owner, **asked: Any) -> Summaries:
        self.asked.append("summaries")
        return self.summed_up


def given_parts(memory: Any = None, **more: Any) -> ContextParts:
    """Without a database: whatever would ask one fails."""
    given = {"db": None, "blobs": None, "memory": memory or OtherMemory(), "embedder": WordEmbedder()}
    given["documents"] = given["embedder"]
    return ContextParts(**{**given, **more})


def a_turn(text: str = "Which roses did I plant?", persona: str = "assistant") -> AcceptedTurn:
    return accepted(text, 8_000, persona=PERSONAS.get(persona))


def of_person(turn: AcceptedTurn, user: UserId) -> AcceptedTurn:
    return replace(turn, ids=replace(turn.ids, user_id=user))


def asked(turn: AcceptedTurn | None = None, parts: ContextParts | None = None, **more: Any) -> ContextRequest:
    parts = parts or given_parts()
    return ContextRequest(parts, turn or a_turn(), NOON, recalls=more.pop("recalls", parts.memory), **more)


def with_past(request: ContextRequest, history: History | None = None, opening: Opening | None = None) -> WithPast:
    history = history or History()
    before = history.of(request.turn.ids.session_id)
    ruled = rule(request.turn.user_input.text, before=before, tracked=())
    has_gate = request.turn.persona.settings.memory.recall == "librarian"
    reader = MessageReader(ruled, before, Asker(request.parts.embedder, request.parts.thinker, has_gate))
    return WithPast(request, history, before, opening, reader)


def with_reading(past: WithPast, recalled: Block | None = None, **read: Any) -> WithReading:
    return WithReading(past, replace(as_reading(past.reader.ruled), **read), recalled)


def names(missing: Sequence[Missing]) -> list[tuple[str, str]]:
    return [(one.source, one.reason) for one in missing]
