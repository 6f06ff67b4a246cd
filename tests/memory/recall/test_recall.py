from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import asyncpg
import pytest

from holdfast.core.errors import Invalid
from holdfast.memory.parts import MemoryParts
from holdfast.memory.recall.recall import recall
from holdfast.memory.types import RecallQuery
from tests.memory.conftest import ADA, BOB, WordEmbedder
from tests.memory.recall.conversations import MAY, SMALL_TALK, found, tell
from tests.waiting import never

pytestmark = pytest.mark.anyio

BIKES = (
    *SMALL_TALK,
    ("Maya", "Which bicycle did you choose at the market?"),
    ("Jonas", "The blue one, it was cheaper."),
    ("Maya", "My sister Lena adopted a greyhound on Friday."),
    ("Jonas", "Give Lena my best. I sold my telescope yesterday, to a neighbour."),
    ("Maya", "I sold my old telescope years ago and regret it."),
)


async def test_what_was_said_is_found_by_its_words_before_it_has_any_vector(memory: MemoryParts) -> None:
    await tell(memory, BIKES, is_embedded=False)
    assert (await found(memory, "What animal did Lena adopt?"))[0] == "one/8"


async def test_the_reply_comes_with_the_turn_that_holds_the_words_of_the_question(memory: MemoryParts) -> None:
    await tell(memory, BIKES)
    assert "one/7" in (await found(memory, "Which bicycle did Jonas choose at the market?"))[:3]


async def test_the_turns_of_the_speaker_whom_the_question_names_come_first(memory: MemoryParts) -> None:
    await tell(memory, BIKES)
    for name, first in (("Jonas", "one/9"), ("Maya", "one/10")):
        assert (await found(memory, f"When was the telescope of {name} sold?"))[0] == first


async def test_what_was_said_around_a_hit_comes_along_when_asked_for(memory: MemoryParts) -> None:
    await tell(memory, BIKES)
    plain = await recall(memory, ADA, RecallQuery("greyhound adopted"))
    assert plain.episodes[0].neighbours == ()
    hit = (await recall(memory, ADA, RecallQuery("greyhound adopted", include_context=True))).episodes[0]
    assert [near.seq - hit.episode.seq for near in hit.neighbours] == [-2, -1, 1, 2]


async def test_a_month_in_the_question_prefers_what_was_said_in_it(memory: MemoryParts) -> None:
    for month in (3, 4, 5):
        line = ("Maya", "I went to the swimming pool with my cousin.")
        at = datetime(2026, month, 10, 9, tzinfo=UTC)
        await tell(memory, (*SMALL_TALK, line), session=f"m{month}", at=at)
    assert (await found(memory, "Who was at the swimming pool in April?"))[0] == "m4/6"
    now = datetime(2026, 5, 12, tzinfo=UTC)
    assert (await found(memory, "Who was at the swimming pool two days ago?", now=now))[0] == "m5/6"


async def test_as_of_shows_nothing_that_was_said_later(memory: MemoryParts) -> None:
    await tell(memory, BIKES)
    before = MAY + timedelta(minutes=7, seconds=30)
    assert "one/8" in await found(memory, "greyhound adopted by Lena")
    later = {"one/8", "one/9", "one/10"}
    assert not later & set(await found(memory, "greyhound adopted by Lena, telescope, bicycle", as_of=before, limit=50))
    assert await found(memory, "Which bicycle at the market?", as_of=before)


async def test_a_persona_sees_its_own_turns_and_those_of_no_persona(
    memory: MemoryParts, as_owner: asyncpg.Connection
) -> None:
    await tell(memory, BIKES)
    await as_owner.execute("update episodes set persona_id = 'sophie' where external_id = 'one/8'")
    assert "one/8" in await found(memory, "greyhound adopted", persona_id="sophie")
    assert "one/8" not in await found(memory, "greyhound adopted", persona_id="coach")
    assert "one/8" in await found(memory, "greyhound adopted")


async def test_an_answer_spread_over_sessions_is_taken_from_each_of_them(memory: MemoryParts) -> None:
    for number, instrument in enumerate(("violin", "trumpet", "cello", "harp")):
        line = ("Maya", f"I tried a new instrument at last, the {instrument}, and I loved it.")
        await tell(memory, (*SMALL_TALK, line), session=f"s{number}", at=MAY + timedelta(days=7 * number))
    top = (await found(memory, "Which instruments has Maya tried?"))[:4]
    assert set(top) == {"s0/6", "s1/6", "s2/6", "s3/6"}


@pytest.mark.parametrize("query", ["blorptastic fnord gribble", "quantum chromodynamics lattice", "zzz"])
async def test_what_nothing_answers_comes_back_empty(memory: MemoryParts, query: str) -> None:
    await tell(memory, BIKES)
    answer = await recall(memory, ADA, RecallQuery(query))
    assert (answer.facts, answer.episodes, answer.entities) == ([], [], [])


async def test_an_empty_memory_answers_nothing(memory: MemoryParts) -> None:
    answer = await recall(memory, ADA, RecallQuery("What did I say about the greyhound?"))
    assert not answer.episodes
    assert not answer.facts


