from __future__ import annotations

import asyncio
import json
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

import asyncpg
import pytest

from holdfast.core.config import FeatureSettings, Settings
from holdfast.core.crypto import Signer
from holdfast.core.db import Owner, connect
from holdfast.core.ids import ProcessId, SessionRow, new_id
from holdfast.core.jobs import Job, JobContext
from holdfast.core.migrate import Addresses
from holdfast.memory.forget.forget import forget
from holdfast.memory.forget.types import ForgetEverything, ForgetFacts, ForgetQuery, ForgetSessions, ForgetWish
from holdfast.memory.intake.sessions import close_session
from holdfast.memory.jobs import SHADOW
from holdfast.memory.learning.echoes import note_recalled
from holdfast.memory.learning.facts.facts import list_facts, pin_fact
from holdfast.memory.learning.learn import learn
from holdfast.memory.loops.loops import list_loops
from holdfast.memory.parts import MemoryParts
from holdfast.memory.shadow import store
from holdfast.memory.shadow.shadow import promise_shadow, run_shadow, shadow
from holdfast.memory.shadow.types import Shadowed, ShadowLimits, ShadowState, ShadowTerms
from holdfast.memory.summaries.sessions import summarise_session
from holdfast.memory.summaries.spine import update_spine
from holdfast.memory.summaries.store import read_spine
from holdfast.personas.read import read_packs
from tests.memory.conftest import ADA, BOB
from tests.memory.talking import MONDAY, at, session_row, talk, with_model
from tests.scripted import says

pytestmark = pytest.mark.anyio

ON = FeatureSettings(shadow_path=True)
CURATED = FeatureSettings(shadow_path=True, memory_curator=True)


async def said(
    memory: MemoryParts, *texts: str, owner: Owner = ADA, start: datetime = MONDAY, persona: str | None = None
) -> SessionRow:
    lines = [("user", text) for text in texts]
    return await talk(memory, owner, "s1", lines, at=start, persona_id=persona, is_closed=False)


async def state_of(memory: MemoryParts, session: SessionRow, owner: Owner = ADA) -> ShadowState:
    async with memory.db.as_owner(owner) as tx:
        state = await store.find_state(tx, owner, session)
    assert state is not None
    return state


async def facts_of(memory: MemoryParts, owner: Owner = ADA) -> list[str]:
    return sorted(fact.text for fact in (await list_facts(memory, owner)).facts)


async def loops_of(memory: MemoryParts, owner: Owner = ADA) -> list[tuple[str, str, str]]:
    return sorted((loop.kind, loop.status, loop.text) for loop in await list_loops(memory, owner))


def answer(memories: Sequence[dict[str, Any]] = (), loops: Sequence[dict[str, Any]] = ()) -> str:
    return json.dumps({"memories": list(memories), "loops": list(loops)})


def lives(where: str, turn: int) -> dict[str, Any]:
    return {"type": "PROFILE", "key": "user.lives_in", "value": where, "text": f"Lives in {where}", "turns": [turn]}


async def test_switched_off_nothing_runs_and_nothing_is_written(
    memory: MemoryParts, as_owner: asyncpg.Connection
) -> None:
    asked, model = with_model(memory, says(answer([lives("Porto", 1)])))
    session = await said(asked, "I live in Porto")
    for features in (FeatureSettings(), FeatureSettings(memory_curator=True)):
        assert await shadow(asked, ADA, session, features=features) == Shadowed()
        async with memory.db.as_owner(ADA) as tx:
            assert not await promise_shadow(tx, session, features)
    assert model.calls == []
    assert await as_owner.fetchval("select count(*) from shadow_sessions") == 0
    assert await facts_of(memory) == []


