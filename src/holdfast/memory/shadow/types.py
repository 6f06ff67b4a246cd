"""What the steps of the path hand to each other, and their limits."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Literal

from holdfast.core.ids import SessionRow
from holdfast.memory.learning.types import WindowTurn
from holdfast.memory.types import LearnedFrom

MemoryType = Literal["PROFILE", "PEOPLE", "PREFERENCE", "PROJECT", "GOAL", "EVENT", "FACT"]


@dataclass(frozen=True, slots=True)
class ShadowLimits:
    messages: int = 6
    within: timedelta = timedelta(minutes=60)
    unique: int = 4
    """Besides the current message."""
    output_tokens: int = 350
    judge_seconds: float = 30.0
    memories: int = 5
    summary_every: int = 4
    summary_seconds: float = 4.0
    spine_messages: int = 20
    cooldown: timedelta = timedelta(seconds=60)
    curate_every: timedelta = timedelta(hours=24)
    curate_memories: int = 25


@dataclass(frozen=True, slots=True)
class ShadowTerms:
    """How the path is gone in one run."""

    names: Mapping[str, str] = field(default_factory=dict)
    """Of personas, by their ids: what is said about whom one speaks with is not about a person."""
    limits: ShadowLimits = ShadowLimits()
    may_wait: bool = False
    """Rather for the model than to fall back on the rules."""


@dataclass(frozen=True, slots=True)
class JudgedReach:
    """How far a session was judged."""

    to: int
    messages: int
    at: datetime
    next_seq: int | None
    """Of a session that was read before its words came; they must not have come meanwhile."""


@dataclass(frozen=True, slots=True)
class ShadowState:
    """Where the path stands in one session."""

    session_row: SessionRow
    persona_id: str | None
    generation: int
    judged_to: int
    """Turns from this seq on were not judged yet."""
    message_count: int
    """Messages of the person."""
    spine_count: int
    """Those since the spine was last made by this path."""
    summary_count: int
    """The count of messages when a rolling summary was last tried."""
    last_interaction: datetime | None
    summarised_to: int
    rolling_summary: str


@dataclass(frozen=True, slots=True)
class Memory:
    """One memory as the judge tells it."""

    type: MemoryType
    key: str
    """`subject.predicate`, as far as the judge knows."""
    value: str
    text: str
    confidence: float
    turns: Sequence[WindowTurn]


@dataclass(frozen=True, slots=True)
class JudgedLoop:
    kind: str
    """As the judge calls it; `normalize` knows what that is."""
    text: str
    turns: Sequence[WindowTurn]


@dataclass(frozen=True, slots=True)
class Judgement:
    source: LearnedFrom
    memories: Sequence[Memory] = ()
    loops: Sequence[JudgedLoop] = ()


@dataclass(frozen=True, slots=True)
class Shadowed:
    """What one run of the path did."""

    messages: int = 0
    facts: int = 0
    loops: int = 0
    closed: int = 0
    is_summarised: bool = False
    is_spine_made: bool = False
    folded: int = 0
