"""What a message is about: whom and what it names, and which time it means. Pure."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import datetime

from holdfast.core.language.spelling import ends_of
from holdfast.core.language.when import Time, find_times
from holdfast.core.language.words import COMPOUND
from holdfast.turn.librarian.names import find_names
from holdfast.turn.librarian.plain import plain
from holdfast.turn.librarian.types import Spec, TimeIntent
from holdfast.turn.librarian.words import COMMON_VERBS, GHOSTS, LIGHT, PRONOUNS, TIME_WORDS

MOST_TOPICS = 12
_FEW = 3
_ASKING = re.compile(
    r"\b(?:when|where|how (?:many|much|long|often|old|far))\b|^(?:who|whose|whom)\b"
    r"|\b(?:what|which) (?:date|day|month|year|time|week|season|kinds?|sorts?|other)\b"
)
"""Recall prefers turns that answer such a question."""
_OVERVIEW = re.compile(
    r"\b(?:know|remember|learned|have|got)\b[^.?!]{0,12}\b(?:about|of|on) me\b|\bwho am i\b|\beverything about me\b"
)
_PAST = re.compile(
    r"\b(?:did|was|were|had|said|told|mentioned|decided|agreed|happened|ago|before|used to|previously|remember)\b"
)
_FUTURE = re.compile(r"\b(?:will|going to|tomorrow|next|soon|upcoming|plan(?:ning)?)\b|'ll\b")
_POINTS = re.compile(r"\b(?:he|him|his|she|her|hers|they|them|their|it|that|this|there)\b")
_POSSESSIVE = re.compile(r"'s?$")


def read_spec(text: str, *, now: datetime, known: Sequence[str] = (), before: Sequence[str] = ()) -> Spec:
    """`known`: people the memory tracks and the message names. `before`: what was said last, the latest at the end."""
    said = plain(text)
    times = sorted(find_times(said, now), key=lambda time: time.start)
    entities = list(dict.fromkeys([*known, *find_names(ends_of(text))]))
    topics = _topics(_without(said, times), entities)
    if _POINTS.search(said) and not entities:
        entities = _last_named(before)
    return Spec(
        entities=entities,
        topics=topics,
        words=_words(said, entities, times),
        time_intent=_time_intent(said, times, now),
        times=[said[time.start : time.end] for time in times],
        is_overview=bool(_OVERVIEW.search(said)) and not entities and not topics,
    )


def _without(said: str, times: Sequence[Time]) -> str:
    """`times` in the order of the text."""
    ends = [0, *(time.end for time in times)]
    starts = [*(time.start for time in times), len(said)]
    return " ".join(said[end:start] for end, start in zip(ends, starts, strict=True))


def _words(said: str, entities: Sequence[str], times: Sequence[Time]) -> Sequence[str]:
    """What is left of a message when what points and what haunts is taken out; names get their capitals back."""
    spelt = {part.lower(): part for name in entities for part in name.split()}
    kept = [(time.start, time.end) for time in times] + [match.span() for match in _ASKING.finditer(said)]
    found = []
    for match in COMPOUND.finditer(said):
        word = _POSSESSIVE.sub("", match.group())
        is_kept = any(start <= match.start() < end for start, end in kept)
        if is_kept or not (word in PRONOUNS or word in GHOSTS or match.group() in PRONOUNS):
            found.append(spelt.get(word, word))
    return found


def _topics(said: str, entities: Sequence[str]) -> Sequence[str]:
    """Content words in their order; where there are too many, verbs and manner give way to nouns."""
    named = {part.lower() for name in entities for part in name.split()}
    words = [_POSSESSIVE.sub("", word) for word in COMPOUND.findall(said) if word not in PRONOUNS]
    content = [word for word in dict.fromkeys(words) if _is_topic(word) and word not in named]
    if len(content) > MOST_TOPICS:
        nouns = [word for word in content if word not in COMMON_VERBS and not word.endswith("ly")]
        content = nouns if len(nouns) >= _FEW else content
    return content[:MOST_TOPICS]


def _is_topic(word: str) -> bool:
    no_topic = word in PRONOUNS or word in GHOSTS or word in LIGHT or word in TIME_WORDS
    return not no_topic and len(word) > 1 and not word.isdigit()


def _last_named(before: Sequence[str]) -> list[str]:
    """Whom "she" or "it" points at, if the last two messages say so."""
    for text in reversed(before[-2:]):
        if names := find_names(ends_of(text)):
            return list(names)
    return []


def _time_intent(said: str, times: Sequence[Time], now: datetime) -> TimeIntent:
    today = now.date()
    if any(time.span.start > today for time in times):
        return "future"
    if any(time.span.last < today for time in times) or _PAST.search(said):
        return "past"
    if _FUTURE.search(said):
        return "future"
    return "present" if times else "none"