async def test_what_was_just_said_becomes_facts_and_loops_with_evidence(memory: MemoryParts) -> None:
    loops = [{"kind": "todo", "text": "Call the dentist", "turns": [2]}]
    asked, _ = with_model(memory, says(answer([lives("Porto", 1)], loops)))
    session = await said(asked, "I live in Porto now", "I will call the dentist")
    done = await shadow(asked, ADA, session, features=ON)
    assert (done.messages, done.facts, done.loops) == (2, 1, 1)
    (fact,) = (await list_facts(memory, ADA)).facts
    assert (fact.text, fact.source, [one.external_id for one in fact.evidence]) == (
        "Lives in Porto", "model", ["s1-05111800-0"],
    )  # fmt: skip
    assert await loops_of(memory) == [("commitment", "open", "Call the dentist")]


async def test_a_run_that_is_repeated_finds_nothing_new(memory: MemoryParts) -> None:
    asked, model = with_model(memory, says(answer([lives("Porto", 1)])))
    session = await said(asked, "I live in Porto now")
    await shadow(asked, ADA, session, features=ON)
    assert await shadow(asked, ADA, session, features=ON) == Shadowed()
    assert len(model.calls) == 2, "the judge, and the first spine"
    assert (await state_of(memory, session)).message_count == 1


async def test_many_runs_at_once_judge_a_message_once_in_effect(memory: MemoryParts) -> None:
    asked, _ = with_model(memory, says(answer([lives("Porto", 1)])))
    session = await said(asked, "I live in Porto now")
    await asyncio.gather(*(shadow(asked, ADA, session, features=ON) for _ in range(8)))
    (fact,) = (await list_facts(memory, ADA)).facts
    assert fact.times_reinforced == 0
    assert (await state_of(memory, session)).message_count == 1


async def test_a_memory_with_a_known_key_updates_what_is_held(memory: MemoryParts) -> None:
    asked, _ = with_model(memory, says(answer([lives("Porto", 1)])), says(answer([lives("Lisbon", 2)])))
    session = await said(asked, "I live in Porto now")
    await shadow(asked, ADA, session, features=ON)
    await said(asked, "I live in Porto now", "Since today I live in Lisbon")
    await shadow(asked, ADA, session, features=ON)
    assert await facts_of(memory) == ["Lives in Lisbon"]


async def test_junk_persona_names_and_unsaid_things_are_not_kept(memory: MemoryParts) -> None:
    told = [
        {"type": "FACT", "key": "user.note", "value": "testing", "text": "The user is testing", "turns": [1]},
        {"type": "FACT", "key": "user.friend", "value": "Sophie", "text": "Chats with Sophie", "turns": [1]},
        {"type": "PEOPLE", "key": "Ana.mood", "value": "tired", "text": "Ana seemed tired", "turns": [1]},
        {"type": "PROFILE", "key": "user.works_at", "value": "NASA", "text": "Works at NASA", "turns": [1]},
    ]
    asked, _ = with_model(memory, says(answer(told)))
    session = await said(asked, "Just testing, Sophie. Ana seemed tired today.", persona="sophie")
    await shadow(asked, ADA, session, features=ON)
    assert await facts_of(memory) == []


async def test_whom_one_speaks_with_is_not_remembered_by_the_name_of_their_pack(memory: MemoryParts) -> None:
    def trusts() -> MemoryParts:
        told = {"type": "FACT", "key": "user.trusts", "value": "Bruno", "text": "Trusts Bruno", "turns": [1]}
        return with_model(memory, says(answer([told])))[0]

    lines = [("user", "I trust you, Bruno.")]
    session = await talk(memory, ADA, "bear", lines, persona_id="old-bear", is_closed=False)
    await shadow(
        trusts(), ADA, session, terms=ShadowTerms(names={"old-bear": "Bruno", "sophie": "Sophie"}), features=ON
    )
    assert await facts_of(memory) == []
    session = await talk(memory, ADA, "sophie", lines, persona_id="sophie", is_closed=False)
    await shadow(
        trusts(), ADA, session, terms=ShadowTerms(names={"old-bear": "Bruno", "sophie": "Sophie"}), features=ON
    )
    assert await facts_of(memory) == ["Trusts Bruno"], "said to another one, it may be anybody"


