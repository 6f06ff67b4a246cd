from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from holdfast.core.errors import Invalid, NotFound
from holdfast.core.ids import BlobId, ImportId

ImportOrigin = Literal["chatgpt", "claude", "open-webui", "mem0"]
ImportStatus = Literal["pending", "running", "ready", "failed"]


@dataclass(frozen=True, slots=True)
class ChatImport:
    """A file that was brought, and how far it is."""

    id: ImportId
    origin: ImportOrigin
    filename: str
    blob_id: BlobId
    status: ImportStatus
    error: str | None
    """Why it stopped; a code."""
    chats: int
    """How many conversations the file holds."""
    done: int
    """How many of these were looked at."""
    new_chats: int
    new_messages: int
    created_at: datetime
    updated_at: datetime


class UnreadableExport(Invalid):
    code = "unreadable_export"


class UnknownImport(NotFound):
    code = "unknown_import"

    def __init__(self) -> None:
        super().__init__("There is no such import.")
