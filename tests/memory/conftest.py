"""A memory service with real Postgres, a small deterministic embedder and no chat model."""

from __future__ import annotations

import pytest

from holdfast.core.db import Db, Owner
from holdfast.memory.parts import MemoryParts
from tests.words import WordEmbedder as WordEmbedder

ADA = Owner("acme", "ada")
BOB = Owner("acme", "bob")


@pytest.fixture
def memory(db: Db) -> MemoryParts:
    return MemoryParts(db, WordEmbedder(), chain=None)