async def test_an_echo_of_recall_does_not_come_back_as_news(memory: MemoryParts) -> None:
    asked, _ = with_model(memory, says(answer([lives("Porto", 1)])))
    await note_recalled(memory, ADA, ["You told me that you live in Porto near the river"])
    session = await said(asked, "You told me that you live in Porto near the river")
    done = await shadow(asked, ADA, session, features=ON)
    assert (done.messages, await facts_of(memory)) == (1, [])


@pytest.mark.parametrize("first", ["learning", "shadow"])
async def test_nothing_is_learned_twice_when_both_paths_read_the_same_turn(memory: MemoryParts, first: str) -> None:
    session = await said(memory, "I live in Porto. I like green tea. I need to call the dentist.")
    if first == "learning":
        await learn(memory, ADA, session)
        await shadow(memory, ADA, session, features=CURATED)
    else:
        await shadow(memory, ADA, session, features=CURATED)
        await learn(memory, ADA, session)
    facts = (await list_facts(memory, ADA)).facts
    assert sorted(fact.text for fact in facts) == ["Likes green tea", "Lives in Porto"]
    assert [fact.times_reinforced for fact in facts] == [0, 0]
    (loop,) = await list_loops(memory, ADA)
    assert (loop.kind, loop.times_reinforced, len(loop.evidence)) == ("commitment", 0, 1)


async def test_a_todo_that_is_open_is_not_made_again(memory: MemoryParts) -> None:
    loops = [{"kind": "commitment", "text": "Call the dentist"}]
    again = [{"kind": "commitment", "text": "Calling my dentist"}, {"kind": "friction", "text": "Forgets the dentist"}]
    asked, _ = with_model(memory, says(answer(loops=loops)), says(answer(loops=again)))
    session = await said(asked, "I will call the dentist")
    await shadow(asked, ADA, session, features=ON)
    await said(asked, "I will call the dentist", "I will be calling my dentist, I always forget the dentist")
    await shadow(asked, ADA, session, features=ON)
    assert await loops_of(memory) == [
        ("commitment", "open", "Call the dentist"),
        ("friction", "open", "Forgets the dentist"),
    ]
    assert {loop.times_reinforced for loop in await list_loops(memory, ADA)} == {0}


async def test_owners_stay_apart(memory: MemoryParts) -> None:
    mine = await said(memory, "I live in Porto.")
    await said(memory, "I live in Oslo.", owner=BOB)
    assert await shadow(memory, BOB, mine, features=CURATED) == Shadowed()
    await shadow(memory, BOB, await session_row(memory, BOB, "s1"), features=CURATED)
    assert (await facts_of(memory), await facts_of(memory, BOB)) == ([], ["Lives in Oslo"])


# The curator


async def test_a_promise_that_was_kept_is_completed_with_one_win(memory: MemoryParts) -> None:
    session = await said(memory, "I need to finish the tax report.")
    await shadow(memory, ADA, session, features=CURATED)
    await said(memory, "I finished the tax report!", start=MONDAY + timedelta(hours=1))
    await shadow(memory, ADA, session, features=CURATED)
    await said(memory, "As I said, I finished the tax report!", start=MONDAY + timedelta(hours=2))
    await shadow(memory, ADA, session, features=CURATED)
    assert await loops_of(memory) == [
        ("commitment", "completed", "Finish the tax report"),
        ("win", "completed", "Finish the tax report"),
    ]


async def test_without_its_switch_the_curator_leaves_promises_open(memory: MemoryParts) -> None:
    session = await said(memory, "I need to finish the tax report.")
    await shadow(memory, ADA, session, features=ON)
    await said(memory, "I finished the tax report!", start=MONDAY + timedelta(hours=1))
    await shadow(memory, ADA, session, features=ON)
    assert await loops_of(memory) == [("commitment", "open", "Finish the tax report")]


async def test_a_promise_that_became_regular_is_a_habit(memory: MemoryParts) -> None:
    session = await said(memory, "I need to meditate.")
    await shadow(memory, ADA, session, features=CURATED)
    await said(memory, "I meditate every day now", start=MONDAY + timedelta(hours=1))
    await shadow(memory, ADA, session, features=CURATED)
    assert [row[:2] for row in await loops_of(memory)] == [("commitment", "completed"), ("habit", "open")]


