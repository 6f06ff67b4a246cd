"""What a message is about: whom and what it names, and which time it means. Pure."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import datetime

from holdfast.memory.recall.times import find_times
from holdfast.turn.librarian.names import find_names
from holdfast.turn.librarian.plain import ends_of, plain
from holdfast.turn.librarian.types import Spec, TimeIntent
from holdfast.turn.librarian.words import COMMON_VERBS, GHOSTS, LIGHT, PRONOUNS, TIME_WORDS

MOST_TOPICS = 12
_FEW = 3
_MONTH = "january|february|march|april|may|june|july|august|september|october|november|december"
_DAY = "monday|tuesday|wednesday|thursday|friday|saturday|sunday"
_TIME = re.compile(
    rf"\b(?:the )?(?:day before yesterday|yesterday|last night|today|tonight|tomorrow)\b"
    rf"|\b(?:last|this|next|past|previous) (?:night|week|weekend|month|year|quarter|spring|summer|autumn|fall|winter"
    rf"|{_DAY}|{_MONTH})\b"
    r"|\b(?:last|past) (?:\d{1,3}|two|three|four|five|six|few|couple of) (?:day|week|month|year)s\b"
    r"|\b(?:\d{1,3}|an?|one|two|three|four|five|six|seven|eight|nine|ten|(?:a )?few|(?:a )?couple of|several)"
    r" (?:day|week|weekend|month|year)s? (?:ago|back)\b"
    rf"|\bon (?:{_DAY})\b|\b(?:the )?\d{{1,2}}(?:st|nd|rd|th)?(?: of)? (?:{_MONTH})\b"
    rf"|\b(?:{_MONTH}) \d{{1,2}}(?:st|nd|rd|th)?\b"
    rf"|\b(?:in|during|since|until|before|after|back in|early|late) (?:{_MONTH}"
    r"|(?:the )?(?:spring|summer|autumn|winter)|(?:19|20)\d\d)\b|\b(?:19|20)\d\d-\d\d-\d\d\b"
)
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
_WORD = re.compile(r"[^\W_][\w'-]*")
_POSSESSIVE = re.compile(r"'s?$")


def read_spec(text: str, *, now: datetime, known: Sequence[str] = (), before: Sequence[str] = ()) -> Spec:
    """`known`: people the memory tracks and the message names. `before`: what was said last, the latest at the end."""
    said = plain(text)
    times = [match.group() for match in _TIME.finditer(said)]
    entities = list(dict.fromkeys([*known, *find_names(ends_of(text))]))
    topics = _topics(_TIME.sub(" ", said), entities)
    if _POINTS.search(said) and not entities:
        entities = _last_named(before)
    return Spec(
        entities=entities,
        topics=topics,
        words=_words(said, entities),
        time_intent=_time_intent(said, times, now),
        times=times,
        is_overview=bool(_OVERVIEW.search(said)) and not entities and not topics,
    )


def _words(said: str, entities: Sequence[str]) -> Sequence[str]:
    """What is left of a message when what points and what haunts is taken out; names get their capitals back."""
    spelt = {part.lower(): part for name in entities for part in name.split()}
    kept = [match.span() for pattern in (_TIME, _ASKING) for match in pattern.finditer(said)]
    found = []
    for match in _WORD.finditer(said):
        word = _POSSESSIVE.sub("", match.group())
        is_kept = any(start <= match.start() < end for start, end in kept)
        if is_kept or not (word in PRONOUNS or word in GHOSTS or match.group() in PRONOUNS):
            found.append(spelt.get(word, word))
    return found


def _topics(said: str, entities: Sequence[str]) -> Sequence[str]:
    """Content words in their order; where there are too many, verbs and manner give way to nouns."""
    named = {part.lower() for name in entities for part in name.split()}
    words = [_POSSESSIVE.sub("", word) for word in _WORD.findall(said) if word not in PRONOUNS]
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


def _time_intent(said: str, times: Sequence[str], now: datetime) -> TimeIntent:
    today = now.date()
    spans = [span for time in times for span in find_times(time, now)]
    if any(span.start > today for span in spans):
        return "future"
    if any(span.end <= today for span in spans) or _PAST.search(said):
        return "past"
    if _FUTURE.search(said):
        return "future"
    return "present" if spans else "none"
