"""What was said is learned from: once, with evidence, and in the order it was said."""

from __future__ import annotations

import asyncio
import time
from dataclasses import replace
from datetime import UTC, datetime

import asyncpg
import pytest

from holdfast.core.db import Owner
from holdfast.core.ids import SessionRow
from holdfast.memory.intake.ingest_session import ingest_session
from holdfast.memory.learning.facts.facts import fact_history
from holdfast.memory.learning.learn import learn
from holdfast.memory.loops.loops import list_loops
from holdfast.memory.parts import MemoryParts
from holdfast.memory.types import IncomingTurn
from tests.memory.conftest import ADA, BOB
from tests.memory.learning.conversation import DAY, MONDAY, believed, facts, known, say, session_of, tell, turn

pytestmark = pytest.mark.anyio


async def test_a_fact_names_the_turn_it_came_from(memory: MemoryParts) -> None:
    message = IncomingTurn("user", "I live in Lisbon", MONDAY, external_id="m-7")
    assert (await tell(memory, turn("Hello!", -1), message)).facts == 1
    [fact] = await facts(memory)
    assert (fact.subject, fact.predicate, fact.object, fact.text) == ("user", "lives_in", "Lisbon", "Lives in Lisbon")
    assert [evidence.external_id for evidence in fact.evidence] == ["m-7"]
    assert (fact.source, fact.learned_at, fact.retired_at) == ("rules", MONDAY, None)


async def test_learning_again_learns_nothing_again(memory: MemoryParts, as_owner: asyncpg.Connection) -> None:
    session = await say(memory, "I live in Lisbon. I need to call the dentist by Friday.")
    first, second = await learn(memory, ADA, session), await learn(memory, ADA, session)
    assert (first.facts, second.turns, second.facts) == (1, 0, 0)
    assert await as_owner.fetchval("select sum(times_reinforced) from facts") == 0
    assert await as_owner.fetchval("select count(*) from loops") == 1


async def test_thirty_at_once_learn_once(memory: MemoryParts, as_owner: asyncpg.Connection) -> None:
    session = await say(memory, "My sister Ana lives in Madrid.", "I need to call the dentist.", "I love tea.")
    barrier = asyncio.Barrier(30)

    async def one() -> int:
        await barrier.wait()
        return (await learn(memory, ADA, session)).facts

    assert sum(await asyncio.gather(*(one() for _ in range(30)))) == 3
    assert await known(memory) == ["Ana lives in Madrid", "Has a sister named Ana", "Likes tea"]
    assert await as_owner.fetchval("select sum(times_reinforced) from facts") == 0
    assert await as_owner.fetchval("select count(*) from loops") == 1
    assert await as_owner.fetchval("select sum(learned) from memory_quality") == 3


async def test_the_same_said_in_thirty_sessions_learned_at_once_is_one_fact(
    memory: MemoryParts, as_owner: asyncpg.Connection
) -> None:
    sessions = [
        await say(memory, "I love green tea", at=MONDAY + n * DAY, session_id=f"s{n}") for n in range(30)
    ]  # fmt: skip
    barrier = asyncio.Barrier(30)

    async def one(session: SessionRow) -> None:
        await barrier.wait()
        await learn(memory, ADA, session)

    await asyncio.gather(*map(one, sessions))
    [fact] = await facts(memory)
    assert (fact.text, fact.times_reinforced, len(fact.evidence)) == ("Likes green tea", 29, 30)
    assert fact.learned_at == MONDAY
    assert 0.9 < fact.confidence <= 0.99


async def test_only_the_new_turns_are_learned_from(memory: MemoryParts) -> None:
    await tell(memory, "I love tea", at=MONDAY)
    learned = await tell(memory, "I love tea", turn("I hate rain", 5))
    assert (learned.turns, learned.facts, learned.reinforced) == (1, 1, 0)


async def test_a_long_transcript_is_learned_to_its_end(memory: MemoryParts, as_owner: asyncpg.Connection) -> None:
    await tell(memory, *[f"I love dish{n}x" for n in range(150)])
    assert len(await known(memory)) == 150
    assert await as_owner.fetchval("select learned_to = next_seq from memory_sessions")


