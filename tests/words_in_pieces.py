"""The embedder that needs no model, with a vector for each word."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Sequence

import numpy as np

from holdfast.models.token_vectors import AXES, Embedded, TokenVectors
from tests.words import WordEmbedder


class PieceEmbedder(WordEmbedder):
    """The same words mean the same wherever they stand, and different ones have nothing in common."""

    def __init__(self) -> None:
        self.texts: list[str] = []
        """Embedded so far, in order."""

    async def embed(self, texts: Sequence[str]) -> list[list[float]]:
        return [one.vector for one in await self.embed_tokens(texts)]

    async def embed_tokens_aside(self, texts: Sequence[str]) -> list[Embedded]:
        return await self.embed_tokens(texts)

    async def embed_tokens(self, texts: Sequence[str]) -> list[Embedded]:
        self.texts += texts
        return [Embedded(self._one(text), pieces_of(text)) for text in texts]


def pieces_of(text: str) -> TokenVectors:
    found = list(re.finditer(r"\w+", text.lower()))
    vectors = [_vector(match.group()) for match in found]
    return TokenVectors(
        np.array(vectors, dtype=np.float32).reshape(-1, AXES),
        [match.start() for match in found],
        [match.group() for match in found],
    )


def _vector(word: str) -> np.ndarray[tuple[int], np.dtype[np.float32]]:
    seed = int.from_bytes(hashlib.blake2b(word.encode(), digest_size=8).digest())
    return np.random.default_rng(seed).standard_normal(AXES).astype(np.float32)
