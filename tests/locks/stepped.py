"""Two transactions, one of them held back after a chosen statement: every order in which they can wait for each other.

The first is held after its k-th statement, with the locks it has by then. The second begins, and goes as far as it can:
to its end, or to a lock of the first. Then the first goes on. Where it now wants what the second holds, they wait in a
ring, which Postgres ends by undoing one of them. That it happened is seen here, at the connection, because whoever
called may have tried again without a word.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager, suppress
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import Any

import asyncpg

from holdfast.core.db import DatabaseAddress, Db
from holdfast.core.errors import AppError
from holdfast.core.jobs import JobLost
from tests.waiting import HANGS_SECONDS, until

RINGS: list[str] = []
"""The statements that Postgres has undone because of a ring, since a test began."""


@dataclass(slots=True)
class Held:
    """Whoever runs with this in its context stops after that statement of its transactions."""

    after: int | None
    """None: it is only counted how many there are."""
    seen: int = 0
    is_there: asyncio.Event = field(default_factory=asyncio.Event)
    may_go_on: asyncio.Event = field(default_factory=asyncio.Event)

    async def step(self) -> None:
        self.seen += 1
        if self.seen == self.after:
            self.is_there.set()
            await self.may_go_on.wait()


_TAKES_SOMETHING = re.compile(
    r"insert |update |delete |lock|share|enqueue|drop_mine|memory_(open|close|ingest)|_account|_org|_invite"
)
"""After a statement that only reads, nothing is held that was not held before it."""
_held: ContextVar[Held | None] = ContextVar("held", default=None)


class SteppedConnection(asyncpg.Connection):
    async def execute(self, query: str, *args: Any, **wishes: Any) -> str:
        return await self._step(super().execute(query, *args, **wishes), query)  # type: ignore[no-any-return]

    async def executemany(self, command: str, args: Any, **wishes: Any) -> None:
        await self._step(super().executemany(command, args, **wishes), command)

    async def fetch(self, query: str, *args: Any, **wishes: Any) -> Any:
        return await self._step(super().fetch(query, *args, **wishes), query)

    async def fetchval(self, query: str, *args: Any, **wishes: Any) -> Any:
        return await self._step(super().fetchval(query, *args, **wishes), query)

    async def fetchrow(self, query: str, *args: Any, **wishes: Any) -> Any:
        return await self._step(super().fetchrow(query, *args, **wishes), query)

    async def _step(self, asked: Awaitable[Any], query: str) -> Any:
        try:
            answer = await asked
        except asyncpg.DeadlockDetectedError:
            RINGS.append(" ".join(query.split())[:160])
            raise
        held = _held.get()
        if held is not None and self.is_in_transaction() and _TAKES_SOMETHING.search(query):
            await held.step()
        return answer


@asynccontextmanager
async def stepped(db: Db, address: DatabaseAddress, *, size: int = 12) -> AsyncIterator[None]:
    """While this is open, `db` goes by connections that can be held back."""
    pool = await asyncpg.create_pool(
        address.dsn, min_size=2, max_size=size, connection_class=SteppedConnection, reset=_no_reset
    )
    before = await _swap(db, pool)
    try:
        yield
    finally:
        await _swap(db, before)
        await pool.close()


async def _swap(db: Db, pool: asyncpg.Pool) -> asyncpg.Pool:
    """While nobody holds a connection of the one before, to which it must be given back."""
    await until(lambda: db.pool.get_idle_size() == db.pool.get_size())
    before, db.pool = db.pool, pool
    return before


async def _no_reset(connection: Any) -> None:
    """As `core.db` does it."""


Work = Callable[[], Awaitable[object]]
Pair = Callable[[], Awaitable[tuple[Work, Work]]]
"""Two works on somebody who is new each time."""
_WAITING = "select exists (select from pg_locks where not granted)"
_MAX_PLACES = 24
REFUSED = (AppError, JobLost, asyncpg.ForeignKeyViolationError)
"""To be refused is an answer; and of what is gone, so is that it is gone."""


@dataclass(frozen=True, slots=True)
class Meeting:
    """That should not have been."""

    pair: str
    after: int
    """So many statements of the first."""
    told: str


async def meet_everywhere(name: str, pair: Pair, looking: asyncpg.Connection) -> list[Meeting]:
    """The first held back after each of its statements; of a long one, after every fourth. What went wrong."""
    first, _ = await pair()
    steps = await count_steps(first)
    found = []
    for after in range(1, steps + 1, 1 if steps <= _MAX_PLACES else 4):
        RINGS.clear()
        ends = await interleave(*await pair(), after, looking)
        found += [Meeting(name, after, f"undone: {statement}") for statement in RINGS]
        found += [
            Meeting(name, after, repr(end))
            for end in ends
            if isinstance(end, BaseException) and not isinstance(end, REFUSED)
        ]
    return found


async def count_steps(work: Work) -> int:
    """How many places there are at which it can be held back."""
    held = Held(after=None)
    with suppress(*REFUSED):
        await asyncio.create_task(_with(held, work))
    return held.seen


async def interleave(first: Work, second: Work, after: int, looking: asyncpg.Connection) -> Sequence[object]:
    """What each of them came to: what it returned, or its error."""
    held = Held(after)
    one = asyncio.create_task(_with(held, first))
    reached = asyncio.create_task(held.is_there.wait())
    await asyncio.wait((one, reached), return_when=asyncio.FIRST_COMPLETED, timeout=HANGS_SECONDS)
    reached.cancel()
    other = asyncio.create_task(_with(None, second))

    async def is_as_far_as_it_can() -> bool:
        return other.done() or await looking.fetchval(_WAITING)

    await until(is_as_far_as_it_can)
    held.may_go_on.set()
    async with asyncio.timeout(HANGS_SECONDS):
        return await asyncio.gather(one, other, return_exceptions=True)


async def _with(held: Held | None, work: Work) -> object:
    _held.set(held)
    return await work()
