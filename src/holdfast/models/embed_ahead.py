"""Texts that will be asked for in a moment: an embedder that keeps its last vectors can begin with them now."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol, runtime_checkable

from holdfast.models.types import Embedder


@runtime_checkable
class EmbedsAhead(Protocol):
    def expect(self, texts: Sequence[str]) -> None: ...


def expect(embedder: Embedder, texts: Sequence[str]) -> None:
    """One after another, in this order. An embedder elsewhere would have to be asked, and paid, twice."""
    if texts and isinstance(embedder, EmbedsAhead):
        embedder.expect(texts)