async def test_a_thread_that_leads_nowhere_is_skipped(memory: MemoryParts) -> None:
    loops = [{"kind": "thread", "text": "Passing thought about ducks"}, {"kind": "thread", "text": "Moving to Porto"}]
    asked, _ = with_model(memory, says(answer(loops=loops)))
    session = await said(asked, "A passing thought about ducks, and moving to Porto is on my mind")
    await shadow(asked, ADA, session, features=CURATED)
    assert await loops_of(memory) == [
        ("thread", "dropped", "Passing thought about ducks"),
        ("thread", "open", "Moving to Porto"),
    ]


# Summaries


async def test_every_fourth_message_the_rolling_summary_is_made_anew(memory: MemoryParts) -> None:
    texts = [f"Today I planted tree number {n} in the garden." for n in range(9)]
    session = SessionRow(0)
    summaries = []
    for n in range(1, 10):
        session = await said(memory, *texts[:n])
        done = await shadow(memory, ADA, session, features=ON)
        summaries.append(done.is_summarised)
    assert summaries == [n % 4 == 0 for n in range(1, 10)]
    summary = (await state_of(memory, session)).rolling_summary
    assert summary.count("planted tree number") == 8


async def test_a_summary_that_takes_too_long_is_given_up_and_tried_later(memory: MemoryParts) -> None:
    nothing = says(answer())
    asked, _ = with_model(memory, nothing, [asyncio.Event(), *says("late")], nothing, says("A summary in time."))
    limits = ShadowLimits(summary_seconds=0.1)
    texts = [f"Today I planted tree number {n}." for n in range(8)]
    session = await said(asked, *texts[:4])
    assert not (await shadow(asked, ADA, session, terms=ShadowTerms(limits=limits), features=ON)).is_summarised
    assert (await state_of(memory, session)).rolling_summary == ""
    await said(asked, *texts)
    assert (await shadow(asked, ADA, session, terms=ShadowTerms(limits=limits), features=ON)).is_summarised
    assert (await state_of(memory, session)).rolling_summary == "A summary in time."


async def test_what_is_forgotten_leaves_the_summary_and_voids_a_run_under_way(memory: MemoryParts) -> None:
    gate = asyncio.Event()
    asked, model = with_model(memory, [gate, *says(answer([lives("Porto", 1)]))])
    session = await said(asked, "I live in Porto.", "b b b", "c c c", "d d d")
    await shadow(replace(memory, chain=None), ADA, session, features=ON)
    assert "Porto" in (await state_of(memory, session)).rolling_summary
    await said(asked, "I live in Porto.", "b b b", "c c c", "d d d", "I live in Porto, really.")
    running = asyncio.create_task(shadow(asked, ADA, session, features=ON))
    await model.waits.wait()
    async with memory.db.as_owner(ADA) as tx:
        await tx.execute("delete from facts")
        await tx.execute("delete from episodes where text like '%Porto%'")
        await tx.execute("update memory_sessions set generation = generation + 1 where id = $1", session)
    gate.set()
    assert (await running).facts == 0
    assert await facts_of(memory) == []
    assert "Porto" not in (await state_of(memory, session)).rolling_summary


@pytest.mark.parametrize("way", ["query", "facts", "session", "everything"])
async def test_whatever_way_it_is_forgotten_the_summary_does_not_keep_it(
    memory: MemoryParts, as_owner: asyncpg.Connection, way: str
) -> None:
    memory = replace(memory, signer=Signer([b"a secret of this installation"]))
    session = await said(memory, "I live in Porto.", "Gardening is fun.", "So are books.", "And the sea, and boats.")
    await shadow(memory, ADA, session, features=CURATED)
    assert "Porto" in (await state_of(memory, session)).rolling_summary
    facts = [fact.id for fact in (await list_facts(memory, ADA)).facts]
    ways: dict[str, ForgetWish] = {
        "query": ForgetQuery("Porto"),
        "facts": ForgetFacts(facts),
        "session": ForgetSessions(["s1"]),
        "everything": ForgetEverything(),
    }
    await forget(memory, ADA, ways[way])
    assert await as_owner.fetchval("select count(*) from shadow_sessions where rolling_summary like '%Porto%'") == 0
    left = await as_owner.fetchval("select count(*) from shadow_curations")
    assert left == (0 if way == "everything" else 1)


