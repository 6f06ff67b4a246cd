"""Model events into parts of the wire.

The first words go out at once. After that, words that arrive within a few milliseconds of each other travel
together: a reader cannot tell, and each saved part saves its encoding, its frame and its row.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Any

from holdfast.stream.live import LiveStream
from holdfast.stream.tool_parts import retold
from holdfast.stream.wire import Written, encode, text_delta, thought_for

COALESCE_SECONDS = 0.025


class Writer:
    def __init__(self, live: LiveStream, *, coalesce_seconds: float = COALESCE_SECONDS) -> None:
        self.live = live
        self._pause = coalesce_seconds
        self._loop = asyncio.get_running_loop()
        self._open: str | None = None
        self._kind = "text"
        self._number = 0
        self._pending: list[str] = []
        self._sent_at = float("-inf")
        self._opened_at = 0.0
        self.thought_ms = 0
        """So long the model has thought until now."""
        self._timer: asyncio.TimerHandle | None = None

    def part(self, part: Mapping[str, Any]) -> None:
        """Anything that is not words of the answer; whatever waits goes before it.

        A transient part is for those who read now: it cuts no text in two, and nobody who comes later hears of it.
        """
        if part.get("transient"):
            self._send()
            self.live.tell_transient(encode(part))
            return
        self.close_text()
        self.live.append(encode(part))

    def beside(self, part: Mapping[str, Any]) -> None:
        """What belongs to the words that were just said, and does not cut them in two."""
        self._send()
        self.live.append(encode(part))

    def text(self, delta: str, kind: str = "text") -> None:
        if self._open and kind != self._kind:
            self.close_text()
        if self._open is None:
            self._kind, self._open = kind, f"{kind[0]}{self._number}"
            self._number += 1
            self._opened_at = self._loop.time()
            self.live.append(encode({"type": f"{kind}-start", "id": self._open}))
        self._pending.append(delta)
        if self._timer is None:
            due = self._sent_at + self._pause
            if self._loop.time() >= due:
                self._send()
            else:
                self._timer = self._loop.call_at(due, self._send)

    def retell(self, written: Written) -> None:
        """What was written before of an answer that goes on: whoever reads hears it whole, and in one piece."""
        if written.thoughts:
            name = f"r{self._number}"
            self._number += 1
            for part in (
                {"type": "reasoning-start", "id": name},
                {"type": "reasoning-delta", "id": name, "delta": written.thoughts},
                {"type": "reasoning-end", "id": name, **thought_for(written.thought_ms)},
            ):
                self.live.append(encode(part))
            self.thought_ms += written.thought_ms
        for piece in written.pieces():
            if isinstance(piece, str):
                self.text(piece)
                self._send()
            else:
                for told in retold(piece):
                    self.part(told)
        for source in written.sources:
            self.beside(source)

    def close_text(self) -> None:
        if self._open is None:
            return
        self._send()
        self.live.append(encode({"type": f"{self._kind}-end", "id": self._open, **self._took()}))
        self._open = None

    def _took(self) -> Mapping[str, Any]:
        if self._kind != "reasoning":
            return {}
        ms = round((self._loop.time() - self._opened_at) * 1000)
        self.thought_ms += ms
        return thought_for(ms)

    def _send(self) -> None:
        if self._timer:
            self._timer.cancel()
            self._timer = None
        if self._pending and self._open:
            delta = "".join(self._pending)
            self._pending.clear()
            self._sent_at = self._loop.time()
            if self._kind == "text":
                self.live.append(text_delta(self._open, delta))
            else:
                self.live.append(encode({"type": f"{self._kind}-delta", "id": self._open, "delta": delta}))
