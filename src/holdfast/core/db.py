"""Postgres: short transactions that say who is asking.

`as_user` opens a transaction in which row-level security knows the asker; the names are local to the transaction, so
a connection that goes back to the pool remembers nobody. `as_nobody` sees no owned row at all: it can only call the
definer functions of the schema (look up a session by its token's hash, an account by its e-mail).

The begin, the reset and the names travel in one message: naming the asker costs nothing over a plain transaction.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Iterator, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager, contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any, TypeVar
from uuid import UUID

import asyncpg
from asyncpg.exceptions import _base

from holdfast.core.errors import DatabaseUnavailable
from holdfast.core.fair_pool import FairPool
from holdfast.core.first_words import GiveWay
from holdfast.core.ids import UserId
from holdfast.core.loop_time import pay
from holdfast.core.pause import doubling_pause

Tx = asyncpg.pool.PoolConnectionProxy
"""A connection inside a transaction. Rooms write SQL on it in their `store.py`."""

T = TypeVar("T")

LOCAL_TENANT = "default"
"""Accounts of this installation live in this tenant; other tenants exist for the memory API only."""


@dataclass(frozen=True, slots=True)
class Owner:
    """Whose data: the pair that every owned row carries."""

    tenant_id: str
    user_id: str


NOBODY = Owner("", "")


def owner_of(user_id: UserId) -> Owner:
    return Owner(LOCAL_TENANT, str(user_id))


def account_of(owner: Owner) -> UserId:
    """The other way round, for an owner of this installation; `ValueError` for a name that another tenant gave."""
    return UserId(UUID(owner.user_id))


@dataclass(frozen=True, slots=True)
class DatabaseAddress:
    """How to reach the database as one role: a connection logs in as the URL's user, and becomes the role that is named
    here, which row-level security binds."""

    dsn: str
    role: str | None = None


RETRYABLE = (
    asyncpg.PostgresConnectionError,
    asyncpg.CannotConnectNowError,
    asyncpg.AdminShutdownError,
    asyncpg.CrashShutdownError,
    asyncpg.TooManyConnectionsError,
    asyncpg.SerializationError,
    asyncpg.DeadlockDetectedError,
    asyncpg.InvalidCachedStatementError,
    asyncpg.InterfaceError,
    asyncpg.InternalClientError,
    OSError,
    TimeoutError,
)
"""What a killed backend, a restarting server or a lost race looks like from here."""


UnsendableArgument = _base.DataError
"""An argument that cannot be written as its type. asyncpg files it under `InterfaceError`, but nothing is away."""


async def execute_with_retry(
    work: Callable[[], Awaitable[T]], *, tries: int = 4, first_pause_seconds: float = 0.1
) -> T:
    """Run idempotent work again when the database went away under it: the commit may have happened all the same.

    One try and at most three repeats, pauses doubling, with jitter so that a restart is not met by a herd.
    """
    for attempt in range(tries):
        try:
            return await work()
        except UnsendableArgument:
            raise  # an argument that does not fit will not fit the next time either
        except RETRYABLE as error:
            if attempt == tries - 1:
                raise DatabaseUnavailable("The database is not answering; try again in a moment.") from error
            await asyncio.sleep(doubling_pause(attempt + 1, first_seconds=first_pause_seconds))
    raise AssertionError("unreachable")


ACQUIRE_SECONDS = 10.0
"""How long to wait for a free connection before saying that the database is not answering."""


KEPT_SECONDS = 3600.0
"""How long an idle connection is kept. A new one has no plans and knows no types: whoever comes back after a break
would wait for them to be made again."""


_WORTH = 0.3
"""Of a second of the event loop, a second that a connection is held: for about that part of it the database works."""

WAITING_FOR_A_CONNECTION = 200
"""How many of one owner's transactions may wait for their share of the pool."""

_FIRST_OID_OF_A_DATABASE = 10_000
"""Types with a smaller one are written in Postgres' source: they are the same in every database."""
_told_types: dict[frozenset[int], Sequence[Any]] = {}
_NOTHING_ASKED = SimpleNamespace(name="none")
"""In place of the statement that would have asked; asyncpg wants to know whether it took the place of another."""

_holder: ContextVar[tuple[Owner, asyncio.Task[Any] | None] | None] = ContextVar("holder", default=None)
"""Who has a transaction open, and in which task: a second one inside it must not wait for the first to end."""