async def test_the_spine_is_made_where_there_is_none_and_again_after_twenty_messages(memory: MemoryParts) -> None:
    lines = [("user", "I planted a cherry tree in the garden behind the house."), ("assistant", "Lovely.")]
    first = await talk(memory, ADA, "s0", lines)
    await summarise_session(memory, ADA, first, 1)
    assert (await shadow(memory, ADA, first, features=ON)).is_spine_made
    texts = [f"Then I watered tree number {n} in the garden." for n in range(24)]
    session = await said(memory, *texts[:20])
    assert not (await shadow(memory, ADA, session, features=ON)).is_spine_made
    await said(memory, *texts)
    await close_session(memory, ADA, "s1")
    await summarise_session(memory, ADA, session, 1)
    assert (await shadow(memory, ADA, session, features=ON)).is_spine_made
    assert not (await shadow(memory, ADA, session, features=ON)).is_spine_made


async def test_a_first_session_has_a_spine_before_it_ends_and_its_summary_takes_the_place(memory: MemoryParts) -> None:
    texts = [f"I watered tree number {n} in the garden behind the house." for n in range(50)]
    session, made = SessionRow(0), []
    for n in (1, 21, 22, 42, 43):
        session = await said(memory, *texts[:n])
        made.append((await shadow(memory, ADA, session, features=ON)).is_spine_made)
    assert made == [True, False, True, False, True], "where there is none, and after more than twenty messages"
    async with memory.db.as_owner(ADA) as tx:
        spine = await read_spine(tx, ADA)
    assert (spine.version, spine.text.count("So far: ")) == (3, 1)
    assert "watered tree number" in spine.text
    await close_session(memory, ADA, "s1")
    await summarise_session(memory, ADA, session, 1)
    after = await update_spine(memory, ADA)
    assert after.version == 4
    assert "garden" in after.text
    assert "So far" not in after.text


# The auto-curator


async def _hold(memory: MemoryParts, *texts: str, owner: Owner = ADA) -> None:
    async with memory.db.as_owner(owner) as tx:
        for n, text in enumerate(texts):
            await tx.execute(
                """
                insert into facts (tenant_id, user_id, subject, predicate, object, text, confidence, source, learned_at)
                values ($1, $2, 'user', 'note_' || $3::text, $4, $4, 0.7, 'rules', $5)
                """,
                owner.tenant_id, owner.user_id, str(n), text, MONDAY + timedelta(minutes=n),
            )  # fmt: skip


async def test_after_a_day_duplicates_are_folded_and_not_again_within_a_minute(memory: MemoryParts) -> None:
    session = await said(memory, "hello")
    await shadow(at(memory, MONDAY), ADA, session, features=CURATED)
    await _hold(memory, "Likes green tea a lot", "A lot likes green tea", "Likes black coffee")
    hour, day = MONDAY + timedelta(hours=1), MONDAY + timedelta(hours=24)
    assert (await shadow(at(memory, hour), ADA, session, features=CURATED)).folded == 0
    assert (await shadow(at(memory, day), ADA, session, features=CURATED)).folded == 1
    assert await facts_of(memory) == ["Likes black coffee", "Likes green tea a lot"]
    await _hold(memory, "Likes black coffee")
    soon = day + timedelta(seconds=59)
    assert (await shadow(at(memory, soon), ADA, session, features=CURATED)).folded == 0


