from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from holdfast.core.ids import ConnectorId, DocumentId, UserId
from holdfast.documents.types import ReadingFault
from holdfast.knowledge.types import Space, SpaceKind

ConnectorKind = Literal["pack", "folder", "git", "feed", "page", "sitemap"]
ConnectorStatus = Literal["waiting", "syncing", "ok", "failed"]


@dataclass(frozen=True, slots=True)
class Connector:
    id: ConnectorId
    space_id: int
    space_kind: SpaceKind
    namespace: str
    kind: ConnectorKind
    address: str
    name: str
    every_minutes: int
    is_paused: bool
    status: ConnectorStatus
    fault: ReadingFault | None
    mark: str | None
    synced_at: datetime | None
    next_at: datetime
    created_by: UserId | None
    created_at: datetime
    documents: int
    """That it has brought and that are there."""
    refused: int
    """What it found and could not bring."""

    @property
    def target(self) -> str:
        return Space(self.space_kind, self.namespace).target


@dataclass(frozen=True, slots=True)
class NewConnector:
    id: ConnectorId
    kind: ConnectorKind
    address: str
    name: str
    every_minutes: int
    created_by: UserId


@dataclass(frozen=True, slots=True)
class BroughtItem:
    key: str
    mark: str
    document_id: DocumentId | None
    fault: ReadingFault | None = None
