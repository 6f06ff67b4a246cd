"""A persona that learns by session: nothing of it in memory before its session closes, all of it once afterwards."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import asyncpg
import pytest

from holdfast.chats.sessions import close_idle_sessions
from holdfast.core.db import Owner
from holdfast.core.ids import SessionId, new_id
from holdfast.core.migrate import Addresses
from holdfast.memory.client.local import LocalMemory
from holdfast.memory.client.types import MemoryUnavailable
from holdfast.memory.types import IncomingTurn
from holdfast.models.types import Done, TextDelta, TokenUsage
from holdfast.turn.memory_feed.feed import feed_session
from tests.scripted import ScriptedModel, says
from tests.serving import serving
from tests.waiting import until
from tests.working import work_off

pytestmark = pytest.mark.anyio
SOPHIE: dict[str, Any] = {"selectedPersonaId": "sophie"}
MANY_MORE = """
insert into messages (chat_id, id, user_id, parent_id, session_id, turn_id, role, parts, status, tokens)
select m.chat_id, gen_random_uuid(), m.user_id, m.id, m.session_id, m.turn_id, 'user',
       jsonb_build_array(jsonb_build_object('type', 'text', 'text', 'Line ' || n)), 'complete', 3
  from messages m, generate_series(1, 150) n where m.role = 'assistant' order by n
"""


async def texts(as_owner: asyncpg.Connection) -> list[str]:
    return [row["text"] for row in await as_owner.fetch("select text from episodes order by session, seq")]


async def let_the_gap_pass(as_owner: asyncpg.Connection) -> SessionId:
    past = "update sessions set closes_at = now() - interval '1 second' where closed_at is null returning id"
    session: SessionId = await as_owner.fetchval(past)
    return session


async def test_nothing_is_remembered_before_the_close_and_everything_once_after_it(
    addresses: Addresses, as_owner: asyncpg.Connection
) -> None:
    model = ScriptedModel(says("A fine name."), says("Sleep well."), says("Good morning."))
    async with serving(addresses, [model]) as served, served.person("ada") as ada:
        chat = new_id()
        await ada.say("My cat is called Pixel.", chat=chat, **SOPHIE)
        await ada.say("Good night.", chat=chat, **SOPHIE)
        await work_off(served.parts)
        assert await texts(as_owner) == []

        session = await let_the_gap_pass(as_owner)
        await ada.say("I am back.", chat=chat, **SOPHIE)
        await work_off(served.parts)
        said = ["My cat is called Pixel.", "A fine name.", "Good night.", "Sleep well."]
        assert await texts(as_owner) == said, "the session that has just opened waits for its own end"
        assert await as_owner.fetchval("select count(*) from memory_sessions where closed_at is not null") == 1

        await feed_session(served.parts.db, served.parts.remembers, ada.id, session)
        assert await texts(as_owner) == said
        ids = await as_owner.fetch("select external_id from episodes order by seq")
        stored = [message["id"] for message in await ada.messages(chat)]
        assert [row["external_id"] for row in ids] == stored[:4]


async def test_the_session_of_somebody_who_never_returns_is_remembered_too(
    addresses: Addresses, as_owner: asyncpg.Connection
) -> None:
    async with serving(addresses, [ScriptedModel(says("Take care."))]) as served, served.person("ada") as ada:
        await ada.say("I am leaving for the sea.", **SOPHIE)
        await let_the_gap_pass(as_owner)
        assert await close_idle_sessions(served.parts.db) == 1
        assert await close_idle_sessions(served.parts.db) == 0
        await work_off(served.parts)
        assert await texts(as_owner) == ["I am leaving for the sea.", "Take care."]
        assert await as_owner.fetchval("select count(*) from memory_sessions where closed_at is null") == 0


async def test_an_answer_that_ends_after_its_session_has_closed_is_remembered(
    addresses: Addresses, as_owner: asyncpg.Connection
) -> None:
    gate = asyncio.Event()
    model = ScriptedModel([TextDelta("It took"), gate, TextDelta(" a while."), Done(TokenUsage(1, 1))])
    async with serving(addresses, [model]) as served, served.person("ada") as ada:
        saying = asyncio.create_task(ada.say("Think it over.", **SOPHIE))
        await until(lambda: as_owner.fetchval("select count(*) from sessions"))
        session = await let_the_gap_pass(as_owner)
        await close_idle_sessions(served.parts.db)
        await feed_session(served.parts.db, served.parts.remembers, ada.id, session)
        assert await texts(as_owner) == ["Think it over."]
        gate.set()
        await saying
        await work_off(served.parts)
        assert await texts(as_owner) == ["Think it over.", "It took a while."]


async def test_a_close_that_was_cut_off_is_made_good_by_the_next_try(
    addresses: Addresses, as_owner: asyncpg.Connection
) -> None:
    """As after a kill between two pieces of a long session: the job is still there, and runs from the beginning."""
    async with serving(addresses, [ScriptedModel(says("Go on."))]) as served, served.person("ada") as ada:
        await ada.say("Line 0", **SOPHIE)
        await as_owner.execute(MANY_MORE)
        session = await let_the_gap_pass(as_owner)
        with pytest.raises(MemoryUnavailable):
            await feed_session(served.parts.db, GoesAway(served.parts.memory), ada.id, session)
        assert len(await texts(as_owner)) == 100
        await close_idle_sessions(served.parts.db)
        await work_off(served.parts)
        assert await texts(as_owner) == ["Line 0", "Go on.", *(f"Line {number}" for number in range(1, 151))]


async def test_a_persona_that_changes_its_mind_in_the_middle_of_a_session_loses_nothing(
    addresses: Addresses, as_owner: asyncpg.Connection
) -> None:
    """The turns of a session were left to its end; then the operator's pack says `turn`."""
    async with serving(addresses, [ScriptedModel(says("Noted."))]) as served, served.person("ada") as ada:
        await ada.say("The key is under the mat.")
        await as_owner.execute("delete from jobs.pgqueuer")
        await let_the_gap_pass(as_owner)
        await close_idle_sessions(served.parts.db)
        await work_off(served.parts)
        assert await texts(as_owner) == ["The key is under the mat.", "Noted."]


