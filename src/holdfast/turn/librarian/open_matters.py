"""Questions for what is still to be done: what is open answers them, not what was said. Pure."""

from __future__ import annotations

from holdfast.turn.reading.utterance import Utterance


def asks_what_is_open(seen: Utterance) -> bool:
    return seen.shows("what_is_open")
