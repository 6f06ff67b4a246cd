"""Back right after the gap: whoever returns is met with what was said before it, worker or no worker.

A clock of our own; it lies in the past, so that the schedule, which goes by the database's clock, finds every session
due.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID

import asyncpg
import pytest

from holdfast.chats.sessions import close_idle_sessions
from holdfast.core.db import Owner
from holdfast.core.ids import new_id
from holdfast.core.migrate import Addresses
from holdfast.memory.client.types import MemoryClient, MemoryUnavailable
from holdfast.memory.types import IncomingTurn
from holdfast.models.failures import failed
from holdfast.models.types import CallSettings, ChatMessage, Done, Failure, ModelEvent, TextDelta, TokenUsage, ToolSpec
from holdfast.turn.memory_feed.feed import feed_session
from tests.scripted import ScriptedModel
from tests.serving import PATIENCE, Person, Served, serving
from tests.waiting import never, until
from tests.working import work_off

pytestmark = pytest.mark.anyio

NOON = datetime(2026, 10, 5, 12, tzinfo=UTC)
GAP = timedelta(minutes=5)
KEY = "a service key of some length"
ANA = "My sister Ana is visiting me next week with her two kids."
LATER = [timedelta(seconds=1), timedelta(seconds=30), timedelta(minutes=2)]


@dataclass(slots=True)
class Hands:
    at: datetime = NOON

    def __call__(self) -> datetime:
        return self.at


class Companion(ScriptedModel):
    """Answers a companion's prompts; whoever asks it for anything else goes by the rules."""

    async def stream(
        self, messages: Sequence[ChatMessage], tools: Sequence[ToolSpec], settings: CallSettings
    ) -> AsyncGenerator[ModelEvent]:
        if "Sophie" not in str(messages[0].content)[:200]:
            raise failed(Failure.REJECTED)
        yield TextDelta("I hear you.")
        yield Done(TokenUsage(10, 3))


@dataclass(slots=True)
class Talk:
    served: Served
    ada: Person
    hands: Hands
    chat: UUID = field(default_factory=new_id)

    async def say(self, text: str, *, after: timedelta = timedelta(), **fields: Any) -> dict[str, Any]:
        """The turn's trace."""
        self.hands.at += after
        answer = await self.ada.say(text, **{"chat": self.chat, "selectedPersonaId": "sophie", **fields})
        assert answer.status == 200, answer
        return await self.ada.trace(answer)

    def swap(self, memory: MemoryClient, *, patience: float = PATIENCE) -> None:
        pipeline = self.served.parts.pipeline
        pipeline.parts = replace(pipeline.parts, memory=memory, patience=patience)


@asynccontextmanager
async def talking(addresses: Addresses, **settings: Any) -> AsyncIterator[Talk]:
    hands = Hands()
    async with serving(addresses, [Companion()], clock=hands, **settings) as served, served.person() as ada:
        yield Talk(served, ada, hands)


