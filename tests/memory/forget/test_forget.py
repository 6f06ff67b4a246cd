"""What is forgotten is gone from every table of the memory."""

from __future__ import annotations

from dataclasses import replace

import asyncpg
import pytest

from holdfast.core.errors import NotFound
from holdfast.memory.forget.forget import forget
from holdfast.memory.forget.types import ForgetEverything, ForgetFacts, ForgetQuery, ForgetSessions
from holdfast.memory.intake.ingest_session import ingest_session
from holdfast.memory.outbox.drain import drain
from holdfast.memory.parts import MemoryParts
from holdfast.memory.profile.identity import identity
from holdfast.memory.recall.recall import recall
from holdfast.memory.types import RecallQuery
from tests.architecture.catalogue import mentions_of
from tests.memory.conftest import ADA, BOB
from tests.memory.forget.living import add_fact, add_loop, catch_up, episodes_of, ids, live, row_of, said, talk

pytestmark = pytest.mark.anyio

MARKER = "zanzibarquokka"
SECRET = talk(
    f"My sister Anna bought a {MARKER} farm in Lisbon last summer and I promised to visit her there in May.",
    f"A {MARKER} farm in Lisbon sounds wonderful, Anna must be happy.",
    f"I will send Anna the money for the {MARKER} farm tomorrow.",
    "Noted, you will send it tomorrow.",
    f"I work at {MARKER} Bakery.",
    prefix="s",
)
OTHER = talk(
    "I live in Hamburg and my dog is called Rex.",
    "Rex is a lovely name for a dog.",
    "I will repaint the kitchen on Saturday.",
    "Saturday it is, then.",
    start=60,
    prefix="o",
)


async def test_a_session_is_gone_from_every_table(memory: MemoryParts, as_owner: asyncpg.Connection) -> None:
    await live(memory, ADA, {"secret": SECRET, "other": OTHER})
    assert set(await mentions_of(as_owner, MARKER)) >= {"public.episodes", "public.facts", "public.session_summaries"}
    receipt = await forget(memory, ADA, ForgetSessions(["secret"]))
    assert await mentions_of(as_owner, MARKER) == []
    assert receipt.is_verified, receipt.body["found"]
    assert receipt.body["counts"]["turns"] == 5
    await catch_up(memory, ADA)
    assert await mentions_of(as_owner, MARKER) == []
    assert [
        hit.episode.session_id
        for hit in (await recall(memory, ADA, RecallQuery("What is my dog called?"))).episodes[:1]
    ] == ["other"]


async def test_what_a_query_names_is_gone_and_the_rest_of_the_session_is_told_again(
    memory: MemoryParts, as_owner: asyncpg.Connection
) -> None:
    await live(memory, ADA, {"mixed": [*SECRET, *OTHER], "other": talk("We talked about the weather in Kiel.")})
    receipt = await forget(memory, ADA, ForgetQuery(MARKER))
    assert receipt.is_verified, receipt.body["found"]
    assert receipt.body["counts"]["turns"] == 4
    assert await mentions_of(as_owner, MARKER) == []
    summary = await as_owner.fetchrow(
        "select rolling_summary, folded_to from memory_sessions where session_id = 'mixed'"
    )
    assert summary is not None
    assert tuple(summary) == ("", 0)
    await catch_up(memory, ADA)
    assert await mentions_of(as_owner, MARKER) == []
    again = await as_owner.fetchrow(
        "select rolling_summary, folded_to, next_seq from memory_sessions where session_id = 'mixed'"
    )
    assert again is not None
    assert "Rex" in again["rolling_summary"]
    assert again["folded_to"] == again["next_seq"] == 9
    assert "Rex" in await as_owner.fetchval(
        "select text from session_summaries b join memory_sessions s on s.id = b.session where s.session_id = 'mixed'"
    )


