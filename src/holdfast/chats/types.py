from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal
from uuid import UUID

Visibility = Literal["private", "public"]
Part = Mapping[str, Any]
"""One piece of a message, as the AI SDK shapes it: `{"type": "text", "text": …}`, `{"type": "file", "blobId": …}`."""


SHARED_PARTS = ("text", "file", "data-restarted")
"""What of a message others read where the chat is public. Whatever else a message may come to hold is its owner's."""


@dataclass(frozen=True, slots=True)
class Chat:
    id: UUID
    title: str
    persona_id: str
    visibility: Visibility
    head_id: UUID | None
    created_at: datetime
    updated_at: datetime


@dataclass(frozen=True, slots=True)
class Message:
    id: UUID
    role: Literal["user", "assistant"]
    parts: Sequence[Part]
    status: Literal["complete", "partial", "error"]
    parent_id: UUID | None
    turn_id: UUID
    model: str | None
    created_at: datetime
    tokens: int
    """Counted once, when the message was stored."""
    session_id: UUID | None = None
    feedback: Literal["up", "down"] | None = None
    siblings: Sequence[UUID] = ()
    """All versions of this place in the conversation, oldest first, this one among them."""

    @property
    def text(self) -> str:
        return text_of(self.parts)


def text_of(parts: Sequence[Part]) -> str:
    return "\n\n".join(part["text"] for part in parts if part["type"] == "text")


@dataclass(frozen=True, slots=True)
class Attachment:
    id: UUID
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
