"""Questions that name a time and nothing else: "What did we talk about yesterday?" """

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import asyncpg
import pytest

from holdfast.memory.intake.ingest import ingest
from holdfast.memory.parts import MemoryParts
from holdfast.memory.recall.question import read_question
from holdfast.memory.types import IncomingTurn
from tests.memory.conftest import ADA, BOB
from tests.memory.recall.conversations import SMALL_TALK, found, tell

pytestmark = pytest.mark.anyio

NOW = datetime(2026, 5, 12, 20, tzinfo=UTC)
ASKED = "What did we talk about yesterday?"
BOAT = ("Maya", "The hull of the boat is painted green at last, and the varnish on the mast is dry.")
BREAD = ("Maya", "I baked rye bread with walnuts for the neighbours, and burned only one loaf.")
BEES = ("Maya", "The bees swarmed into the pear tree, and my sister caught them in a box.")


async def tell_of_three_days(memory: MemoryParts) -> None:
    for days, line in ((0, BOAT), (1, BREAD), (2, BEES)):
        await tell(memory, (*SMALL_TALK, line), session=f"d{days}", at=NOW - timedelta(days=days, hours=8))


async def test_it_is_found_although_no_word_leads_there(memory: MemoryParts) -> None:
    await tell_of_three_days(memory)
    for question, session in ((ASKED, "d1"), ("What did I tell you today?", "d0"), ("what happened on Sunday", "d2")):
        told = await found(memory, question, now=NOW, limit=5)
        assert {str(name).split("/")[0] for name in told} == {session}
        assert told[0] == f"{session}/6", "what says most comes first"


async def test_each_conversation_of_that_time_is_heard(memory: MemoryParts) -> None:
    yesterday = NOW - timedelta(days=1)
    await tell(memory, (BREAD, *SMALL_TALK, *SMALL_TALK), session="long", at=yesterday - timedelta(hours=9))
    await tell(memory, (BEES,), session="short", at=yesterday - timedelta(hours=2))
    told = await found(memory, ASKED, now=NOW, limit=3)
    assert "short/0" in told
    assert "long/0" in told


async def test_a_question_with_a_subject_is_answered_by_its_subject(memory: MemoryParts) -> None:
    await tell_of_three_days(memory)
    assert (await found(memory, "What did I say about the bees yesterday?", now=NOW))[0] == "d2/6"


async def test_where_nothing_was_said_at_that_time_nothing_is_made_up(memory: MemoryParts) -> None:
    for days, line in ((0, BOAT), (2, BEES)):
        await tell(memory, (line,), session=f"d{days}", at=NOW - timedelta(days=days, hours=8))
    assert await found(memory, ASKED, now=NOW) == []


async def test_a_time_before_the_first_word_is_looked_for_in_the_words(memory: MemoryParts) -> None:
    told = ("Maya", "In 2019 we moved to the coast.")
    await tell(memory, (*SMALL_TALK, told), at=NOW - timedelta(days=3))
    assert (await found(memory, "What happened in 2019?", now=NOW))[0] == "one/6"


async def test_days_are_those_of_the_clock_the_question_is_asked_by(memory: MemoryParts) -> None:
    await tell_of_three_days(memory)  # at noon, which is the next day's midnight in Auckland
    there = NOW.astimezone(ZoneInfo("Pacific/Auckland"))
    assert {str(name).split("/")[0] for name in await found(memory, ASKED, now=there, limit=5)} == {"d1"}
    assert {str(name).split("/")[0] for name in await found(memory, "what did I say today", now=there)} == {"d0"}
    early = (NOW - timedelta(hours=9)).astimezone(ZoneInfo("Pacific/Auckland"))  # it is the twelfth there already
    assert {str(name).split("/")[0] for name in await found(memory, ASKED, now=early, limit=5)} == {"d2"}


async def test_what_may_not_be_seen_is_not_told_either(memory: MemoryParts, as_owner: asyncpg.Connection) -> None:
    at = NOW - timedelta(days=1)
    await ingest(memory, ADA, IncomingTurn("user", BREAD[1], at, "mine"), session_id="a")
    await ingest(memory, ADA, IncomingTurn("user", BEES[1], at - timedelta(hours=1), "any"), session_id="b")
    await ingest(memory, BOB, IncomingTurn("user", BOAT[1], at, "theirs"), session_id="c")
    await as_owner.execute("update episodes set persona_id = 'sophie' where external_id = 'mine'")
    assert set(await found(memory, ASKED, now=NOW, persona_id="sophie")) == {"mine", "any"}
    assert await found(memory, ASKED, now=NOW, persona_id="assistant") == ["any"]
    then = at - timedelta(minutes=30)
    assert await found(memory, "What did I say today?", now=NOW, as_of=then) == ["any"], "then it was yesterday's today"


@pytest.mark.parametrize(
    "question",
    [
        ASKED,
        "What did I tell you last night?",
        "what was said the day before yesterday",
        "What did we discuss two weeks ago?",
        "What happened in January?",
        "What did I mention in early September?",
        "Which topics did we speak about on 3rd May?",
        "what were our conversations about last weekend",
        "What did I say on Wednesday?",
        "What have I told you over the last few months?",
        "about yesterday",
    ],
)
async def test_such_questions_are_known_by_their_stems(as_owner: asyncpg.Connection, question: str) -> None:
    terms = await as_owner.fetchval("select tsvector_to_array(to_tsvector('english', $1))", question)
    assert read_question(question, NOW).asks_only_when(terms)


@pytest.mark.parametrize("question", ["What did Ana say yesterday?", "What did I cook yesterday?", "What did I say?"])
async def test_others_are_not(as_owner: asyncpg.Connection, question: str) -> None:
    terms = await as_owner.fetchval("select tsvector_to_array(to_tsvector('english', $1))", question)
    assert not read_question(question, NOW).asks_only_when(terms)
