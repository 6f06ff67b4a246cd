"""A memory that can sign receipts."""

from __future__ import annotations

from dataclasses import replace

import pytest

from holdfast.core.crypto import Signer
from holdfast.memory.parts import MemoryParts

SIGNER = Signer([b"a secret of this installation"])


@pytest.fixture
def memory(memory: MemoryParts) -> MemoryParts:
    return replace(memory, signer=SIGNER)
