"""The embedder that comes along: what is told unasked was weighed with it."""

from __future__ import annotations

import pytest

from holdfast.core.config import Settings
from holdfast.core.db import Db
from holdfast.memory.parts import MemoryParts
from holdfast.models.embed import LocalEmbedder
from holdfast.models.local import fetch_local, find_local, models_folder
from holdfast.models.local_kinds import EMBEDDING_MODEL


@pytest.fixture(scope="session")
def embedder() -> LocalEmbedder:
    folder = models_folder(Settings())
    if find_local(folder, EMBEDDING_MODEL).state != "ready":
        fetch_local(folder, [EMBEDDING_MODEL])
    return LocalEmbedder(find_local(folder, EMBEDDING_MODEL).folder)


@pytest.fixture
def minded(db: Db, embedder: LocalEmbedder) -> MemoryParts:
    """A memory that knows meaning, and has no chat model."""
    return MemoryParts(db, embedder, chain=None)
