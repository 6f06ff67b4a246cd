"""The same turns tell the same story in whatever order they come: facts, and what is open."""

from __future__ import annotations

from itertools import permutations
from typing import Any

import asyncpg
import pytest

from holdfast.core.db import Db
from holdfast.core.jobs import Job, JobContext, enqueue
from holdfast.memory.jobs import LEARN
from holdfast.memory.learning.facts.facts import fact_history
from holdfast.memory.learning.learn import learn_session
from holdfast.memory.loops.loops import list_loops
from holdfast.memory.parts import MemoryParts
from tests.memory.conftest import ADA
from tests.memory.learning.conversation import DAY, MONDAY, facts, known, say, tell

pytestmark = pytest.mark.anyio

Story = list[tuple[int, list[str]]]
"""(day, what was said on it)."""

MOVED: Story = [
    (
        0,
        [
            "Hi! I'm Mira, I just moved to Lisbon with my sister Ana.",
            "I need to call the landlord about the boiler by Friday.",
            "Also I'm vegetarian, so no fish recipes please.",
        ],
    ),
    (7, ["I called the landlord about the boiler, he fixed it.", "Ana got a job at a bakery in Alfama."]),
    (49, ["Big news: we moved to Porto last week.", "I'm not vegetarian any more, by the way."]),
]
AGAIN: Story = [
    (0, ["I need to call the dentist"]),
    (2, ["I called the dentist"]),
    (30, ["I must call my dentist by Friday"]),
    (60, ["I finished the quarterly report"]),
]
GIVEN_UP: Story = [
    (0, ["I need to finish the quarterly report", "I will buy a kayak", "I will practise meditation"]),
    (3, ["I really must finish the quarterly report by Monday", "I decided not to buy a kayak"]),
    (5, ["I finished the quarterly report!", "I practise meditation every morning now"]),
    (6, ["As I said, I finished the quarterly report"]),
]
TOLD_TWICE: Story = [
    (0, ["I have to send Greg the invoice"]),
    (4, ["I just sent the invoice to Greg"]),
    (20, ["I sent Greg the invoice two weeks ago"]),
]
STORIES = {"moved": MOVED, "again": AGAIN, "given up": GIVEN_UP, "told twice": TOLD_TWICE}


async def story_of(memory: MemoryParts) -> tuple[list[Any], list[Any]]:
    loops = [
        (loop.kind, loop.status, loop.text, loop.opened_at, loop.closed_at, loop.closed_because, loop.due_at)
        for loop in await list_loops(memory, ADA)
    ]
    told = [
        (fact.text, fact.learned_at, fact.retired_at, fact.valid_from, fact.valid_to, fact.retired_because)
        for fact in await facts(memory, include_retired=True)
    ]
    return sorted(loops, key=str), sorted(told, key=str)


async def learn_in(memory: MemoryParts, story: Story, order: tuple[int, ...]) -> None:
    """Each session arrives, and is learned from, before the next arrives."""
    for n in order:
        day, texts = story[n]
        await tell(memory, *texts, at=MONDAY + day * DAY, session_id=f"s{n}")


@pytest.fixture
async def empty(as_owner: asyncpg.Connection) -> Any:
    async def clear() -> None:
        await as_owner.execute("truncate memory_sessions, facts, loops, entities, episode_terms cascade")

    return clear


@pytest.mark.parametrize("name", STORIES)
async def test_any_order_of_arrival_leaves_the_same_facts_and_loops(memory: MemoryParts, empty: Any, name: str) -> None:
    story = STORIES[name]
    told = {}
    for order in permutations(range(len(story))):
        await empty()
        await learn_in(memory, story, order)
        told[order] = await story_of(memory)
    in_order = told[tuple(range(len(story)))]
    assert in_order[0]
    for order, found in told.items():
        assert found == in_order, order


@pytest.mark.parametrize("order", [(0, 1), (1, 0)])
async def test_a_promise_that_arrives_after_its_end_is_done_and_one_win(
    memory: MemoryParts, order: tuple[int, ...]
) -> None:
    await learn_in(memory, MOVED[:2], order)
    loops = {(loop.kind, loop.status): loop for loop in await list_loops(memory, ADA)}
    assert set(loops) == {("commitment", "completed"), ("win", "completed")}
    done = loops["commitment", "completed"]
    assert (done.text, done.closed_at, len(done.evidence)) == (
        "Call the landlord about the boiler by Friday", MONDAY + 7 * DAY, 2,
    )  # fmt: skip


async def test_what_another_said_or_nobody_has_learned_yet_ends_nothing(memory: MemoryParts) -> None:
    await say(memory, "I called the landlord about the boiler", at=MONDAY + 7 * DAY, session_id="unread")
    await tell(memory, "I called the landlord about the boiler", at=MONDAY - DAY, session_id="before")
    await tell(memory, "The landlord called about the boiler", at=MONDAY + DAY, session_id="other")
    await tell(memory, "I need to call the landlord about the boiler", at=MONDAY, session_id="promise")
    assert [loop.status for loop in await list_loops(memory, ADA)] == ["open"]


async def test_moving_supersedes_and_says_since_when(memory: MemoryParts) -> None:
    await learn_in(memory, MOVED, (2, 0, 1))
    [porto] = [fact for fact in await facts(memory) if fact.predicate == "lives_in"]
    lisbon, now = await fact_history(memory, ADA, porto.id)
    moved = (MONDAY + 42 * DAY).replace(hour=0)
    assert (lisbon.object, lisbon.valid_to, lisbon.retired_because) == ("Lisbon", moved, "superseded")
    assert (now.object, now.valid_from, lisbon.superseded_by) == ("Porto", moved, now.id)


class Parts:
    def __init__(self, memory: MemoryParts) -> None:
        self.memory = memory


async def picked(memory: MemoryParts, as_owner: asyncpg.Connection, session: int) -> Job:
    """As a worker is handed it."""
    holder = "0195f3a0-0000-7000-8000-000000000001"
    async with memory.db.as_owner(ADA) as tx:
        await enqueue(tx, LEARN, {"session": session})
    row = await as_owner.fetchrow(
        "update jobs.pgqueuer set status = 'picked', queue_manager_id = $1 where id = "
        "(select max(id) from jobs.pgqueuer where entrypoint = $2) returning id, queue_manager_id",
        holder, LEARN.name,
    )  # fmt: skip
    assert row is not None
    return Job(row["id"], LEARN.name, ADA, {"session": session}, 1, row["queue_manager_id"])


async def test_the_job_of_a_later_session_learns_the_earlier_ones_first(
    memory: MemoryParts, as_owner: asyncpg.Connection, worker_db: Db
) -> None:
    rows = [
        await say(memory, *texts, at=MONDAY + day * DAY, session_id=f"s{n}") for n, (day, texts) in enumerate(MOVED)
    ]  # fmt: skip
    context = JobContext(memory.db, worker_db, Parts(memory))
    await learn_session(await picked(memory, as_owner, rows[1]), context)
    assert await as_owner.fetchval("select count(*) from memory_sessions where learned_to < next_seq") == 1
    assert sorted(loop.kind for loop in await list_loops(memory, ADA)) == ["commitment", "win"]
    assert "Lives in Lisbon" in await known(memory)
    await learn_session(await picked(memory, as_owner, rows[2]), context)
    assert "Lives in Porto" in await known(memory)
    for row in rows:
        await learn_session(await picked(memory, as_owner, row), context)
    assert await as_owner.fetchval("select sum(times_reinforced) from facts") == 0
