"""The figures of days: added up in passing, one row a day and model, and nothing in them that anybody said."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import asyncpg
import pytest

from holdfast.analytics.daily import FIRST_WORD_BOUNDS, DailyFigures, EndedFigures, share_below
from holdfast.analytics.prune import prune
from holdfast.core.db import Db
from holdfast.core.ids import UserId
from tests.entitlements.people import add_person

pytestmark = pytest.mark.anyio
NOON = datetime(2026, 11, 18, 12, tzinfo=UTC)


def ended(user: UserId, seconds: float | None = 1.0, **changes: object) -> EndedFigures:
    usual = {"model": "test:quick", "end": "answered", "input_tokens": 10, "output_tokens": 5, "cost_usd": 0.5}
    return EndedFigures(**{**usual, **changes}, user_id=user, first_word_seconds=seconds)  # type: ignore[arg-type]


async def test_turns_of_several_processes_come_together_in_one_row_a_day_and_model(
    db: Db, as_owner: asyncpg.Connection
) -> None:
    user = await add_person(as_owner)
    here, there = DailyFigures(db, lambda: NOON), DailyFigures(db, lambda: NOON)
    for _ in range(3):
        here.note(ended(user))
    there.note(ended(user, None, end="failed", cost_usd=None))
    there.note(ended(user, 60.0, model="test:slow"))
    await here.write()
    await there.write()
    rows = await as_owner.fetch("select * from daily_figures order by model")
    assert [(row["model"], row["answered"], row["failed"], row["priced"]) for row in rows] == [
        ("test:quick", 3, 1, 3),
        ("test:slow", 1, 0, 1),
    ]
    assert (rows[0]["input_tokens"], rows[0]["output_tokens"], rows[0]["cost_usd"]) == (40, 20, 1.5)
    assert [sum(row["first_words"]) for row in rows] == [3, 1]
    assert await as_owner.fetchval("select count(*) from active_days") == 1


async def test_what_could_not_be_written_is_written_the_next_time(db: Db, as_owner: asyncpg.Connection) -> None:
    user, figures = await add_person(as_owner), DailyFigures(db, lambda: NOON)
    await as_owner.execute("alter table daily_figures rename to elsewhere")
    figures.note(ended(user))
    await figures.write()
    figures.note(ended(user))
    await as_owner.execute("alter table elsewhere rename to daily_figures")
    await figures.write()
    assert await as_owner.fetchval("select answered from daily_figures") == 2


async def test_who_was_there_goes_with_the_account_and_after_a_hundred_days(
    db: Db, as_owner: asyncpg.Connection
) -> None:
    user, other = await add_person(as_owner), await add_person(as_owner)
    for age, person in ((0, user), (101, other), (401, other)):
        figures = DailyFigures(db, lambda age=age: datetime.now(UTC) - timedelta(days=age))  # type: ignore[misc]
        figures.note(ended(person))
        await figures.write()
    await prune(db)
    assert await as_owner.fetchval("select count(*) from active_days") == 1
    assert await as_owner.fetchval("select count(*) from daily_figures") == 2
    await as_owner.execute("delete from users where id = $1", user)
    assert await as_owner.fetchval("select count(*) from active_days") == 0
    assert await as_owner.fetchval("select count(*) from daily_figures") == 2


@pytest.mark.parametrize("seconds", [0.06, 0.4, 1.0, 3.3, 20.0, 200.0])
async def test_a_share_is_told_to_within_a_fifth(seconds: float) -> None:
    words = [0] * (len(FIRST_WORD_BOUNDS) + 1)
    for at, bound in enumerate(FIRST_WORD_BOUNDS):
        if seconds <= bound:
            words[at] = 100
            break
    for share in (0.5, 0.95):
        found = share_below(words, share)
        assert found is not None
        assert abs(found - seconds) <= seconds * 0.2


async def test_of_no_words_there_is_no_share() -> None:
    assert share_below([], 0.5) is None
    assert share_below([0, 0], 0.95) is None
