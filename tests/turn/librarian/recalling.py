"""Memories and readings for the librarian's tests."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import uuid4

from holdfast.chats.types import Message
from holdfast.core.db import Owner
from holdfast.core.ids import MessageId, SessionRow, TurnId
from holdfast.memory.types import (
    Episode,
    Evidence,
    Fact,
    IncomingTurn,
    Loop,
    LoopStatus,
    Recalled,
    RecalledEpisode,
    RecalledFact,
    RecallQuery,
)
from holdfast.models.chain import Chain
from holdfast.turn.librarian.consult import consult
from holdfast.turn.librarian.types import Consulted, Inquiry, Recalls
from holdfast.turn.reading.read import Asker, read_message, rule
from holdfast.turn.reading.rules import as_reading
from holdfast.turn.types import Reading, Signals
from tests.words import WordEmbedder

NOON = datetime(2026, 5, 12, 12, tzinfo=UTC)
ADA, EVE = Owner("acme", "ada"), Owner("acme", "eve")


def read_as(text: str, *, is_low_signal: bool = False) -> Reading:
    """By the rules, whatever else it may show."""
    return replace(as_reading(rule(text, before=(), tracked=())), signals=Signals(is_low_signal=is_low_signal))


def said(text: str) -> Message:
    parts = [{"type": "text", "text": text}]
    return Message(MessageId(uuid4()), "user", parts, "complete", None, TurnId(uuid4()), None, NOON, 5)


def a_fact(number: int, text: str, *, score: float = 0.8, is_pinned: bool = False, episode: int = 900) -> RecalledFact:
    fact = Fact(
        number, "person", "likes", text, text, 0.9, "rules", NOON - timedelta(days=9), is_pinned=is_pinned,
        evidence=[Evidence(episode, None)],
    )  # fmt: skip
    return RecalledFact(fact, score)


def a_turn(number: int, text: str, *, score: float = 5.0, days: int = 9, message: str | None = None) -> RecalledEpisode:
    episode = Episode(number, SessionRow(1), "s", number, "user", text, NOON - timedelta(days=days), message)
    return RecalledEpisode(episode, score)


@dataclass(slots=True)
class GivenMemory:
    """Recalls what it was given, and notes what it was asked; stands where another installation would."""

    found: Recalled = field(default_factory=lambda: Recalled((), (), (), 0.0))
    fails: bool = False
    asked: list[tuple[Owner, str]] = field(default_factory=list)
    open: Sequence[Loop] = ()

    async def recall(self, owner: Owner, query: RecallQuery) -> Recalled:
        self.asked.append((owner, query.text))
        if self.fails:
            raise ConnectionError
        return self.found

    async def loops(
        self, owner: Owner, *, status: LoopStatus | None = None, persona_id: str | None = None
    ) -> Sequence[Loop]:
        return [loop for loop in self.open if status in (None, loop.status)]


async def ask(
    text: str,
    memory: Recalls,
    *,
    owner: Owner = ADA,
    reading: Reading | None = None,
    before: Sequence[Message] = (),
    chain: Chain | None = None,
    as_of: datetime | None = None,
) -> Consulted:
    asker = Asker(WordEmbedder(), chain)
    reading = reading or await read_message(text, before=before, tracked=(), asker=asker)
    return await consult(inquiry(text, memory, reading=reading, owner=owner, before=before, as_of=as_of))


def inquiry(text: str, memory: Recalls, **more: Any) -> Inquiry:
    return Inquiry(
        **{
            "text": text,
            "reading": read_as(text),
            "before": (),
            "memory": memory,
            "owner": ADA,
            "persona_id": "sophie",
            "now": NOON,
            "embedder": WordEmbedder(),
            "seconds": 5.0,
            **more,
        }
    )


def told(*texts: str, days: int = 9) -> Sequence[IncomingTurn]:
    at = NOON - timedelta(days=days)
    return [IncomingTurn("user", text, at + timedelta(minutes=n), f"m{days}-{n}") for n, text in enumerate(texts)]