async def test_another_place_supersedes_and_the_story_stays(memory: MemoryParts) -> None:
    await tell(memory, "I live in Lisbon", at=MONDAY, session_id="a")
    await tell(memory, "I live in Porto now", at=MONDAY + 10 * DAY, session_id="b")
    await tell(memory, "I just moved to Vienna", at=MONDAY + 20 * DAY, session_id="c")
    assert await known(memory) == ["Lives in Vienna"]
    [now] = await facts(memory)
    history = await fact_history(memory, ADA, now.id)
    assert [version.object for version in history] == ["Lisbon", "Porto", "Vienna"]
    assert [version.retired_because for version in history] == ["superseded", "superseded", None]
    assert [version.superseded_by for version in history] == [history[1].id, history[2].id, None]
    assert {version.lineage for version in history} == {history[0].id}
    assert await believed(memory, MONDAY + 15 * DAY) == ["Lives in Porto"]


@pytest.mark.parametrize("order", [(0, 1, 2), (2, 1, 0), (1, 0, 2), (2, 0, 1), (0, 2, 1), (1, 2, 0)])
async def test_the_story_is_the_same_in_whatever_order_it_arrives(memory: MemoryParts, order: tuple[int, ...]) -> None:
    places = ("Lisbon", "Porto", "Vienna")
    for n in order:
        await tell(memory, f"I live in {places[n]}", at=MONDAY + 10 * n * DAY, session_id=f"s{n}")
    assert await known(memory) == ["Lives in Vienna"]
    for n, place in enumerate(places):
        assert await believed(memory, MONDAY + (10 * n + 1) * DAY) == [f"Lives in {place}"]
    [now] = await facts(memory)
    history = await fact_history(memory, ADA, now.id)
    assert [version.object for version in history] == list(places)
    assert [version.retired_at for version in history] == [MONDAY + 10 * DAY, MONDAY + 20 * DAY, None]
    assert history[0].superseded_by == history[1].id


@pytest.mark.parametrize("order", [(0, 1, 2), (2, 1, 0), (1, 2, 0), (2, 0, 1)])
async def test_liking_and_not_liking_tell_the_same_story_in_any_order(
    memory: MemoryParts, order: tuple[int, ...]
) -> None:
    said = ("I like coffee", "I don't like coffee any more", "I love coffee")
    for n in order:
        await tell(memory, said[n], at=MONDAY + 10 * n * DAY, session_id=f"s{n}")
    assert [await believed(memory, MONDAY + (10 * n + 1) * DAY) for n in range(3)] == [
        ["Likes coffee"], ["Dislikes coffee"], ["Likes coffee"],
    ]  # fmt: skip


async def test_an_older_statement_does_not_overturn_a_newer_one(memory: MemoryParts) -> None:
    await tell(memory, "I work at Siemens", at=MONDAY, session_id="new")
    await tell(memory, "I work at Bosch", at=MONDAY - 300 * DAY, session_id="old")
    assert await known(memory) == ["Works at Siemens"]
    old = next(fact for fact in await facts(memory, include_retired=True) if fact.object == "Bosch")
    assert (old.retired_because, old.retired_at, old.learned_at) == ("superseded", MONDAY, MONDAY - 300 * DAY)


async def test_what_is_no_more_retires_the_fact_with_a_reason(memory: MemoryParts) -> None:
    await tell(memory, "I'm vegetarian", "I work at Siemens", "I'm dating Sam", at=MONDAY, session_id="a")
    later = MONDAY + DAY
    await tell(memory, "I'm not vegetarian any more", "I quit my job", "I broke up with Sam", at=later, session_id="b")
    gone = {fact.predicate: fact for fact in await facts(memory, include_retired=True) if fact.retired_at}
    assert {name: fact.retired_because for name, fact in gone.items()} == {
        "diet": "contradicted", "works_at": "contradicted", "partner": "contradicted",
    }  # fmt: skip
    assert gone["diet"].valid_to == gone["diet"].retired_at == later


async def test_no_longer_liking_black_coffee_says_nothing_about_coffee(memory: MemoryParts) -> None:
    await tell(memory, "I like coffee", at=MONDAY, session_id="a")
    await tell(memory, "I don't like black coffee any more", at=MONDAY + DAY, session_id="b")
    assert await known(memory) == ["Dislikes black coffee", "Likes coffee"]