async def test_the_rest_is_folded_once_and_its_rows_in_the_outbox_agree(
    memory: MemoryParts, as_owner: asyncpg.Connection
) -> None:
    turns = [said(f"turn number {n} of many", n) for n in range(20)]
    turns[3] = said(f"turn {MARKER} of many", 3)
    await live(memory, ADA, {"long": turns}, close=False)
    await forget(memory, ADA, ForgetQuery(MARKER))
    rows = await as_owner.fetch("select seq, folded_at from memory_outbox where kind = 'turn' order by seq")
    assert [tuple(row) for row in rows] == [(seq, None) for seq in range(8) if seq != 3]
    await catch_up(memory, ADA)
    rows = await as_owner.fetch("select seq, folded_at is not null from memory_outbox where kind = 'turn' order by seq")
    assert [tuple(row) for row in rows] == [(seq, True) for seq in range(8) if seq != 3]
    told = await as_owner.fetchval("select rolling_summary from memory_sessions")
    assert [told.count(f"turn number {seq} of many") for seq in range(8)] == [1, 1, 1, 0, 1, 1, 1, 1]


async def test_sums_and_postings_are_as_if_it_had_never_been_said(
    memory: MemoryParts, as_owner: asyncpg.Connection
) -> None:
    await live(memory, BOB, {"other": OTHER})
    await live(memory, ADA, {"secret": SECRET, "other": OTHER})
    await forget(memory, ADA, ForgetSessions(["secret"]))
    sizes = await as_owner.fetch("select episodes, terms from memory_sizes order by user_id")
    assert tuple(sizes[0]) == tuple(sizes[1])
    counts = "select count(*), sum(tf), sum(length) from episode_terms where user_id = $1"
    assert await as_owner.fetchrow(counts, "ada") == await as_owner.fetchrow(counts, "bob")


async def test_everything_leaves_only_the_receipt(memory: MemoryParts, as_owner: asyncpg.Connection) -> None:
    await live(memory, ADA, {"secret": SECRET, "other": OTHER})
    await live(memory, BOB, {"other": OTHER})
    before = await _rows(as_owner, "bob")
    receipt = await forget(memory, ADA, ForgetEverything())
    assert receipt.is_verified
    left = await _rows(as_owner, "ada")
    assert {name for name, rows in left.items() if rows} == {"forget_receipts", "forget_marks"}
    assert {name for name, rows in before.items() if rows} >= {
        "episodes",
        "facts",
        "loops",
        "memory_people",
        "episode_terms",
    }
    assert await _rows(as_owner, "bob") == before
    assert await as_owner.fetchval("select count(*) from jobs.pgqueuer where headers ->> 'user_id' = 'ada'") == 0
    assert await mentions_of(as_owner, MARKER) == []


async def test_everything_takes_along_where_their_clock_stands_and_the_next_words_tell_it_again(
    memory: MemoryParts,
) -> None:
    await ingest_session(memory, ADA, "secret", SECRET, timezone="Asia/Tokyo")
    receipt = await forget(memory, ADA, ForgetEverything())
    assert receipt.body["counts"]["memory_people"] == 1
    assert (await identity(memory, ADA)).clock_zone is None
    await ingest_session(memory, ADA, "secret", SECRET, timezone="Asia/Tokyo")
    assert (await identity(memory, ADA)).clock_zone is None, "what was forgotten came again, and is no news"
    await ingest_session(memory, ADA, "other", OTHER, timezone="Asia/Tokyo")
    assert (await identity(memory, ADA)).clock_zone == "Asia/Tokyo"


async def test_what_is_left_is_told_again_by_the_same_clock(memory: MemoryParts, as_owner: asyncpg.Connection) -> None:
    boats = [said(f"We painted boat number {n}.", n + 10) for n in range(12)]
    turns = [said("It is the fifth of May already."), said(f"I keep a {MARKER}.", 1), *boats]
    await ingest_session(memory, ADA, "s", turns, timezone="Pacific/Auckland")
    await drain(memory, owner=ADA)
    await forget(memory, ADA, ForgetQuery(MARKER))
    await catch_up(memory, ADA)
    told = await as_owner.fetchval("select rolling_summary from memory_sessions")
    assert told == "- 5 May, the person: It is the fifth of May already."


