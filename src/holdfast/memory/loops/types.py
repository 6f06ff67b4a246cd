"""What a turn does to a loop, and what a person may change about one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from holdfast.memory.types import LearnedFrom, LoopKind, LoopStatus, TimeHorizon

Action = Literal["create", "reinforce", "complete", "drop"]
LoopEvent = Literal["opened", "reinforced", "completed", "dropped"]


@dataclass(frozen=True, slots=True)
class LoopCandidate:
    """What one turn seems to say about something open."""

    action: Action
    kind: LoopKind
    text: str
    episodes: Sequence[int]
    """The turns that say so."""
    said_at: datetime
    confidence: float = 0.7
    salience: float = 0.5
    horizon: TimeHorizon = "ongoing"
    due_at: datetime | None = None
    loop_id: int | None = None
    """The very loop, where the model named one; otherwise the best match is looked for."""
    must_match: bool = False
    """Says something only about a loop there is: "I called mum" is no news unless she was to be called."""
    takes_back: int | None = None
    """The turn that a bare "never mind" speaks of."""
    is_known: bool = False
    """Of a turn learned from before: it ends what was said earlier and arrives only now."""


@dataclass(frozen=True, slots=True)
class LoopState:
    """A loop as it stands, or as it shall stand."""

    id: int | None
    """None: it is not written yet."""
    kind: LoopKind
    status: LoopStatus
    text: str
    signature: str
    confidence: float
    salience: float
    time_horizon: TimeHorizon
    source: LearnedFrom
    opened_at: datetime
    due_at: datetime | None = None
    reinforced_at: datetime | None = None
    times_reinforced: int = 0
    closed_at: datetime | None = None
    closed_because: str | None = None
    person_changed_at: datetime | None = None
    """What a person set by hand is not undone by words said before."""
    last_episode: int | None = None
    """The newest turn that opened or reinforced it."""
    added: tuple[tuple[int, LoopEvent], ...] = ()
    """Evidence that is not written yet."""


@dataclass(frozen=True, slots=True)
class NewLoop:
    """What a person puts down by hand."""

    kind: LoopKind
    text: str
    due_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class SaidAbout:
    """A turn that opened a loop, told of it again or closed it."""

    what: LoopEvent
    episode_id: int
    external_id: str | None
    role: Literal["user", "assistant", "system", "tool"]
    text: str
    said_at: datetime


@dataclass(frozen=True, slots=True)
class LoopChange:
    """What a person sets. None leaves it as it is; `clear` names what to empty."""

    status: LoopStatus | None = None
    text: str | None = None
    due_at: datetime | None = None
    snoozed_until: datetime | None = None
    clear: frozenset[Literal["due_at", "snoozed_until"]] = frozenset()


@dataclass(frozen=True, slots=True)
class NudgeBounds:
    """What is worth bringing up: due or overdue, or important and long left alone."""

    now: datetime
    due_before: datetime
    untouched_since: datetime
    salience: float


@dataclass(frozen=True, slots=True)
class LoopsLearned:
    opened: int = 0
    reinforced: int = 0
    closed: int = 0
