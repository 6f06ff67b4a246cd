"""What is open: opened, repeated, ended and given up by what is said; and by hand, which stays."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import asyncpg
import pytest

from holdfast.core.errors import Conflict, Invalid, NotFound
from holdfast.core.ids import SessionRow
from holdfast.memory.learning.learn import learn
from holdfast.memory.loops.loops import change_loop, list_loops
from holdfast.memory.loops.nudges import MAX_NUDGES, nudge_candidates
from holdfast.memory.loops.types import LoopChange
from holdfast.memory.parts import MemoryParts
from holdfast.memory.profile.identity import identity
from holdfast.memory.profile.refresh import refresh
from holdfast.memory.types import Loop
from tests.memory.conftest import ADA, BOB
from tests.memory.learning.conversation import DAY, MONDAY, answering, say, tell, turn

pytestmark = pytest.mark.anyio


async def loops(memory: MemoryParts) -> list[tuple[str, str, str]]:
    return sorted((loop.kind, loop.status, loop.text) for loop in await list_loops(memory, ADA))


async def one(memory: MemoryParts, kind: str = "commitment") -> Loop:
    [loop] = [loop for loop in await list_loops(memory, ADA) if loop.kind == kind]
    return loop


async def test_a_promise_is_open_with_its_day_and_its_turn(memory: MemoryParts) -> None:
    await tell(memory, "I need to call the dentist by Friday")
    loop = await one(memory)
    assert (loop.status, loop.text, loop.time_horizon, loop.opened_at) == (
        "open", "Call the dentist by Friday", "this_week", MONDAY,
    )  # fmt: skip
    assert (loop.due_at, len(loop.evidence), loop.source) == (
        (MONDAY + 4 * DAY).replace(hour=23, minute=59), 1, "rules",
    )  # fmt: skip


async def test_the_same_promise_again_reinforces_it(memory: MemoryParts) -> None:
    await tell(memory, "I need to call the dentist", at=MONDAY, session_id="a")
    before = await one(memory)
    await tell(memory, "I really must call my dentist by Friday", at=MONDAY + DAY, session_id="b")
    after = await one(memory)
    assert (after.id, after.times_reinforced, len(after.evidence)) == (before.id, 1, 2)
    assert after.salience > before.salience
    assert after.due_at is not None
    assert after.reinforced_at == MONDAY + DAY


async def test_a_thread_that_becomes_a_promise_is_one_loop(memory: MemoryParts) -> None:
    await tell(memory, "Maybe I should learn the piano", at=MONDAY, session_id="a")
    assert (await one(memory, "thread")).status == "open"
    await tell(memory, "I will learn the piano", at=MONDAY + DAY, session_id="b")
    assert await loops(memory) == [("commitment", "open", "Learn the piano")]


async def test_what_is_finished_completes_the_best_match_and_is_one_win(memory: MemoryParts) -> None:
    await tell(
        memory, "I need to finish the quarterly report", "I need to report the broken lamp", at=MONDAY, session_id="a"
    )
    await tell(memory, "I finished the quarterly report!", at=MONDAY + DAY, session_id="b")
    assert await loops(memory) == [
        ("commitment", "completed", "Finish the quarterly report"),
        ("commitment", "open", "Report the broken lamp"),
        ("win", "completed", "Finish the quarterly report"),
    ]
    await tell(memory, "As I said, I finished the quarterly report", at=MONDAY + 2 * DAY, session_id="c")
    assert [loop[0] for loop in await loops(memory)].count("win") == 1


@pytest.mark.parametrize(
    ("promise", "done"),
    [
        ("I need to call the dentist", "I called the dentist"),
        ("I'll go for a run", "I went for a run"),
        ("I need to write the report", "I finished the report"),
        ("I have to send Greg the invoice", "I just sent the invoice to Greg"),
        ("Remind me to buy milk", "I bought milk"),
        ("I need to pay the electricity bill", "I finally paid the electricity bill"),
        ("I must submit my tax return", "My tax return is done"),
    ],
)
async def test_a_promise_is_kept_in_other_words(memory: MemoryParts, promise: str, done: str) -> None:
    await tell(memory, promise, at=MONDAY, session_id="a")
    await tell(memory, done, at=MONDAY + DAY, session_id="b")
    loop = await one(memory)
    assert (loop.status, loop.closed_because, loop.closed_at) == ("completed", "done", MONDAY + DAY)
    assert len(loop.evidence) == 2
    assert (await one(memory, "win")).text == loop.text


@pytest.mark.parametrize(
    "said", ["I called my mother", "I did not call the dentist", "I went shopping", "Did I call the dentist?"]
)
async def test_other_news_leaves_a_promise_open(memory: MemoryParts, said: str) -> None:
    await tell(memory, "I need to call the dentist", at=MONDAY, session_id="a")
    await tell(memory, said, at=MONDAY + DAY, session_id="b")
    assert await loops(memory) == [("commitment", "open", "Call the dentist")]


async def test_a_win_without_a_promise_is_a_win(memory: MemoryParts) -> None:
    await tell(memory, "I passed my driving test!")
    assert await loops(memory) == [("win", "completed", "Passed my driving test")]


async def test_one_window_can_open_and_end(memory: MemoryParts) -> None:
    await tell(memory, "I need to call the dentist", "Okay, I called the dentist")
    assert [loop[:2] for loop in await loops(memory)] == [("commitment", "completed"), ("win", "completed")]


async def test_an_older_promise_that_arrives_after_its_end_is_not_open(memory: MemoryParts) -> None:
    await tell(memory, "I finished the quarterly report", at=MONDAY + 5 * DAY, session_id="end")
    await tell(memory, "I need to finish the quarterly report", at=MONDAY, session_id="begin")
    loop = await one(memory)
    assert (loop.status, loop.opened_at, loop.closed_at) == ("completed", MONDAY, MONDAY + 5 * DAY)


async def test_words_said_before_a_promise_do_not_end_it(memory: MemoryParts) -> None:
    await tell(memory, "I need to call the dentist", at=MONDAY, session_id="a")
    await tell(memory, "I called the dentist", at=MONDAY - DAY, session_id="b")
    assert (await one(memory)).status == "open"


async def test_given_up_is_dropped(memory: MemoryParts) -> None:
    await tell(memory, "I need to call the dentist", "I need to buy a lamp", at=MONDAY, session_id="a")
    await tell(memory, "I don't need to call the dentist anymore", at=MONDAY + DAY, session_id="b")
    assert await loops(memory) == [
        ("commitment", "dropped", "Call the dentist"),
        ("commitment", "open", "Buy a lamp"),
    ]


async def test_a_bare_never_mind_takes_back_the_turn_before(memory: MemoryParts) -> None:
    await tell(
        memory,
        "I need to buy a lamp",
        "Remind me to call the dentist",
        turn("Sure.", 1.5, role="assistant"),
        turn("Oh, never mind.", 2),
    )
    assert await loops(memory) == [
        ("commitment", "dropped", "Call the dentist"),
        ("commitment", "open", "Buy a lamp"),
    ]


async def test_a_bare_never_mind_later_on_takes_back_nothing(memory: MemoryParts) -> None:
    await tell(memory, "I need to buy a lamp", "What a day", "never mind")
    assert [loop[1] for loop in await loops(memory)] == ["open"]


async def test_what_is_done_every_day_becomes_a_habit(memory: MemoryParts) -> None:
    await tell(memory, "I will practise meditation", at=MONDAY, session_id="a")
    await tell(memory, "I practise meditation every morning now", at=MONDAY + DAY, session_id="b")
    await tell(memory, "I practise meditation every morning", at=MONDAY + 2 * DAY, session_id="c")
    assert await loops(memory) == [
        ("commitment", "completed", "Practise meditation"),
        ("habit", "open", "Practise meditation every morning"),
    ]
    assert (await one(memory)).closed_because == "became a habit"


async def test_threads_that_lead_nowhere_are_cleaned_up(memory: MemoryParts) -> None:
    idle = {"action": "create", "kind": "thread", "text": "The weather is nice", "evidence": [1]}
    chain, _ = answering({"loops": [idle]})
    await tell(replace(memory, chain=chain), "The weather is nice", at=MONDAY, session_id="a")
    await tell(memory, "I might paint the shed", at=MONDAY, session_id="b")
    await tell(memory, "I need to call the dentist", at=MONDAY + 70 * DAY, session_id="c")
    because = {loop.text: (loop.status, loop.closed_because) for loop in await list_loops(memory, ADA)}
    assert because == {
        "The weather is nice": ("dropped", "not actionable"),
        "Paint the shed": ("dropped", "gone quiet"),
        "Call the dentist": ("open", None),
    }


async def test_a_promise_made_again_after_its_end_is_a_new_one(memory: MemoryParts) -> None:
    await tell(memory, "I need to call the dentist", "I called the dentist", at=MONDAY, session_id="a")
    await tell(memory, "I need to call the dentist", at=MONDAY + 30 * DAY, session_id="b")
    assert [loop[:2] for loop in await loops(memory)] == [
        ("commitment", "completed"), ("commitment", "open"), ("win", "completed"),
    ]  # fmt: skip


# By hand


async def test_what_a_person_sets_is_set(memory: MemoryParts) -> None:
    await tell(memory, "I need to call the dentist")
    loop = await one(memory)
    snoozed, due = MONDAY + 3 * DAY, MONDAY + 9 * DAY
    changed = await change_loop(
        memory, ADA, loop.id, LoopChange(text="Call Dr. Meyer", due_at=due, snoozed_until=snoozed)
    )  # fmt: skip
    assert (changed.text, changed.due_at, changed.snoozed_until) == ("Call Dr. Meyer", due, snoozed)
    [stored] = await list_loops(memory, ADA)
    assert stored == changed
    cleared = await change_loop(memory, ADA, loop.id, LoopChange(clear=frozenset({"due_at", "snoozed_until"})))
    assert (cleared.due_at, cleared.snoozed_until) == (None, None)


@pytest.mark.parametrize("status", ["completed", "dropped"])
async def test_what_a_person_closed_stays_closed_whatever_older_words_say(memory: MemoryParts, status: str) -> None:
    await tell(memory, "I need to call the dentist", at=MONDAY, session_id="a")
    loop = await one(memory)
    await change_loop(memory, ADA, loop.id, LoopChange(status=status))  # type: ignore[arg-type]
    await tell(memory, "I need to call the dentist", at=MONDAY + DAY, session_id="b")
    assert await loops(memory) == [("commitment", status, "Call the dentist")]
    assert (await one(memory)).closed_because == "said by hand"


async def test_what_a_person_opened_again_is_not_ended_by_older_words(memory: MemoryParts) -> None:
    await tell(memory, "I need to call the dentist", at=MONDAY, session_id="a")
    loop = await one(memory)
    await change_loop(memory, ADA, loop.id, LoopChange(status="completed"))
    opened = await change_loop(memory, ADA, loop.id, LoopChange(status="open"))
    assert (opened.status, opened.closed_at, opened.closed_because) == ("open", None, None)
    await tell(
        memory, "I called the dentist", "I don't need to call the dentist anymore", at=MONDAY + DAY, session_id="b"
    )
    assert (await one(memory)).status == "open"


async def test_opening_again_beside_the_same_is_refused(memory: MemoryParts) -> None:
    await tell(memory, "I need to call the dentist", "I called the dentist", at=MONDAY, session_id="a")
    first = await one(memory)
    await tell(memory, "I need to call the dentist", at=MONDAY + 30 * DAY, session_id="b")
    with pytest.raises(Conflict):
        await change_loop(memory, ADA, first.id, LoopChange(status="open"))


@pytest.mark.parametrize("text", ["", "  ", "x" * 201, "the of and"])
async def test_a_text_that_says_nothing_is_refused(memory: MemoryParts, text: str) -> None:
    await tell(memory, "I need to call the dentist")
    with pytest.raises(Invalid):
        await change_loop(memory, ADA, (await one(memory)).id, LoopChange(text=text))


async def test_anothers_loop_does_not_exist(memory: MemoryParts) -> None:
    await tell(memory, "I need to call the dentist")
    loop = await one(memory)
    for owner, loop_id in ((BOB, loop.id), (ADA, loop.id + 1000), (ADA, -1), (ADA, 2**70)):
        with pytest.raises(NotFound):
            await change_loop(memory, owner, loop_id, LoopChange(status="dropped"))
    assert await list_loops(memory, BOB) == []
    assert (await one(memory)).status == "open"


async def test_loops_are_listed_by_status(memory: MemoryParts) -> None:
    await tell(memory, "I need to call the dentist", "I called the dentist", "I need to buy a lamp")
    assert [loop.text for loop in await list_loops(memory, ADA, status="open")] == ["Buy a lamp"]
    assert len(await list_loops(memory, ADA, status="completed")) == 2
    assert await list_loops(memory, ADA, status="dropped") == []


async def test_the_same_promise_in_thirty_sessions_at_once_is_one(
    memory: MemoryParts, as_owner: asyncpg.Connection
) -> None:
    sessions = [
        await say(memory, "I must call the dentist", at=MONDAY + n * DAY, session_id=f"s{n}") for n in range(30)
    ]
    barrier = asyncio.Barrier(30)

    async def go(session: SessionRow) -> None:
        await barrier.wait()
        await learn(memory, ADA, session)

    await asyncio.gather(*map(go, sessions))
    loop = await one(memory)
    assert (loop.times_reinforced, len(loop.evidence)) == (29, 30)
    assert await as_owner.fetchval("select count(*) from loops") == 1


# Nudges


async def test_what_is_due_comes_before_what_was_long_left_alone(memory: MemoryParts) -> None:
    await tell(
        memory,
        "I promised to fix the fence, it's important",
        "I need to call the dentist by Friday",
        "I need to renew my passport by Thursday",
        "I might paint the shed",
    )
    nudges = await nudge_candidates(memory, ADA, now=MONDAY + 4 * DAY, limit=9)
    assert [loop.text.split()[0] for loop in nudges] == ["Renew", "Call", "Fix"]


async def test_nothing_fresh_snoozed_or_closed_is_brought_up(memory: MemoryParts) -> None:
    await tell(
        memory, "I promised to fix the fence", "I need to call the dentist tomorrow", "I must pay the rent today"
    )
    assert len(await nudge_candidates(memory, ADA, now=MONDAY + timedelta(minutes=5), limit=3)) == 2
    by_word = {loop.text.split()[0]: loop.id for loop in await list_loops(memory, ADA)}
    later = MONDAY + 10 * DAY
    await change_loop(memory, ADA, by_word["Call"], LoopChange(snoozed_until=later + DAY))
    await change_loop(memory, ADA, by_word["Pay"], LoopChange(status="completed"))
    assert [loop.text for loop in await nudge_candidates(memory, ADA, now=later, limit=3)] == ["Fix the fence"]
    assert len(await nudge_candidates(memory, ADA, now=later + 2 * DAY, limit=3)) == 2


async def test_there_are_never_more_than_a_few(memory: MemoryParts) -> None:
    await tell(memory, *[f"I must visit place{n}x today" for n in range(8)])
    assert len(await nudge_candidates(memory, ADA, now=MONDAY + DAY, limit=100)) == MAX_NUDGES
    assert len(await nudge_candidates(memory, ADA, now=MONDAY + DAY, limit=1)) == 1
    assert await nudge_candidates(memory, BOB, now=MONDAY + DAY, limit=3) == []


async def lives_in_new_york(memory: MemoryParts) -> None:
    await tell(memory, "I live in New York", session_id="home")
    await refresh(memory, ADA)
    assert (await identity(memory, ADA)).time_zone == "America/New_York"


LATE_THURSDAY = datetime(2026, 5, 7, 23, 30, tzinfo=ZoneInfo("America/New_York"))
"""Friday already, in UTC."""
END_OF_FRIDAY = datetime(2026, 5, 8, 23, 59, tzinfo=ZoneInfo("America/New_York"))


async def test_by_friday_is_the_friday_of_where_the_person_lives(memory: MemoryParts) -> None:
    await tell(memory, "I need to call the dentist by Friday", at=LATE_THURSDAY, owner=BOB)
    [loop] = await list_loops(memory, BOB)
    assert loop.due_at == datetime(2026, 5, 15, 23, 59, tzinfo=UTC), "nobody knows where Bob is, it is Friday in UTC"
    await lives_in_new_york(memory)
    await tell(memory, "I need to call the dentist by Friday", at=LATE_THURSDAY)
    loop = await one(memory)
    assert (loop.due_at, loop.time_horizon) == (END_OF_FRIDAY, "this_week")


CALIFORNIA = ZoneInfo("America/Los_Angeles")
MONDAY_EVENING = datetime(2026, 5, 5, 1, tzinfo=UTC)
"""Six in the evening on the fourth in California."""
PROMISE = "I need to call the dentist tomorrow"


async def test_tomorrow_is_that_of_the_clock_they_speak_by(memory: MemoryParts) -> None:
    await tell(memory, PROMISE, at=MONDAY_EVENING, timezone=CALIFORNIA.key)
    assert (await one(memory)).due_at == datetime(2026, 5, 5, 23, 59, tzinfo=CALIFORNIA)
    await tell(memory, PROMISE, at=MONDAY_EVENING, owner=BOB)
    [loop] = await list_loops(memory, BOB)
    assert loop.due_at == datetime(2026, 5, 6, 23, 59, tzinfo=UTC), "nobody told where Bob's clock stands"


async def test_who_lives_in_one_place_and_is_in_another_means_the_day_there(memory: MemoryParts) -> None:
    await lives_in_new_york(memory)
    at = datetime(2026, 5, 4, 22, tzinfo=UTC)
    await tell(memory, PROMISE, at=at, session_id="a", timezone="Asia/Tokyo")
    assert (await one(memory)).due_at == datetime(2026, 5, 6, 23, 59, tzinfo=ZoneInfo("Asia/Tokyo"))


async def test_by_hand_the_horizon_is_that_of_their_clock_too(memory: MemoryParts) -> None:
    memory = replace(memory, clock=lambda: MONDAY_EVENING)
    await tell(memory, "I need to call the dentist", at=MONDAY_EVENING, timezone=CALIFORNIA.key)
    due = LoopChange(due_at=datetime(2026, 5, 4, 23, 59, tzinfo=CALIFORNIA))
    assert (await change_loop(memory, ADA, (await one(memory)).id, due)).time_horizon == "today"


async def test_a_model_is_told_the_persons_date_and_its_day_ends_there(memory: MemoryParts) -> None:
    await lives_in_new_york(memory)
    row = {"action": "create", "kind": "commitment", "text": "Call the dentist", "due": "2026-05-08", "evidence": [1]}
    chain, model = answering({"loops": [row]})
    await tell(replace(memory, chain=chain), "I need to call the dentist by Friday", at=LATE_THURSDAY)
    assert "2026-05-07T23:30-04:00" in str(model.calls[0][0])
    assert (await one(memory)).due_at == END_OF_FRIDAY


async def test_a_date_set_by_hand_is_today_on_the_persons_calendar(memory: MemoryParts) -> None:
    await lives_in_new_york(memory)
    await tell(memory, "I need to call the dentist")
    memory = replace(memory, clock=lambda: LATE_THURSDAY)
    end_of_thursday = END_OF_FRIDAY - DAY
    changed = await change_loop(memory, ADA, (await one(memory)).id, LoopChange(due_at=end_of_thursday))
    assert changed.time_horizon == "today"
