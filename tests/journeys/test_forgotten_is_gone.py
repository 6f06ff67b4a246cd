"""What a person asks to forget is gone everywhere: from chats, traces, streams, files and every table of the memory."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from uuid import UUID

import asyncpg
import pytest

from holdfast.core.crypto import Signer
from holdfast.core.db import Owner, owner_of
from holdfast.core.ids import ChatId, TurnId, new_id
from holdfast.core.migrate import Addresses
from holdfast.memory.client.local import LocalMemory
from holdfast.memory.forget.forget import forget
from holdfast.memory.forget.receipts import verify_receipt
from holdfast.memory.forget.types import ForgetEverything, ForgetQuery, ForgetSessions
from holdfast.memory.learning.learn import learn
from holdfast.memory.outbox.drain import drain_one
from holdfast.memory.parts import MemoryParts
from holdfast.memory.profile.refresh import refresh
from holdfast.memory.summaries.chats import summarise_chat
from holdfast.memory.types import IncomingTurn, IngestResult
from holdfast.turn.memory_feed.feed import feed_memory
from holdfast.turn.memory_feed.forget import ChatEraser
from tests.architecture.belongings import be_spoken_to
from tests.architecture.catalogue import mentions_of
from tests.imports.exports import CHATGPT, CLAUDE, as_json
from tests.scripted import ScriptedModel
from tests.serving import Answer, Person, Served, serving
from tests.words import WordEmbedder
from tests.working import work_off

pytestmark = pytest.mark.anyio

MARKER = "quokkazanzibar"
PLAIN = "What is the capital of Norway, by the way?"


@dataclass(frozen=True, slots=True)
class Home:
    served: Served
    ada: Person
    memory: MemoryParts
    chat: ChatId

    async def say(self, text: str, chat: UUID | None = None) -> Answer:
        answer = await self.ada.say(text, chat=chat or self.chat)
        assert answer.status == 200
        turn = TurnId(UUID(answer.headers["x-holdfast-turn-id"]))
        await feed_memory(self.served.parts.db, LocalMemory(self.memory), self.ada.id, turn)
        return answer

    async def settle(self) -> None:
        """What the jobs behind a turn do."""
        owner = owner_of(self.ada.id)
        async with self.memory.db.as_owner(owner) as tx:
            sessions = await tx.fetch("select id from memory_sessions")
        for row in sessions:
            await learn(self.memory, owner, row["id"])
            await drain_one(self.memory, owner, row["id"])
        await refresh(self.memory, owner)
        await summarise_chat(self.memory, self.ada.id, self.chat, window=2)


@asynccontextmanager
async def home(addresses: Addresses, model: ScriptedModel | None = None) -> AsyncIterator[Home]:
    async with serving(addresses, [model or ScriptedModel()]) as served, served.person("ada") as ada:
        memory = MemoryParts(
            served.parts.db, WordEmbedder(), None, signer=Signer([b"a secret of ours"]), erasers=[ChatEraser()]
        )
        yield Home(served, ada, memory, ChatId(new_id()))


async def test_what_a_query_names_is_gone_from_chats_traces_and_memory(
    addresses: Addresses, as_owner: asyncpg.Connection
) -> None:
    async with home(addresses) as here:
        secret = await here.say(f"I work at {MARKER} Bakery and nobody else may know it.")
        plain = await here.say(PLAIN)
        for n in range(6):
            await here.say(f"And what about question number {n}, which is here to fill the chat a little more?")
        await here.settle()
        assert set(await mentions_of(as_owner, MARKER)) >= {"public.messages", "public.episodes", "public.chats"}

        receipt = await forget(here.memory, owner_of(here.ada.id), ForgetQuery(MARKER))
        assert receipt.is_verified, receipt.body["found"]
        await here.settle()
        assert await mentions_of(as_owner, MARKER) == []

        messages = await here.ada.messages(here.chat)
        assert messages[0]["parts"][0]["text"] != f"I work at {MARKER} Bakery and nobody else may know it."
        assert PLAIN in [message["parts"][0]["text"] for message in messages]
        assert (await here.ada.trace(secret))["blocks"] == []
        assert [
            block["text"] for block in (await here.ada.trace(plain))["blocks"] if block["kind"] == "user_message"
        ] == [PLAIN]
        listed = (await here.ada.http.get("/api/chats")).json()["chats"]
        assert [chat["title"] for chat in listed] == ["New chat"]
        assert (await verify_receipt(here.memory, owner_of(here.ada.id), receipt.id)).is_valid


async def test_a_forgotten_session_takes_its_messages_with_it_and_an_emptied_chat(
    addresses: Addresses, as_owner: asyncpg.Connection
) -> None:
    async with home(addresses) as here:
        other = new_id()
        await here.say(f"A secret about the {MARKER}.")
        await here.say("Another question in another chat.", chat=other)
        owner = owner_of(here.ada.id)
        async with here.memory.db.as_owner(owner) as tx:
            session = await tx.fetchval("select session_id::text from messages where chat_id = $1 limit 1", here.chat)
        await forget(here.memory, owner, ForgetSessions([session]))
        assert await mentions_of(as_owner, MARKER) == []
        assert [chat["id"] for chat in (await here.ada.http.get("/api/chats")).json()["chats"]] == [str(other)]


async def test_a_turn_that_was_on_its_way_to_the_memory_does_not_arrive(
    addresses: Addresses, as_owner: asyncpg.Connection
) -> None:
    """The job that feeds the memory has read the messages, and comes after the forget."""
    async with home(addresses) as here:
        await here.say("Good morning, I have a question for you.")
        late = await here.ada.say(f"My {MARKER} is ill.", chat=here.chat)
        owner, turn = owner_of(here.ada.id), TurnId(UUID(late.headers["x-holdfast-turn-id"]))
        async with here.memory.db.as_owner(owner) as tx:
            session = await tx.fetchval("select session_id::text from messages limit 1")
        begun, waiting = asyncio.Event(), asyncio.Event()

        class Slow(LocalMemory):
            async def ingest(
                self,
                owner: Owner,
                said: IncomingTurn,
                *,
                session_id: str,
                persona_id: str | None = None,
                timezone: str | None = None,
            ) -> IngestResult:
                begun.set()
                await waiting.wait()
                return await LocalMemory.ingest(self, owner, said, session_id=session_id, persona_id=persona_id)

        feeding = asyncio.create_task(feed_memory(here.served.parts.db, Slow(here.memory), here.ada.id, turn))
        await begun.wait()
        await forget(here.memory, owner, ForgetSessions([session]))
        waiting.set()
        await feeding
        assert await mentions_of(as_owner, MARKER) == []


async def test_everything_takes_chats_and_files_along(addresses: Addresses, as_owner: asyncpg.Connection) -> None:
    async with home(addresses) as here:
        await here.say(f"A secret about the {MARKER}.")
        await be_spoken_to(here.ada.http)
        for export in (CLAUDE, CHATGPT):  # one is here, the other on its way
            await work_off(here.served.parts)
            file = (f"{MARKER}.json", as_json(export))
            assert (await here.ada.http.post("/api/imports", files={"file": file})).status_code == 202
        assert "public.chat_imports" in await mentions_of(as_owner, MARKER)
        receipt = await forget(here.memory, owner_of(here.ada.id), ForgetEverything())
        assert receipt.is_verified
        await work_off(here.served.parts)
        assert await mentions_of(as_owner, MARKER) == []
        assert receipt.body["counts"]["imports"] == 2
        for table in ("chats", "messages", "turns", "traces", "prompt_texts", "streams", "stream_chunks", "blobs"):
            assert await as_owner.fetchval(f"select count(*) from {table}") == 0, table
        assert (await here.ada.http.get("/api/auth/me")).status_code == 200  # the account itself stays


async def test_an_answer_under_way_does_not_bring_it_back(addresses: Addresses, as_owner: asyncpg.Connection) -> None:
    model = ScriptedModel()
    async with home(addresses, model) as here:
        await here.say(f"My {MARKER} lives in the garden behind the old house.")
        owner = owner_of(here.ada.id)
        async with here.memory.db.as_owner(owner) as tx:  # as if another process were writing an answer just now
            turn, stream = new_id(), new_id()
            await tx.execute(
                """
                insert into turns (id, user_id, chat_id, persona_id, trigger, message_id, answer_id, asked_sha256)
                values ($1, $2, $3, 'assistant', 'submit-message', $4, $5, '\\x00')
                """,
                turn, here.ada.id, here.chat, new_id(), new_id(),
            )  # fmt: skip
            await tx.execute(
                "insert into streams (id, user_id, chat_id, turn_id, process_id) values ($1, $2, $3, $4, $5)",
                stream, here.ada.id, here.chat, turn, new_id(),
            )  # fmt: skip
        await forget(here.memory, owner, ForgetQuery(MARKER))
        assert await as_owner.fetchval("select status from streams where id = $1", stream) in ("interrupted", None)
        assert await mentions_of(as_owner, MARKER) == []


async def test_another_persons_chats_are_untouched(addresses: Addresses, as_owner: asyncpg.Connection) -> None:
    async with home(addresses) as here, here.served.person("bob") as bob:
        await bob.say(f"My {MARKER} too.")
        await here.say(f"A secret about the {MARKER}.")
        await forget(replace(here.memory), owner_of(here.ada.id), ForgetEverything())
        left = await as_owner.fetch("select distinct user_id from messages")
        assert [row["user_id"] for row in left] == [bob.id]
        assert "public.messages" in await mentions_of(as_owner, MARKER)
