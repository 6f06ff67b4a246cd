"""Processes over the real memory service, for killing.

`python -m tests.faults.memory_process writer APP_DSN ACKS N` sends numbered turns of the Nth group of people and notes
what was acknowledged; started again, it goes on with what was not. `… drainer APP_DSN WORKER_DSN` is a real worker with
the real drain, and looks for what was left behind meanwhile, as the schedule does.
"""

from __future__ import annotations

import asyncio
import os
import random
import re
import sys
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path

from holdfast.core.config import GraphSettings, MemorySettings
from holdfast.core.db import RETRYABLE, DatabaseAddress, Db, Owner, connect
from holdfast.core.errors import DatabaseUnavailable
from holdfast.core.ids import SessionRow
from holdfast.core.jobs import Job, JobContext, JobFunction, JobKind
from holdfast.memory.intake.ingest import ingest
from holdfast.memory.intake.sessions import close_idle_sessions
from holdfast.memory.jobs import DRAIN
from holdfast.memory.outbox.drain import drain, drain_one
from holdfast.memory.outbox.types import DrainPace
from holdfast.memory.parts import MemoryParts
from holdfast.memory.types import Delivery, Episode, IncomingTurn, LearnedFrom
from holdfast.worker.pace import WorkerPace
from holdfast.worker.run import Duties, run_worker, stop_on_signals
from tests.words import WordEmbedder

PEOPLE = 3
"""Of one writer."""
TURNS_A_SESSION = 45
TURNS_A_STRETCH = 17
PACE = DrainPace(lease_seconds=1.5, first_pause_seconds=0.2, longest_pause_seconds=1.0, fold_turns=7)
WORKER_PACE = WorkerPace(poll_seconds=0.2, heartbeat_seconds=1.0, steady_seconds=0.5, grace_seconds=2.0)
_BEGAN = datetime(2026, 5, 4, 12, tzinfo=UTC)
_AWAY = (*RETRYABLE, DatabaseUnavailable)


class TableSink:
    """Keeps what it was given in a table of its own, each name once, as a graph does."""

    name = "table"

    def __init__(self, db: Db, moment_seconds: float) -> None:
        self.db = db
        self.moment_seconds = moment_seconds

    async def ping(self) -> None:
        """Always there."""

    async def deliver(self, owner: Owner, delivery: Delivery) -> None:
        await _a_moment(self.moment_seconds)
        async with self.db.as_owner(owner) as tx:
            await tx.execute(
                "insert into taken (tenant_id, user_id, name, text) values ($1, $2, $3, $4) on conflict do nothing",
                owner.tenant_id, owner.user_id, delivery.name, delivery.text,
            )  # fmt: skip
        await _a_moment(self.moment_seconds)

    async def search(self, owner: Owner, query: str, *, limit: int, now: datetime) -> Sequence[str]:
        return []

    async def forget(self, owner: Owner, names: Sequence[str] | None) -> int:
        raise AssertionError("nothing is forgotten here")


async def _a_moment(most_seconds: float = 0.02) -> None:
    """Time to be killed in, where a model or a network would take it."""
    await asyncio.sleep(random.uniform(0, most_seconds))


async def numbers(
    memory: MemoryParts, old_summary: str, turns: Sequence[Episode], *, may_wait: bool = False
) -> tuple[str, LearnedFrom]:
    """The numbers of the turns after those that were there: one folded twice, or never, shows."""
    await _a_moment()
    return " ".join([old_summary, *(re.findall(r"\d+", turn.text)[0] for turn in turns)]).strip(), "rules"


def parts(db: Db, *, moment_seconds: float = 0.02) -> MemoryParts:
    settings = MemorySettings(graph=GraphSettings(per_turn=True), learn_delay_seconds=0.1)
    return MemoryParts(db, WordEmbedder(), chain=None, settings=settings, sinks=[TableSink(db, moment_seconds)])


async def connect_patiently(dsn: str, *, size: int) -> Db:
    while True:
        try:
            return await connect(DatabaseAddress(dsn), size=size)
        except _AWAY:  # Postgres is being restarted this very moment
            await asyncio.sleep(0.05)


def turn(number: int) -> tuple[str, IncomingTurn]:
    """Silences of twenty minutes close a session on the way, and it is opened again by what follows."""
    said_at = _BEGAN + timedelta(seconds=number, minutes=20 * (number // TURNS_A_STRETCH))
    return f"session {number // TURNS_A_SESSION}", IncomingTurn("user", f"turn {number} of many", said_at, f"m{number}")


async def write(app_dsn: str, acks: str, group: str) -> None:
    db = await connect_patiently(app_dsn, size=PEOPLE)
    memory = parts(db)
    file = os.open(acks, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o644)
    known = [line.split() for line in Path(acks).read_text().splitlines()]
    print("ready", flush=True)

    async def one(person: str) -> None:
        number = 1 + max((int(n) for who, n in known if who == person), default=-1)
        while True:
            session_id, said = turn(number)
            try:
                await ingest(memory, Owner("tenant", person), said, session_id=session_id)
            except _AWAY:
                await asyncio.sleep(0.05)
                continue
            os.write(file, f"{person} {number}\n".encode())
            number += 1
            await asyncio.sleep(random.uniform(0, 0.1))

    await asyncio.gather(*(one(f"p{group}{n}") for n in range(PEOPLE)))


async def work(app_dsn: str, worker_dsn: str) -> None:
    db = await connect_patiently(app_dsn, size=6)
    memory = parts(db)

    async def drain_session(job: Job, context: JobContext[object]) -> None:
        assert job.owner
        await drain_one(memory, job.owner, SessionRow(int(job.ids["session"])), fold_into=numbers, pace=PACE)

    async def look_for_the_rest() -> None:
        while True:
            try:
                await drain(memory, fold_into=numbers, pace=PACE)
                await close_idle_sessions(memory)
            except _AWAY:
                pass
            await asyncio.sleep(random.uniform(0.05, 0.3))

    rest = asyncio.create_task(look_for_the_rest())
    print("ready", flush=True)
    jobs: dict[JobKind, JobFunction[object]] = {DRAIN: drain_session}
    stop = stop_on_signals()
    await run_worker(DatabaseAddress(worker_dsn), db, Duties(object(), jobs), stop=stop, pace=WORKER_PACE)
    rest.cancel()


if __name__ == "__main__":
    role, *arguments = sys.argv[1:]
    asyncio.run((write if role == "writer" else work)(*arguments))