async def test_saying_it_again_makes_it_surer_but_never_certain(memory: MemoryParts) -> None:
    for n in range(25):
        await tell(memory, "I am allergic to peanuts", at=MONDAY + n * DAY, session_id=f"s{n}")
    [fact] = await facts(memory)
    assert fact.confidence == pytest.approx(0.99)
    assert (fact.times_reinforced, fact.reinforced_at) == (24, MONDAY + 24 * DAY)


async def test_what_rests_on_a_retired_fact_is_in_doubt_until_it_is_said_again(memory: MemoryParts) -> None:
    await tell(memory, "I live in Vienna because I work at Siemens", at=MONDAY, session_id="a")
    await tell(memory, "I don't work at Siemens anymore", at=MONDAY + DAY, session_id="b")
    vienna = next(fact for fact in await facts(memory) if fact.object == "Vienna")
    assert vienna.is_doubtful
    await tell(memory, "I still live in Vienna", at=MONDAY + 2 * DAY, session_id="c")
    assert not next(fact for fact in await facts(memory) if fact.object == "Vienna").is_doubtful


async def test_a_guess_does_not_overturn_what_was_said_plainly(memory: MemoryParts) -> None:
    await tell(memory, "I am allergic to cats", "I work at Siemens", at=MONDAY, session_id="a")
    await tell(memory, "I think I work for Bosch", at=MONDAY + DAY, session_id="b")
    assert "Works at Siemens" in await known(memory)


async def test_the_assistants_claims_are_not_facts(memory: MemoryParts) -> None:
    learned = await tell(
        memory,
        turn("You live in Paris and I like croissants.", role="assistant"),
        turn("My name is Claude. I work at Anthropic.", 1, role="assistant"),
        turn("You are a vegan.", 2, role="system"),
        turn("I live in Oslo", 3, role="tool"),
    )
    assert (learned.facts, learned.loops) == (0, 0)
    assert await known(memory) == []


async def test_facts_of_another_speaker_bear_their_name(memory: MemoryParts) -> None:
    await tell(
        memory, turn("I live in Berlin", name="Caroline"), turn("I love chess and I live in Rome", 1, name="Max")
    )
    assert await known(memory) == ["Caroline lives in Berlin", "Max likes chess", "Max lives in Rome"]


async def test_the_persons_own_name_on_a_turn_is_the_person(memory: MemoryParts) -> None:
    await tell(memory, "My name is Caroline", at=MONDAY, session_id="a")
    await tell(memory, turn("I live in Berlin", name="Caroline", at=MONDAY + DAY), session_id="b")
    assert await known(memory) == ["Is named Caroline", "Lives in Berlin"]


async def test_an_entity_named_again_is_the_same_row(memory: MemoryParts, as_owner: asyncpg.Connection) -> None:
    await tell(memory, "My sister Ana lives in Madrid", at=MONDAY, session_id="a")
    await tell(memory, "I met Ana Lopez today", "ANA's birthday party was great", at=MONDAY + DAY, session_id="b")
    await tell(memory, turn("How is Ana?", role="assistant", at=MONDAY + 2 * DAY), session_id="c")
    row = await as_owner.fetchrow("select name, kind, relation, mentions, last_at from entities where key = 'ana'")
    assert row is not None
    assert tuple(row) == ("Ana", "person", "sister", 4, MONDAY + 2 * DAY)
    assert await as_owner.fetchval("select count(*) from entities where key like 'ana%'") == 1


async def test_edges_lead_from_the_person_to_whom_they_speak_of(
    memory: MemoryParts, as_owner: asyncpg.Connection
) -> None:
    await tell(memory, "My sister Ana lives in Madrid")
    rows = await as_owner.fetch(
        "select f.key, e.relation, t.key as to from edges e join entities f on f.id = e.from_entity "
        "join entities t on t.id = e.to_entity order by 1"
    )
    assert [tuple(row) for row in rows] == [("@self", "sister", "ana"), ("ana", "lives_in", "madrid")]


