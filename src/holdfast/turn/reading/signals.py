"""What a message shows besides its words: one rule each, defined in docs/words.md."""

from __future__ import annotations

from collections.abc import Sequence

from holdfast.turn.reading.people import named_people
from holdfast.turn.reading.utterance import Utterance, read_utterance
from holdfast.turn.types import Signals

LOW_SIGNAL_WORDS = 8
"""A longer message has something to say, whatever its words."""
LOW_SIGNAL_TURNS = 3
"""So many turns in a row without a signal are a drift."""


def read_signals(seen: Utterance, *, earlier: Sequence[str], last_answer: str, tracked: Sequence[str]) -> Signals:
    is_asked = asks_something(last_answer)
    low = is_low_signal(seen, is_asked=is_asked)
    return Signals(
        avoidance=not low and avoids(seen, is_asked=is_asked),
        drift=low and _have_no_signal(earlier, LOW_SIGNAL_TURNS - 1),
        direct_request=not low and (seen.shows("asks_for_something") or seen.shows("asks_at_once")),
        asks_about_tone=not low and (seen.shows("tone") or seen.shows("tone_at_once")),
        is_low_signal=low,
        tracked_people=named_people(seen.text, tracked),
    )


def avoids(seen: Utterance, *, is_asked: bool) -> bool:
    """Puts off, turns away or excuses. A bare change of subject counts only while a question is open."""
    if seen.shows("not_any_more"):
        return False
    return any(map(seen.shows, ("puts_off", "turns_away", "excuses"))) or (is_asked and seen.shows("leaves_it"))


def is_low_signal(seen: Utterance, *, is_asked: bool = False) -> bool:
    """Nothing but greetings, thanks and nods. A nod that answers a question says something."""
    words = seen.words
    if not words:
        return True
    if len(words) > LOW_SIGNAL_WORDS:
        return False
    known = seen.vocabulary
    if is_asked and known.answers.intersection(words):
        return False
    if all(word in known.no_signal for word in words):
        return True
    greets_someone = len(words) <= 3 and words[0] in known.greetings
    return greets_someone and all(word in known.no_signal for word in words[:-1])


def _have_no_signal(earlier: Sequence[str], count: int) -> bool:
    last = earlier[-count:]
    return len(last) == count and all(is_low_signal(read_utterance(text)) for text in last)


def asks_something(answer: str) -> bool:
    return "?" in answer[-300:]
