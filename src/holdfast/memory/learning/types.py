"""What learning hands from step to step."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime

from holdfast.core.ids import SessionRow
from holdfast.memory.loops.types import LoopCandidate
from holdfast.memory.types import Fact, LearnedFrom, SpeakerRole

MAX_QUERY_WORDS = 12
"""Of a question for facts; what follows is not looked for."""


@dataclass(frozen=True, slots=True)
class WindowTurn:
    """One turn of the window that is learned from."""

    episode: int
    seq: int
    role: SpeakerRole
    name: str | None
    text: str
    said_at: datetime
    stored_at: datetime
    is_new: bool
    """False: learned from before; it is here to understand the others."""


@dataclass(frozen=True, slots=True)
class Window:
    """A stretch of a session, and what must still be so when it is written down."""

    session_row: SessionRow
    generation: int
    learned_to: int
    turns: Sequence[WindowTurn]
    next_learned_to: int
    has_more: bool


@dataclass(frozen=True, slots=True)
class FactCandidate:
    subject: str
    predicate: str
    object: str
    text: str
    confidence: float
    episodes: Sequence[int]
    said_at: datetime
    valid_from: datetime | None = None
    valid_to: datetime | None = None
    label: str | None = None
    """How others of the same answer name it."""
    rests_on: Sequence[str] = ()
    """Labels of candidates, or ids of facts, without which it would not be so."""


@dataclass(frozen=True, slots=True)
class EntityCandidate:
    name: str
    kind: str
    relation: str | None
    episodes: Sequence[int]
    said_at: datetime


@dataclass(frozen=True, slots=True)
class Contradiction:
    """A held fact that what was said takes back."""

    fact_id: int
    episodes: Sequence[int]
    said_at: datetime


@dataclass(frozen=True, slots=True)
class Extraction:
    source: LearnedFrom
    facts: Sequence[FactCandidate] = ()
    entities: Sequence[EntityCandidate] = ()
    loops: Sequence[LoopCandidate] = ()
    contradictions: Sequence[Contradiction] = ()
    junk: int = 0
    echoes: int = 0
    echo_episodes: Sequence[int] = ()


@dataclass(frozen=True, slots=True)
class FactState(Fact):
    """A version of a fact while it is compared, and what of it is not written yet. New ones have negative ids."""

    told_by: Sequence[int] = ()
    """The turns it is known from."""
    added: tuple[int, ...] = ()
    """Evidence that is not written yet."""
    rests_on: tuple[int, ...] = ()
    said: tuple[tuple[int, datetime], ...] = ()
    """Its turns with their times; of a fact that was said once they are not read."""


@dataclass(frozen=True, slots=True)
class Reconciliation:
    changed: Sequence[FactState] = ()
    retired: Sequence[int] = ()
    """Facts believed until now: what rests on them is in doubt."""
    learned: int = 0
    duplicates: int = 0
    contradicted: int = 0


@dataclass(frozen=True, slots=True)
class LearningResult:
    """What one call brought."""

    turns: int = 0
    facts: int = 0
    reinforced: int = 0
    retired: int = 0
    loops: int = 0
    sources: frozenset[LearnedFrom] = field(default_factory=frozenset)

    def __add__(self, other: LearningResult) -> LearningResult:
        return LearningResult(
            self.turns + other.turns, self.facts + other.facts, self.reinforced + other.reinforced,
            self.retired + other.retired, self.loops + other.loops, self.sources | other.sources,
        )  # fmt: skip


@dataclass(frozen=True, slots=True)
class FactFilter:
    """Which facts are listed."""

    query: str | None = None
    """Words, each of which must stand somewhere in it."""
    include_retired: bool = False
    pinned: bool | None = None
    persona_id: str | None = None
    as_of: datetime | None = None
    """As it was known then; None: now."""
    kind: str | None = None
    """What it is most of; `other` for what is of no kind."""
    entity_id: int | None = None
    """Only what names it, or joins it to another."""

    @property
    def words(self) -> Sequence[str]:
        return (self.query or "").lower().split()[:MAX_QUERY_WORDS]


@dataclass(frozen=True, slots=True)
class FactPage:
    facts: Sequence[Fact]
    next_cursor: str | None
