"""How the last days went, for the overview: by day, by model, and all together. Numbers, never a word."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta

from holdfast.accounts.admins import as_admin
from holdfast.admin import store
from holdfast.analytics.daily import DayFigures, share_below
from holdfast.core.db import Db
from holdfast.core.ids import UserId


@dataclass(frozen=True, slots=True)
class SummedFigures:
    """Of a day, of a model, or of all."""

    answered: int
    failed: int
    stopped: int
    input_tokens: int
    output_tokens: int
    cost_usd: float | None
    """None: no price of any of them is known."""
    priced: int
    first_word_p50: float | None
    first_word_p95: float | None


@dataclass(frozen=True, slots=True)
class Overview:
    days: Sequence[tuple[date, int, SummedFigures]]
    """Each with how many people were there, also those on which nothing happened; the earliest first."""
    models: Sequence[tuple[str, SummedFigures]]
    """Those with most turns first."""
    total: SummedFigures
    people: int


async def read_overview(db: Db, admin_id: UserId, *, days: int, now: datetime) -> Overview:
    first = now.date() - timedelta(days=days - 1)
    async with as_admin(db, admin_id) as tx:
        rows = await store.read_daily_figures(tx, first)
        people, all_people = await store.read_active_people(tx, first)
    span = [first + timedelta(days=n) for n in range(days)]
    models = {row.model for row in rows}
    return Overview(
        days=[(day, people.get(day, 0), summed(row for row in rows if row.day == day)) for day in span],
        models=sorted(
            ((model, summed(row for row in rows if row.model == model)) for model in models),
            key=lambda one: (-(one[1].answered + one[1].failed + one[1].stopped), one[0]),
        ),
        total=summed(rows),
        people=all_people,
    )


def summed(rows: Iterable[DayFigures]) -> SummedFigures:
    found = list(rows)
    words = [sum(counts) for counts in zip(*(row.first_words for row in found), strict=True)]
    priced = sum(row.priced for row in found)
    return SummedFigures(
        answered=sum(row.answered for row in found),
        failed=sum(row.failed for row in found),
        stopped=sum(row.stopped for row in found),
        input_tokens=sum(row.input_tokens for row in found),
        output_tokens=sum(row.output_tokens for row in found),
        cost_usd=sum(row.cost_usd for row in found) if priced else None,
        priced=priced,
        first_word_p50=share_below(words, 0.5),
        first_word_p95=share_below(words, 0.95),
    )
