"""What bodies hold of this process while they are on their way: bytes, and places of people nobody knows."""

from __future__ import annotations

from collections import Counter

from starlette.exceptions import HTTPException

from holdfast.core.config import LimitSettings

_SOON = {"connection": "close", "retry-after": "2"}


class HeldBodies:
    def __init__(self, limits: LimitSettings) -> None:
        self._limits = limits
        self._bytes = 0
        self._strangers: Counter[str] = Counter()

    def add(self, size: int) -> None:
        """So many bytes more, of all requests together."""
        if self._bytes + size > self._limits.body_bytes_at_once:
            raise HTTPException(503, headers=_SOON)
        self._bytes += size

    def drop(self, size: int) -> None:
        self._bytes -= size

    def begin(self, peer: str) -> None:
        """Somebody nobody knows sends a body in pieces: of one network, and over all, only so many do so at once."""
        most, of_a_peer = self._limits.strangers_at_once, self._limits.strangers_of_a_peer
        if self._strangers.total() >= most or self._strangers[peer] >= of_a_peer:
            raise HTTPException(429, headers=_SOON)
        self._strangers[peer] += 1

    def end(self, peer: str) -> None:
        self._strangers[peer] -= 1
        if not self._strangers[peer]:
            del self._strangers[peer]
