"""Work that outlives a request, on Postgres.

A room declares a `JobKind` and enqueues it in the very transaction that makes the work necessary: both happen or
neither. The database writes down who was asking, and the job later runs as that asker. A worker (`holdfast.worker`)
hands the job to its function, which does its effects inside `work`: the acknowledgement and the effects commit
together, so a job that is delivered twice takes effect once, and a worker that lost its job while it was asleep is
refused (`JobLost`).

A job that fails is tried again after growing, jittered pauses, and then held where people can see it (`dead_jobs.py`).
Payloads hold ids only. What a person said stays in the person's own rows, where it can be forgotten.
"""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Generic, TypeVar
from uuid import UUID

import asyncpg
import orjson

from holdfast.core.db import Db, Owner, Tx
from holdfast.core.ids import ProcessId
from holdfast.core.pause import doubling_pause

PayloadId = UUID | int | str
_ID = re.compile(r"[A-Za-z0-9_.:/@=+-]{1,200}")

BULK = -1
"""The priority of work that comes after everybody's that is not: a part of much, of which the rest waits too."""

P = TypeVar("P")
P_co = TypeVar("P_co", covariant=True)


@dataclass(frozen=True, slots=True)
class JobKind:
    """One kind of work. Rooms declare theirs in `jobs.py`; `worker/jobs_page.py` names the function that does it."""

    name: str
    tries: int = 5
    first_pause_seconds: float = 2.0
    longest_pause_seconds: float = 300.0
    timeout_seconds: float = 600.0
    at_once: int = 0
    """How many may run at the same time in all workers together; 0 is no limit."""
    slots: int = 10
    """How many may run at the same time in one worker, and at most half of what it runs. One is always free for it."""
    one_per_owner: bool = False
    """What a second one would do for the same owner, the first is doing."""
    rests: bool = False
    """Not done while its owner is suspended; it stays in the line, and its turn comes when they are back."""

    def pause_seconds(self, attempt: int) -> float:
        return doubling_pause(attempt, first_seconds=self.first_pause_seconds, max_seconds=self.longest_pause_seconds)


@dataclass(frozen=True, slots=True)
class Job:
    """One delivery of one job."""

    id: int
    kind: str
    owner: Owner | None
    """Who was asking when it was enqueued; None: nobody, the system's own work."""
    ids: Mapping[str, str | int]
    attempt: int
    """1 at first, and one more after each failure."""
    holder: ProcessId
    """The worker it was handed to: only that one may acknowledge it."""

    def uuid(self, name: str) -> UUID:
        return UUID(str(self.ids[name]))


@dataclass(frozen=True)  # no slots: Python 3.11 cannot then build `JobContext[Parts](…)`
class JobContext(Generic[P_co]):
    """What a job's function is given."""

    db: Db
    """The app's way in, for reading and for work of its own."""
    worker: Db
    """The worker's way in, for `work`."""
    parts: P_co
    report: Callable[..., None] = lambda error, **tags: None
    """Whoever watches for errors that nobody expected (`Observers.report`)."""


JobFunction = Callable[[Job, JobContext[P]], Awaitable[None]]


@dataclass(frozen=True)  # no slots: Python 3.11 cannot then build `Scheduled[Parts](…)`
class Scheduled(Generic[P]):
    """Something done again and again. `cron` has five fields, or six with seconds last; the clock is UTC."""

    name: str
    cron: str
    function: Callable[[JobContext[P]], Awaitable[None]]


class JobLost(Exception):
    """The job is no longer this worker's: it was silent for too long, or the job was forgotten. Nothing was done."""


class Hopeless(Exception):
    """Raised by a job's function when no further try will help: the job is held at once."""


class Poison(Exception):
    """Started again and again without ever coming to an end: it seems to end the worker that runs it."""


@dataclass(frozen=True, slots=True)
class Promise:
    """Work to be promised within a statement that writes much else: `jobs.enqueue` takes its row."""

    kind: JobKind
    ids: Mapping[str, PayloadId]
    dedupe_key: str | None = None

    def as_row(self) -> tuple[str, str, str | None]:
        """The kind, the payload as JSON, the key."""
        for name, value in self.ids.items():
            if isinstance(value, str) and not _ID.fullmatch(value):
                raise ValueError(f"{name} of {self.kind.name} is not an id: a payload never holds text")
        # asyncpg's own UUIDs are a class that orjson does not know.
        plain = {name: str(value) if isinstance(value, UUID) else value for name, value in self.ids.items()}
        return self.kind.name, orjson.dumps(plain).decode(), self.dedupe_key


async def enqueue(
    tx: Tx,
    kind: JobKind,
    ids: Mapping[str, PayloadId],
    *,
    dedupe_key: str | None = None,
    delay_seconds: float = 0.0,
    priority: int = 0,
) -> bool:
    """Promise the work, in the caller's transaction and in its asker's name.

    With a `dedupe_key`, False says that the same asker's same kind of work with that key is waiting already: it will
    see what this transaction wrote. A job that is already *running* does not count, because it may have read before.

    Whoever has more of a kind waiting stands further back with the next (`worker/take.py`).
    """
    is_new: bool = await tx.fetchval(
        "select jobs.enqueue($1, $2::jsonb, $3, make_interval(secs => $4), $5)",
        *Promise(kind, ids, dedupe_key).as_row(), delay_seconds, priority,
    )  # fmt: skip
    return is_new


@asynccontextmanager
async def work(worker: Db, job: Job) -> AsyncIterator[Tx]:
    """The transaction in which a job takes effect, as its owner. Leaving it well acknowledges the job.

    Hold it briefly, and call no model inside: read and think before, write here. While it is open nobody else can
    take the job; if it rolls back, the job is as if untouched.
    """
    async with worker.as_owner(job.owner) if job.owner else worker.as_nobody() as tx:
        acknowledged = await tx.fetchval(
            """
            with gone as (
              delete from jobs.pgqueuer where id = $1 and queue_manager_id = $2 and status = 'picked'
              returning id, entrypoint, priority
            )
            insert into jobs.pgqueuer_log (job_id, status, entrypoint, priority)
            select id, 'successful', entrypoint, priority from gone
            returning job_id
            """,
            job.id, job.holder,
        )  # fmt: skip
        if acknowledged is None:
            raise JobLost
        yield tx


async def drop_jobs_of_asker(tx: Tx) -> int:
    """For forgetting: everything that waits, runs or lies dead in the asker's name is gone with this transaction."""
    count: int = await tx.fetchval("select jobs.drop_mine()")
    return count


async def drop_jobs_about(tx: Tx, sessions: Sequence[int]) -> int:
    """The same, for what is about one of these sessions of the memory. How many."""
    count: int = await tx.fetchval("select jobs.drop_mine_about($1)", list(sessions))
    return count


@dataclass(frozen=True, slots=True)
class QueueState:
    waiting: int
    oldest_seconds: float
    dead: int


async def queue_state(db: Db) -> QueueState:
    row = (await db.look_up("select waiting, oldest_seconds, dead from jobs.state()"))[0]
    return QueueState(row["waiting"], row["oldest_seconds"], row["dead"])


async def worker_silent_seconds(connection: asyncpg.Connection) -> float | None:
    """How long nothing of the schedule was done, of which something is due every ten seconds; None: nothing ever. For
    the owner of the tables."""
    seconds: float | None = await connection.fetchval(
        """
        select extract(epoch from now() - max(greatest(updated, heartbeat)))::double precision
          from jobs.pgqueuer_schedules where last_run is not null or status = 'picked'
        """
    )
    return seconds