async def test_memories_are_folded_without_the_switch_of_the_curator_of_loops(memory: MemoryParts) -> None:
    session = await said(memory, "hello")
    await shadow(at(memory, MONDAY), ADA, session, features=ON)
    await _hold(memory, "Likes green tea a lot", "A lot likes green tea")
    assert (await shadow(at(memory, MONDAY + timedelta(days=1)), ADA, session, features=ON)).folded == 1


async def test_each_persona_has_a_minute_of_its_own(memory: MemoryParts) -> None:
    mine, hers = [
        await talk(memory, ADA, name, [("user", "hello")], persona_id=name, is_closed=False)
        for name in ("assistant", "sophie")
    ]
    for session in (mine, hers):
        await shadow(at(memory, MONDAY), ADA, session, features=ON)
    await _hold(memory, *["Likes green tea"] * 25)
    soon = MONDAY + timedelta(seconds=61)
    assert (await shadow(at(memory, soon), ADA, mine, features=ON)).folded > 0
    await _hold(memory, *["Likes black coffee"] * 25)
    assert (await shadow(at(memory, soon), ADA, mine, features=ON)).folded == 0, "looked a moment ago"
    assert (await shadow(at(memory, soon), ADA, hers, features=ON)).folded > 0


async def test_twenty_five_new_memories_are_enough_for_a_curation(memory: MemoryParts) -> None:
    session = await said(memory, "hello")
    await shadow(at(memory, MONDAY), ADA, session, features=CURATED)
    await _hold(memory, *(f"Word{n} alpha{n} beta{n}" for n in range(23)), "Likes green tea")
    soon = MONDAY + timedelta(minutes=2)
    assert (await shadow(at(memory, soon), ADA, session, features=CURATED)).folded == 0
    await _hold(memory, "Likes green tea")
    later = soon + timedelta(seconds=61)
    assert (await shadow(at(memory, later), ADA, session, features=CURATED)).folded == 1


async def test_a_folded_fact_gives_its_evidence_and_pinned_ones_stay(memory: MemoryParts) -> None:
    session = await said(memory, "I like green tea.", "I like the green tea very much.")
    await learn(memory, ADA, session)
    await _hold(memory, "Likes green tea")
    held = (await list_facts(memory, ADA)).facts
    pinned = next(fact for fact in held if not fact.evidence)
    await pin_fact(memory, ADA, pinned.id)
    await shadow(at(memory, MONDAY), ADA, session, features=CURATED)
    done = await shadow(at(memory, MONDAY + timedelta(days=2)), ADA, session, features=CURATED)
    assert done.folded >= 1
    left = {fact.id: fact for fact in (await list_facts(memory, ADA)).facts}
    assert left[pinned.id].is_pinned
    assert left[pinned.id].evidence


# The job


class _Parts:
    def __init__(self, memory: MemoryParts, features: FeatureSettings) -> None:
        self.memory = memory
        self.settings = Settings(features=features)
        self.personas = read_packs()


@pytest.mark.parametrize("features", [ON, FeatureSettings()])
async def test_the_job_runs_as_its_owner_and_is_acknowledged(
    memory: MemoryParts, addresses: Addresses, as_owner: asyncpg.Connection, features: FeatureSettings
) -> None:
    session = await said(memory, "I live in Porto.")
    async with memory.db.as_owner(ADA) as tx:
        assert await promise_shadow(tx, session, ON)
        assert not await promise_shadow(tx, session, ON)
    holder = ProcessId(new_id())
    job_id = await as_owner.fetchval(
        "update jobs.pgqueuer set status = 'picked', queue_manager_id = $1 where entrypoint = $2 returning id",
        holder, SHADOW.name,
    )  # fmt: skip
    worker = await connect(addresses.worker, size=2)
    job = Job(job_id, SHADOW.name, ADA, {"session": session}, attempt=1, holder=holder)
    await run_shadow(job, JobContext(memory.db, worker, _Parts(memory, features)))
    await worker.close()
    waiting = await as_owner.fetchval("select count(*) from jobs.pgqueuer where entrypoint = $1", SHADOW.name)
    assert waiting == 0
    assert await facts_of(memory) == (["Lives in Porto"] if features.shadow_path else [])
