"""Whoever waits for a first word goes first: a few at a time, in order, and before all that can wait."""

from __future__ import annotations

import asyncio

import pytest

from holdfast.core.first_words import FirstWord, FirstWords, FirstWordsPlace, GiveWay
from tests.waiting import until

pytestmark = pytest.mark.anyio


async def settle() -> None:
    """Whoever can go on has gone on."""
    for _ in range(10):
        await asyncio.sleep(0)


async def come(words: FirstWords, name: str, came: list[str], places: dict[str, FirstWordsPlace]) -> None:
    async with words.served() as place:
        came.append(name)
        places[name] = place.keep()


async def test_a_few_are_served_at_a_time_in_the_order_in_which_they_came() -> None:
    told: list[int] = []
    words, came, places = FirstWords(told.append, most_served=2), list[str](), dict[str, FirstWordsPlace]()
    coming = [asyncio.create_task(come(words, name, came, places)) for name in "abcde"]
    await settle()
    assert came == ["a", "b"]
    assert told[-1] == 5
    places["b"].leave()
    places["b"].leave()  # told twice, left once
    await settle()
    assert came == ["a", "b", "c"]
    for name in "acde":
        places[name].leave()
        await settle()
    assert came == ["a", "b", "c", "d", "e"]
    assert told[-1] == words.waiting == 0
    await asyncio.gather(*coming)


async def test_whoever_is_served_for_long_waits_for_something_else_and_stands_in_nobodys_way() -> None:
    words, came, places = FirstWords(most_served=1), list[str](), dict[str, FirstWordsPlace]()
    coming = [asyncio.create_task(come(words, name, came, places)) for name in "abcd"]
    await until(lambda: len(came) == 4)  # though nobody has left
    assert came == ["a", "b", "c", "d"]
    await until(lambda: words.waiting == 0)
    await asyncio.gather(*coming)


async def test_whoever_goes_away_at_the_door_or_breaks_off_leaves_no_place_behind() -> None:
    words, came, places = FirstWords(most_served=1), list[str](), dict[str, FirstWordsPlace]()
    first = words.take_place()
    gone, stays = (asyncio.create_task(come(words, name, came, places)) for name in ("gone", "stays"))
    await settle()
    first.leave()  # the next is told to come in, and is cancelled before it can
    gone.cancel()
    await settle()
    assert came == ["stays"]
    places["stays"].leave()
    await stays
    with pytest.raises(ValueError, match="refused"):
        async with words.served():
            raise ValueError("refused")
    assert words.waiting == 0


async def test_an_answer_that_has_begun_steps_aside_once_until_fewer_wait() -> None:
    words, order = FirstWords(most_served=2), list[str]()

    async def answer(name: str) -> None:
        word = FirstWord(words)
        await word.came()
        order.append(name)
        await word.came()
        await word.wait()
        order.append(f"{name} again")

    await answer("quiet")
    assert order == ["quiet", "quiet again"]
    places = [words.take_place() for _ in range(2)]
    answers = [asyncio.create_task(answer(name)) for name in ("one", "two")]
    await settle()
    assert order == ["quiet", "quiet again"]
    places[0].leave()
    await settle()
    assert order[2:] == ["one", "one again"]  # and no other: one place is free
    places[1].leave()
    await asyncio.gather(*answers)
    assert order[4:] == ["two", "two again"]


async def test_what_belongs_to_an_answer_that_never_had_a_word_is_not_waited_for() -> None:
    word = FirstWord(FirstWords())
    waits = asyncio.create_task(word.wait())
    await settle()
    assert not waits.done()
    word.will_not_come()
    await waits


async def test_work_that_nobody_waits_for_pauses_while_somebody_waits_for_a_word() -> None:
    waiting = [False]
    way, done = GiveWay(lambda: waiting[0], every_seconds=3600.0), list[str]()

    async def work(name: str) -> None:
        await way.pause()
        done.append(name)

    await asyncio.gather(work("a"), work("b"))
    waiting[0] = True
    pieces = [asyncio.create_task(work(name)) for name in "cd"]
    thread = asyncio.create_task(asyncio.to_thread(way.pause_thread))
    await settle()
    assert done == ["a", "b"]
    assert not thread.done()
    waiting[0] = False
    await asyncio.gather(*pieces, thread)
    assert done == ["a", "b", "c", "d"]


async def test_it_goes_on_in_any_case_one_piece_at_a_time() -> None:
    way = GiveWay(lambda: True, every_seconds=0.001)
    await asyncio.gather(*(way.pause() for _ in range(5)), asyncio.to_thread(way.pause_thread))
