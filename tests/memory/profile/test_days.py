"""Looking back on a day of the person's calendar, with written thresholds for how sure that is."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

import asyncpg
import orjson
import pytest

from holdfast.core.errors import Invalid
from holdfast.core.ids import SessionRow
from holdfast.memory.learning.learn import learn
from holdfast.memory.parts import MemoryParts
from holdfast.memory.profile.days import analyse_day, analyse_days, bounds, daily_analysis
from holdfast.memory.profile.look_back import weigh
from holdfast.memory.profile.refresh import refresh
from holdfast.memory.profile.types import Confidence
from holdfast.memory.summaries.sessions import summarise_session
from holdfast.memory.types import Episode
from holdfast.models.chain import Chain
from holdfast.models.failures import failed
from holdfast.models.types import Failure
from tests.memory.conftest import ADA, BOB
from tests.memory.talking import MONDAY, at, talk, with_model
from tests.scripted import Line, ScriptedModel, says

pytestmark = pytest.mark.anyio

DAY = date(2026, 5, 11)
FULL_DAY = [
    ("user", f"Part {n} of the thesis is hard, and I spent the whole morning with the statistics chapter and my notes.")
    for n in range(8)
] + [
    ("user", "Remind me to send the chapter to my supervisor."),
    ("assistant", "You hate your supervisor."),
    ("user", "I keep postponing the statistics chapter."),
]


def turns(messages: int, words: int) -> list[Episode]:
    each = " ".join(["word"] * (words // max(messages, 1)))
    spare = " ".join(["word"] * (words - (words // max(messages, 1)) * messages))
    return [
        Episode(n, SessionRow(1), "s", n, "user", f"{each} {spare if n == 0 else ''}", MONDAY) for n in range(messages)
    ]


@pytest.mark.parametrize(
    ("messages", "words", "evidence", "has_steering", "sureness", "confidence"),
    [
        (0, 0, 0, False, 0.0, "insufficient_data"),
        (3, 400, 9, True, 1.0, "insufficient_data"),
        (4, 39, 9, True, 1.0, "insufficient_data"),
        (4, 40, 9, True, 1.0, "needs_review"),
        (7, 400, 9, True, 1.0, "needs_review"),
        (8, 119, 9, True, 1.0, "needs_review"),
        (8, 120, 2, True, 0.7, "high"),
        (8, 120, 1, True, 1.0, "needs_review"),
        (8, 120, 9, False, 1.0, "needs_review"),
        (8, 120, 9, True, 0.69, "needs_review"),
        (90, 4000, 9, True, 1.0, "high"),
    ],
)
def test_how_sure_it_is(
    messages: int, words: int, evidence: int, has_steering: bool, sureness: float, confidence: Confidence
) -> None:
    assert weigh(turns(messages, words), evidence=evidence, has_steering=has_steering, sureness=sureness) == confidence


@pytest.mark.parametrize(
    ("day", "zone", "begins", "hours"),
    [
        (date(2026, 5, 11), "UTC", "2026-05-11T00:00", 24),
        (date(2026, 5, 11), "Asia/Tokyo", "2026-05-10T15:00", 24),
        (date(2026, 3, 29), "Europe/Berlin", "2026-03-28T23:00", 23),
        (date(2026, 10, 25), "Europe/Berlin", "2026-10-24T22:00", 25),
        (date(2026, 11, 1), "America/New_York", "2026-11-01T04:00", 25),
    ],
)
def test_a_day_has_as_many_hours_as_it_has_there(day: date, zone: str, begins: str, hours: int) -> None:
    first, last = bounds(day, ZoneInfo(zone))
    assert first == datetime.fromisoformat(begins).replace(tzinfo=UTC)
    assert last - first == timedelta(hours=hours)


async def test_a_day_without_words_has_no_steering(memory: MemoryParts) -> None:
    found = await daily_analysis(memory, ADA, day=DAY)
    assert (found.date, found.confidence, found.steering, list(found.themes)) == (DAY, "insufficient_data", None, [])


async def test_by_rules_it_has_themes_steering_and_evidence_but_not_the_assistants_claims(memory: MemoryParts) -> None:
    session = await talk(memory, ADA, "s1", FULL_DAY)
    await learn(memory, ADA, session)
    found = await analyse_day(memory, ADA, DAY)
    assert found.source == "rules"
    assert found.confidence == "high"
    assert "chapter" in found.themes
    assert found.steering
    assert "Send the chapter to my supervisor" in found.steering
    assert "postponing the statistics chapter" in found.steering
    assert "hate" not in found.steering
    assert len(found.evidence) >= 2
    assert await daily_analysis(memory, ADA, day=DAY) == found
    other_day = await daily_analysis(memory, ADA, day=DAY + timedelta(days=1))
    assert other_day.confidence == "insufficient_data"


def answer(value: object) -> list[Line]:
    return says(orjson.dumps(value).decode())


async def test_a_model_looks_back_and_only_the_persons_lines_are_evidence(memory: MemoryParts) -> None:
    await talk(memory, ADA, "s1", FULL_DAY)
    said = {
        "steering": "Ask for one paragraph of the chapter, not for all of it.",
        "themes": [
            {"text": "thesis pressure", "from": [1, 2, 11]},
            {"text": "an assistant's claim", "from": [10]},
            {"text": "from nowhere", "from": [99, "x"]},
            "no theme",
        ],
        "confidence": 0.9,
    }
    clever, _ = with_model(memory, answer(said))
    found = await analyse_day(clever, ADA, DAY)
    assert (found.source, found.confidence, list(found.themes)) == ("model", "high", ["thesis pressure"])
    assert len(found.evidence) == 3


@pytest.mark.parametrize(
    ("said", "confidence"),
    [
        ({"steering": "Go slow.", "themes": [{"text": "thesis", "from": [1, 2]}], "confidence": 0.4}, "needs_review"),
        ({"steering": "Go slow.", "themes": [{"text": "thesis", "from": [1, 2]}], "confidence": True}, "needs_review"),
        ({"steering": "Go slow.", "themes": [], "confidence": 1}, "needs_review"),
        ({"steering": None, "themes": [{"text": "thesis", "from": [1, 2]}], "confidence": 1}, "needs_review"),
    ],
)
async def test_a_model_that_is_unsure_or_unfounded_is_for_review(
    memory: MemoryParts, said: object, confidence: Confidence
) -> None:
    await talk(memory, ADA, "s1", FULL_DAY)
    clever, _ = with_model(memory, answer(said))
    assert (await analyse_day(clever, ADA, DAY)).confidence == confidence


@pytest.mark.parametrize("script", [says("Sorry."), answer([]), answer({"themes": 1}), [failed(Failure.UNREACHABLE)]])
async def test_a_model_that_makes_no_sense_gives_way_to_the_rules(memory: MemoryParts, script: list[Line]) -> None:
    await talk(memory, ADA, "s1", FULL_DAY)
    clever, _ = with_model(memory, script)
    assert (await analyse_day(clever, ADA, DAY)).source == "rules"


async def test_too_little_is_not_worth_a_call(memory: MemoryParts) -> None:
    await talk(memory, ADA, "s1", FULL_DAY[:2])
    clever, model = with_model(memory, answer({}))
    assert (await analyse_day(clever, ADA, DAY)).confidence == "insufficient_data"
    assert model.calls == []


async def test_a_forget_while_it_is_made_keeps_it_out(memory: MemoryParts, as_owner: asyncpg.Connection) -> None:
    session = await talk(memory, ADA, "s1", FULL_DAY)
    gate = asyncio.Event()
    model = ScriptedModel([gate, *answer({"steering": "x", "themes": [], "confidence": 1})])
    making = asyncio.create_task(analyse_day(replace(memory, chain=Chain([model])), ADA, DAY))
    await model.waits.wait()
    async with memory.db.as_owner(ADA) as tx:
        await tx.execute("delete from episodes where session = $1 and seq < 3", session)
    gate.set()
    await making
    assert await as_owner.fetchval("select count(*) from daily_analyses") == 0


async def test_everybody_who_spoke_yesterday_is_looked_back_on_once_on_their_own_calendar(
    memory: MemoryParts, as_owner: asyncpg.Connection
) -> None:
    for owner, city in ((ADA, "Tokyo"), (BOB, "New York")):
        session = await talk(memory, owner, "s1", [("user", f"I live in {city}."), *FULL_DAY])
        await learn(memory, owner, session)
        await summarise_session(memory, owner, session, 1)
        await refresh(memory, owner)
    # 18:00 UTC on the 11th is the 12th in Tokyo, and still the 11th in New York.
    soon = at(memory, datetime(2026, 5, 12, 18, 30, tzinfo=UTC))
    assert await analyse_days(soon) == 2
    assert await analyse_days(soon) == 0
    rows = await as_owner.fetch("select user_id, day, confidence from daily_analyses order by user_id")
    assert [tuple(row) for row in rows] == [
        ("ada", date(2026, 5, 12), "high"),
        ("bob", date(2026, 5, 11), "high"),
    ]
    assert (await daily_analysis(soon, ADA)).date == date(2026, 5, 12)
    assert await analyse_days(at(memory, datetime(2026, 6, 12, tzinfo=UTC))) == 0


async def test_the_clock_they_speak_by_counts_before_where_they_say_they_live(
    memory: MemoryParts, as_owner: asyncpg.Connection
) -> None:
    for owner, lines in ((ADA, FULL_DAY), (BOB, [("user", "I live in New York."), *FULL_DAY])):
        session = await talk(memory, owner, "s1", lines, timezone="Asia/Tokyo")
        await learn(memory, owner, session)
        await summarise_session(memory, owner, session, 1)
        await refresh(memory, owner)
    soon = at(memory, datetime(2026, 5, 12, 18, 30, tzinfo=UTC))
    assert await analyse_days(soon) == 2
    rows = await as_owner.fetch("select user_id, day, confidence from daily_analyses order by user_id")
    assert [tuple(row) for row in rows] == [
        ("ada", date(2026, 5, 12), "high"),
        ("bob", date(2026, 5, 12), "high"),
    ]
    assert (await daily_analysis(soon, BOB)).date == date(2026, 5, 12)
    assert (await daily_analysis(soon, BOB, day=DAY)).confidence == "insufficient_data"


async def test_owners_are_apart(memory: MemoryParts) -> None:
    await talk(memory, ADA, "s1", FULL_DAY)
    await analyse_day(memory, ADA, DAY)
    assert (await daily_analysis(memory, BOB, day=DAY)).confidence == "insufficient_data"


@pytest.mark.parametrize("day", [date.min, date(1969, 12, 31), date.max])
async def test_a_day_no_memory_can_have_is_refused(memory: MemoryParts, day: date) -> None:
    with pytest.raises(Invalid):
        await daily_analysis(memory, ADA, day=day)
