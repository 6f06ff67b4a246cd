"""How closely turns meet a question, word piece by word piece (late interaction). Pure.

For each piece of the question the nearest piece of the turn is looked for; in the mean over the question, rare words
count for more. One vector for a whole turn is a mean of all that it says, and hides the half sentence that answers.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

import numpy as np

from holdfast.memory.recall.fuse import Scores
from holdfast.models.token_vectors import PACKED_BYTES, TokenMatrix, TokenVectors, lengths, units, unpack

_IN_EVERY_SENTENCE = 1.0
"""What a word counts for that is not looked up: "what", "did", a speaker's name, a mark. On the labelled conversations
0.3 to 2.0 differ by less than one in a hundred."""
_MAX_ENDING_CHARACTERS = 4


def rarity(turns: float, holding: float) -> float:
    """What a word counts for that so many of the turns hold."""
    return math.log(1.0 + max(turns - holding + 0.5, 0.5) / (holding + 0.5))


def closeness(
    question: TokenVectors | None, rarities: Mapping[str, float], turns: Sequence[bytes | None]
) -> Scores | None:
    """For each of these turns, given by their packed pieces; not a number where it has none, None where none has.
    `rarities`: of the question's words, by their stems."""
    sizes = np.array([len(packed) // PACKED_BYTES if packed else 0 for packed in turns])
    if question is None or not sizes.any() or not len(question.vectors):
        return None
    pieces = unpack(b"".join(filter(None, turns)))
    products = units(question.vectors) @ pieces.T
    products /= lengths(pieces)
    is_read = sizes > 0
    starts = np.cumsum(sizes[is_read]) - sizes[is_read]
    found = np.full(len(turns), np.nan)
    found[is_read] = _weights(question.words, rarities) @ np.maximum.reduceat(products, starts, axis=1)
    return found


def _weights(words: Sequence[str], rarities: Mapping[str, float]) -> TokenMatrix:
    stems = sorted(rarities, key=len, reverse=True)
    of_word = {word: next((rarities[stem] for stem in stems if _is_of(word, stem)), None) for word in set(words)}
    weights = [_IN_EVERY_SENTENCE if (found := of_word[word]) is None else found for word in words]
    return np.array(weights, dtype=np.float32) / max(sum(weights), 1e-9)


def _is_of(word: str, stem: str) -> bool:
    """An ending is cut off and the last letter may be another: "happily" has the stem "happili"."""
    kept = max(len(stem) - 1, 1)
    return len(stem) > 1 and word[:kept] == stem[:kept] and len(word) - len(stem) <= _MAX_ENDING_CHARACTERS