class RolledBack(Exception):
    """The transaction was undone although nobody raised: an error inside it was swallowed."""


@dataclass(frozen=True, slots=True)
class _Held:
    connection: Tx
    of: Owner | None
    """Whose share it is of; None where it is of nobody's."""
    since: float


@contextmanager
def _holding(owner: Owner) -> Iterator[None]:
    before = _holder.get()
    _holder.set((owner, asyncio.current_task()))
    try:
        yield
    finally:
        _holder.set(before)


class Db:
    """The app's way to Postgres. Build with `connect`; the pool heals itself after killed backends and restarts."""

    def __init__(
        self,
        pool: asyncpg.Pool,
        gives_way: GiveWay | None = None,
        *,
        most_of_one_owner: int | None = None,
        acquire_seconds: float = ACQUIRE_SECONDS,
    ) -> None:
        """`most_of_one_owner`: connections that one owner's work may hold; what is more waits, and holds none."""
        self.pool = pool
        self._gives_way = gives_way
        self._acquire_seconds = acquire_seconds
        self._line: FairPool[Owner] | None = None
        if most_of_one_owner is not None:
            self._line = FairPool(
                pool.get_max_size(),
                most_of_one=most_of_one_owner,
                in_line=WAITING_FOR_A_CONNECTION,
                seconds=acquire_seconds,
            )
        self._taken = 0
        self._ending: set[asyncio.Task[None]] = set()

    def as_user(self, user_id: UserId, *, first: str = "") -> AbstractAsyncContextManager[Tx]:
        return self.as_owner(owner_of(user_id), first=first)

    def as_owner(self, owner: Owner, *, first: str = "") -> AbstractAsyncContextManager[Tx]:
        """`first`: a statement that returns nothing of use, a lock; it travels with the begin and costs no round trip.
        It cannot take arguments, so it must hold nothing that is not `quoted`."""
        return self._transaction(owner, first)

    def as_nobody(self) -> AbstractAsyncContextManager[Tx]:
        return self._transaction(NOBODY, "")

    @asynccontextmanager
    async def reading(self, owner: Owner, *, first: str = "") -> AsyncIterator[Tx]:
        """As this owner, only to read. Nobody waits for the end of it: what was read is known, and nothing hangs on
        whether it is told to the server now or in a moment."""
        held = await self._take(owner)
        try:
            await held.connection.execute(_begin("begin read only", owner.tenant_id, owner.user_id, first))
            with _holding(owner):
                yield held.connection
        except BaseException:  # border: as below
            await self._end(held)
            raise
        ending = asyncio.get_running_loop().create_task(self._end(held))
        self._ending.add(ending)
        ending.add_done_callback(self._ending.discard)

    async def _end(self, held: _Held) -> None:
        try:
            await _rollback(held.connection)
        finally:
            await self._give_back(held)

    @asynccontextmanager
    async def _transaction(self, owner: Owner, first: str) -> AsyncIterator[Tx]:
        held = await self._take(owner)
        connection = held.connection
        try:
            try:
                await connection.execute(_begin("begin", owner.tenant_id, owner.user_id, first))
                with _holding(owner):
                    yield connection
            except BaseException:  # border: whatever ends the work, a cancellation too, undoes what it wrote
                await _rollback(connection)
                raise
            if await connection.execute("commit") != "COMMIT":
                # Postgres answers COMMIT with ROLLBACK after an error inside: whoever swallowed it must not go on.
                raise RolledBack
        finally:
            await self._give_back(held)

    async def look_up(self, query: str, *arguments: Any) -> list[asyncpg.Record]:
        """One statement as nobody: for definer functions, and for such as name their asker themselves. There is no
        transaction to open or close."""
        held = await self._take(NOBODY)
        try:
            rows: list[asyncpg.Record] = await held.connection.fetch(query, *arguments)
            return rows
        finally:
            await self._give_back(held)

    async def _take(self, owner: Owner) -> _Held:
        """In line first: whoever waits must not hold what others wait for."""
        of = None if owner == NOBODY else owner
        if self._line is None:
            return _Held(await self._acquire(), of, time.monotonic())
        if _holder.get() == (owner, asyncio.current_task()):
            self._line.take_anyway(of)
        else:
            await self._line.take(of)
        try:
            return _Held(await self._acquire(), of, time.monotonic())
        except BaseException:  # border: a cancellation too
            self._line.give_back(of)
            raise

    async def _acquire(self) -> Tx:
        """Where one is free, nobody has to watch how long it takes to get it; to connect has a limit of its own."""
        if self._gives_way is not None:
            await self._gives_way.pause()
        is_free = self._taken < self.pool.get_max_size()
        self._taken += 1
        try:
            connection: Tx = await self.pool.acquire(timeout=None if is_free else self._acquire_seconds)
        except BaseException:  # border: a cancellation too; there is none to give back
            self._taken -= 1
            raise
        return connection

    async def _give_back(self, held: _Held) -> None:
        try:
            await self.pool.release(held.connection)
        finally:
            self._taken -= 1  # not before: where the server is silent, it may take its time to be free
            if self._line is not None:
                self._line.give_back(held.of)
                pay(_WORTH * (time.monotonic() - held.since))

    async def close(self) -> None:
        try:
            async with asyncio.timeout(5):
                await self.pool.close()
        except TimeoutError:
            self.pool.terminate()


