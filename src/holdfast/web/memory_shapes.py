"""What the memory's routes say, in camelCase: one shape for each thing, wherever it appears."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Annotated, Literal
from uuid import UUID

from pydantic import Field

from holdfast.core.ids import ChatId, MessageId
from holdfast.memory.kinds.circumstances import without_circumstances
from holdfast.memory.types import Entity, Episode, Evidence, Fact, Loop
from holdfast.web.shapes import WireModel


class EvidenceShape(WireModel):
    episode_id: str
    external_id: str | None


class FactShape(WireModel):
    id: str
    text: str
    subject: str
    predicate: str
    object: str
    confidence: float
    source: Literal["model", "rules", "person"]
    valid_from: datetime | None
    valid_to: datetime | None
    learned_at: datetime
    retired_at: datetime | None
    retired_because: str | None
    superseded_by: str | None
    is_pinned: bool
    is_doubtful: bool
    kinds: list[str]
    """What it is about (`food`, `health`, `home` …), the strongest first; empty until it was read for them."""
    evidence: list[EvidenceShape]


class ScoredFact(FactShape):
    score: float
    is_needed: bool
    """It is of a kind that what was asked needs, whether or not it shares a word with it."""


class EpisodeShape(WireModel):
    id: str
    external_id: str | None
    session_id: str
    role: Literal["user", "assistant", "system", "tool"]
    name: str | None
    text: str
    timestamp: datetime


class ScoredEpisode(EpisodeShape):
    score: float
    context: list[EpisodeShape] | None = None


class PlacedEpisode(EpisodeShape):
    chat_id: UUID | None
    message_id: UUID | None
    """Where it stands among the person's chats; null for what a program brought, or what was deleted there."""


class EntityShape(WireModel):
    id: str
    name: str
    kind: str
    relation: str | None
    mentions: int
    last_mentioned_at: datetime


class LoopShape(WireModel):
    id: str
    kind: Literal["commitment", "thread", "friction", "habit", "win"]
    status: Literal["open", "completed", "dropped"]
    text: str
    confidence: float
    salience: float
    time_horizon: Literal["today", "this_week", "this_month", "later", "ongoing"]
    due_at: datetime | None
    snoozed_until: datetime | None
    opened_at: datetime
    closed_at: datetime | None
    closed_because: str | None
    source: Literal["model", "rules", "person"]
    evidence: list[EvidenceShape]


class SaidOfLoop(WireModel):
    what: Literal["opened", "reinforced", "completed", "dropped"]
    episode_id: str
    role: Literal["user", "assistant", "system", "tool"]
    text: str
    """Of a long turn its beginning."""
    timestamp: datetime
    chat_id: UUID | None
    """Where it can be read again; null: it was not said in a chat here, or the chat is gone."""
    message_id: UUID | None


class ToldLoop(LoopShape):
    said: Annotated[list[SaidOfLoop] | None, Field(exclude_if=lambda said: said is None)] = None
    """With `includeWords`: the turns it rests on, oldest first, the newest six. Else not there at all."""


def evidence_shapes(evidence: Sequence[Evidence]) -> list[EvidenceShape]:
    return [EvidenceShape(episode_id=str(item.episode_id), external_id=item.external_id) for item in evidence]


def fact_fields(fact: Fact) -> dict[str, object]:
    return {
        "id": str(fact.id),
        "text": fact.text,
        "subject": fact.subject,
        "predicate": fact.predicate,
        "object": fact.object,
        "confidence": round(fact.confidence, 4),
        "source": fact.source,
        "valid_from": fact.valid_from,
        "valid_to": fact.valid_to,
        "learned_at": fact.learned_at,
        "retired_at": fact.retired_at,
        "retired_because": fact.retired_because,
        "superseded_by": None if fact.superseded_by is None else str(fact.superseded_by),
        "is_pinned": fact.is_pinned,
        "is_doubtful": fact.is_doubtful,
        "kinds": without_circumstances(fact.kinds),
        "evidence": evidence_shapes(fact.evidence),
    }


def episode_fields(episode: Episode) -> dict[str, object]:
    return {
        "id": str(episode.id),
        "external_id": episode.external_id,
        "session_id": episode.session_id,
        "role": episode.role,
        "name": episode.name,
        "text": episode.text,
        "timestamp": episode.said_at,
    }


def placed_episode(episode: Episode, chat_id: ChatId | None, message_id: MessageId | None) -> PlacedEpisode:
    where = {"chat_id": chat_id, "message_id": message_id}
    return PlacedEpisode.model_validate({**episode_fields(episode), **where})


def entity_shape(entity: Entity) -> EntityShape:
    return EntityShape(
        id=str(entity.id),
        name=entity.name,
        kind=entity.kind,
        relation=entity.relation,
        mentions=entity.mentions,
        last_mentioned_at=entity.last_at,
    )


def loop_shape(loop: Loop) -> LoopShape:
    return LoopShape(
        id=str(loop.id),
        kind=loop.kind,
        status=loop.status,
        text=loop.text,
        confidence=round(loop.confidence, 4),
        salience=round(loop.salience, 4),
        time_horizon=loop.time_horizon,
        due_at=loop.due_at,
        snoozed_until=loop.snoozed_until,
        opened_at=loop.opened_at,
        closed_at=loop.closed_at,
        closed_because=loop.closed_because,
        source=loop.source,
        evidence=evidence_shapes(loop.evidence),
    )
