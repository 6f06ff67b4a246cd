"""Where an answer that was cut short goes on, so that the two halves read as one. Pure.

A model is told what it had said and to go on behind it. Some repeat the last words all the same, and none knows whether
a space is wanted; both are mended here, while the first words come in.
"""

from __future__ import annotations

import re

_LOOKED_AT = 400
_REPEAT_FROM = 12
"""Characters from which words that stand at both ends are a repetition, and no accident."""
_HALF_A_WORD = re.compile(r"(?<=\s)[A-Za-z0-9À-ɏ'’_-]{1,40}\Z")
_STOPS = ".,;:!?)…”\"'"


def whole_words(text: str) -> str:
    """Nobody knows whether the last word was whole, so it is said again."""
    return _HALF_A_WORD.sub("", text) or text


class Seam:
    def __init__(self, before: str) -> None:
        self._tail = before[-_LOOKED_AT:]
        self._is_code = before.count("```") % 2 == 1
        self._held: str | None = ""
        """What has come and may be a repetition; None: that is settled."""

    def take(self, delta: str) -> str:
        """What is to be told of it now."""
        if self._held is None:
            return delta
        self._held += delta
        said = self._held.lstrip()
        if not said or (said in self._tail and not self._tail.endswith(said)):
            return ""
        return self.rest()

    def rest(self) -> str:
        """What was held back, once it is settled that no more of it is a repetition."""
        held, self._held = self._held or "", None
        said = held.lstrip()
        repeated = next((k for k in range(len(said), _REPEAT_FROM - 1, -1) if self._tail.endswith(said[:k])), 0)
        if repeated:
            return said[repeated:]
        if self._is_code or not said:
            return held
        if self._tail[-1:].isspace():
            return held.lstrip(" ")
        return f" {said}" if held == said and self._tail[-1:] in _STOPS and said[0].isalnum() else held