async def _rows(connection: asyncpg.Connection, user: str) -> dict[str, list[str]]:
    tables = await connection.fetch(
        """
        select table_name from information_schema.columns where table_schema = 'public' and column_name = 'tenant_id'
        """
    )
    return {
        row["table_name"]: [
            found["text"]
            for found in await connection.fetch(
                f"select t::text as text from {row['table_name']} t where user_id = $1 order by 1", user
            )
        ]
        for row in tables
    }


async def test_a_fact_goes_in_all_its_versions_with_what_was_concluded_from_it(
    memory: MemoryParts, as_owner: asyncpg.Connection
) -> None:
    await live(memory, ADA, {"other": OTHER})
    first, *_, last = await episodes_of(memory, ADA, "other")
    old = await add_fact(memory, ADA, f"Ada owned a {MARKER}", [first], object=MARKER, retired=True)
    new = await add_fact(memory, ADA, f"Ada owns two {MARKER}s now", [last], object=MARKER, lineage=old)
    concluded = await add_fact(memory, ADA, f"Ada likes {MARKER}s very much", [first, last])
    unrelated = await add_fact(memory, ADA, "Ada owns a bicycle", [first, last])
    saying = await add_loop(memory, ADA, f"feed the {MARKER}", [last])
    silent = await add_loop(memory, ADA, "buy paint", [last])
    async with memory.db.as_owner(ADA) as tx:
        await tx.execute("insert into fact_grounds values ('acme', 'ada', $1, $2)", concluded, new)
    receipt = await forget(memory, ADA, ForgetFacts([new]))
    assert receipt.is_verified, receipt.body["found"]
    assert not {old, new, concluded} & set(await ids(memory, ADA, "facts"))
    assert unrelated in await ids(memory, ADA, "facts")
    loops = await ids(memory, ADA, "loops")
    assert saying not in loops
    assert silent in loops
    assert len(await episodes_of(memory, ADA, "other")) == 4  # the sentences say other things too
    assert await mentions_of(as_owner, MARKER) == []


async def test_the_turn_that_says_nothing_but_a_forgotten_fact_goes_with_it(
    memory: MemoryParts, as_owner: asyncpg.Connection
) -> None:
    plain = replace(SECRET[0], text="That one again, on the sofa.", external_id="plain")
    await live(memory, ADA, {"plain": [plain], "other": OTHER})
    only, shared = (await episodes_of(memory, ADA, "plain"))[0], (await episodes_of(memory, ADA, "other"))[0]
    fact = await add_fact(memory, ADA, "Ada has a cat", [only, shared])
    await add_fact(memory, ADA, "Ada owns a bicycle", [shared])
    receipt = await forget(memory, ADA, ForgetFacts([fact]))
    assert receipt.is_verified, receipt.body["found"]
    assert only not in await episodes_of(memory, ADA, "plain")
    assert shared in await episodes_of(memory, ADA, "other")


async def test_a_fact_with_another_ground_stays(memory: MemoryParts) -> None:
    await live(memory, ADA, {"secret": SECRET, "other": OTHER})
    gone, stays = (await episodes_of(memory, ADA, "secret"))[0], (await episodes_of(memory, ADA, "other"))[0]
    alone = await add_fact(memory, ADA, "Ada has a cat", [gone])
    both = await add_fact(memory, ADA, "Ada has a horse", [gone, stays])
    worded = await add_fact(memory, ADA, "Ada has three cats", [], lineage=alone, source="person")
    by_hand = await add_fact(memory, ADA, "Ada has a boat", [], source="person")
    loop = await add_loop(memory, ADA, "brush the cat", [gone])
    await forget(memory, ADA, ForgetSessions(["secret"]))
    facts = set(await ids(memory, ADA, "facts"))
    assert not {alone, worded} & facts
    assert {both, by_hand} <= facts
    assert loop not in await ids(memory, ADA, "loops")


