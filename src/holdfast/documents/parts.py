from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from holdfast.core.blobs import Blobs
from holdfast.core.db import Db
from holdfast.core.http import Outside
from holdfast.core.ids import UserId
from holdfast.documents.extract import Extractor
from holdfast.documents.targets import Targets
from holdfast.entitlements.access import Entitlements
from holdfast.knowledge.hosted import HostedVectors
from holdfast.models.types import Embedder
from holdfast.personas.read import Personas

Hear = Callable[[UserId, bytes], Awaitable[str]]
"""What is said in a recording, paid for by whoever brought it; `AppError` where nothing was heard."""
See = Callable[[UserId, bytes], Awaitable[str]]
"""What is written in a picture, by a model that sees, counted for whoever brought it; nothing where there is none."""


@dataclass(frozen=True, slots=True)
class DocumentParts:
    """What documents are kept, read and found with."""

    db: Db
    blobs: Blobs
    embedder: Embedder
    personas: Personas
    extractor: Extractor
    hear: Hear
    see: See
    outside: Outside
    entitlements: Entitlements
    """What whoever brings something may keep, where nobody asks now."""
    hosted: HostedVectors
    """Vectors of passages that are kept elsewhere."""
    folders: Sequence[Path] = ()
    """Folders of this server that admins may have documents fetched from."""

    @property
    def targets(self) -> Targets:
        return Targets(self.db, self.personas)


class HasDocuments(Protocol):
    @property
    def documents(self) -> DocumentParts: ...
