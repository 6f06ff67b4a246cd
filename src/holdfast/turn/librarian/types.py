from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal, Protocol

from holdfast.core.db import Owner
from holdfast.memory.types import Loop, LoopStatus, Recalled
from holdfast.turn.types import Block, Missing, ReadBy

Gate = Literal["explicit", "ambient", "none"]
GATES: tuple[Gate, ...] = ("explicit", "ambient", "none")
TimeIntent = Literal["past", "present", "future", "none"]


class Recalls(Protocol):
    """All of a memory that the librarian needs: any `MemoryClient` is one."""

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
    ) -> Recalled: ...

    async def loops(
        self, owner: Owner, *, status: LoopStatus | None = None, persona_id: str | None = None
    ) -> Sequence[Loop]: ...


@dataclass(frozen=True, slots=True)
class Decision:
    """Whether the memory is asked, who said so, and how sure that was."""

    gate: Gate
    by: ReadBy
    confidence: float
    reason: str
    """The cue that was seen, by its name; never what was said."""

    @property
    def asks(self) -> bool:
        return self.gate != "none"


@dataclass(frozen=True, slots=True)
class Spec:
    """What a message is about, in the words that a memory can be searched by."""

    entities: Sequence[str] = ()
    topics: Sequence[str] = ()
    words: Sequence[str] = ()
    """The message's own words in their order, without pronouns and ghost tokens; times and asking words stay."""
    time_intent: TimeIntent = "none"
    times: Sequence[str] = ()
    """The time expressions themselves: recall knows what they mean."""
    is_overview: bool = False
    """Asks what is known of the person on the whole, about nothing in particular."""


@dataclass(frozen=True, slots=True)
class Consulted:
    """What the librarian decided and found."""

    decision: Decision
    query: str | None
    sheet: Block | None
    notes: Mapping[str, Any]
    """One entry of the trace's `retrievals`."""
    missing: Missing | None = None
    """The memory should have been asked and did not answer."""
    told: Sequence[str] = ()
    """Texts that stand on the sheet: the memory must be told, so that they never come back as new."""
