"""The pace of draining, and what a drain did."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Literal, Protocol

from holdfast.core.clock import Clock
from holdfast.core.db import Db, Owner
from holdfast.core.ids import SessionRow
from holdfast.memory.parts import MemoryParts
from holdfast.memory.types import Episode, LearnedFrom


@dataclass(frozen=True, slots=True)
class DrainPace:
    lease_seconds: float = 180.0
    """What one drainer has taken on nobody else touches for so long. Longer than a model may take to answer."""
    first_pause_seconds: float = 5.0
    longest_pause_seconds: float = 3_600.0
    fold_tries: int = 3
    """How often the model is asked before the rules fold."""
    fold_turns: int = 40
    """How many turns go into one fold at most, and with them how many characters."""
    fold_characters: int = 16_000
    batch: int = 50
    """How many sessions are looked up at a time."""


@dataclass(frozen=True, slots=True)
class DrainResult:
    folded: int = 0
    """Turns."""
    delivered: int = 0
    """Rows: turns and sessions."""
    rescheduled: int = 0
    dead_lettered: int = 0

    def __add__(self, other: DrainResult) -> DrainResult:
        return DrainResult(
            self.folded + other.folded,
            self.delivered + other.delivered,
            self.rescheduled + other.rescheduled,
            self.dead_lettered + other.dead_lettered,
        )


@dataclass(frozen=True, slots=True)
class ToDeliver:
    """A row of the outbox that somebody has just taken on."""

    id: int
    session_row: SessionRow
    kind: Literal["turn", "session"]
    seq: int
    name: str
    attempts: int
    """This one counted. Whoever took it on later has a higher number, so a late answer is known by it."""
    generation: int


@dataclass(frozen=True, slots=True)
class OutboxState:
    pending: int
    folded: int
    delivered: int
    dead_lettered: int
    oldest_pending_seconds: float
    pending_embeddings: int


@dataclass(frozen=True, slots=True)
class DeadDelivery:
    id: int
    kind: Literal["turn", "session"]
    session_row: SessionRow
    attempts: int
    last_error: str
    """A class or a code, never words of anybody."""
    created_at: datetime
    last_attempt_at: datetime


class Fold(Protocol):
    async def __call__(
        self, memory: MemoryParts, old_summary: str, turns: Sequence[Episode], *, may_wait: bool = False
    ) -> tuple[str, LearnedFrom]: ...


class StoredSummary(Protocol):
    """Of one stretch of a session, as it is kept."""

    @property
    def text(self) -> str: ...

    @property
    def ended_at(self) -> datetime: ...


class Summarise(Protocol):
    async def __call__(
        self, memory: MemoryParts, owner: Owner, session_row: SessionRow, stretch: int
    ) -> StoredSummary | None:
        """Makes it, or finds the one that was made before. None: there is nothing left to tell."""


class Reach(Protocol):
    """All that is needed to look at the outbox from outside; the memory service's own parts have it."""

    @property
    def db(self) -> Db: ...

    @property
    def clock(self) -> Clock: ...
