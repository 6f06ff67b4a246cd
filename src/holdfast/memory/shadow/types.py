"""What the steps of the path hand to each other, and their limits."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Literal

from holdfast.memory.learning.types import Turn
from holdfast.memory.types import Source

MemoryType = Literal["PROFILE", "PEOPLE", "PREFERENCE", "PROJECT", "GOAL", "EVENT", "FACT"]


@dataclass(frozen=True, slots=True)
class Limits:
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
class State:
    """Where the path stands in one session."""

    session: int
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
    turns: Sequence[Turn]


@dataclass(frozen=True, slots=True)
class JudgedLoop:
    kind: str
    """As the judge calls it; `normalize` knows what that is."""
    text: str
    turns: Sequence[Turn]


@dataclass(frozen=True, slots=True)
class Judged:
    source: Source
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
