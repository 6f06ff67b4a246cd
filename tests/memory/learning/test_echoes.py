"""What recall handed out does not come back as a memory; the same in a person's own words does."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import asyncpg
import pytest

from holdfast.memory.learning.echoes import MAX_HANDED_OUT, note_recalled, own_words, shingles
from holdfast.memory.learning.learn import learn
from holdfast.memory.loops.loops import list_loops
from holdfast.memory.parts import MemoryParts
from tests.memory.conftest import ADA, BOB
from tests.memory.learning.conversation import DAY, MONDAY, answering, fact, facts, known, say, tell, turn

pytestmark = pytest.mark.anyio

RECALLED = "I love long walks along the river with my old dog"
NOW = datetime(2026, 5, 4, tzinfo=UTC)


async def test_a_turn_made_of_recalled_text_yields_nothing_and_is_flagged(
    memory: MemoryParts, as_owner: asyncpg.Connection
) -> None:
    await note_recalled(memory, ADA, [RECALLED])
    learned = await tell(memory, RECALLED, "I need to buy milk")
    assert learned.facts == 0
    assert await known(memory) == []
    assert [row["is_echo"] for row in await as_owner.fetch("select is_echo from episodes order by seq")] == [
        True,
        False,
    ]
    assert [loop.text for loop in await list_loops(memory, ADA)] == ["Buy milk"]
    assert await as_owner.fetchval("select echoes from memory_quality") == 1


async def test_what_stands_beside_an_echo_is_learned(memory: MemoryParts) -> None:
    await note_recalled(memory, ADA, [RECALLED])
    await tell(
        memory, f"Context: {RECALLED}.\nAnyway, here is something new for you today. I hate cold coffee in the morning."
    )
    assert await known(memory) == ["Dislikes cold coffee in the morning"]


async def test_the_same_in_other_words_reinforces(memory: MemoryParts) -> None:
    await tell(memory, "I love hiking", at=MONDAY, session_id="a")
    await note_recalled(memory, ADA, ["Likes hiking", "The person said that they love hiking on Sundays"])
    await tell(memory, "I really enjoy hiking, you know that", at=MONDAY + DAY, session_id="b")
    [hiking] = await facts(memory)
    assert (hiking.text, hiking.times_reinforced) == ("Likes hiking", 1)


async def test_a_model_that_gives_back_recalled_text_teaches_nothing(memory: MemoryParts) -> None:
    await note_recalled(memory, ADA, [RECALLED])
    chain, model = answering(
        {"facts": [fact("Loves long walks along the river with the old dog", object_="long walks along the river")]}
    )
    await tell(replace(memory, chain=chain), RECALLED, turn("What a nice evening it is outside", 1))
    assert await known(memory) == []
    assert RECALLED not in str(model.calls[0][0][1].content)


async def test_words_said_before_they_were_recalled_are_no_echo(memory: MemoryParts) -> None:
    """Learning comes seconds or a session later; recall may have found the turn in the meantime."""
    session = await say(memory, RECALLED)
    await note_recalled(memory, ADA, [RECALLED])
    assert (await learn(memory, ADA, session)).facts == 1


async def test_what_was_recalled_for_one_is_no_echo_for_another(memory: MemoryParts) -> None:
    await note_recalled(memory, BOB, [RECALLED])
    assert (await tell(memory, RECALLED)).facts == 1


async def test_only_hashes_are_kept_and_not_for_long(memory: MemoryParts, as_owner: asyncpg.Connection) -> None:
    await note_recalled(memory, ADA, [RECALLED, "Likes tea"])
    row = await as_owner.fetchrow("select shingles from recalled_shingles")
    assert row is not None
    assert set(row["shingles"]) == shingles(RECALLED)
    await as_owner.execute("update recalled_shingles set recalled_at = now() - interval '25 hours'")
    await note_recalled(memory, ADA, ["Another sentence with enough words in it"])
    assert await as_owner.fetchval("select count(*) from recalled_shingles") == 1


async def test_the_oldest_go_when_there_are_too_many(memory: MemoryParts, as_owner: asyncpg.Connection) -> None:
    for n in range(MAX_HANDED_OUT + 7):
        await note_recalled(memory, ADA, [f"Sentence number {n} with enough words in it"])
    assert await as_owner.fetchval("select count(*) from recalled_shingles") == MAX_HANDED_OUT


async def test_nothing_recalled_writes_nothing(memory: MemoryParts, as_owner: asyncpg.Connection) -> None:
    await note_recalled(memory, ADA, [])
    await note_recalled(memory, ADA, ["tea", ""])
    assert await as_owner.fetchval("select count(*) from recalled_shingles") == 0


@pytest.mark.parametrize(
    ("said", "left"),
    [
        (RECALLED, ""),
        (RECALLED.upper() + "!!!", ""),
        (f"{RECALLED}. {RECALLED}", ""),
        ("I love walks along the river", "I love walks along the river"),
        ("Long walks are what I love", "Long walks are what I love"),
        ("", ""),
    ],
)
async def test_an_echo_is_told_by_five_words_in_a_row(said: str, left: str) -> None:
    heard = [(NOW, frozenset(shingles(RECALLED)))]
    assert own_words(said, NOW + timedelta(seconds=1), heard) == left
