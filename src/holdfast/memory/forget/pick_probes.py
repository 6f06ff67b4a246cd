"""Pieces of what is forgotten, to look for it afterwards in every place. Pure.

A piece is six words in a row (or all of a shorter text that still tells something), taken from the beginning, the
middle and the end. Texts come in as `memory_plain` writes them: lower case, words alone, one space between.
"""

from __future__ import annotations

from collections.abc import Sequence

WORDS = 6
FEWEST_WORDS = 3
SHORTEST = 12
MOST = 150


def pick_probes(plain_texts: Sequence[str], *, most: int = MOST, fewest_words: int = FEWEST_WORDS) -> Sequence[str]:
    """At most so many, spread evenly over the texts when there are more."""
    found = [*dict.fromkeys(probe for text in plain_texts for probe in _pieces(text, fewest_words))]
    if len(found) <= most:
        return found
    step = len(found) / most
    return [found[int(place * step)] for place in range(most)]


def _pieces(plain: str, fewest_words: int) -> Sequence[str]:
    words = plain.split()
    if len(words) <= WORDS:
        return [plain] if len(words) >= fewest_words and len(plain) >= SHORTEST else []
    starts = {0, (len(words) - WORDS) // 2, len(words) - WORDS}
    return [" ".join(words[start : start + WORDS]) for start in sorted(starts)]