def runtime(trace: dict[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = trace["startbriefRuntime"]
    return found


def told(trace: dict[str, Any], kind: str) -> str | None:
    texts = [block["text"] for block in trace["blocks"] if block["kind"] == kind and block["status"] != "dropped"]
    return texts[0] if texts else None


def missing(trace: dict[str, Any]) -> dict[str, str]:
    return {one["source"]: one["reason"] for one in trace["missing"]}


def is_met(trace: dict[str, Any], *, minutes: int) -> None:
    """With what was said before the gap, and how long ago that was."""
    assert "Ana" in (told(trace, "bridge") or ""), trace["systemBlocks"]
    assert "Ana" in (told(trace, "handover") or ""), trace["systemBlocks"]
    assert "yesterday" not in (told(trace, "handover") or "")
    assert (runtime(trace)["startbrief_fetch"], runtime(trace)["gap_minutes"]) == ("fetched", minutes)


async def spoke_yesterday(talk: Talk) -> None:
    """Something older is in memory, which a brief without the last session would tell of."""
    talk.hands.at -= timedelta(days=1)
    await talk.say("The old boat needs a new mast before the summer.")
    talk.hands.at += timedelta(days=1)
    await close_idle_sessions(talk.served.parts.db)
    await work_off(talk.served.parts)


async def remembered(as_owner: asyncpg.Connection) -> list[str]:
    return [row["text"] for row in await as_owner.fetch("select text from episodes order by said_at, seq")]


@pytest.mark.parametrize("later", LATER, ids=["1s", "30s", "2min"])
@pytest.mark.parametrize("worker", ["stopped", "slow", "quick"])
async def test_whoever_comes_back_right_after_the_gap_is_met_with_what_was_said(
    addresses: Addresses, as_owner: asyncpg.Connection, worker: str, later: timedelta
) -> None:
    async with talking(addresses) as talk:
        await spoke_yesterday(talk)
        await talk.say(ANA)
        if worker != "stopped" and later > LATER[0]:
            await close_idle_sessions(talk.served.parts.db)  # the schedule came by in between
        if worker == "quick":
            await work_off(talk.served.parts)
        is_met(await talk.say("Hello", after=GAP + later), minutes=5 if later < LATER[2] else 7)
        trace = await talk.say("The list for her visit is long.", after=timedelta(seconds=10))
        assert runtime(trace)["startbrief_fetch"] == "cached", "and kept for the session"
        await work_off(talk.served.parts)
        assert (await remembered(as_owner)).count(ANA) == 1
        assert await as_owner.fetchval("select max(stretch) from memory_sessions") == 1, "closed once"
        owed = await as_owner.fetch("select is_owed from sessions order by started_at limit 2")
        assert [row["is_owed"] for row in owed] == [False, False]


async def test_a_memory_elsewhere_is_caught_up_with_over_http(addresses: Addresses) -> None:
    async with (
        serving(addresses, [Companion()], service_key=KEY, is_memory_only=True, clock=Hands()) as there,
        talking(addresses, service_key=KEY, memory={"url": there.url}) as talk,
    ):
        await spoke_yesterday(talk)
        await talk.say(ANA)
        is_met(await talk.say("Hello", after=GAP + LATER[0]), minutes=5)


@pytest.mark.parametrize("fault", ["fails", "hangs"])
@pytest.mark.parametrize("is_elsewhere", [False, True], ids=["here", "elsewhere"])
async def test_where_the_memory_was_not_ready_the_brief_comes_with_the_next_turn(
    addresses: Addresses, fault: str, is_elsewhere: bool
) -> None:
    """And is told then, like on a first one; nothing of a stale one is told before."""
    async with serving(addresses, [Companion()], service_key=KEY, is_memory_only=True, clock=Hands()) as there:
        elsewhere = {"service_key": KEY, "memory": {"url": there.url}} if is_elsewhere else {}
        async with talking(addresses, **elsewhere) as talk:
            await spoke_yesterday(talk)
            await talk.say(ANA)
            own = talk.served.parts.pipeline.parts.memory
            talk.swap(Closed(own, fault), patience=1.0 if fault == "hangs" else PATIENCE)
            trace = await talk.say("I am back and wonder about the list.", after=GAP + LATER[0])
            assert not {"bridge", "handover"}.intersection(trace["systemBlocks"])
            assert missing(trace)["startbrief"] == "not_fed"
            assert runtime(trace)["startbrief_fetch"] == "not_fed"
            talk.swap(own)
            is_met(await talk.say("What should be on the list?", after=timedelta(seconds=59)), minutes=6)
            trace = await talk.say("Towels, I think.", after=timedelta(seconds=10))
            assert not {"bridge", "handover"}.intersection(trace["systemBlocks"]), "told once"
            assert runtime(trace)["startbrief_fetch"] == "cached"


async def test_another_answer_to_the_turn_that_the_brief_came_with_is_told_it_too(addresses: Addresses) -> None:
    async with talking(addresses) as talk:
        await talk.say(ANA)
        own = talk.served.parts.pipeline.parts.memory
        talk.swap(Closed(own, "fails"))
        await talk.say("I am back and wonder about the list.", after=GAP + LATER[0])
        talk.swap(own)
        await talk.say("What should be on the list?")
        body = {"id": str(talk.chat), "trigger": "regenerate-message", "selectedPersonaId": "sophie"}
        response = await talk.ada.http.post("/api/chat", json=body)
        turn = response.headers["x-holdfast-turn-id"]
        trace = (await talk.ada.http.get(f"/api/turns/{turn}/trace")).json()
        assert "Ana" in (told(trace, "handover") or "")
        assert runtime(trace)["startbrief_fetch"] == "cached"


async def test_a_late_brief_tells_of_what_was_before_the_session_and_not_of_its_own_beginning(
    addresses: Addresses,
) -> None:
    """With a persona that learns by turn, the memory knows the first turn before the second is asked."""
    async with talking(addresses) as talk:
        coach: dict[str, Any] = {"selectedPersonaId": "eos-implementer"}
        await talk.say("The leadership team argues about hiring in Dublin.", **coach)
        own = talk.served.parts.pipeline.parts.memory
        talk.swap(Closed(own, "fails"))
        await talk.say("Our revenue goal for the quarter is two million.", after=timedelta(minutes=40), **coach)
        talk.swap(own)
        await work_off(talk.served.parts)
        trace = await talk.say("Who should own that number?", after=timedelta(minutes=1), **coach)
        handover = told(trace, "handover") or ""
        assert ("Dublin" in handover, "two million" in handover) == (True, False), handover
        assert runtime(trace)["gap_minutes"] == 41


async def test_a_turn_that_opens_no_session_feeds_nobody(addresses: Addresses, as_owner: asyncpg.Connection) -> None:
    async with talking(addresses) as talk:
        watched = Watched(talk.served.parts.pipeline.parts.memory)
        talk.swap(watched)
        await talk.say(ANA)
        await talk.say("She comes by train.")
        assert watched.fed == [], "there was no session before"
        await talk.say("Hello", after=GAP + LATER[0])
        await talk.say("Good evening")
        assert len(watched.fed) == 1
        before = set(watched.fed)
        await talk.say("What is the capital of Norway?", chat=new_id(), selectedPersonaId="assistant")
        assert set(watched.fed) == before, "a persona that is told of no session waits for none"


async def test_only_what_was_said_to_the_same_persona_is_waited_for(addresses: Addresses) -> None:
    """Somebody else's session is brought by its job, and is not hers to tell of."""
    async with talking(addresses) as talk:
        await talk.say("The quarterly numbers are due on Friday.", chat=new_id(), selectedPersonaId="eos-implementer")
        talk.hands.at += timedelta(hours=1)
        await close_idle_sessions(talk.served.parts.db)
        watched = Watched(talk.served.parts.pipeline.parts.memory)
        talk.swap(watched)
        trace = await talk.say("Hello")
        assert watched.fed == []
        assert "quarterly" not in str(trace["blocks"])


async def test_the_schedule_and_the_job_may_come_at_the_same_moment(
    addresses: Addresses, as_owner: asyncpg.Connection
) -> None:
    async with talking(addresses) as talk:
        parts = talk.served.parts
        for number in range(8):
            await talk.say(f"{ANA} That makes {number}.", after=timedelta(minutes=10))
            session = await as_owner.fetchval("select id from sessions where closed_at is null")
            talk.hands.at += GAP + LATER[0]
            feeding = [feed_session(parts.db, parts.remembers, talk.ada.id, session) for _ in range(3)]
            trace, *_ = await asyncio.gather(talk.say("Hello"), close_idle_sessions(parts.db), *feeding)
            if runtime(trace)["userTurnsSeen"] == 1:
                assert f"makes {number}" in (told(trace, "bridge") or ""), trace["systemBlocks"]
        talk.hands.at += timedelta(hours=1)
        await close_idle_sessions(parts.db)
        await work_off(parts)
        texts = await remembered(as_owner)
        assert sorted(text for text in texts if "Ana" in text) == [f"{ANA} That makes {n}." for n in range(8)]
        assert texts.count("Hello") == 8
        assert not await as_owner.fetchval("select exists (select from sessions where is_owed or closed_at is null)")


async def test_a_session_that_was_closed_the_moment_somebody_went_on_with_it_is_open_again(
    addresses: Addresses, as_owner: asyncpg.Connection
) -> None:
    """The turn found it open; before it was stored the schedule closed it."""
    async with talking(addresses) as talk:
        await talk.say(ANA)
        async with as_owner.transaction():
            await as_owner.execute("update sessions set closed_at = now(), is_owed = true")
            going_on = asyncio.create_task(talk.say("She comes by train.", after=GAP))
            waits = "select exists (select from pg_locks where not granted)"
            await until(lambda: as_owner.fetchval(waits))
        assert runtime(await going_on)["userTurnsSeen"] == 2
        assert await as_owner.fetchval("select count(*) from sessions where closed_at is null and not is_owed") == 1
        trace = await talk.say("Hello", after=GAP + LATER[0])
        assert "train" in (told(trace, "bridge") or "")
        assert "Ana" in (told(trace, "handover") or "")


async def test_two_chats_that_open_at_once_after_the_gap_both_know(
    addresses: Addresses, as_owner: asyncpg.Connection
) -> None:
    async with talking(addresses) as talk:
        await talk.say(ANA)
        talk.hands.at += GAP + LATER[0]
        await close_idle_sessions(talk.served.parts.db)
        chats = [talk.chat, *(new_id() for _ in range(5))]
        for trace in await asyncio.gather(*(talk.say("Hello", chat=chat) for chat in chats)):
            is_met(trace, minutes=5)
        await work_off(talk.served.parts)
        assert (await remembered(as_owner)).count(ANA) == 1
        assert await as_owner.fetchval("select max(stretch) from memory_sessions") == 1


async def test_of_many_sessions_that_are_owed_the_last_is_told_and_none_is_lost(
    addresses: Addresses, as_owner: asyncpg.Connection
) -> None:
    """The worker was away for days."""
    async with talking(addresses) as talk:
        talk.hands.at -= timedelta(days=3)
        for day in range(3):
            await talk.say(f"On day {day} the neighbour brought {day + 2} melons.")
            talk.hands.at += timedelta(days=1)
            await close_idle_sessions(talk.served.parts.db)
        await talk.say(ANA)
        is_met(await talk.say("Hello", after=GAP + LATER[0]), minutes=5)
        await work_off(talk.served.parts)
        assert len([text for text in await remembered(as_owner) if "melons" in text]) == 3


async def test_what_was_forgotten_is_not_brought_back_by_coming_back(
    addresses: Addresses, as_owner: asyncpg.Connection
) -> None:
    async with talking(addresses) as talk:
        talk.hands.at = datetime.now(UTC) - 2 * GAP  # what no memory has yet is looked for among what was said lately
        await talk.say("The treasure lies under the oak.")
        receipt = await talk.ada.http.post("/memory/forget", json={"query": "treasure under the oak"})
        assert receipt.json()["verified"], receipt.text
        trace = await talk.say("Hello", after=GAP + LATER[0])
        assert not [block for block in trace["blocks"] if "treasure" in str(block)]
        assert not any("treasure" in text for text in await remembered(as_owner))


async def test_who_says_goodbye_at_length_has_not_said_little(addresses: Addresses) -> None:
    """No model has summed it up yet, and the last dozen messages say nothing."""
    async with talking(addresses) as talk:
        await talk.say(ANA)
        for _ in range(8):
            await talk.say("Thanks")
        trace = await talk.say("Hello", after=GAP + LATER[0])
        assert "Ana" in (told(trace, "handover") or ""), trace["systemBlocks"]


class Closed:
    """A memory that takes nothing in, and tells nothing of how things stand."""

    def __init__(self, own: MemoryClient, fault: str) -> None:
        self._own, self._fault = own, fault

    def __getattr__(self, name: str) -> Any:
        return self._refuse if name in ("ingest_session", "close_session") else getattr(self._own, name)

    async def _refuse(self, *args: object, **options: object) -> Any:
        if self._fault == "hangs":
            await never()
        raise MemoryUnavailable("not there")


class Watched:
    def __init__(self, own: MemoryClient) -> None:
        self._own = own
        self.fed: list[str] = []

    def __getattr__(self, name: str) -> Any:
        return getattr(self._own, name)

    async def ingest_session(
        self, owner: Owner, session_id: str, messages: Sequence[IncomingTurn], **options: Any
    ) -> int:
        self.fed.append(session_id)
        return await self._own.ingest_session(owner, session_id, messages, **options)
