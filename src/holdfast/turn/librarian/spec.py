"""What a message is about: whom and what it names, and which time it means. Pure."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import datetime

from holdfast.core.language.when import Time, find_times
from holdfast.core.language.words import COMPOUND
from holdfast.turn.codes import TimeIntent
from holdfast.turn.librarian.types import Spec
from holdfast.turn.reading.tables import WordLists
from holdfast.turn.reading.utterance import Utterance, read_utterance

MAX_TOPICS = 12
_FEW = 3
_POSSESSIVE = re.compile(r"'s?$")


def read_spec(said: str | Utterance, *, now: datetime, known: Sequence[str] = (), before: Sequence[str] = ()) -> Spec:
    """`known`: people the memory tracks and the message names. `before`: what was said last, the latest at the end."""
    seen = said if isinstance(said, Utterance) else read_utterance(said)
    line = seen.low.replace("\n", " ")
    times = sorted(find_times(line, now), key=lambda time: time.start)
    entities = list(dict.fromkeys([*known, *seen.names]))
    topics = _topics(_without(line, times), entities, seen.word_lists)
    if seen.shows("points") and not entities:
        entities = _last_named(before)
    return Spec(
        entities=entities,
        topics=topics,
        words=_words(seen, entities, times),
        time_intent=_time_intent(seen, times, now),
        times=[line[time.start : time.end] for time in times],
        is_overview=seen.shows("overview") and not entities and not topics,
        languages=tuple(seen.languages),
    )


def _without(said: str, times: Sequence[Time]) -> str:
    """`times` in the order of the text."""
    ends = [0, *(time.end for time in times)]
    starts = [*(time.start for time in times), len(said)]
    return " ".join(said[end:start] for end, start in zip(ends, starts, strict=True))


def _words(seen: Utterance, entities: Sequence[str], times: Sequence[Time]) -> Sequence[str]:
    """What is left of a message when what points and what haunts is taken out; names get their capitals back."""
    spelt = {part.lower(): part for name in entities for part in name.split()}
    kept = [(time.start, time.end) for time in times] + [match.span() for match in seen.find("asked_for")]
    lists, found = seen.word_lists, []
    for match in COMPOUND.finditer(seen.low):
        word = _POSSESSIVE.sub("", match.group())
        is_kept = any(start <= match.start() < end for start, end in kept)
        if is_kept or not (word in lists.pronouns or word in lists.ghosts or match.group() in lists.pronouns):
            found.append(spelt.get(word, word))
    return found


def _topics(said: str, entities: Sequence[str], lists: WordLists) -> Sequence[str]:
    """Content words in their order; where there are too many, verbs and manner give way to nouns."""
    named = {part.lower() for name in entities for part in name.split()}
    words = [_POSSESSIVE.sub("", word) for word in COMPOUND.findall(said) if word not in lists.pronouns]
    content = [word for word in dict.fromkeys(words) if _is_topic(word, lists) and word not in named]
    if len(content) > MAX_TOPICS:
        nouns = [word for word in content if word not in lists.common_verbs and not word.endswith("ly")]
        content = nouns if len(nouns) >= _FEW else content
    return content[:MAX_TOPICS]


def _is_topic(word: str, lists: WordLists) -> bool:
    no_topic = word in lists.pronouns or word in lists.ghosts or word in lists.light or word in lists.time_words
    return not no_topic and len(word) > 1 and not word.isdigit()


def _last_named(before: Sequence[str]) -> list[str]:
    """Whom "she" or "it" points at, if the last two messages say so."""
    for text in reversed(before[-2:]):
        if names := read_utterance(text).names:
            return list(names)
    return []


def _time_intent(seen: Utterance, times: Sequence[Time], now: datetime) -> TimeIntent:
    today = now.date()
    if any(time.span.start > today for time in times):
        return "future"
    if any(time.span.last < today for time in times) or seen.shows("past"):
        return "past"
    if seen.shows("future"):
        return "future"
    return "present" if times else "none"
