from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from holdfast.chats.types import Message
from holdfast.core.ask_within import Missing
from holdfast.core.db import Owner
from holdfast.core.language.tables import Language
from holdfast.memory.types import Loop, LoopStatus, Recalled, RecallQuery
from holdfast.models.types import Embedder
from holdfast.turn.codes import TimeIntent
from holdfast.turn.glassbox.types import Retrieval
from holdfast.turn.reading.utterance import Utterance
from holdfast.turn.types import Block, GateDecision, Reading


class Recalls(Protocol):
    """All of a memory that the librarian needs: any `MemoryClient` is one."""

    async def recall(self, owner: Owner, query: RecallQuery) -> Recalled: ...

    async def loops(
        self, owner: Owner, *, status: LoopStatus | None = None, persona_id: str | None = None
    ) -> Sequence[Loop]: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Inquiry:
    """A message, whose memory it may be asked of and as of when, and what the prompt holds anyway."""

    text: str
    seen: Utterance | None = None
    """The same as it was looked at already; None: it is looked at here."""
    reading: Reading
    """Of it the gate and the signals."""
    before: Sequence[Message]
    """What stands in the prompt's history."""
    memory: Recalls
    owner: Owner
    persona_id: str
    now: datetime
    as_of: datetime | None = None
    embedder: Embedder
    has_gate: bool = True
    """False: whatever says something is looked up."""
    leaves_pinned: bool = True
    """Pinned facts stand in another block already."""
    seconds: float


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
    languages: tuple[Language, ...] = ("en",)


@dataclass(frozen=True, slots=True)
class Consulted:
    """What the librarian decided and found."""

    decision: GateDecision
    query: str | None
    sheet: Block | None
    retrieval: Retrieval
    """How it was asked, for the trace."""
    missing: Missing | None = None
    """The memory should have been asked and did not answer."""
    told: Sequence[str] = ()
    """Texts that stand on the sheet: the memory must be told, so that they never come back as new."""
