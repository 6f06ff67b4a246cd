from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from holdfast.memory.types import Entity


@dataclass(frozen=True, slots=True)
class KindCount:
    kind: str
    """`other` for facts that are of no kind, or not read for kinds yet."""
    facts: int


@dataclass(frozen=True, slots=True)
class KindCounts:
    kinds: Sequence[KindCount]
    """The most frequent first. A fact counts once, under what it is most of."""
    first_at: datetime | None
    """When the first fact was learned that is still kept, believed or not; None: there is none."""


@dataclass(frozen=True, slots=True)
class KnownEntity:
    entity: Entity
    is_self: bool
    """The person themselves."""
    facts: int
    """Believed facts that name it or join it to another."""


@dataclass(frozen=True, slots=True)
class EntityPage:
    entities: Sequence[KnownEntity]
    next_cursor: str | None


@dataclass(frozen=True, slots=True)
class Edge:
    begin: int
    end: int
    relation: str
    fact_id: int
    text: str


@dataclass(frozen=True, slots=True)
class Picture:
    """People and things with what joins them."""

    entities: Sequence[KnownEntity]
    edges: Sequence[Edge]
    is_whole: bool
    """False: there are more than fit into it; the ones that were mentioned most are here."""