async def test_what_was_forgotten_before_the_close_does_not_come_with_it(
    addresses: Addresses, as_owner: asyncpg.Connection
) -> None:
    async with serving(addresses, [ScriptedModel(says("I see."))]) as served, served.person("ada") as ada:
        await ada.say("The treasure lies under the oak.", **SOPHIE)
        receipt = (await ada.http.post("/memory/forget", json={"query": "treasure under the oak"})).json()
        assert receipt["verified"], receipt
        await let_the_gap_pass(as_owner)
        await close_idle_sessions(served.parts.db)
        await work_off(served.parts)
        assert not any("treasure" in text for text in await texts(as_owner))


async def test_nobody_feeds_the_session_of_another(addresses: Addresses, as_owner: asyncpg.Connection) -> None:
    async with (
        serving(addresses, [ScriptedModel(says("Yes."))]) as served,
        served.person("ada") as ada,
        served.person("eve") as eve,
    ):
        await ada.say("Mine alone.", **SOPHIE)
        session = await let_the_gap_pass(as_owner)
        await feed_session(served.parts.db, served.parts.remembers, eve.id, session)
        assert await texts(as_owner) == []


@dataclass(frozen=True, slots=True)
class GoesAway(LocalMemory):
    """Takes one piece of a transcript, then does not answer any more."""

    taken: list[int] = field(default_factory=list)

    async def ingest_session(
        self,
        owner: Owner,
        session_id: str,
        messages: Sequence[IncomingTurn],
        *,
        persona_id: str | None = None,
        timezone: str | None = None,
    ) -> int:
        if self.taken:
            raise MemoryUnavailable("Gone.")
        self.taken.append(
            await LocalMemory.ingest_session(
                self, owner, session_id, messages, persona_id=persona_id, timezone=timezone
            )
        )
        return self.taken[0]


async def test_no_summary_is_made_of_a_chat_whose_persona_would_never_be_told_it(
    addresses: Addresses, as_owner: asyncpg.Connection
) -> None:
    async with serving(addresses, [ScriptedModel()]) as served, served.person() as ada:
        chat = new_id()
        for number in range(6):
            await ada.say(f"The {number}th thing about the shed.", chat=chat, **SOPHIE)
        wanted = "select count(*) from jobs.pgqueuer where entrypoint = 'memory_summarise_chat'"
        assert await as_owner.fetchval(wanted) == 0
