"""What a question asks for, read from its words. Pure: no model, patterns in linear time."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, time, tzinfo
from typing import Literal

from holdfast.core.language.calendars import calendar_of
from holdfast.core.language.spans import Span
from holdfast.core.language.when import find_spans

AnswerKind = Literal["time", "number", "person", "anything"]

MAX_CHARACTERS = 2_000
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
_DAYS = " ".join(calendar_of("en").weekday_names)
_ONLY_WHEN = frozenset(
    f"""
    {_DAYS} januari jan februari feb march mar april apr may june jun juli jul august aug septemb sept sep
    octob oct novemb nov decemb dec spring summer autumn fall winter yesterday today tonight morn afternoon even night
    day week weekend month year last past recent previous ago back earlier earli begin mid late end
    one two three four five six seven eight nine ten eleven twelv coupl sever 1st 2nd 3rd
    say said tell told talk spoke speak discuss mention convers chat topic happen thing everyth anyth someth
    """.split()
)
"""Stems: of words that name a time, and of those by which people ask what was said, which say nothing of what."""


@dataclass(frozen=True, slots=True)
class Question:
    text: str
    wanted: AnswerKind = "anything"
    wants_many: bool = False
    """The answer is likely spread over several turns and sessions."""
    spans: Sequence[Span] = field(default=())
    clock: tzinfo = UTC
    """In whose days the spans are."""
    words: frozenset[str] = frozenset()

    def names(self, name: str | None) -> bool:
        """Whether the question names this speaker, by the whole name or by the first."""
        if not name:
            return False
        parts = [part.lower() for part in _WORD.findall(name)]
        return bool(parts) and (parts[0] in self.words if len(parts[0]) > 1 else set(parts) <= self.words)

    def asks_only_when(self, terms: Sequence[str]) -> bool:
        """Of what was said at a time, whatever it was. `terms`: the question's words, as the posting table has them."""
        return bool(self.spans) and all(term in _ONLY_WHEN or term.isdecimal() for term in terms)

    def moments(self) -> Sequence[tuple[datetime, datetime]]:
        """The spans, as they begin and end on their clock."""
        return [(self._midnight(span.start), self._midnight(span.end)) for span in self.spans]

    def _midnight(self, day: date) -> datetime:
        return datetime.combine(day, time(), self.clock)

    @property
    def says_i(self) -> bool:
        return bool(_FIRST_PERSON.search(self.text))

    @property
    def says_you(self) -> bool:
        return bool(_SECOND_PERSON.search(self.text))


def read_question(text: str, now: datetime, last_said: datetime | None = None) -> Question:
    text = text[:MAX_CHARACTERS]
    return Question(
        text=text,
        wanted=_wanted(text),
        wants_many=bool(_MANY.search(text)),
        spans=find_spans(text, now, last_said),
        clock=now.tzinfo or UTC,
        words=frozenset(word.lower() for word in _WORD.findall(text)),
    )


def _wanted(text: str) -> AnswerKind:
    if _TIME.search(text):
        return "time"
    if _NUMBER.search(text):
        return "number"
    return "person" if _PERSON.search(text) else "anything"
