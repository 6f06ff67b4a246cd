"""A sink and a fold that remember, so that twice and never both show."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from holdfast.core.db import Owner
from holdfast.memory.parts import MemoryParts
from holdfast.memory.types import Delivery, Episode, LearnedFrom


async def numbers(
    memory: MemoryParts, old_summary: str, turns: Sequence[Episode], *, may_wait: bool = False
) -> tuple[str, LearnedFrom]:
    """The numbers that stand in the turns, after those that were there."""
    found = [match[0] for turn in turns if (match := re.search(r"\d+", turn.text))]
    return " ".join([old_summary, *found]).strip(), "rules"


@dataclass(frozen=True, slots=True)
class Told:
    text: str
    ended_at: datetime = datetime(2026, 5, 4, tzinfo=UTC)


async def told(memory: MemoryParts, owner: Owner, session_row: int, stretch: int) -> Told:
    return Told(f"stretch {stretch}")


async def no_summary(memory: MemoryParts, owner: Owner, session_row: int, stretch: int) -> None:
    return None


class RecordingSink:
    """Takes a name once in effect, as a sink must; `times` counts the tries."""

    name = "recording"

    def __init__(self, *failures: Exception) -> None:
        self.failures = list(failures)
        self.taken: dict[tuple[Owner, str], Delivery] = {}
        self.times: list[str] = []

    async def ping(self) -> None:
        """Always there."""

    async def deliver(self, owner: Owner, delivery: Delivery) -> None:
        self.times.append(delivery.name)
        if self.failures:
            raise self.failures.pop(0)
        self.taken.setdefault((owner, delivery.name), delivery)

    async def search(self, owner: Owner, query: str, *, limit: int, now: datetime) -> Sequence[str]:
        return []

    async def forget(self, owner: Owner, names: Sequence[str] | None) -> int:
        gone = [key for key in self.taken if key[0] == owner and (names is None or key[1] in names)]
        for key in gone:
            del self.taken[key]
        return len(gone)
