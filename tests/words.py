"""An embedder that needs no model: close means shared words, which is all most tests need."""

from __future__ import annotations

import hashlib
import math
import re
from collections.abc import Sequence


class WordEmbedder:
    """A bag of hashed words."""

    name = "test:words"
    dimensions = 384

    async def embed(self, texts: Sequence[str]) -> list[list[float]]:
        return [self._one(text) for text in texts]

    def _one(self, text: str) -> list[float]:
        vector = [0.0] * self.dimensions
        for word in re.findall(r"\w+", text.lower()):
            vector[int.from_bytes(hashlib.blake2b(word.encode(), digest_size=4).digest()) % self.dimensions] += 1.0
        length = math.sqrt(sum(value * value for value in vector)) or 1.0
        return [value / length for value in vector]
