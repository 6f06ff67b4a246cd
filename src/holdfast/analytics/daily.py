"""How the days go, by model: turns, tokens, what they cost, how long the first word took; and who was there.

Counted in this process as turns end, and added to one row a day and model every few seconds, so that neither a turn nor
a question of an admin costs more as history grows. A process that is killed loses the seconds it had not written; what
it was answering is counted by nobody. The days are those of UTC.
"""

from __future__ import annotations

import asyncio
import bisect
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import Literal

import asyncpg

from holdfast.analytics import store
from holdfast.analytics.gather import write_what_gathers
from holdfast.core.clock import Clock, utc_now
from holdfast.core.db import RETRYABLE, Db
from holdfast.core.ids import UserId
from holdfast.core.log import get_logger

TurnEnd = Literal["answered", "failed", "stopped"]
FIRST_WORD_BOUNDS: Sequence[float] = tuple(round(0.05 * 1.2**step, 4) for step in range(48))
"""In seconds, each a fifth above the one before, from 50 milliseconds to four and a half minutes: a share of them is
told to within a tenth."""
_MAX_MODEL = 200
log = get_logger()


@dataclass(frozen=True, slots=True)
class EndedFigures:
    """One turn in numbers."""

    user_id: UserId
    model: str
    """Empty: none was asked."""
    end: TurnEnd
    input_tokens: int
    output_tokens: int
    cost_usd: float | None
    first_word_seconds: float | None


@dataclass(slots=True)
class DayFigures:
    """Of one day and model."""

    day: date
    model: str
    answered: int = 0
    failed: int = 0
    stopped: int = 0
    input_tokens: int = 0
    output_tokens: int = 0
    cost_usd: float = 0.0
    priced: int = 0
    """Turns whose price is known."""
    first_words: list[int] = field(default_factory=lambda: [0] * (len(FIRST_WORD_BOUNDS) + 1))

    def add(self, turn: EndedFigures) -> None:
        setattr(self, turn.end, getattr(self, turn.end) + 1)
        self.input_tokens += turn.input_tokens
        self.output_tokens += turn.output_tokens
        if turn.cost_usd is not None:
            self.cost_usd += turn.cost_usd
            self.priced += 1
        if turn.first_word_seconds is not None:
            self.first_words[bisect.bisect_left(FIRST_WORD_BOUNDS, turn.first_word_seconds)] += 1


@dataclass(slots=True)
class DailyFigures:
    """Built once in `wiring`, which also lets it `run`."""

    db: Db
    clock: Clock = utc_now
    _days: dict[tuple[date, str], DayFigures] = field(default_factory=dict)
    _people: set[tuple[date, UserId]] = field(default_factory=set)
    _is_wanted: asyncio.Event = field(default_factory=asyncio.Event)
    _one_writes: asyncio.Lock = field(default_factory=asyncio.Lock)

    def note(self, turn: EndedFigures) -> None:
        day, model = self.clock().date(), turn.model[:_MAX_MODEL]
        self._days.setdefault((day, model), DayFigures(day, model)).add(turn)
        self._people.add((day, turn.user_id))
        self._is_wanted.set()

    async def run(self) -> None:
        """Until cancelled."""
        await write_what_gathers(self._is_wanted, self.write)

    async def write(self) -> None:
        """What has gathered, now; what cannot be written stays."""
        async with self._one_writes:
            self._is_wanted.clear()
            days, people = self._days, self._people
            if not days:
                return
            self._days, self._people = {}, set()
            try:
                await store.add_daily_figures(self.db, list(days.values()), people)
            except (*RETRYABLE, asyncpg.PostgresError) as error:  # an account may go in this very moment
                log.warning("figures_not_written", error=type(error).__name__, count=len(days))
                self._put_back(days, people)

    def _put_back(self, days: dict[tuple[date, str], DayFigures], people: set[tuple[date, UserId]]) -> None:
        for key, before in days.items():
            now = self._days.get(key)
            self._days[key] = before if now is None else _together(before, now)
        self._people |= people
        self._is_wanted.set()


def _together(one: DayFigures, other: DayFigures) -> DayFigures:
    return DayFigures(
        one.day,
        one.model,
        one.answered + other.answered,
        one.failed + other.failed,
        one.stopped + other.stopped,
        one.input_tokens + other.input_tokens,
        one.output_tokens + other.output_tokens,
        one.cost_usd + other.cost_usd,
        one.priced + other.priced,
        [a + b for a, b in zip(one.first_words, other.first_words, strict=True)],
    )


def share_below(first_words: Sequence[int], share: float) -> float | None:
    """Within how many seconds this share of first words came; None: there was none."""
    total = sum(first_words)
    if total == 0:
        return None
    wanted, seen = total * share, 0
    for at, count in enumerate(first_words):
        if count and seen + count >= wanted:
            low = FIRST_WORD_BOUNDS[at - 1] if at > 0 else 0.0
            high = FIRST_WORD_BOUNDS[min(at, len(FIRST_WORD_BOUNDS) - 1)]
            return round(low + (max(high, low) - low) * (wanted - seen) / count, 3)
        seen += count
    return FIRST_WORD_BOUNDS[-1]
