"""Summaries as they are kept, and what they are made of."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Literal
from zoneinfo import ZoneInfo

from holdfast.core.ids import ChatId, MessageId, SessionRow
from holdfast.memory.types import Episode

MadeBy = Literal["model", "rules"]


@dataclass(frozen=True, slots=True)
class Stretch:
    """A session from one opening to its close, as it stood when its summary was begun."""

    session_row: SessionRow
    number: int
    generation: int
    from_seq: int
    to_seq: int
    """Not among them."""
    turns: Sequence[Episode]
    """The newest of them, if there are very many."""
    attempts: int
    """How often the outbox has tried to deliver it, this time counted."""
    person: str
    """How to speak of whoever it is."""
    zone: ZoneInfo

    @property
    def name(self) -> str:
        """The same on every try, so that a repeat has one effect."""
        return f"session:{self.session_row}:{self.number}"


@dataclass(frozen=True, slots=True)
class StretchSummary:
    """What a stretch comes down to: for the archive, and for whoever takes up the conversation next."""

    text: str
    handover: str
    source: MadeBy


@dataclass(frozen=True, slots=True)
class SessionSummary:
    id: int
    session_row: SessionRow
    stretch: int
    name: str
    text: str
    handover: str
    source: MadeBy
    from_seq: int
    to_seq: int
    ended_at: datetime
    """When the last of its turns was said."""


@dataclass(frozen=True, slots=True)
class Spine:
    """The long-term summary: what runs through all sessions."""

    text: str
    version: int
    source: Literal["none", "model", "rules"]
    made_at: datetime | None


@dataclass(frozen=True, slots=True)
class SpineGround:
    """What a new version of the spine is made of."""

    old: Spine
    generation: int
    summaries: Sequence[SessionSummary]
    """Those the old version does not know; without an old one the newest of all. The oldest first."""
    messages: int
    """How many messages they tell of."""


@dataclass(frozen=True, slots=True)
class ChatSummary:
    """What was said in a chat before the messages its persona still sees."""

    chat_id: ChatId
    text: str
    source: Literal["none", "model", "rules"]
    through_id: MessageId | None
    """The last message it tells of."""
    messages: int
    made_at: datetime | None


@dataclass(frozen=True, slots=True)
class EarlierSummary:
    """The summary of what left a window, and what is missing in it."""

    summary: ChatSummary | None
    untold: int | None
    """Messages that left the window and are not told, on whatever branch; None: it does not lead up to the window."""