async def test_owners_learn_apart(memory: MemoryParts, as_owner: asyncpg.Connection) -> None:
    alike = [Owner("a", "b__c"), Owner("a__b", "c"), ADA, BOB]
    for n, owner in enumerate(alike):
        await tell(memory, f"I live in Town{n}", "I need to call the bank", owner=owner)
    for n, owner in enumerate(alike):
        assert await known(memory, owner) == [f"Lives in Town{n}"]
        assert len(await list_loops(memory, owner)) == 1
    assert await as_owner.fetchval("select count(*) from facts where retired_at is not null") == 0


async def test_another_owners_session_is_not_learned_from(memory: MemoryParts) -> None:
    session = await say(memory, "I live in Lisbon")
    assert (await learn(memory, BOB, session)).turns == 0
    assert await known(memory, BOB) == []
    assert (await learn(memory, ADA, session)).facts == 1


async def test_what_was_forgotten_while_it_was_thought_over_is_not_learned(
    memory: MemoryParts, as_owner: asyncpg.Connection
) -> None:
    session = await say(memory, "I live in Lisbon", "I love tea")

    class Forgetful:
        """An embedder during whose work somebody asks to forget the first turn."""

        name, dimensions = memory.embedder.name, memory.embedder.dimensions

        async def embed(self, texts: list[str]) -> object:
            await as_owner.execute("delete from episodes where seq = 0")
            await as_owner.execute("update memory_sessions set generation = generation + 1 where generation = 0")
            return await memory.embedder.embed(texts)

    await learn(replace(memory, embedder=Forgetful()), ADA, session)  # type: ignore[arg-type]
    assert await known(memory) == ["Likes tea"]


async def test_jobs_for_vectors_and_the_profile_are_promised_once(
    memory: MemoryParts, as_owner: asyncpg.Connection
) -> None:
    await as_owner.execute("delete from jobs.pgqueuer")
    session = await say(memory, "I live in Lisbon")
    await as_owner.execute("delete from jobs.pgqueuer")
    await learn(memory, ADA, session)
    await tell(memory, turn("I love tea", 9))
    kinds = await as_owner.fetch("select entrypoint, count(*) from jobs.pgqueuer group by 1 order by 1")
    promised = {row["entrypoint"]: row["count"] for row in kinds}
    assert (promised["memory_embed"], promised["memory_refresh"]) == (1, 1)


async def test_a_session_of_which_everything_is_gone_is_no_trouble(
    memory: MemoryParts, as_owner: asyncpg.Connection
) -> None:
    session = await say(memory, "I live in Lisbon")
    await as_owner.execute("delete from episodes")
    assert (await learn(memory, ADA, session)).turns == 0
    assert await learn(memory, ADA, SessionRow(10**12)) == await learn(memory, ADA, session)


async def test_valid_dates_come_from_what_was_said(memory: MemoryParts) -> None:
    await tell(memory, "I moved to Vienna in March 2020", "I've been vegan since 2019")
    since = {fact.object: fact.valid_from for fact in await facts(memory)}
    dates = [(when.year, when.month) for name in ("Vienna", "vegan") if (when := since[name])]
    assert dates == [(2020, 3), (2019, 1)]


async def test_yesterday_is_that_of_the_clock_they_speak_by(memory: MemoryParts) -> None:
    evening = datetime(2026, 5, 5, 1, tzinfo=UTC)  # of the fourth in California
    for owner, zone in ((ADA, "America/Los_Angeles"), (BOB, None)):
        await tell(memory, "I went to Berlin yesterday", at=evening, owner=owner, timezone=zone)
    [hers], [his] = await facts(memory), await facts(memory, BOB)
    assert (hers.valid_from, his.valid_from) == (
        datetime(2026, 5, 3, tzinfo=UTC), datetime(2026, 5, 4, tzinfo=UTC),
    )  # fmt: skip


async def test_four_times_the_turns_cost_about_four_times_the_work(memory: MemoryParts) -> None:
    """A transcript of six hundred turns takes some seconds without a model, and not minutes."""
    spent = {}
    for turns in (150, 600):
        said = [turn(f"Today I walked {n} km and I love trail{turns}x{n}. Nothing else.", n) for n in range(turns)]
        await ingest_session(memory, ADA, f"of {turns}", said)
        session, began = await session_of(memory, f"of {turns}"), time.process_time()
        assert (await learn(memory, ADA, session)).turns == turns
        spent[turns] = time.process_time() - began
    assert spent[600] < 8 * spent[150], spent