@pytest.mark.parametrize(
    "query",
    [
        "",
        "   ",
        "the of and is",
        "'; drop table episodes; --",
        "%_\\ & | ! () <-> :*",
        "was hat Lena adoptiert? 犬を飼った人は誰ですか",
        "🐕🐕🐕",
        "null \0 byte",
        "greyhound " * 5_000,
        "a" * 20_000,
    ],
)
async def test_odd_queries_are_answered_like_any_other(memory: MemoryParts, query: str) -> None:
    await tell(memory, BIKES)
    answer = await recall(memory, ADA, RecallQuery(query))
    assert answer.ms > 0
    assert "one/8" in await found(memory, "greyhound adopted"), "and nothing was harmed"


async def test_a_long_memory_is_limited_to_what_was_asked_for(memory: MemoryParts) -> None:
    lessons = [("Maya", f"Lesson {number} was about gardening and tulips.") for number in range(60)]
    await tell(memory, [*lessons, *SMALL_TALK * 20])
    assert len(await found(memory, "gardening lesson about tulips", limit=3)) == 3
    assert len(set(await found(memory, "gardening lesson about tulips", limit=50))) == 50


async def test_nobody_finds_what_somebody_else_said(memory: MemoryParts) -> None:
    await tell(memory, BIKES)
    await tell(memory, SMALL_TALK, owner=BOB)
    for query in ("greyhound adopted", "ada", "acme ada one/8", "tenant_id = 'acme' or 1=1"):
        answer = await recall(memory, BOB, RecallQuery(query, limit=100, include_context=True))
        seen = [hit.episode for hit in answer.episodes] + [n for hit in answer.episodes for n in hit.neighbours]
        assert all("greyhound" not in episode.text and "telescope" not in episode.text for episode in seen)


class Down(WordEmbedder):
    async def embed(self, texts: Sequence[str]) -> list[list[float]]:
        raise ConnectionError("no route to the embedder")


class Slow(WordEmbedder):
    async def embed(self, texts: Sequence[str]) -> list[list[float]]:
        await never()
        return await super().embed(texts)


async def test_words_alone_answer_when_the_embedder_is_down(memory: MemoryParts) -> None:
    await tell(memory, BIKES)
    assert (await found(replace(memory, embedder=Down()), "What animal did Lena adopt?"))[0] == "one/8"


async def test_a_slow_embedder_costs_its_deadline_and_no_more(memory: MemoryParts) -> None:
    await tell(memory, BIKES)
    answer = await recall(
        replace(memory, embedder=Slow(), embed_seconds=0.2), ADA, RecallQuery("What animal did Lena adopt?")
    )
    assert answer.episodes[0].episode.external_id == "one/8"
    assert answer.ms >= 200


@pytest.mark.parametrize(
    "when", [datetime(1, 1, 1, tzinfo=UTC), datetime(9999, 12, 31, tzinfo=UTC), datetime(2026, 5, 4)]
)
async def test_a_time_out_of_all_bounds_is_refused_by_name(memory: MemoryParts, when: datetime) -> None:
    for name, refusing in (
        ("now", recall(memory, ADA, RecallQuery("anything", now=when))),
        ("asOf", recall(memory, ADA, RecallQuery("anything", as_of=when))),
    ):
        with pytest.raises(Invalid) as refused:
            await refusing
        assert refused.value.message.startswith(name)


async def test_words_answer_at_once_even_those_that_stand_in_every_turn(memory: MemoryParts) -> None:
    lines = [("Maya", f"The orchard has {n} apple trees.") for n in range(3)]
    await tell(memory, lines, is_embedded=False)
    found = await recall(memory, ADA, RecallQuery("orchard apple trees"))
    assert len(found.episodes) == 3
    assert not (await recall(memory, ADA, RecallQuery("volcanic submarines"))).episodes


async def test_a_turn_that_holds_all_the_words_of_the_question_is_found_in_the_smallest_memory(
    memory: MemoryParts,
) -> None:
    await tell(memory, [("Maya", "Hello! My cat is called Pixel and I promise to feed her.")])
    assert [
        hit.episode.external_id for hit in (await recall(memory, ADA, RecallQuery("What did I promise?"))).episodes
    ] == ["one/0"]
    assert not (await recall(memory, ADA, RecallQuery("Which guitar did I buy?"))).episodes


async def test_what_has_a_vector_comes_with_how_near_it_is_and_the_rest_without(memory: MemoryParts) -> None:
    await tell(memory, BIKES)
    near = {
        hit.episode.external_id: hit.nearness
        for hit in (await recall(memory, ADA, RecallQuery("greyhound adopted"))).episodes
    }
    assert near["one/8"] is not None
    assert near["one/8"] == max(one for one in near.values() if one is not None)
    line = ("Maya", "The greyhound was adopted by Lena after all.")
    await tell(memory, (line,), session="two", is_embedded=False)
    unknown = [
        hit
        for hit in (await recall(memory, ADA, RecallQuery("greyhound adopted"))).episodes
        if hit.episode.text == line[1]
    ]
    assert [hit.nearness for hit in unknown] == [None]