async def test_what_the_assistant_repeated_elsewhere_goes_too(
    memory: MemoryParts, as_owner: asyncpg.Connection
) -> None:
    echo = f"You told me: {SECRET[0].text} Shall we plan it?"
    await live(memory, ADA, {"secret": SECRET, "later": talk("Hello again, how are you?", echo, "Yes.", start=200)})
    receipt = await forget(memory, ADA, ForgetSessions(["secret"]))
    assert receipt.body["counts"]["turns"] == 6
    assert await mentions_of(as_owner, MARKER) == []
    assert len(await episodes_of(memory, ADA, "later")) == 2


async def test_entities_nobody_mentions_any_more_are_gone(memory: MemoryParts, as_owner: asyncpg.Connection) -> None:
    await live(
        memory, ADA, {"a": talk("My sister Annabel lives in Oslo."), "b": talk("I met Ronaldo in Oslo.", start=9)}
    )
    assert "annabel" in [row["key"] for row in await as_owner.fetch("select key from entities")]
    await forget(memory, ADA, ForgetSessions(["a"]))
    rows = await as_owner.fetch("select key, mentions from entities where key in ('annabel', 'oslo')")
    assert [tuple(row) for row in rows] in ([("oslo", 1)], [])


async def test_the_persons_own_text_loses_only_the_sentence_that_says_it(memory: MemoryParts) -> None:
    async with memory.db.as_owner(ADA) as tx:
        await tx.execute(
            "insert into memory_people (tenant_id, user_id, about) values ('acme', 'ada', $1)",
            f"I am Ada. I keep a {MARKER} for Dr. Ames. I like tea.",
        )
    receipt = await forget(memory, ADA, ForgetQuery(MARKER))
    assert receipt.body["counts"]["about"] == 1
    async with memory.db.as_owner(ADA) as tx:
        assert await tx.fetchval("select about from memory_people") == "I am Ada. I like tea."


async def test_a_handover_of_another_session_that_quotes_it_goes_too(
    memory: MemoryParts, as_owner: asyncpg.Connection
) -> None:
    await live(memory, ADA, {"secret": SECRET, "other": OTHER})
    await as_owner.execute(
        """
        update session_summaries set handover = $1
         where session = (select id from memory_sessions where session_id = 'other')
        """,
        SECRET[0].text,
    )
    await forget(memory, ADA, ForgetSessions(["secret"]))
    assert await mentions_of(as_owner, MARKER) == []


async def test_as_of_never_shows_it(memory: MemoryParts) -> None:
    await live(memory, ADA, {"secret": SECRET, "other": OTHER})
    assert (await recall(memory, ADA, RecallQuery(f"the {MARKER} farm", as_of=SECRET[-1].said_at))).episodes
    await forget(memory, ADA, ForgetSessions(["secret"]))
    for as_of in (SECRET[-1].said_at, None):
        found = await recall(memory, ADA, RecallQuery(f"the {MARKER} farm", as_of=as_of))
        assert not [hit for hit in found.episodes if MARKER in hit.episode.text]
        assert not [hit for hit in found.facts if MARKER in hit.fact.text]


async def test_somebody_elses_facts_and_sessions_are_unknown_and_untouched(
    memory: MemoryParts, as_owner: asyncpg.Connection
) -> None:
    await live(memory, ADA, {"secret": SECRET})
    await live(memory, BOB, {"mine": OTHER})
    before = await _rows(as_owner, "ada")
    fact = (await ids(memory, ADA, "facts"))[0]
    for what in (
        ForgetFacts([fact]),
        ForgetFacts([2**62]),
        ForgetSessions(["secret"]),
        ForgetSessions(["mine", "secret"]),
    ):
        with pytest.raises(NotFound):
            await forget(memory, BOB, what)
    assert (await forget(memory, BOB, ForgetQuery(MARKER))).body["counts"] == {}
    assert await _rows(as_owner, "ada") == before
    assert await row_of(memory, BOB, "mine") is not None
