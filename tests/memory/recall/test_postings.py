"""Turns that hold a question's words: what the arrays give is what adding them up one by one gives."""

from __future__ import annotations

import struct
from collections.abc import Mapping, Sequence

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from holdfast.core.db import Db
from holdfast.memory.recall.postings import WordHits, WordPosting, add_up

pytestmark = pytest.mark.anyio

Word = tuple[float, Mapping[int, float]]
"""What it is worth, and how much each turn is about it."""

WORDS = st.lists(
    st.tuples(
        st.sampled_from([0.25, 0.5, 1.0, 1.5]),
        st.dictionaries(st.integers(1, 60), st.sampled_from([0.125, 0.25, 0.5, 0.75]), min_size=1),
    ),
    max_size=6,
)


def sent(element: str, oid: int, values: Sequence[float]) -> bytes:
    """As the database writes an array: dimensions, gaps, type, length, lower bound; then each with its size."""
    head = struct.pack(">iiiii", 1, 0, oid, len(values), 1)
    return head + b"".join(struct.pack(f">i{element}", 8, value) for value in values)


def posted(words: Sequence[Word]) -> Sequence[WordPosting]:
    return [
        WordPosting(sent("q", 20, list(turns)), sent("d", 701, list(turns.values())), worth) for worth, turns in words
    ]


def one_by_one(words: Sequence[Word], asked: int, most: int) -> Mapping[int, WordHits]:
    turns = {turn for _, held in words for turn in held}
    told = {
        turn: WordHits(
            float(np.float32(sum(worth * held[turn] for worth, held in words if turn in held))),
            sum(turn in held for _, held in words) / asked,
        )
        for turn in turns
    }
    return {turn: told[turn] for turn in sorted(turns, key=lambda turn: (told[turn].score, turn), reverse=True)[:most]}


@given(WORDS, st.integers(1, 20), st.integers(0, 3))
async def test_added_up_as_if_one_by_one(words: Sequence[Word], most: int, unknown: int) -> None:
    asked = len(words) + unknown
    found, expected = await add_up(posted(words), asked, most=most), one_by_one(words, asked, most)
    assert list(found.items()) == list(expected.items())


async def test_of_equals_the_later_come_first() -> None:
    words: Sequence[Word] = [(1.0, dict.fromkeys(range(1, 9), 0.5))]
    assert list(await add_up(posted(words), 1, most=3)) == [8, 7, 6]


async def test_many_postings_are_added_up_aside_and_come_out_the_same() -> None:
    words: Sequence[Word] = [
        (1.5, dict.fromkeys(range(1, 300), 0.5)),
        (0.5, dict.fromkeys(range(100, 200), 0.25)),
    ]
    here = await add_up(posted(words), 2, most=20)
    assert await add_up(posted(words), 2, most=20, many_bytes=0) == here
    assert here[199] == WordHits(0.875, 1.0)


async def test_the_database_writes_arrays_as_they_are_read_here(db: Db) -> None:
    async with db.as_nobody() as tx:
        row = await tx.fetchrow(
            "select array_send(array[7, 3]::bigint[]) as ids, array_send(array[0.5, 0.25]::float8[]) as shares"
        )
    assert row is not None
    assert (row["ids"], row["shares"]) == (sent("q", 20, [7, 3]), sent("d", 701, [0.5, 0.25]))
