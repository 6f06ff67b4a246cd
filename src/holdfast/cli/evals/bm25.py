"""The reference: BM25 as common libraries have it (k1 1.2, b 0.75, a short list of stop words, English stems)."""

from __future__ import annotations

import math
import re
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence

K1, B = 1.2, 0.75
_STOP = frozenset({
    "a", "an", "and", "are", "as", "at", "be", "but", "by", "for", "if", "in", "into", "is", "it", "no", "not", "of",
    "on", "or", "such", "that", "the", "their", "then", "there", "these", "they", "this", "to", "was", "will", "with",
})  # fmt: skip
_WORD = re.compile(r"\b\w\w+\b")


def words_of(text: str) -> Sequence[str]:
    return [word for word in _WORD.findall(text.lower()) if word not in _STOP]


class Bm25:
    def __init__(self, texts: Mapping[str, str], stems: Mapping[str, str]) -> None:
        self._stems = stems
        self._postings: dict[str, dict[str, int]] = defaultdict(dict)
        self._lengths: dict[str, int] = {}
        for key, text in texts.items():
            words = [stems[word] for word in words_of(text)]
            self._lengths[key] = len(words)
            for word, count in Counter(words).items():
                self._postings[word][key] = count
        self._mean = sum(self._lengths.values()) / max(len(self._lengths), 1)

    def rank(self, query: str, *, most: int) -> Sequence[str]:
        """The best first; what shares no word is not there."""
        scores: dict[str, float] = defaultdict(float)
        for word in {self._stems[word]: None for word in words_of(query)}:
            found = self._postings.get(word, {})
            idf = math.log(1 + (len(self._lengths) - len(found) + 0.5) / (len(found) + 0.5))
            for key, count in found.items():
                scores[key] += idf * count * (K1 + 1) / (count + K1 * (1 - B + B * self._lengths[key] / self._mean))
        order = {key: place for place, key in enumerate(self._lengths)}
        return sorted(scores, key=lambda key: (-scores[key], order[key]))[:most]
