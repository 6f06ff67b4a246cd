from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, Literal

from holdfast.core.ids import BlobId, ChatId, MessageId, SessionId, TurnId

Visibility = Literal["private", "snapshot", "public"]
"""Who reads it besides its owner: nobody; whoever has the link, as it was when it was shared; or as it is, and on."""
ChatMemory = Literal["on", "paused", "temporary"]
"""`on`: what is said is remembered. `paused`: nothing is, until it goes on; what is known is used. `temporary`, for
good: nothing is remembered, and nothing of what is known is told."""


def read_memory(stored: str | None) -> ChatMemory:
    """As a turn keeps it; what is left out is on."""
    return "temporary" if stored == "temporary" else "paused" if stored == "paused" else "on"


Part = Mapping[str, Any]
"""One piece of a message, as the AI SDK shapes it: `{"type": "text", "text": …}`, `{"type": "file", "blobId": …}`."""


DOCUMENT = "data-document"
"""The part that names a document which a message brought along."""
TOOL = "dynamic-tool"
"""The part that keeps a call of a tool, and what came of it: its owner's alone, and in no copy of the chat."""
_MAX_NAMED = 12
SHARED_PARTS = ("text", "file", "data-restarted")
"""What of a message others read where the chat is public. Whatever else a message may come to hold is its owner's."""


@dataclass(frozen=True, slots=True)
class Chat:
    id: ChatId
    title: str
    persona_id: str
    visibility: Visibility
    head_id: MessageId | None
    created_at: datetime
    updated_at: datetime
    is_pinned: bool = False
    is_archived: bool = False
    folder: str | None = None
    memory: ChatMemory = "on"
    shared_at: datetime | None = None
    snapshot_head_id: MessageId | None = None
    """Of a snapshot: the last message that others read."""
    snapshot_title: str | None = None

    def as_others_see_it(self) -> Chat:
        """How it is put in order, and whether it is remembered, is its owner's matter. A snapshot is told as it was:
        nothing of it says what came later."""
        seen = replace(self, is_pinned=False, is_archived=False, folder=None, memory="on")
        if self.visibility != "snapshot":
            return seen
        return replace(
            seen,
            title=self.snapshot_title or self.title,
            head_id=self.snapshot_head_id,
            updated_at=self.shared_at or self.updated_at,
        )


@dataclass(frozen=True, slots=True)
class ChatEdit:
    """What is to be different about a chat; None leaves it as it is."""

    title: str | None = None
    visibility: Visibility | None = None
    """`snapshot`: as it is now, also where it is one already."""
    head_id: MessageId | None = None
    is_pinned: bool | None = None
    is_archived: bool | None = None
    folder: str | None = None
    """Empty: out of the one it is in."""
    memory: Literal["on", "paused"] | None = None
    """A temporary chat stays one."""


ChatShelf = Literal["active", "pinned", "archived", "shared", "programs"]
"""Which chats a list shows: those not archived, and of these the pinned ones; the archived; those others may read; and
those that programs hold, which stand on no other shelf unless they are put there."""
FOLDER_CHARACTERS = 60


@dataclass(frozen=True, slots=True)
class Folder:
    name: str
    chats: int
    archived: int
    """Of these."""


@dataclass(frozen=True, slots=True)
class Message:
    id: MessageId
    role: Literal["user", "assistant"]
    parts: Sequence[Part]
    status: Literal["complete", "partial", "error"]
    parent_id: MessageId | None
    turn_id: TurnId
    model: str | None
    created_at: datetime
    tokens: int
    """Counted once, when the message was stored."""
    session_id: SessionId | None = None
    ended_because: Literal["stopped", "failed", "lost"] | None = None
    """Of an answer that is not whole: its person stopped it, its model failed, or its server went down. None also for
    one that was stored before this was kept."""
    feedback: Literal["up", "down"] | None = None
    cost_usd: float | None = None
    """Of an answer, in US dollars; None: nobody knows, or it was not asked for."""
    is_bookmarked: bool = False
    siblings: Sequence[MessageId] = ()
    """All versions of this place in the conversation, oldest first, this one among them."""

    @property
    def text(self) -> str:
        return text_of(self.parts)


def text_of(parts: Sequence[Part]) -> str:
    return "\n\n".join(part["text"] for part in parts if part["type"] == "text")


def tools_line(parts: Sequence[Part]) -> str:
    """Which tools an answer used, in a line for whoever is told the answer and not what the tools said."""
    calls = [part for part in parts if part["type"] == TOOL]
    ran = {call["toolName"]: None for call in calls if call["state"].startswith("output-a")}
    others = {call["toolName"]: None for call in calls if call["toolName"] not in ran}
    used = f"tools used here: {', '.join(list(ran)[:_MAX_NAMED])}" if ran else ""
    not_run = f"asked for and without result: {', '.join(list(others)[:_MAX_NAMED])}" if others else ""
    said = "; ".join(one for one in (used, not_run) if one)
    return f"({said})" if said else ""


def told_text(parts: Sequence[Part]) -> str:
    """A message as later turns are told it."""
    return "\n\n".join(one for one in (text_of(parts), tools_line(parts)) if one)


@dataclass(frozen=True, slots=True)
class BroughtMessage:
    """Of a conversation that was had elsewhere."""

    role: Literal["user", "assistant"]
    text: str
    said_at: datetime


@dataclass(frozen=True, slots=True)
class BroughtChat:
    key: str
    """What it is called where it comes from; the same each time it is brought."""
    title: str
    messages: Sequence[BroughtMessage]
    """One line, the oldest first."""


@dataclass(frozen=True, slots=True)
class EndedSession:
    """One that was over before it is stored."""

    id: SessionId
    started_at: datetime
    ended_at: datetime


@dataclass(frozen=True, slots=True)
class SpokenBefore:
    """How often a person spoke in a session, and how they began."""

    times: int = 0
    first: str | None = None
    """None: they have not spoken yet."""


@dataclass(frozen=True, slots=True)
class Attachment:
    id: BlobId
    filename: str
    media_type: str
    bytes: int
    sha256: str | None = None

    @property
    def is_image(self) -> bool:
        return self.media_type.startswith("image/")


@dataclass(frozen=True, slots=True)
class Page:
    chats: Sequence[Chat]
    next_cursor: str | None
