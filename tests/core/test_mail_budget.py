"""How many mails may leave in a day, and that thirty at once do not all see the last free place."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable

import asyncpg
import pytest

from holdfast.core.config import MailSettings
from holdfast.core.db import Db
from holdfast.core.ids import UserId, new_id
from holdfast.core.mail_budget import TO_ONE_ADDRESS, MailBudget, MailBudgetSpent

pytestmark = pytest.mark.anyio


def budget(db: Db, **limits: int) -> MailBudget:
    return MailBudget(db, MailSettings(**limits))


async def which_limit(taken: Awaitable[None]) -> str | None:
    """The limit that refused it."""
    try:
        await taken
    except MailBudgetSpent as spent:
        return str(spent.details["limit"])
    return None


async def test_one_person_writes_so_many_a_day_and_others_go_on(db: Db) -> None:
    here, ada, bob = budget(db, a_day_per_person=3), UserId(new_id()), UserId(new_id())
    for number in range(3):
        await here.take_for_person(ada, "invite", f"{number}@example.org")
    with pytest.raises(MailBudgetSpent, match="one person may in a day; the next can go in") as spent:
        await here.take_for_person(ada, "invite", "dan@example.org")
    assert 0 < (spent.value.retry_after_seconds or 0) <= 86400
    await here.take_for_person(bob, "invite", "eve@example.org")


async def test_one_address_gets_so_many_of_a_kind_however_it_is_spelt(db: Db) -> None:
    here = budget(db)
    for number in range(TO_ONE_ADDRESS):
        await here.take_for_stranger(f"192.0.2.{number}", "reset", "Ada@Example.org")
    assert await which_limit(here.take_for_person(UserId(new_id()), "reset", "ada@example.org")) == "mails-by-address"
    await here.take_for_person(UserId(new_id()), "invite", "ada@example.org")


async def test_one_network_causes_so_many_and_its_neighbours_together_not_many_times_that(db: Db) -> None:
    here = budget(db, a_day_per_peer=2)
    households = [f"2001:db8:0:{number:x}::/64" for number in range(10)]
    refused = [
        await which_limit(here.take_for_stranger(peer, "reset", f"{peer}-{number}"))
        for peer in households
        for number in range(3)
    ]
    assert refused.count(None) == 8, "four times what one household has"
    assert set(refused) == {None, "mails-by-peer", "mails-by-peer-56"}


async def test_strangers_use_up_half_and_leave_the_rest_to_those_who_live_here(db: Db) -> None:
    here = budget(db, a_day=10)
    told = [await which_limit(here.take_for_stranger(f"192.0.2.{n}", "reset", f"{n}@example.org")) for n in range(6)]
    assert told == [None] * 5 + ["mails-by-strangers"]
    told = [await which_limit(here.take_for_person(UserId(new_id()), "invite", f"i{n}@example.org")) for n in range(6)]
    assert told == [None] * 5 + ["mails"]


async def test_of_thirty_at_once_as_many_are_sent_as_may(db: Db) -> None:
    here, ada = budget(db, a_day_per_person=7), UserId(new_id())
    start = asyncio.Barrier(30)

    async def attempt(number: int) -> str | None:
        await start.wait()
        return await which_limit(here.take_for_person(ada, "invite", f"{number}@example.org"))

    async with asyncio.timeout(60):
        told = await asyncio.gather(*(attempt(number) for number in range(30)))
    assert told.count(None) == 7
    assert set(told) == {None, "mails-by-person"}


async def test_no_address_stands_where_mails_are_counted(db: Db, as_owner: asyncpg.Connection) -> None:
    await budget(db).take_for_stranger("192.0.2.1", "reset", "ada@example.org")
    kept = str(await as_owner.fetch("table throttle_counts"))
    assert "ada" not in kept
    assert "192.0.2" not in kept
