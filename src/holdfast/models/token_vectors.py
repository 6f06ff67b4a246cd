"""A vector for each word piece of a text, as it is meant in its company; small enough to be kept beside a turn.

Two texts are then held against each other piece by piece (late interaction, as ColBERT has it), which tells more than
one vector for each. Packed, a number takes four bits: a vector is as long as its largest number says, and lengths mean
nothing here. A long text is packed with its neighbouring pieces taken together.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

TokenMatrix = NDArray[np.float32]

AXES = 64
PACKED_BYTES = AXES // 2
MAX_PACKED = 96
"""Vectors of one text. With more of them, a long turn would cost a question as much as twenty short ones."""
_LEVELS, _ZERO = 7, 8


@dataclass(frozen=True, slots=True, eq=False)
class TokenVectors:
    """Of one text; without the marks a model puts around it."""

    vectors: TokenMatrix
    starts: Sequence[int]
    """Where in the text each piece begins."""
    words: Sequence[str]
    """The word that each is a piece of, as the model reads it."""

    def packed(self, *, since: int = 0) -> bytes:
        """To be kept: those that begin at this character of the text or later."""
        first = next((place for place, start in enumerate(self.starts) if start >= since), len(self.starts))
        return pack(self.vectors[first:])


@dataclass(frozen=True, slots=True, eq=False)
class Embedded:
    vector: list[float]
    tokens: TokenVectors


@runtime_checkable
class EmbedsTokens(Protocol):
    """An embedder that tells of the pieces of a text, too."""

    async def embed_tokens(self, texts: Sequence[str]) -> Sequence[Embedded]: ...

    async def embed_tokens_aside(self, texts: Sequence[str]) -> Sequence[Embedded]:
        """For work that can wait."""


def pack(vectors: TokenMatrix) -> bytes:
    if not len(vectors):
        return b""
    if len(vectors) > MAX_PACKED:
        vectors = np.add.reduceat(units(vectors), np.arange(MAX_PACKED) * len(vectors) // MAX_PACKED)
    reach = np.maximum(np.abs(vectors).max(axis=1, keepdims=True), 1e-9)
    levels = (np.rint(vectors * (_LEVELS / reach)) + _ZERO).astype(np.uint8)
    pairs: NDArray[np.uint8] = levels[:, :PACKED_BYTES] | levels[:, PACKED_BYTES:] << 4
    return pairs.tobytes()


def unpack(packed: bytes) -> TokenMatrix:
    """Their directions; what length they have means nothing."""
    pairs = np.frombuffer(packed, dtype=np.uint8).reshape(-1, PACKED_BYTES)
    # Written where they belong: what takes time here is memory that is new.
    levels = np.empty((len(pairs), AXES), dtype=np.float32)
    levels[:, :PACKED_BYTES] = pairs & 15
    levels[:, PACKED_BYTES:] = pairs >> 4
    levels -= _ZERO
    return levels


def units(vectors: TokenMatrix) -> TokenMatrix:
    """Each brought to length one."""
    made: TokenMatrix = vectors / lengths(vectors)[:, None]
    return made


def lengths(vectors: TokenMatrix) -> TokenMatrix:
    """Of each; never zero."""
    found: TokenMatrix = np.maximum(np.sqrt(np.einsum("ij,ij->i", vectors, vectors)), 1e-9)
    return found
