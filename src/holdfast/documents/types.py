from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Literal, get_args
from uuid import UUID

from holdfast.core.errors import NotFound
from holdfast.core.ids import BlobId, DocumentId, UserId
from holdfast.knowledge.types import Space, SpaceKind

DocumentStatus = Literal["pending", "processing", "ready", "failed", "cancelled"]
STATUSES: tuple[DocumentStatus, ...] = get_args(DocumentStatus)
ExtractedBy = Literal["text", "repaired", "ocr", "model", "transcript"]
"""How the text was got out of a file: it was in it; it was in it, and the file had to be mended first; letters were
read in pictures, of some pages or of all; a model read some of these, whose letters were unclear; it was said in a
recording."""


@dataclass(frozen=True, slots=True)
class ReadingFault:
    """Why a document cannot be read, in a sentence that says what helps."""

    code: str
    message: str


@dataclass(frozen=True, slots=True)
class NamedDocument:
    """A document as one mentions it."""

    id: DocumentId
    title: str
    filename: str
    kind: SpaceKind
    is_read: bool
    """False while it was never read to its end."""
    is_only: bool
    """Nothing else that its reader sees has this title."""
    updated_at: datetime


@dataclass(frozen=True, slots=True)
class Document:
    id: DocumentId
    title: str
    filename: str
    media_type: str
    bytes: int
    sha256: str
    kind: SpaceKind
    namespace: str
    folder: str | None
    status: DocumentStatus
    progress: float
    fault: ReadingFault | None
    extraction: ExtractedBy | None
    is_cut: bool
    """There is more in the file than is kept of it and found."""
    source: str | None
    """The address it was fetched from."""
    pages: int | None
    passages: int | None
    version: int
    live_version: int | None
    """The one that is found; None while none was ever read."""
    reading: int
    """How often it was begun to be read."""
    created_by: UserId | None
    created_at: datetime
    updated_at: datetime
    space_id: int

    @property
    def target(self) -> str:
        return Space(self.kind, self.namespace).target


@dataclass(frozen=True, slots=True)
class DocumentVersion:
    number: int
    blob_id: BlobId
    owner_id: UUID
    filename: str
    media_type: str
    bytes: int
    sha256: str
    extraction: ExtractedBy | None
    is_cut: bool
    source: str | None
    read_for: int | None
    """The reading that its pages are of."""
    pages: int | None
    passages: int | None
    created_by: UserId | None
    created_at: datetime


@dataclass(frozen=True, slots=True)
class DocumentFolder:
    name: str
    documents: int


@dataclass(frozen=True, slots=True)
class DocumentPage:
    documents: Sequence[Document]
    next_cursor: str | None


@dataclass(frozen=True, slots=True)
class Listing:
    target: str | None = None
    folder: str | None = None
    status: DocumentStatus | None = None
    query: str | None = None
    cursor: str | None = None
    limit: int = 50


class UnknownDocument(NotFound):
    code = "unknown_document"

    def __init__(self) -> None:
        super().__init__("There is no such document.")
