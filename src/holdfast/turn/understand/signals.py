"""What a message shows besides its words: one rule each, defined in docs/words.md."""

from __future__ import annotations

import re
from collections.abc import Sequence

from holdfast.core.language.words import vocabulary_of
from holdfast.turn.types import Signals
from holdfast.turn.understand.glance import Glance, glance
from holdfast.turn.understand.people import named_people
from holdfast.turn.understand.signal_cues import (
    ASKS,
    ASKS_FIRST,
    EXCUSES,
    LEAVES_IT,
    NOT_ANY_MORE,
    PUTS_OFF,
    SPEAKS,
    TONE,
    TONE_FIRST,
    TURNS_AWAY,
)

_WORDS = vocabulary_of("en")
LOW_SIGNAL_WORDS = 8
"""A longer message has something to say, whatever its words."""
LOW_SIGNAL_TURNS = 3
"""So many turns in a row without a signal are a drift."""


def read_signals(seen: Glance, *, earlier: Sequence[str], last_answer: str, tracked: Sequence[str]) -> Signals:
    is_asked = asks_something(last_answer)
    low = is_low_signal(seen, is_asked=is_asked)
    return Signals(
        avoidance=not low and avoids(seen, is_asked=is_asked),
        drift=low and _have_no_signal(earlier, LOW_SIGNAL_TURNS - 1),
        direct_request=not low and _shows(seen, ASKS_FIRST, ASKS),
        asks_about_tone=not low and _shows(seen, TONE_FIRST, TONE),
        is_low_signal=low,
        tracked_people=named_people(seen.text, tracked),
    )


def _shows(seen: Glance, first: re.Pattern[str], anywhere: re.Pattern[str]) -> bool:
    """Some words ask only where a clause begins: `write it`, but not `I write it`."""
    return anywhere.search(seen.low) is not None or any(map(first.match, seen.clauses))


def avoids(seen: Glance, *, is_asked: bool) -> bool:
    """Puts off, turns away or excuses. A bare change of subject counts only while a question is open."""
    if NOT_ANY_MORE.search(seen.low):
        return False
    turned = PUTS_OFF.search(seen.low) or TURNS_AWAY.search(seen.low) or EXCUSES.search(seen.low)
    return turned is not None or (is_asked and LEAVES_IT.search(seen.low) is not None)


def is_low_signal(seen: Glance, *, is_asked: bool = False) -> bool:
    """Nothing but greetings, thanks and nods. A nod that answers a question says something."""
    words = seen.words
    if not words:
        return SPEAKS.search(seen.low) is None
    if len(words) > LOW_SIGNAL_WORDS:
        return False
    if is_asked and _WORDS.answers.intersection(words):
        return False
    return all(word in _WORDS.no_signal for word in words) or _greets_someone(words)


def _greets_someone(words: Sequence[str]) -> bool:
    return len(words) <= 3 and words[0] in _WORDS.greetings and all(word in _WORDS.no_signal for word in words[:-1])


def _have_no_signal(earlier: Sequence[str], count: int) -> bool:
    last = earlier[-count:]
    return len(last) == count and all(is_low_signal(glance(text)) for text in last)


def asks_something(answer: str) -> bool:
    return "?" in answer[-300:]
