from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Literal
from uuid import UUID

from holdfast.core.ids import ChatId, DocumentId, OrgId, UserId

SpaceKind = Literal["user", "org", "persona", "overlay", "system", "company", "chat"]

NOBODYS = UUID(int=0)
"""In whose folder lie the bytes that are the house's own."""


@dataclass(frozen=True, slots=True)
class Space:
    """A part of what is known that is kept and asked apart: one namespace, with its owner."""

    kind: SpaceKind
    namespace: str
    """Told apart from all others of its kind."""
    user_id: UserId | None = None
    org_id: OrgId | None = None
    """With neither, it is the house's: its admins fill it, and everybody reads it."""
    chat_id: ChatId | None = None

    @property
    def owner_id(self) -> UUID:
        return self.user_id or self.org_id or NOBODYS

    @property
    def target(self) -> str:
        """As whoever brings a document names it."""
        match self.kind:
            case "persona" | "system":
                return f"{self.kind}:{self.namespace}"
            case "overlay":
                return f"{self.kind}:{self.namespace.split(':')[1]}"
            case "chat":
                return self.namespace if self.namespace.startswith(f"{self.kind}:") else self.kind
            case _:
                return self.kind


@dataclass(frozen=True, slots=True)
class PageText:
    """A page, slide or sheet as text; of what has no pages, all of it, with no number."""

    number: int | None
    text: str


@dataclass(frozen=True, slots=True)
class TextChunk:
    """A passage to be: where it stands, and under which headings."""

    page: int | None
    starts: int
    """In the text of its page."""
    text: str
    headings: Sequence[str] = ()


@dataclass(frozen=True, slots=True)
class TextToIndex:
    """What is to be indexed, and where."""

    document_id: DocumentId
    space_id: int
    version: int
    reading: int
    """Which time it is read: what was read before is found until this is done."""
    title: str
    filename: str
    pages: Sequence[PageText]


@dataclass(frozen=True, slots=True)
class Passage:
    """A passage that was found."""

    id: int
    document_id: DocumentId
    space_id: int
    title: str
    filename: str
    media_type: str
    version: int
    ordinal: int
    page: int | None
    headings: Sequence[str]
    starts: int
    text: str


@dataclass(frozen=True, slots=True)
class Where:
    """Only in documents like these."""

    documents: Collection[DocumentId] | None = None
    folder: str | None = None
    media_types: Collection[str] | None = None
    since: datetime | None = None
    until: datetime | None = None
    """When they were last changed."""


EVERYWHERE = Where()


@dataclass(frozen=True, slots=True)
class FoundPassage:
    passage: Passage
    space: Space
    score: float
    """0 to 1: how much of the question stands in it, and how near it is in meaning."""


@dataclass(frozen=True, slots=True)
class FoundPassages:
    """What a search brought, best first."""

    passages: Sequence[FoundPassage]
    asked: Sequence[Space] = ()
    """Those of the spaces that have passages at all."""
    missing: Sequence[str] = ()
    """What did not answer in time: spaces, by their targets, and the embedder."""
    question: str = ""
    """As it was asked."""
