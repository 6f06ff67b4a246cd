"""Turns of one chat begin one after another, also while the chat itself is being made."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import replace

import asyncpg
import httpx2
import pytest

from holdfast.core.db import Db, Owner, Tx
from holdfast.core.ids import UserId, new_id
from holdfast.core.migrate import Addresses
from tests.scripted import ScriptedModel, says
from tests.serving import chat_body, serving

pytestmark = pytest.mark.anyio

Pause = Callable[[], Awaitable[object]]


async def no_pause() -> None:
    pass


class Staged(Db):
    """Turns that begin here wait where the test says: the first after its locks, the second before its commit."""

    def __init__(self, db: Db, after_locks: Pause, before_commit: Pause) -> None:
        super().__init__(db.pool)
        self._pauses = iter([(after_locks, no_pause), (no_pause, before_commit)])

    def as_user(self, user_id: UserId, *, first: str = "") -> AbstractAsyncContextManager[Tx]:
        return self._staged(user_id, first) if first else super().as_user(user_id)

    @asynccontextmanager
    async def _staged(self, user_id: UserId, first: str) -> AsyncIterator[Tx]:
        after_locks, before_commit = next(self._pauses, (no_pause, no_pause))
        async with super().as_user(user_id, first=first) as tx:
            await after_locks()
            yield tx
            await before_commit()


async def test_who_came_before_the_chat_was_there_waits_for_the_turn_that_is_being_begun_in_it(
    addresses: Addresses, as_owner: asyncpg.Connection
) -> None:
    chat, may_commit, is_begun = new_id(), asyncio.Event(), asyncio.Event()
    async with serving(addresses, [ScriptedModel(says("Yes."))]) as served, served.person() as ada:
        others: list[asyncio.Task[httpx2.Response]] = []

        async def another_is_faster() -> None:
            await as_owner.execute(
                "insert into chats (id, user_id, persona_id, title) values ($1, $2, 'assistant', 'New')", chat, ada.id
            )
            others.append(asyncio.create_task(ada.http.post("/api/chat", json=chat_body("Second.", chat=chat))))
            await is_begun.wait()
            asyncio.get_running_loop().call_later(0.3, may_commit.set)

        async def hold_back() -> None:
            is_begun.set()
            await may_commit.wait()

        pipeline = served.parts.pipeline
        pipeline.parts = replace(pipeline.parts, db=Staged(served.parts.db, another_is_faster, hold_back))
        first = await ada.http.post("/api/chat", json=chat_body("First.", chat=chat))
        (second,) = await asyncio.gather(*others)
    assert (first.status_code, second.status_code) == (409, 200)
    assert first.json()["error"]["code"] == "turn_in_progress"


async def test_the_conversation_is_read_while_the_question_is_being_stored(addresses: Addresses) -> None:
    is_read = asyncio.Event()

    class Noticing(Staged):
        @asynccontextmanager
        async def reading(self, owner: Owner, *, first: str = "") -> AsyncIterator[Tx]:
            is_read.set()
            async with super().reading(owner, first=first) as tx:
                yield tx

    async def hold_back() -> None:
        async with asyncio.timeout(10):
            await is_read.wait()

    model, chat = ScriptedModel(says("Roses.")), new_id()
    async with serving(addresses, [model]) as served, served.person() as ada:
        pipeline = served.parts.pipeline
        pipeline.parts = replace(pipeline.parts, db=Noticing(served.parts.db, no_pause, hold_back))
        await ada.say("What grows here?", chat=chat)
        is_read.clear()  # for what documents say, after it was stored; of a conversation there was none to read
        await ada.say("And there?", chat=chat)
    messages, _, _ = model.calls[-1]
    assert [message.content for message in messages[1:-1]] == ["What grows here?", "Roses."]
