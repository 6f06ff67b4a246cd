"""Events: written in passing, with codes and numbers, and never in anybody's way."""

from __future__ import annotations

import asyncio
from datetime import timedelta
from typing import Any

import asyncpg
import orjson
import pytest

from holdfast.analytics.events import MAX_WAITING, Events
from holdfast.analytics.prune import prune
from holdfast.core.clock import utc_now
from holdfast.core.db import Db, connect
from holdfast.core.ids import UserId, new_id
from holdfast.core.migrate import Addresses
from tests.entitlements.people import add_person
from tests.waiting import until

pytestmark = pytest.mark.anyio


async def kept(as_owner: asyncpg.Connection) -> list[dict[str, Any]]:
    rows = await as_owner.fetch("select user_id, name, feature, detail from analytics_events order by id")
    return [{**row, "detail": orjson.loads(row["detail"])} for row in rows]


async def test_what_is_noted_is_written_soon_and_stays_when_its_person_leaves(
    db: Db, as_owner: asyncpg.Connection
) -> None:
    user, events = await add_person(as_owner), Events(db)
    running = asyncio.create_task(events.run())
    events.note("quota_blocked", user_id=user, feature="chats_per_day", detail={"used": 20, "plan": "free"})
    await until(lambda: kept(as_owner))
    running.cancel()
    expected = {"name": "quota_blocked", "feature": "chats_per_day", "detail": {"used": 20, "plan": "free"}}
    assert await kept(as_owner) == [{"user_id": user, **expected}]
    await as_owner.execute("delete from users where id = $1", user)
    assert await kept(as_owner) == [{"user_id": None, **expected}]


@pytest.mark.parametrize(
    "wrong",
    [
        {"name": "said_something"},
        {"feature": "what I said"},
        {"detail": {"text": "I live in Vienna."}},
        {"detail": {"what I said": 1}},
        {"detail": {"text": ["a"]}},
        {"detail": {"mail": "ada@example.org"}},
    ],
)
async def test_words_and_unknown_names_are_refused_and_nobody_fails_for_it(
    db: Db, as_owner: asyncpg.Connection, wrong: dict[str, Any]
) -> None:
    events = Events(db)
    events.note(**{"name": "quota_blocked", **wrong})
    await events.write()
    assert await kept(as_owner) == []


async def test_an_event_about_somebody_who_has_left_meanwhile_takes_no_other_along(
    db: Db, as_owner: asyncpg.Connection
) -> None:
    events = Events(db)
    events.note("quota_blocked", user_id=UserId(new_id()))
    events.note("seat_blocked")
    await events.write()
    assert [event["name"] for event in await kept(as_owner)] == ["quota_blocked", "seat_blocked"]


async def test_while_the_database_is_away_the_newest_wait_and_are_written_when_it_is_back(
    addresses: Addresses, as_owner: asyncpg.Connection
) -> None:
    away = await connect(addresses.app, size=3)
    await away.close()
    events = Events(away)
    for number in range(MAX_WAITING + 10):
        events.note("quota_blocked", detail={"number": number})
    await events.write()
    assert await kept(as_owner) == []
    events.db = await connect(addresses.app, size=3)
    await events.write()
    numbers = [event["detail"]["number"] for event in await kept(as_owner)]
    assert numbers == list(range(10, MAX_WAITING + 10))
    await events.db.close()


async def test_events_are_kept_for_ninety_days(db: Db, as_owner: asyncpg.Connection) -> None:
    for days in (0, 89, 91, 400):
        events = Events(db, clock=lambda days=days: utc_now() - timedelta(days=days))  # type: ignore[misc]
        events.note("quota_blocked", detail={"days": days})
        await events.write()
    assert [await prune(db), await prune(db)] == [2, 0]
    assert [event["detail"]["days"] for event in await kept(as_owner)] == [0, 89]


async def test_the_app_cannot_read_events(db: Db) -> None:
    with pytest.raises(asyncpg.InsufficientPrivilegeError):
        await db.look_up("select count(*) from analytics_events")


REFUSAL = """
create sequence tries;
create function is_welcome(name text) returns boolean language plpgsql security definer as $$
begin
  perform nextval('tries');  -- which no rollback takes back
  return name <> 'seat_blocked';
end $$;
alter table analytics_events add constraint odd check (is_welcome(name));
"""


async def test_a_refused_statement_does_not_end_the_noting_for_ever(db: Db, as_owner: asyncpg.Connection) -> None:
    """As when an account goes in the very moment between its look-up and the row that names it."""
    events = Events(db)
    running = asyncio.create_task(events.run())
    await as_owner.execute(REFUSAL)
    events.note("seat_blocked")
    await until(lambda: as_owner.fetchval("select is_called from tries"))
    assert not running.done()
    await as_owner.execute("alter table analytics_events drop constraint odd")
    await until(lambda: kept(as_owner))
    running.cancel()


async def test_the_same_thing_many_times_in_a_moment_is_one_row_that_says_how_many(
    db: Db, as_owner: asyncpg.Connection
) -> None:
    user, events = await add_person(as_owner), Events(db)
    for number in range(1000):
        events.note("rate_blocked", user_id=user, feature="rate_limited")
        if number % 100 == 0:
            events.note("quota_blocked", user_id=user, feature="chats_per_day", detail={"used": 20})
    events.note("rate_blocked", feature="rate_limited")
    await events.write()
    assert [(event["user_id"], event["name"], event["detail"]) for event in await kept(as_owner)] == [
        (user, "rate_blocked", {"times": 1000}),
        (user, "quota_blocked", {"used": 20, "times": 10}),
        (None, "rate_blocked", {}),
    ]
