"""Who the person is, as far as they told; each piece with the turns it came from."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime
from typing import Literal, get_args

from holdfast.memory.summaries.types import MadeBy
from holdfast.memory.types import Episode, Evidence, Fact

Section = Literal["relationships", "patterns", "work_context", "long_term_direction", "communication_preference"]
SECTIONS: Sequence[Section] = get_args(Section)
Confidence = Literal["high", "needs_review", "insufficient_data"]


@dataclass(frozen=True, slots=True)
class IdentityItem:
    what: Literal["preferred_name", "time_zone", "fact"]
    text: str
    evidence: Sequence[Evidence] = ()


@dataclass(frozen=True, slots=True)
class Identity:
    preferred_name: str | None = None
    time_zone: str | None = None
    """An IANA name that this machine knows."""
    facts: Sequence[IdentityItem] = ()
    about: str = ""
    """What the person wrote about themselves."""
    clock_zone: str | None = None
    """Where their clock stood when they spoke last; days are counted by it before what they tell."""


@dataclass(frozen=True, slots=True)
class AboutAndPins:
    """What is told whatever is asked."""

    about: str = ""
    pinned: Sequence[Fact] = ()


@dataclass(frozen=True, slots=True)
class ModelItem:
    text: str
    evidence: Sequence[Evidence]
    source: MadeBy


@dataclass(frozen=True, slots=True)
class UserModel:
    sections: Mapping[Section, Sequence[ModelItem]]
    """All five, the empty ones too."""
    updated_at: datetime | None


@dataclass(frozen=True, slots=True)
class DailyAnalysis:
    date: date
    """A day on the person's own calendar."""
    confidence: Confidence
    steering: str | None
    """What to do about it in the next conversation."""
    themes: Sequence[str]
    evidence: Sequence[Evidence]
    source: MadeBy


@dataclass(frozen=True, slots=True)
class KnownItem:
    """A fact, a loop or somebody the person talks of, as the user model is made of it."""

    ref: str
    """`F12`, `L3`, `E5`: how a model names it."""
    kind: str
    """A loop's kind, an entity's kind; `fact` of a fact."""
    subject: str
    predicate: str
    """Of an entity what it is to the person, of a loop its time horizon."""
    object: str
    text: str
    confidence: float
    at: datetime
    evidence: Sequence[Evidence]
    is_pinned: bool = False
    kinds: Mapping[str, float] = field(default_factory=dict)
    """Of a fact: what it is about, the strongest first."""


@dataclass(frozen=True, slots=True)
class Ground:
    """All that the profile is made of, and the generation it was read in."""

    generation: int
    facts: Sequence[KnownItem]
    loops: Sequence[KnownItem]
    people: Sequence[KnownItem]
    recent: Sequence[Episode]
    """The person's latest turns."""
    model_of: bytes | None
    time_zone: str | None


@dataclass(frozen=True, slots=True)
class DayRead:
    """One day of one person, as it was read."""

    date: date
    generation: int
    turns: Sequence[Episode]
    loops: Sequence[KnownItem]
    """Opened, reinforced or closed on that day."""
