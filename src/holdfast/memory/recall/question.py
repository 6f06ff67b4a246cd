"""What a question asks for, read from its words. Pure: no model, patterns in linear time."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Literal

from holdfast.memory.recall.times import Span, find_times

Wanted = Literal["time", "number", "person", "anything"]

MOST_CHARACTERS = 2_000
"""Of a question that are read; what follows adds cost and no direction."""

_TIME = re.compile(
    r"\bwhen\b|\bhow long\b|\bwh(?:at|ich) (?:date|day|month|year|time|week|season)\b|\bhow recently\b", re.IGNORECASE
)
_NUMBER = re.compile(r"\bhow (?:many|much|often|old|far|big|large|tall|heavy|expensive)\b", re.IGNORECASE)
_PERSON = re.compile(r"^\W*(?:who|whose|whom|with whom|to whom|from whom)\b", re.IGNORECASE)
_MANY = re.compile(
    r"\bhow (?:many|often)\b|\b(?:all|every|list|each)\b"
    r"|\b(?:what|which)(?: [\w'-]+){0,3} [\w'-]{2,}s (?:has|have|had|did|does|do|is|are|was|were)\b"
    r"|\bwhat (?:else|other|kinds?|sorts?|types?) (?:of )?",
    re.IGNORECASE,
)
_FIRST_PERSON = re.compile(r"\b(?:i|i'm|i've|me|my|mine|myself|we|our)\b", re.IGNORECASE)
_SECOND_PERSON = re.compile(r"\b(?:you|you've|your|yours)\b", re.IGNORECASE)
_WORD = re.compile(r"\w+")


@dataclass(frozen=True, slots=True)
class Question:
    text: str
    wanted: Wanted = "anything"
    wants_many: bool = False
    """The answer is likely spread over several turns and sessions."""
    spans: Sequence[Span] = field(default=())
    words: frozenset[str] = frozenset()

    def names(self, name: str | None) -> bool:
        """Whether the question names this speaker, by the whole name or by the first."""
        if not name:
            return False
        parts = [part.lower() for part in _WORD.findall(name)]
        return bool(parts) and (parts[0] in self.words if len(parts[0]) > 1 else set(parts) <= self.words)

    @property
    def says_i(self) -> bool:
        return bool(_FIRST_PERSON.search(self.text))

    @property
    def says_you(self) -> bool:
        return bool(_SECOND_PERSON.search(self.text))


def read_question(text: str, now: datetime, last_said: datetime | None = None) -> Question:
    text = text[:MOST_CHARACTERS]
    return Question(
        text=text,
        wanted=_wanted(text),
        wants_many=bool(_MANY.search(text)),
        spans=find_times(text, now, last_said),
        words=frozenset(word.lower() for word in _WORD.findall(text)),
    )


def _wanted(text: str) -> Wanted:
    if _TIME.search(text):
        return "time"
    if _NUMBER.search(text):
        return "number"
    return "person" if _PERSON.search(text) else "anything"
