"""The start-brief packet: same session, same day, yesterday, a week later; time zones; nobody else's; flat cost."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from datetime import UTC, datetime, timedelta

import asyncpg
import orjson
import pytest

from holdfast.core.db import Owner, connect
from holdfast.core.errors import Invalid
from holdfast.core.migrate import Addresses
from holdfast.memory.brief.brief import brief
from holdfast.memory.brief.start_brief import session_brief, start_brief
from holdfast.memory.brief.types import Bridge, Handover, Resume, StartBrief
from holdfast.memory.learning.learn import learn
from holdfast.memory.loops.loops import change_loop, list_loops
from holdfast.memory.loops.types import LoopChange
from holdfast.memory.outbox.drain import drain
from holdfast.memory.parts import MemoryParts
from holdfast.memory.profile.refresh import refresh
from holdfast.memory.summaries.sessions import summarise_session
from holdfast.memory.types import BriefQuery
from tests.memory.conftest import ADA, BOB
from tests.memory.talking import KITCHEN, MONDAY, talk, with_model
from tests.scripted import says
from tests.words import WordEmbedder

pytestmark = pytest.mark.anyio

HANDOVER = (
    "The last conversation was about kitchen and Lena. The person: “Marco from the tile shop sent a quote for 4,200 "
    "euros.” “My budget for the kitchen is 3,500 euros.” Decided: “We decided to move the start to June 3 because Lena "
    "has her exams.” Still open: Call the plumber."
)
LAST_SAID = MONDAY + timedelta(minutes=4)
"""The last *user* message of the kitchen; the assistant spoke after it."""


async def spoke(
    memory: MemoryParts, *, when: datetime = MONDAY, name: str = "s1", lines: Sequence[tuple[str, str]] = KITCHEN
) -> None:
    session = await talk(memory, ADA, name, lines, at=when)
    await summarise_session(memory, ADA, session, 1)


async def test_an_empty_memory_gives_an_empty_packet(memory: MemoryParts) -> None:
    empty = StartBrief(Handover("", "multi_day"), Bridge(""), Resume(False, None), None, [])
    assert await start_brief(memory, ADA, BriefQuery(session_id="s1")) == empty
    assert await session_brief(memory, ADA, BriefQuery(session_id="s1")) == empty


async def test_a_week_later_the_handover_carries_it(memory: MemoryParts) -> None:
    await spoke(memory)
    packet = await start_brief(memory, ADA, BriefQuery(session_id="s2", now=LAST_SAID + timedelta(days=7)))
    assert packet.handover.depth == "multi_day"
    assert packet.handover.text == f"The person last spoke 7 days ago, on Monday, 11 May 2026. {HANDOVER}"
    assert packet.resume == Resume(use_bridge=False, gap_minutes=7 * 24 * 60)


async def test_the_next_morning_it_was_yesterday_evening(memory: MemoryParts) -> None:
    await spoke(memory)
    packet = await start_brief(memory, ADA, BriefQuery(now=MONDAY + timedelta(hours=14)))
    assert packet.handover == Handover(f"The person last spoke yesterday evening, at 18:04. {HANDOVER}", "yesterday")
    assert packet.resume == Resume(use_bridge=False, gap_minutes=836)


async def test_an_hour_later_the_bridge_takes_up_the_last_words(memory: MemoryParts) -> None:
    await spoke(memory)
    packet = await start_brief(memory, ADA, BriefQuery(session_id="s2", now=LAST_SAID + timedelta(hours=1)))
    assert packet.handover.text.startswith("The person last spoke earlier today, at 18:04.")
    assert packet.resume == Resume(use_bridge=True, gap_minutes=60)
    assert packet.bridge.text == (
        "The person last said: “We decided to move the start to June 3 because Lena has her exams. Remind me to call "
        "the plumber.” The assistant replied: “Noted.”"
    )


async def test_in_the_same_session_nothing_is_bridged(memory: MemoryParts) -> None:
    await talk(memory, ADA, "s1", KITCHEN, is_closed=False)
    packet = await start_brief(memory, ADA, BriefQuery(session_id="s1", now=LAST_SAID + timedelta(minutes=3)))
    assert packet.handover.depth == "same_session"
    assert packet.handover.text == f"The person is in the middle of a conversation. {HANDOVER}"
    assert packet.resume == Resume(use_bridge=False, gap_minutes=3)
    other = await start_brief(memory, ADA, BriefQuery(session_id="s2", now=LAST_SAID + timedelta(minutes=3)))
    assert other.resume.use_bridge


async def test_a_session_without_a_summary_yet_is_told_from_its_last_turns(memory: MemoryParts) -> None:
    await talk(memory, ADA, "s1", KITCHEN)
    packet = await start_brief(memory, ADA, BriefQuery(now=MONDAY + timedelta(days=3)))
    assert packet.handover.text.endswith(HANDOVER)


async def test_small_talk_since_then_does_not_hide_what_matters(memory: MemoryParts) -> None:
    await spoke(memory)
    later = await talk(memory, ADA, "s2", [("user", "Hi!"), ("assistant", "Hello!")], at=MONDAY + timedelta(days=1))
    await summarise_session(memory, ADA, later, 1)
    packet = await start_brief(memory, ADA, BriefQuery(now=MONDAY + timedelta(days=2)))
    assert packet.handover.depth == "yesterday"
    assert packet.handover.text.endswith(HANDOVER)
    assert "yesterday evening, at 18:00. Little was said then; before that, on Monday, 11 May 2026: The last" in (
        packet.handover.text
    ), "what was said on Monday is not told as said on Tuesday"


async def test_in_the_early_hours_is_not_last_night(memory: MemoryParts) -> None:
    await spoke(memory, when=datetime(2026, 5, 11, 2, tzinfo=UTC))
    packet = await start_brief(memory, ADA, BriefQuery(now=datetime(2026, 5, 12, 21, 30, tzinfo=UTC)))
    assert packet.handover.text.startswith("The person last spoke in the early hours of yesterday, at 02:04.")


async def test_the_models_handover_lies_ready(memory: MemoryParts) -> None:
    session = await talk(memory, ADA, "s1", KITCHEN)
    told = {"summary": "A kitchen.", "handover": "The quote is too high; the plumber is to be called."}
    clever, model = with_model(memory, says(orjson.dumps(told).decode()))
    await summarise_session(clever, ADA, session, 1)
    packet = await start_brief(clever, ADA, BriefQuery(now=MONDAY + timedelta(days=7)))
    assert packet.handover.text.endswith("11 May 2026. The quote is too high; the plumber is to be called.")
    assert len(model.calls) == 1


async def test_days_are_those_of_the_persons_own_calendar(memory: MemoryParts) -> None:
    late = datetime(2026, 5, 11, 21, 30, tzinfo=UTC)  # 23:30 in Lisbon's neighbour Madrid, 22:30 in Lisbon
    for owner, city in ((ADA, "Madrid"), (BOB, "Lisbon")):
        lines = [("user", f"I live in {city}. My name is Noor and I bought a red bicycle on Friday.")]
        session = await talk(memory, owner, "s1", lines, at=late)
        await learn(memory, owner, session)
        assert await refresh(memory, owner)
    now = late + timedelta(hours=1)
    in_madrid = await start_brief(memory, ADA, BriefQuery(now=now))
    in_lisbon = await start_brief(memory, BOB, BriefQuery(now=now))
    assert (in_madrid.handover.depth, in_lisbon.handover.depth) == ("yesterday", "today")
    assert in_madrid.handover.text.startswith("Noor last spoke last night, at 23:30.")
    assert in_lisbon.handover.text.startswith("Noor last spoke earlier today, at 22:30.")


async def test_who_names_no_zone_is_told_by_the_clock_they_last_spoke_by(memory: MemoryParts) -> None:
    late = datetime(2026, 5, 11, 21, 30, tzinfo=UTC)
    session = await talk(memory, ADA, "s1", [("user", "I live in Lisbon.")], at=late, timezone="Europe/Madrid")
    await learn(memory, ADA, session)
    assert await refresh(memory, ADA)
    now = late + timedelta(hours=1)
    for told in (start_brief, session_brief):
        depths = [
            (await told(memory, ADA, BriefQuery(now=now, timezone=zone))).handover.depth
            for zone in (None, "Nowhere/Atlantis", "Europe/Lisbon")
        ]
        assert depths == ["yesterday", "yesterday", "today"]


async def test_it_is_measured_from_the_last_user_message(memory: MemoryParts) -> None:
    lines = [("user", "I repainted the old boat yesterday."), *[("assistant", "…")] * 30]
    await talk(memory, ADA, "s1", lines, is_closed=False)
    packet = await start_brief(memory, ADA, BriefQuery(now=MONDAY + timedelta(minutes=30)))
    assert (packet.handover.depth, packet.resume.gap_minutes) == ("today", 30)


async def test_a_session_that_has_gone_on_for_a_while_is_told_what_was_before_it(memory: MemoryParts) -> None:
    await spoke(memory)
    began = LAST_SAID + timedelta(minutes=20)
    await talk(memory, ADA, "s2", [("user", "I sold the house in Bremen.")], at=began, is_closed=False)
    now = began + timedelta(minutes=2)
    packet = await start_brief(memory, ADA, BriefQuery(session_id="s2", now=now, started_at=began))
    assert "Bremen" not in str(packet)
    assert packet.resume == Resume(use_bridge=True, gap_minutes=22)
    with pytest.raises(Invalid):
        await start_brief(memory, ADA, BriefQuery(now=now, started_at=datetime(2026, 1, 1)))


async def test_who_says_goodbye_at_length_has_not_said_little(memory: MemoryParts) -> None:
    """The last dozen messages say nothing, and nobody has summed the session up yet."""
    await spoke(memory, when=MONDAY - timedelta(days=1), lines=[("user", "I sold the house in Bremen.")], name="s0")
    await talk(memory, ADA, "s1", [*KITCHEN, *[("user", "Thanks"), ("assistant", "…")] * 10])
    packet = await start_brief(memory, ADA, BriefQuery(now=MONDAY + timedelta(hours=1)))
    assert "plumber" in packet.handover.text
    assert "Bremen" not in packet.handover.text


async def test_a_moment_in_the_past_sees_nothing_that_was_said_later(memory: MemoryParts) -> None:
    await spoke(memory)
    await talk(memory, ADA, "s2", [("user", "I sold the house in Bremen.")], at=MONDAY + timedelta(days=9))
    packet = await start_brief(memory, ADA, BriefQuery(now=MONDAY + timedelta(days=1)))
    assert packet.handover.depth == "yesterday"
    assert "Bremen" not in str(packet)


@pytest.mark.parametrize(
    "now", [datetime(1969, 1, 1, tzinfo=UTC), datetime(9999, 1, 1, tzinfo=UTC), datetime(2026, 1, 1)]
)
async def test_a_moment_out_of_bounds_is_refused(memory: MemoryParts, now: datetime) -> None:
    with pytest.raises(Invalid):
        await start_brief(memory, ADA, BriefQuery(now=now))


async def test_what_is_open_comes_as_items_and_what_is_due_as_ops(memory: MemoryParts) -> None:
    session = await talk(
        memory, ADA, "s1", [("user", "Remind me to call the plumber."), ("user", "Remind me to pay the rent.")]
    )
    await learn(memory, ADA, session)
    rent = next(loop for loop in await list_loops(memory, ADA) if "rent" in loop.text)
    await change_loop(memory, ADA, rent.id, LoopChange(due_at=MONDAY + timedelta(days=1)))
    packet = await start_brief(memory, ADA, BriefQuery(now=MONDAY + timedelta(hours=12)))
    assert {(item.kind, item.text) for item in packet.items} == {
        ("commitment", "Call the plumber"), ("commitment", "Pay the rent"),
    }  # fmt: skip
    assert all(item.evidence for item in packet.items)
    assert packet.ops
    assert packet.ops.text == "Due today: Pay the rent."
    overdue = await start_brief(memory, ADA, BriefQuery(now=MONDAY + timedelta(days=4)))
    assert overdue.ops
    assert overdue.ops.text == "Overdue since Tuesday, 12 May: Pay the rent."
    await change_loop(memory, ADA, rent.id, LoopChange(snoozed_until=MONDAY + timedelta(days=9)))
    snoozed = await start_brief(memory, ADA, BriefQuery(now=MONDAY + timedelta(days=4)))
    assert snoozed.ops is None
    assert [item.text for item in snoozed.items] == ["Call the plumber"]


async def test_what_is_late_does_not_take_the_place_of_what_is_due_today(memory: MemoryParts) -> None:
    late = ["order the oak", "call the bank", "fix the railing"]
    lines = [("user", f"Remind me to {one} tomorrow.") for one in late]
    await learn(memory, ADA, await talk(memory, ADA, "s1", lines))
    days = timedelta(days=6)
    saw = [("user", "Remind me to bring the big saw tomorrow.")]
    await learn(memory, ADA, await talk(memory, ADA, "s2", saw, at=MONDAY + days))
    packet = await start_brief(memory, ADA, BriefQuery(now=MONDAY + days + timedelta(hours=14)))
    assert packet.ops
    assert packet.ops.text.startswith("Due today: Bring the big saw. Overdue since Tuesday, 12 May: ")
    next_year = await start_brief(memory, ADA, BriefQuery(now=MONDAY + timedelta(days=300)))
    assert next_year.ops
    assert next_year.ops.text.startswith("Overdue since Monday, 18 May 2026: Bring the big saw.")


async def test_a_session_of_questions_alone_leaves_the_handover_before_it_and_no_log(memory: MemoryParts) -> None:
    await spoke(memory)
    lines = [("user", "What did I say about Lena?"), ("assistant", "She has her exams.")]
    await talk(memory, ADA, "s2", lines, at=MONDAY + timedelta(days=1))
    await drain(memory)
    packet = await start_brief(memory, ADA, BriefQuery(now=MONDAY + timedelta(days=2)))
    assert "the person: What did I say" not in packet.handover.text
    assert packet.handover.text.endswith(HANDOVER)


async def test_pinned_facts_are_items_too(memory: MemoryParts) -> None:
    session = await talk(memory, ADA, "s1", [("user", "I am allergic to peanuts.")])
    await learn(memory, ADA, session)
    async with memory.db.as_owner(ADA) as tx:
        await tx.execute("update facts set is_pinned = true")
    packet = await start_brief(memory, ADA, BriefQuery(now=MONDAY + timedelta(days=1)))
    assert [(item.kind, item.text) for item in packet.items] == [("fact", "Is allergic to peanuts")]
    assert packet.items[0].evidence


async def test_a_persona_sees_its_own_sessions_and_those_of_none(memory: MemoryParts) -> None:
    lines = {"sophie": "My cat Minka broke the blue vase.", "incident": "Our database in Dublin lost its primary disk."}
    for days, (persona, text) in enumerate(lines.items()):
        await talk(memory, ADA, persona, [("user", text)], at=MONDAY + timedelta(days=days), persona_id=persona)
    now = MONDAY + timedelta(days=5)
    seen = {
        name: str(await start_brief(memory, ADA, BriefQuery(now=now, persona_id=name)))
        for name in ("sophie", "incident", "x")
    }
    assert ("vase" in seen["sophie"], "Dublin" in seen["sophie"]) == (True, False)
    assert ("vase" in seen["incident"], "Dublin" in seen["incident"]) == (False, True)
    assert ("vase" in seen["x"], "Dublin" in seen["x"]) == (False, False)


async def test_owners_are_apart_even_with_the_same_session_names(memory: MemoryParts) -> None:
    await spoke(memory)
    for other in (BOB, Owner("acme2", "ada"), Owner("", "ada")):
        packet = await start_brief(memory, other, BriefQuery(session_id="s1", now=MONDAY + timedelta(days=1)))
        assert packet.handover.text == ""
        assert packet.items == []


async def test_the_session_brief_tells_of_that_session_alone(memory: MemoryParts) -> None:
    await spoke(memory)
    await talk(
        memory, ADA, "s2", [("user", "I sold the house in Bremen for 300,000 euros.")], at=MONDAY + timedelta(days=2)
    )
    now = MONDAY + timedelta(days=3)
    first = await session_brief(memory, ADA, BriefQuery(session_id="s1", now=now))
    second = await session_brief(memory, ADA, BriefQuery(session_id="s2", now=now))
    assert (first.handover.depth, second.handover.depth) == ("multi_day", "yesterday")
    assert first.handover.text.endswith(HANDOVER)
    assert "Bremen" in second.handover.text


async def test_what_is_forgotten_is_in_no_packet(memory: MemoryParts) -> None:
    await spoke(memory)
    async with memory.db.as_owner(ADA) as tx:
        await tx.execute(
            "delete from memory_sessions where tenant_id = $1 and user_id = $2", ADA.tenant_id, ADA.user_id
        )
    assert "Marco" not in str(await start_brief(memory, ADA, BriefQuery(now=MONDAY + timedelta(days=1))))


@pytest.mark.parametrize(
    "ask",
    [
        lambda memory, now: start_brief(memory, ADA, BriefQuery("last", now=now)),
        lambda memory, now: session_brief(memory, ADA, BriefQuery("last", now=now)),
        lambda memory, now: brief(memory, ADA, session_id="last", now=now),
    ],
    ids=["start_brief", "session_brief", "brief"],
)
async def test_the_cost_is_flat_as_the_history_grows(
    addresses: Addresses, as_owner: asyncpg.Connection, ask: Callable[[MemoryParts, datetime], Awaitable[object]]
) -> None:
    """Counted in statements and in rows read, not in time."""
    one_connection = await connect(addresses.app, size=1)
    memory = MemoryParts(one_connection, WordEmbedder(), chain=None)
    now = MONDAY + timedelta(days=100)
    statements = 0

    def count(_: object) -> None:
        nonlocal statements
        statements += 1

    async def rows_read() -> int:
        async with one_connection.pool.acquire() as connection:
            await connection.execute("select pg_stat_force_next_flush()")
            read: int = await connection.fetchval(
                "select sum(seq_tup_read + coalesce(idx_tup_fetch, 0))::bigint from pg_stat_user_tables"
            )
        return read

    async def cost() -> tuple[int, int]:
        nonlocal statements
        await as_owner.execute("analyze")
        await ask(memory, now)  # what is prepared once does not count
        before, statements = await rows_read(), 0
        async with one_connection.pool.acquire() as connection:
            connection.add_query_logger(count)
        told = await ask(memory, now)
        async with one_connection.pool.acquire() as connection:
            connection.remove_query_logger(count)
        assert "June 3" in str(told)
        return statements, await rows_read() - before

    await spoke(memory, when=now - timedelta(days=1), name="last")
    await as_owner.execute(_OLD_SESSIONS, 1, 300, MONDAY)
    few = await cost()
    await as_owner.execute(_OLD_SESSIONS, 301, 3000, MONDAY)
    many = await cost()
    await one_connection.close()
    assert many[0] == few[0] <= 20
    assert many[1] <= few[1] + 5
    assert many[1] < 100


_OLD_SESSIONS = """
with s as (
  insert into memory_sessions (tenant_id, user_id, session_id, next_seq, window_from, folded_to, learned_to, first_at,
                               last_at, last_user_at, closed_at)
  select 'acme', 'ada', 'old' || n, 4, 4, 4, 4, t.at, t.at, t.at, t.at
    from generate_series($1::int, $2::int) n cross join lateral (select $3::timestamptz - n * interval '1 hour' as at) t
  returning id, first_at
), e as (
  insert into episodes (tenant_id, user_id, session, seq, role, text, said_at)
  select 'acme', 'ada', s.id, n, 'user', 'I went out and bought bread.', s.first_at
    from s cross join generate_series(0, 3) n
)
insert into session_summaries (tenant_id, user_id, session, stretch, name, text, handover, source, from_seq, to_seq,
                               ended_at)
select 'acme', 'ada', s.id, 1, 'session:' || s.id, 'Bread was bought.', 'Bread.', 'rules', 0, 4, s.first_at from s
"""
