"""Who takes more than a share stands in line while others are there who do not; and nobody else notices."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from holdfast.core.errors import RateLimited
from holdfast.core.fair_account import FairPlace
from holdfast.core.fair_line import FairLine, Terms
from tests.waiting import HANGS_SECONDS, until

pytestmark = pytest.mark.anyio

MODEST, ORDINARY, MUCH = 0.02, 0.075, 1.0
"""Seconds of the loop: a quarter of a share, nearly a whole one, and many."""


class House:
    """The line, and who was let in."""

    def __init__(self, **terms: float) -> None:
        self.line: FairLine[str] = FairLine(Terms(**{"seconds": HANGS_SECONDS, "look_seconds": 0.001, **terms}))  # type: ignore[arg-type]
        self.inside: list[tuple[str, FairPlace]] = []
        self.coming: list[asyncio.Task[None]] = []

    async def come(self, name: str, times: int = 1, *, is_stranger: bool = False) -> None:
        async def once() -> None:
            self.inside.append((name, await self.line.enter(name, is_stranger=is_stranger)))

        self.coming += [asyncio.create_task(once()) for _ in range(times)]
        for _ in range(5):
            await asyncio.sleep(0)

    async def took(self, name: str, seconds: float, *, is_stranger: bool = False) -> None:
        place = await self.line.enter(name, is_stranger=is_stranger)
        place.account.taken.add(seconds)
        place.leave()
        await until(lambda: self.line.share_of_all() > 0.9 * place.account.taken.share())

    def count(self, name: str) -> int:
        return sum(one == name for one, _ in self.inside)

    def leave(self, name: str) -> None:
        found = next(one for one in self.inside if one[0] == name)
        self.inside.remove(found)
        found[1].leave()


@asynccontextmanager
async def house(**terms: float) -> AsyncIterator[House]:
    built = House(**terms)
    yield built
    for task in built.coming:
        task.cancel()
    await asyncio.gather(*built.coming, return_exceptions=True)


async def test_who_is_alone_asks_as_much_as_they_like() -> None:
    async with house() as home:
        await home.took("ada", MUCH)
        await home.come("ada", 50)
        assert home.count("ada") == 50


async def test_somebody_who_takes_twice_what_others_do_does_not_wait_with_a_flood() -> None:
    """Of twenty who chat, one has asked twice as often as the others in the last moments."""
    async with house() as home:
        for number in range(20):
            await home.took(f"person{number}", ORDINARY)
        await home.took("ada", 2.2 * ORDINARY)
        await home.took("flood", MUCH)
        await home.come("flood", 10)
        await until(lambda: home.line.is_greedy("flood"))
        await home.come("ada")
        assert home.count("ada") == 1


async def test_the_same_is_too_much_for_who_asks_for_more_than_is_served_at_once() -> None:
    async with house() as home:
        for number in range(20):
            await home.took(f"person{number}", ORDINARY)
        await home.took("ada", 2.2 * ORDINARY)
        await home.come("ada", 6)
        assert home.count("ada") == 3
        assert not home.line.is_greedy("ada")
        await home.come("ada")
        await until(lambda: home.line.is_greedy("ada"))


async def test_many_times_what_is_ordinary_is_too_much_however_it_is_asked_for() -> None:
    async with house() as home:
        for number in range(20):
            await home.took(f"person{number}", MODEST)
        await home.took("ada", 6 * MODEST)
        assert home.line.is_greedy("ada")


async def test_whoever_takes_much_and_strangers_do_not_say_what_is_ordinary() -> None:
    async with house() as home:
        for number in range(3):
            await home.took(f"person{number}", ORDINARY)
        for number in range(10):
            await home.took(f"address{number}", MODEST / 5, is_stranger=True)
        await home.took("ada", 2.2 * ORDINARY)
        assert not home.line.is_greedy("ada"), "addresses are cheap"
        for number in range(20):
            await home.took(f"flood{number}", MUCH)
        await until(lambda: all(home.line.is_greedy(f"flood{number}") for number in range(20)))
        assert not home.line.is_greedy("ada")


async def test_of_a_burst_beside_others_a_few_are_served_at_a_time() -> None:
    async with house() as home:
        await home.took("bob", MODEST)
        await home.come("ada", 50)
        assert home.count("ada") == 3
        await home.come("bob")
        assert home.count("bob") == 1, "nobody waits for somebody else's burst"
        home.leave("ada")
        await until(lambda: home.count("ada") == 3)


async def test_the_greedy_come_in_one_at_a_time_and_the_modest_at_once() -> None:
    async with house(left_to_the_greedy=100.0) as home:  # however much they take: only how many at a time counts here
        greedy = [f"greedy{number}" for number in range(5)]
        await home.took("bob", MODEST)
        for name in greedy:
            await home.took(name, MUCH)
        await until(lambda: home.line.is_greedy(greedy[-1]))
        for name in greedy:
            await home.come(name, 10)
        assert sum(map(home.count, greedy)) == 1
        for name in ("bob", "cleo", "dora"):
            await home.come(name)
            assert home.count(name) == 1
        for _ in range(6):  # each who goes lets the next one in
            home.leave(next(name for name, _ in home.inside if name in greedy))
            await until(lambda: sum(map(home.count, greedy)) == 1)


async def test_the_greedy_wait_until_what_they_took_has_faded_and_to_wait_makes_nobody_modest() -> None:
    async with house() as home:
        await home.took("bob", MODEST)
        await home.took("ada", 10 * MUCH)
        await until(lambda: home.line.is_greedy("ada"))
        await home.come("ada", 3)
        assert home.count("ada") == 0
        assert home.line.is_greedy("ada")


async def test_who_had_least_goes_first() -> None:
    async with house(left_to_the_greedy=100.0) as home:
        await home.took("bob", MODEST)
        for name, seconds in (("most", 3 * MUCH), ("more", 2 * MUCH), ("much", MUCH)):
            await home.took(name, seconds)
        await until(lambda: home.line.is_greedy("much"))
        await home.come("most", 4)
        for name in ("more", "much"):
            await home.come(name)
        home.leave("most")
        await until(lambda: home.count("much") == 1)
        assert home.count("more") == home.count("most") == 0


async def test_strangers_from_many_addresses_are_one_more_and_those_we_know_are_not_among_them() -> None:
    async with house() as home:
        await home.took("bob", MODEST)
        strangers = [f"address{number}" for number in range(50)]
        for name in strangers:
            await home.come(name, is_stranger=True)
        assert sum(map(home.count, strangers)) == 3, "a burst"
        await home.come("bob")
        await home.come("cleo")
        assert home.count("bob") == home.count("cleo") == 1


async def test_a_person_who_takes_much_does_not_wait_for_a_hundred_addresses_of_strangers() -> None:
    async with house(left_to_the_greedy=100.0) as home:
        await home.took("bob", MODEST)
        await home.took("address", 3 * MUCH, is_stranger=True)
        await home.took("ada", MUCH)
        await until(lambda: home.line.is_greedy("ada") and home.line.is_greedy("address"))
        await home.come("address", is_stranger=True)
        for number in range(100):
            await home.come(f"address{number}", is_stranger=True)
        await home.come("ada")
        home.leave("address")
        await until(lambda: home.count("ada") == 1)


async def test_a_full_line_and_one_that_does_not_move_are_told_to_come_back() -> None:
    async with house(in_line=2, seconds=0.05) as home:
        await home.took("bob", MODEST)
        await home.come("ada", 5)
        with pytest.raises(RateLimited) as refused:
            await home.line.enter("ada")
        assert refused.value.retry_after_seconds
        await until(lambda: all(task.done() for task in home.coming))
        assert sum(isinstance(task.exception(), RateLimited) for task in home.coming) == 2
        await home.come("bob")
        assert home.count("bob") == 1


async def test_who_leaves_the_line_takes_no_place_along() -> None:
    async with house() as home:
        await home.took("bob", MODEST)
        await home.come("ada", 5)
        leaving, last = home.coming[3:]
        leaving.cancel()
        home.leave("ada")
        await until(lambda: home.count("ada") == 3)
        assert last.done()
        assert not last.cancelled()


async def test_those_who_take_nothing_any_more_are_forgotten() -> None:
    async with house() as home:
        for number in range(1000):
            (await home.line.enter(f"visitor{number}")).leave()

        async def is_empty() -> bool:
            (await home.line.enter("somebody")).leave()
            return len(home.line) <= 1

        await until(is_empty)
