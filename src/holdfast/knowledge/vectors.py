"""Texts into vectors that are stored, and questions into vectors that are held against those.

A vector is stored under the name of its model and the version of that. Some models want to be told which of the two a
text is. While another model's vectors are being made, the former ones still answer, each model for what it has made.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Protocol, runtime_checkable

import numpy as np

from holdfast.models.embed_aside import EmbedsAside
from holdfast.models.types import Embedder

Vectors = Mapping[str, Sequence[float]]
"""A question's, by the name under which such vectors are stored."""


@runtime_checkable
class MarksTexts(Protocol):
    """An embedder that wants to be told what a text is."""

    question_mark: str
    passage_mark: str


@runtime_checkable
class HasFormer(Protocol):
    """One that was another before, and can still be asked as that."""

    def former(self, stored: str) -> Embedder | None: ...


def stored_name(embedder: Embedder) -> str:
    version = getattr(embedder, "version", "")
    return f"{embedder.name}@{version}" if version else embedder.name


async def embed_passages(embedder: Embedder, texts: Sequence[str]) -> Sequence[Sequence[float]]:
    """Nobody waits for them."""
    mark = embedder.passage_mark if isinstance(embedder, MarksTexts) else ""
    embed = embedder.embed_aside if isinstance(embedder, EmbedsAside) else embedder.embed
    return _units(await embed([f"{mark}{text}" for text in texts]))


async def embed_question(embedder: Embedder, texts: Sequence[str], names: Collection[str]) -> Sequence[Vectors]:
    """For each text, its vector by each of these that can still be asked."""
    found: list[dict[str, Sequence[float]]] = [{} for _ in texts]
    for name in sorted(names):
        asked = embedder if name == stored_name(embedder) else _former(embedder, name)
        if asked is None:
            continue
        mark = asked.question_mark if isinstance(asked, MarksTexts) else ""
        # One by one: what was embedded a moment ago is known by its text.
        for text, vectors in zip(texts, found, strict=True):
            vectors[name] = _units(await asked.embed([f"{mark}{text}"]))[0]
    return found


def _former(embedder: Embedder, name: str) -> Embedder | None:
    return embedder.former(name) if isinstance(embedder, HasFormer) else None


def _units(made: Sequence[Sequence[float]]) -> Sequence[Sequence[float]]:
    """Of length one, so that their product is their cosine."""
    rows = np.asarray(made, dtype=np.float32)
    lengths = np.maximum(np.linalg.norm(rows, axis=1, keepdims=True), 1e-9)
    units: Sequence[Sequence[float]] = (rows / lengths).round(5).tolist()
    return units