async def connect(
    address: DatabaseAddress,
    *,
    size: int = 10,
    name: str = "holdfast",
    gives_way: GiveWay | None = None,
    most_of_one_owner: int | None = None,
    lock_seconds: float | None = None,
) -> Db:
    """`gives_way`: each transaction is a piece of work that others go before.
    `lock_seconds`: how long a statement waits for what another holds; unset, as long as a statement may take."""
    settings = {
        "application_name": name,
        "statement_timeout": "30s",
        "standard_conforming_strings": "on",  # what `quoted` rests on, whatever the server's default is
        "idle_in_transaction_session_timeout": "60s",
        "tcp_keepalives_idle": "60",  # so that no router on the way forgets a connection that is kept
    }
    if address.role:
        settings["role"] = address.role
    if lock_seconds is not None:
        settings["lock_timeout"] = f"{round(lock_seconds * 1000)}ms"
    pool = await asyncpg.create_pool(
        address.dsn,
        connection_class=_Connection,
        min_size=min(2, size),
        max_size=size,
        reset=_no_reset,
        server_settings=settings,
        max_inactive_connection_lifetime=KEPT_SECONDS,
        command_timeout=35,
        timeout=10,
    )
    return Db(pool, gives_way, most_of_one_owner=min(most_of_one_owner, size - 1) if most_of_one_owner else None)


class _Connection(asyncpg.Connection):
    """Asks about the arrays of Postgres' own types once a process. asyncpg does once a connection and statement, which
    costs the server ten milliseconds each time, and whoever came first on a new connection waits for it."""

    async def _introspect_types(self, typeoids: Iterable[int], timeout: float | None) -> tuple[Any, Any]:
        asked = frozenset(typeoids)
        if any(oid >= _FIRST_OID_OF_A_DATABASE for oid in asked):
            return await super()._introspect_types(typeoids, timeout)  # type: ignore[misc,no-any-return]
        if asked not in _told_types:
            _told_types[asked], _ = await super()._introspect_types(typeoids, timeout)  # type: ignore[misc]
        return _told_types[asked], _NOTHING_ASKED


async def _no_reset(connection: Any) -> None:
    """Nothing is set outside a transaction, and the next begin resets all the same; a reset here costs a round trip."""


def _begin(begin: str, tenant_id: str, user_id: str, first: str) -> str:
    tenant, user = quoted(tenant_id), quoted(user_id)
    return f"reset all; {begin}; set local app.tenant_id = {tenant}; set local app.user_id = {user}; {first}"


async def _rollback(connection: Any) -> None:
    try:
        await connection.execute("rollback")
    except (asyncpg.PostgresError, asyncpg.InterfaceError, OSError, asyncio.CancelledError):
        # The connection is gone, or we are being cancelled in the middle of it: the pool drops it, and the server
        # rolls back by itself. The first error is the one worth telling.
        connection.terminate()


def row_count(status: str) -> int:
    """How many rows a statement touched, from what `execute` answers ("DELETE 3")."""
    return int(status.rpartition(" ")[2])


def quoted(value: str) -> str:
    if "\0" in value:
        raise ValueError("a name with NUL is nobody's name")
    return "'" + value.replace("'", "''") + "'"
