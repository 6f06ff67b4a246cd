"""Questions for what is still to be done: what is open answers them, not what was said. Pure."""

from __future__ import annotations

from holdfast.turn.reading.utterance import read_utterance


def asks_what_is_open(text: str) -> bool:
    return read_utterance(text).shows("what_is_open")
