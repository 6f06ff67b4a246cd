"""The part of a message that is looked at: its first and its last 2,000 characters, in one spelling.

However long a message is, reading it takes the same bounded time. What people want stands at one of the ends.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from holdfast.core.language.spelling import ends_of, one_spelling
from holdfast.core.language.words import COMPOUND, vocabulary_of

_CLAUSE_END = re.compile(r"[.!?\n,;:]+\s*|\s-\s")
_STOP = vocabulary_of("en").stop


@dataclass(frozen=True, slots=True)
class Glance:
    text: str
    """As written, cut and in one spelling."""
    low: str
    words: Sequence[str]
    """Lower case."""

    clauses: Sequence[str]
    """Lower case."""

    @property
    def content(self) -> Sequence[str]:
        return [word for word in self.words if word not in _STOP]


def glance(text: str) -> Glance:
    spelled = one_spelling(ends_of(text)).strip()
    low = spelled.lower()
    return Glance(spelled, low, COMPOUND.findall(low), _CLAUSE_END.split(low))
