"""A chat's background summary: started when messages outgrow the window, guarded three ways."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta

import asyncpg
import orjson
import pytest

from holdfast.core.db import Db, connect, owner_of
from holdfast.core.ids import ChatId, MessageId, ProcessId, UserId, new_id
from holdfast.core.jobs import Job, JobContext, enqueue
from holdfast.core.migrate import Addresses
from holdfast.memory.jobs import SUMMARISE_CHAT
from holdfast.memory.parts import MemoryParts
from holdfast.memory.summaries import store
from holdfast.memory.summaries.chats import (
    LEASE,
    STALE_AFTER,
    find_earlier_summary,
    is_due,
    summarise_chat,
    summarise_chat_job,
)
from holdfast.memory.summaries.types import ChatSummary
from holdfast.models.chain import Chain
from holdfast.models.failures import failed
from holdfast.models.types import Failure
from tests.memory.talking import at, with_model
from tests.scripted import ScriptedModel, says

pytestmark = pytest.mark.anyio

NOON = datetime(2026, 5, 11, 12, 0, tzinfo=UTC)
WINDOW = 10


class AChat:
    def __init__(self, rows: asyncpg.Connection, user: UserId) -> None:
        self.rows, self.user, self.id = rows, user, ChatId(new_id())
        self.messages: list[MessageId] = []

    async def open(self) -> AChat:
        await self.rows.execute("insert into users (id, name) values ($1, 'Ada') on conflict do nothing", self.user)
        await self.rows.execute(
            "insert into chats (id, user_id, persona_id, title) values ($1, $2, 'assistant', 'T')", self.id, self.user
        )
        return self

    async def say(self, count: int, *, words: str = "We need new tiles for the kitchen floor, said message") -> None:
        for _ in range(count):
            n, message = len(self.messages), MessageId(new_id())
            parts = orjson.dumps([{"type": "text", "text": f"{words} {n}."}]).decode()
            await self.rows.execute(
                """
                insert into messages (chat_id, id, user_id, parent_id, turn_id, role, parts, status, tokens)
                values ($1, $2, $3, $4, $5, $6, $7::jsonb, 'complete', 9)
                """,
                self.id, message, self.user, self.messages[-1] if self.messages else None, new_id(),
                "assistant" if n % 2 else "user", parts,
            )  # fmt: skip
            self.messages.append(message)
        await self.rows.execute("update chats set head_id = $2 where id = $1", self.id, self.messages[-1])


async def summary_of(db: Db, chat: AChat, asker: UserId | None = None) -> ChatSummary | None:
    async with db.as_user(asker or chat.user) as tx:
        found = await store.find_chat_summary(tx, asker or chat.user, chat.id)
        return found if found and found.text else None


@pytest.fixture
async def chat(as_owner: asyncpg.Connection) -> AChat:
    return await AChat(as_owner, UserId(new_id())).open()


async def text_of(db: Db, chat: AChat) -> str:
    found = await summary_of(db, chat)
    return found.text if found else ""


async def test_nothing_happens_before_the_messages_outgrow_the_window(memory: MemoryParts, chat: AChat) -> None:
    await chat.say(WINDOW + 5)
    assert await summarise_chat(memory, chat.user, chat.id, window=WINDOW) == "too_little"
    assert await summary_of(memory.db, chat) is None


async def test_what_left_the_window_is_told_and_what_is_in_it_is_not(memory: MemoryParts, chat: AChat) -> None:
    await chat.say(WINDOW + 8)
    assert await summarise_chat(memory, chat.user, chat.id, window=WINDOW) == "made"
    text = await text_of(memory.db, chat)
    assert "message 0." in text
    assert "message 7." in text
    assert "message 8." not in text


async def test_its_days_are_those_of_the_persons_own_calendar(
    memory: MemoryParts, chat: AChat, as_owner: asyncpg.Connection
) -> None:
    await chat.say(WINDOW + 8)
    late = datetime(2026, 5, 12, 3, 30, tzinfo=UTC)
    await as_owner.execute("update messages set created_at = $1 where chat_id = $2", late, chat.id)
    owner = owner_of(chat.user)
    await as_owner.execute(
        "insert into memory_people (tenant_id, user_id, clock_zone) values ($1, $2, 'America/New_York')",
        owner.tenant_id, owner.user_id,
    )  # fmt: skip
    assert await summarise_chat(memory, chat.user, chat.id, window=WINDOW) == "made"
    assert (await text_of(memory.db, chat)).startswith("- 11 May, the person")


async def test_too_few_words_are_not_worth_it(memory: MemoryParts, chat: AChat) -> None:
    await chat.say(WINDOW + 8, words="ok")
    assert await summarise_chat(memory, chat.user, chat.id, window=WINDOW) == "too_little"


async def test_it_is_not_made_again_within_minutes_and_then_goes_on_from_where_it_was(
    memory: MemoryParts, chat: AChat
) -> None:
    await chat.say(WINDOW + 8)
    clever, model = with_model(memory, says("They plan a floor."), says("They plan a floor and walls."))
    assert await summarise_chat(at(clever, NOON), chat.user, chat.id, window=WINDOW) == "made"
    await chat.say(8)
    soon = at(clever, NOON + STALE_AFTER / 2)
    assert await summarise_chat(soon, chat.user, chat.id, window=WINDOW) == "fresh"
    later = at(clever, NOON + STALE_AFTER)
    assert await summarise_chat(later, chat.user, chat.id, window=WINDOW) == "made"
    prompt = str(model.calls[1][0][1].content)
    assert prompt.startswith("Summary so far:\nThey plan a floor.")
    assert "message 7." not in prompt
    assert "message 8." in prompt
    found = await summary_of(memory.db, chat)
    assert found
    assert (found.text, found.source, found.messages) == ("They plan a floor and walls.", "model", 16)


async def test_a_flood_of_messages_does_not_wait_for_the_minutes(memory: MemoryParts, chat: AChat) -> None:
    await chat.say(WINDOW + 8)
    await summarise_chat(at(memory, NOON), chat.user, chat.id, window=WINDOW)
    await chat.say(2 * WINDOW)
    assert await summarise_chat(at(memory, NOON), chat.user, chat.id, window=WINDOW) == "made"


async def test_one_at_a_time_makes_it_and_a_dead_one_is_replaced_after_its_lease(
    memory: MemoryParts, chat: AChat, as_owner: asyncpg.Connection
) -> None:
    await chat.say(WINDOW + 8)
    gate = asyncio.Event()
    model = ScriptedModel([gate, *says("Slow.")])
    clever = at(replace(memory, chain=Chain([model])), NOON)
    making = asyncio.create_task(summarise_chat(clever, chat.user, chat.id, window=WINDOW))
    await model.waits.wait()
    assert await summarise_chat(at(memory, NOON), chat.user, chat.id, window=WINDOW) == "in_progress"
    late = at(memory, NOON + LEASE + timedelta(seconds=1))
    assert await summarise_chat(late, chat.user, chat.id, window=WINDOW) == "made"
    gate.set()
    assert await making == "void"
    assert "Slow." not in await text_of(memory.db, chat)
    assert await as_owner.fetchval("select begun_at from chat_summaries") is None


async def test_a_barrier_of_askers_calls_the_model_once(memory: MemoryParts, chat: AChat) -> None:
    await chat.say(WINDOW + 8)
    clever, model = with_model(memory, [0.2, *says("Once.")])
    outcomes = await asyncio.gather(
        *(summarise_chat(at(clever, NOON), chat.user, chat.id, window=WINDOW) for _ in range(30))
    )
    assert outcomes.count("made") == 1
    assert len(model.calls) == 1


async def test_whoever_read_before_another_was_done_does_not_begin_after_it(memory: MemoryParts, chat: AChat) -> None:
    await chat.say(WINDOW + 8)
    assert await summarise_chat(at(memory, NOON), chat.user, chat.id, window=WINDOW) == "made"
    async with memory.db.as_user(chat.user) as tx:
        later = NOON + timedelta(seconds=1)
        assert not await store.begin_chat_summary(tx, chat.user, chat.id, at=later, lease=LEASE, after=None)
        assert await store.begin_chat_summary(tx, chat.user, chat.id, at=later, lease=LEASE, after=NOON)


async def test_another_branch_starts_anew(memory: MemoryParts, chat: AChat, as_owner: asyncpg.Connection) -> None:
    await chat.say(WINDOW + 8)
    await summarise_chat(at(memory, NOON), chat.user, chat.id, window=WINDOW)
    chat.messages = chat.messages[:2]
    await chat.say(WINDOW + 10, words="Instead we talked about the garden and its old apple tree, said message")
    assert await summarise_chat(at(memory, NOON + STALE_AFTER), chat.user, chat.id, window=WINDOW) == "made"
    text = await text_of(memory.db, chat)
    assert "apple tree" in text
    assert "kitchen floor, said message 5" not in text


async def test_a_message_forgotten_meanwhile_voids_it(
    memory: MemoryParts, chat: AChat, as_owner: asyncpg.Connection
) -> None:
    await chat.say(WINDOW + 8)
    gate = asyncio.Event()
    model = ScriptedModel([gate, *says("They plan a floor.")])
    clever = replace(memory, chain=Chain([model]))
    making = asyncio.create_task(summarise_chat(clever, chat.user, chat.id, window=WINDOW))
    await model.waits.wait()
    await as_owner.execute("delete from messages where id = $1", chat.messages[3])
    gate.set()
    assert await making == "void"
    assert await text_of(memory.db, chat) == ""


async def test_a_model_that_fails_leaves_it_to_the_rules(memory: MemoryParts, chat: AChat) -> None:
    await chat.say(WINDOW + 8)
    clever, _ = with_model(memory, [failed(Failure.UNREACHABLE)])
    assert await summarise_chat(clever, chat.user, chat.id, window=WINDOW) == "made"
    found = await summary_of(memory.db, chat)
    assert found
    assert found.source == "rules"


async def test_somebody_elses_chat_or_one_that_is_gone_is_left_alone(memory: MemoryParts, chat: AChat) -> None:
    await chat.say(WINDOW + 8)
    assert await summarise_chat(memory, UserId(new_id()), chat.id, window=WINDOW) == "gone"
    assert await summarise_chat(memory, chat.user, ChatId(new_id()), window=WINDOW) == "gone"
    await summarise_chat(memory, chat.user, chat.id, window=WINDOW)
    assert await summary_of(memory.db, chat, UserId(new_id())) is None


@dataclass(frozen=True)
class Parts:
    memory: MemoryParts


async def test_the_job_makes_it_and_is_acknowledged(
    memory: MemoryParts, chat: AChat, addresses: Addresses, as_owner: asyncpg.Connection
) -> None:
    await chat.say(WINDOW + 8)
    owner, holder = owner_of(chat.user), ProcessId(new_id())
    async with memory.db.as_owner(owner) as tx:
        await enqueue(tx, SUMMARISE_CHAT, {"chat": chat.id, "window": WINDOW}, dedupe_key=str(chat.id))
    row = await as_owner.fetchrow(
        "update jobs.pgqueuer set status = 'picked', queue_manager_id = $1 returning id, payload", holder
    )
    assert row
    job = Job(row["id"], SUMMARISE_CHAT.name, owner, orjson.loads(row["payload"]), attempt=1, holder=holder)
    worker = await connect(addresses.worker, size=2)
    await summarise_chat_job(job, JobContext(memory.db, worker, Parts(memory)))
    await worker.close()
    assert "message 0." in await text_of(memory.db, chat)
    assert await as_owner.fetchval("select count(*) from jobs.pgqueuer") == 0


async def a_turn_says_it_is_due(memory: MemoryParts, chat: AChat, first_seen: MessageId | None = None) -> bool:
    """Asked with what stands before the turn."""
    async with memory.db.as_user(chat.user) as tx:
        seen = first_seen or chat.messages[-WINDOW]
        told = await find_earlier_summary(tx, chat.user, chat.id, first_seen=seen, window=WINDOW)
    return is_due(told, WINDOW, memory.clock())


async def test_a_turn_says_that_it_is_due_exactly_where_the_job_then_makes_it(memory: MemoryParts, chat: AChat) -> None:
    words = "We need new tiles for the kitchen floor and for the wall behind the stove in the old house, said message"
    await chat.say(WINDOW, words=words)
    found = []
    for turn in range(30):
        then = at(memory, NOON + turn * timedelta(minutes=2))
        is_said = await a_turn_says_it_is_due(then, chat)
        await chat.say(2, words=words)
        outcome = await summarise_chat(then, chat.user, chat.id, window=WINDOW)
        assert is_said == (outcome == "made"), (turn, outcome)
        found.append(outcome)
    assert found.count("made") > 3
    assert {"too_little", "fresh", "made"} == set(found)


async def test_on_another_branch_it_is_due_and_so_it_is_when_its_last_message_is_gone(
    memory: MemoryParts, chat: AChat, as_owner: asyncpg.Connection
) -> None:
    await chat.say(WINDOW + 20)
    noon = at(memory, NOON)
    assert await summarise_chat(noon, chat.user, chat.id, window=WINDOW) == "made"
    assert not await a_turn_says_it_is_due(noon, chat)
    # The last message it tells of is the twentieth: whoever edits the fifteenth sees what stands before it.
    assert await a_turn_says_it_is_due(noon, chat, first_seen=chat.messages[5])
    await as_owner.execute("delete from messages where id = $1", chat.messages[19])
    assert await a_turn_says_it_is_due(noon, chat)
