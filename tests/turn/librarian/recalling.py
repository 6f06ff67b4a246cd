"""Memories and readings for the librarian's tests."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from uuid import uuid4

from holdfast.chats.types import Message
from holdfast.core.db import Owner
from holdfast.memory.types import (
    Episode,
    Evidence,
    Fact,
    Loop,
    LoopStatus,
    Recalled,
    RecalledEpisode,
    RecalledFact,
    Said,
)
from holdfast.models.chain import Chain
from holdfast.turn.librarian.consult import consult
from holdfast.turn.librarian.types import Consulted, Recalls
from holdfast.turn.types import Reading, Signals
from tests.words import WordEmbedder

NOON = datetime(2026, 5, 12, 12, tzinfo=UTC)
ADA, EVE = Owner("acme", "ada"), Owner("acme", "eve")


def read_as(*, is_low_signal: bool = False, people: Sequence[str] = ()) -> Reading:
    return Reading("SUPPORT", "share", Signals(is_low_signal=is_low_signal, tracked_people=people), "rules", 0.8)


def said(text: str) -> Message:
    parts = [{"type": "text", "text": text}]
    return Message(uuid4(), "user", parts, "complete", None, uuid4(), None, NOON, 5)


def a_fact(number: int, text: str, *, score: float = 0.8, is_pinned: bool = False, episode: int = 900) -> RecalledFact:
    fact = Fact(
        number, "person", "likes", text, text, 0.9, "rules", NOON - timedelta(days=9), is_pinned=is_pinned,
        evidence=[Evidence(episode, None)],
    )  # fmt: skip
    return RecalledFact(fact, score)


def a_turn(number: int, text: str, *, score: float = 5.0, days: int = 9, message: str | None = None) -> RecalledEpisode:
    episode = Episode(number, 1, "s", number, "user", text, NOON - timedelta(days=days), message)
    return RecalledEpisode(episode, score)


@dataclass(slots=True)
class GivenMemory:
    """Recalls what it was given, and notes what it was asked; stands where another installation would."""

    found: Recalled = field(default_factory=lambda: Recalled((), (), (), 0.0))
    fails: bool = False
    asked: list[tuple[Owner, str]] = field(default_factory=list)
    open: Sequence[Loop] = ()

    async def recall(
        self,
        owner: Owner,
        query: str,
        *,
        said: str | None = None,
        limit: int = 10,
        now: datetime | None = None,
        as_of: datetime | None = None,
        persona_id: str | None = None,
    ) -> Recalled:
        self.asked.append((owner, query))
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
    return await consult(
        text,
        reading=reading or read_as(),
        before=before,
        memory=memory,
        owner=owner,
        persona_id="sophie",
        now=NOON,
        as_of=as_of,
        embedder=WordEmbedder(),
        chain=chain,
        deadline_seconds=5.0,
    )


def told(*texts: str, days: int = 9) -> Sequence[Said]:
    at = NOON - timedelta(days=days)
    return [Said("user", text, at + timedelta(minutes=n), f"m{days}-{n}") for n, text in enumerate(texts)]
