"""People with chats and memories, and what can be done to them, one function each, as routes and jobs call it."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

import asyncpg
import orjson

from holdfast.accounts import store as accounts_store
from holdfast.core.db import Db, Owner, connect, owner_of
from holdfast.core.embedded.postgres import EmbeddedPostgres
from holdfast.core.ids import ChatId, MessageId, ProcessId, TurnId, UserId, new_id
from holdfast.core.jobs import Job, JobContext, JobKind
from holdfast.core.migrate import Addresses
from holdfast.memory.learning.learn import learn
from holdfast.turn.memory_feed.feed import feed_memory
from holdfast.turn.types import TurnRequest, UserMessage
from holdfast.wiring import Parts, WorkParts
from holdfast.worker.jobs_page import JOBS
from tests.accounts.admitted import admitted
from tests.locks.stepped import stepped
from tests.waiting import until

SAID = (
    "My sister Lena lives in Bremen and works as a nurse. Marco from the tile shop sent a quote for the kitchen.",
    "I want to call the plumber about the kitchen on Friday. My budget for the kitchen is 3,500 euros.",
)
QUERY = "kitchen"
"""Finds turns in both chats."""


@dataclass(frozen=True, slots=True)
class Someone:
    id: UserId
    owner: Owner
    chats: list[ChatId] = field(default_factory=list)
    sessions: list[str] = field(default_factory=list)
    """Of the memory, as their names."""


@dataclass(frozen=True, slots=True)
class House:
    parts: Parts
    worker: Db
    looking: asyncpg.Connection

    @property
    def context(self) -> JobContext[WorkParts]:
        return JobContext(self.parts.db, self.worker, self.parts)

    async def someone(self) -> Someone:
        """With two chats, both in memory and learned from; nothing of it has a vector yet."""
        user = UserId(new_id())
        await admitted(self.parts.db, accounts_store.NewAccount(id=user, email=f"{user}@example.org", name="Ada"))
        ada = Someone(user, owner_of(user))
        for words in SAID:
            ada.chats.append(ChatId(new_id()))
            turn = await self.say(ada, ada.chats[-1], words)
            await feed_memory(self.parts.db, self.parts.remembers, user, turn)
            ada.sessions.append(await self._session(turn))
        for session in await self.looking.fetch("select id from memory_sessions where user_id = $1", str(user)):
            await learn(self.parts.memory, ada.owner, session["id"])
        return ada

    async def say(self, ada: Someone, chat: ChatId, words: str) -> TurnId:
        """A whole turn: begun, answered, stored. Its id."""
        said = UserMessage(MessageId(new_id()), [{"type": "text", "text": words}])
        access = await self.parts.entitlements.access(ada.id)
        turn = await self.parts.pipeline.accept(TurnRequest(ada.id, chat, said, access=access))
        await until(lambda: self.parts.streams.find(turn.ids.stream_id) is None)
        return turn.ids.turn_id

    async def _session(self, turn: TurnId) -> str:
        return str(await self.looking.fetchval("select session_id from turns where id = $1", turn))

    async def picked(self, ada: Someone, kind: JobKind, ids: dict[str, Any]) -> Callable[[], Awaitable[None]]:
        """A job of this person's, as a worker has taken it, ready to be run."""
        holder = ProcessId(new_id())
        job = await self.looking.fetchval(
            """
            insert into jobs.pgqueuer (priority, entrypoint, payload, headers, status, queue_manager_id, heartbeat)
            values (0, $1, $2, jsonb_build_object('tenant_id', $3::text, 'user_id', $4::text), 'picked', $5, now())
            returning id
            """,
            kind.name, orjson.dumps(ids), ada.owner.tenant_id, ada.owner.user_id, holder,
        )  # fmt: skip
        taken = Job(job, kind.name, ada.owner, ids, kind.tries, holder)  # its last try: no model is waited for
        return lambda: JOBS[kind](taken, self.context)


@asynccontextmanager
async def house(parts: Parts, addresses: Addresses, postgres: EmbeddedPostgres) -> AsyncIterator[House]:
    looking = await asyncpg.connect(addresses.owner.dsn)
    await _notice_rings_soon(postgres, await looking.fetchval("select current_database()"))
    worker = await connect(addresses.worker, size=4)
    try:
        async with stepped(parts.db, addresses.app), stepped(worker, addresses.worker):
            yield House(parts, worker, looking)
    finally:
        await worker.close()
        await looking.close()


async def _notice_rings_soon(postgres: EmbeddedPostgres, database: str) -> None:
    root = await asyncpg.connect(postgres.dsn("postgres", "postgres"))
    try:
        await root.execute(f"alter database \"{database}\" set deadlock_timeout = '20ms'")
    finally:
        await root.close()
