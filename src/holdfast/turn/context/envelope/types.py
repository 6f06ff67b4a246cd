"""Kinds of facts, and what an envelope is."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Literal

from holdfast.core.ids import MessageId

FactKind = Literal[
    "incident", "location", "started", "size", "progress", "weather",
    "people", "injured", "dead", "trapped", "missing", "evacuated",
    "hazard", "resource", "action", "need",
    "command", "contact", "staging",
]  # fmt: skip

LABELS: Mapping[FactKind, str] = {
    "incident": "What happened",
    "location": "Location",
    "started": "Started",
    "size": "Size and severity",
    "progress": "Progress",
    "weather": "Weather",
    "people": "People affected",
    "injured": "Injured",
    "dead": "Dead",
    "trapped": "Trapped",
    "missing": "Missing",
    "evacuated": "Evacuated",
    "hazard": "Hazards",
    "resource": "Resources on scene",
    "action": "Actions taken",
    "need": "Needs",
    "command": "Command",
    "contact": "Contact",
    "staging": "Staging",
}
"""In the order they are told."""

MANY: frozenset[FactKind] = frozenset({"hazard", "resource", "action", "need"})
"""Kinds of which several hold at once; of the others the newest replaces the one before."""
PEOPLE: tuple[FactKind, ...] = ("people", "injured", "dead", "trapped", "missing", "evacuated")

Manner = Literal["sets", "fills", "adds"]
"""sets   it is so now, whatever was said before
fills  said in passing ("the warehouse fire"): taken only where nothing is known
adds   comes on top of what was said ("two more injured")"""


FoundFact = tuple[FactKind, str, Manner]
"""What a rule found in a sentence."""


@dataclass(frozen=True, slots=True)
class ReplacedFact:
    """What was once said, and has been replaced."""

    text: str
    message_id: MessageId
    at: datetime
    is_addition: bool = False


@dataclass(frozen=True, slots=True)
class EnvelopeFact:
    kind: FactKind
    text: str
    message_id: MessageId
    """The message it came from."""
    at: datetime
    manner: Manner = "sets"
    replaced: tuple[ReplacedFact, ...] = ()
    """What held before, oldest first."""


@dataclass(frozen=True, slots=True)
class Envelope:
    facts: tuple[EnvelopeFact, ...] = ()
    """In the order they came."""
    version: int = 0
    """How often it has changed."""
    summary: str = field(default="")
    """One line made of the facts; never anything that is not among them."""

    def of(self, *kinds: FactKind) -> list[EnvelopeFact]:
        return [fact for fact in self.facts if fact.kind in kinds]


@dataclass(frozen=True, slots=True)
class StoredEnvelope:
    """A stored envelope, and the last message that is in it."""

    envelope: Envelope
    through_id: MessageId | None
