"""Which jobs come next: no kind takes every slot, people are served by turns, and nobody waits for ever."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable

import pytest

from holdfast.core.db import Db, Owner
from holdfast.core.jobs import BULK, Job, JobContext, JobKind, enqueue
from holdfast.worker.queue import Queue
from tests.waiting import HANGS_SECONDS, until
from tests.worker.conftest import QUICK, StartWorker

pytestmark = pytest.mark.anyio

ADA, BOB, EVE = (Owner("acme", name) for name in ("ada", "bob", "eve"))


class Hall:
    """Jobs come in and stay until they are let go."""

    def __init__(self) -> None:
        self.open = asyncio.Event()
        self.inside: Counter[object] = Counter()
        self.most: Counter[object] = Counter()

    async def stay(self, job: Job, context: JobContext[object]) -> None:
        whose = (job.kind, job.owner)
        for name in (job.kind, whose):
            self.inside[name] += 1
            self.most[name] = max(self.most[name], self.inside[name])
        await self.open.wait()
        self.inside[job.kind] -= 1
        self.inside[whose] -= 1

    async def holds(self, **counts: int) -> bool:
        return all(self.inside[kind] == count for kind, count in counts.items())


async def ask(db: Db, owner: Owner, kind: JobKind, count: int = 1, *, priority: int = 0) -> None:
    async with db.as_owner(owner) as tx:
        for n in range(count):
            await enqueue(tx, kind, {"n": n}, priority=priority)


async def test_a_kind_with_much_to_do_leaves_the_others_their_slots(db: Db, start_worker: StartWorker) -> None:
    bulk, title = JobKind("bulk"), JobKind("title")
    hall, told = Hall(), asyncio.Event()

    async def tell(job: Job, context: JobContext[object]) -> None:
        told.set()

    async with start_worker({bulk: hall.stay, title: tell}):
        await ask(db, ADA, bulk, 40)
        await until(lambda: hall.holds(bulk=QUICK.at_once // 2))
        await ask(db, BOB, title)
        await asyncio.wait_for(told.wait(), HANGS_SECONDS)
        assert hall.most["bulk"] == QUICK.at_once // 2
        hall.open.set()
        await until(lambda: hall.holds(bulk=0))


async def test_where_all_slots_are_taken_every_kind_still_has_one_of_its_own(db: Db, start_worker: StartWorker) -> None:
    crowds = [JobKind(name) for name in ("a", "b", "c")]
    quiet = JobKind("quiet")
    hall = Hall()
    async with start_worker(dict.fromkeys((*crowds, quiet), hall.stay)):
        for kind in crowds:
            await ask(db, ADA, kind, 15)
        await until(lambda: _is(lambda: sum(hall.inside[kind.name] for kind in crowds) >= QUICK.at_once))
        await ask(db, BOB, quiet, 3)
        await until(lambda: hall.holds(quiet=1))
        hall.open.set()
        await until(lambda: hall.holds(a=0, b=0, c=0, quiet=0))


async def _is(condition: Callable[[], bool]) -> bool:
    return condition()


async def test_a_kinds_slots_are_counted_in_each_worker(db: Db, start_worker: StartWorker) -> None:
    narrow = JobKind("narrow", slots=2)
    hall = Hall()
    async with start_worker({narrow: hall.stay}), start_worker({narrow: hall.stay}):
        await ask(db, ADA, narrow, 12)
        await until(lambda: hall.holds(narrow=4))
        hall.open.set()
        await until(lambda: hall.holds(narrow=0))
    assert hall.most["narrow"] == 4


async def test_what_is_done_once_at_a_time_for_one_owner_is_so_in_all_workers(
    db: Db, start_worker: StartWorker
) -> None:
    alone = JobKind("alone", one_per_owner=True)
    hall = Hall()
    async with start_worker({alone: hall.stay}), start_worker({alone: hall.stay}):
        await ask(db, ADA, alone, 8)
        await ask(db, BOB, alone, 8)
        await until(lambda: hall.holds(alone=2))
        hall.open.set()
        await until(lambda: hall.holds(alone=0))
        await until(lambda: _is(lambda: sum(hall.inside.values()) == 0))
    assert hall.most[("alone", ADA)] == hall.most[("alone", BOB)] == 1


class Line:
    """One at a time, in the order taken."""

    def __init__(self) -> None:
        self.begins = asyncio.Event()
        self.served: list[Owner | None] = []

    async def serve(self, job: Job, context: JobContext[object]) -> None:
        await self.begins.wait()
        self.served.append(job.owner)

    async def has_served(self, count: int) -> bool:
        return len(self.served) >= count


async def test_one_persons_many_are_taken_by_turns_with_anothers_few(db: Db, start_worker: StartWorker) -> None:
    single = JobKind("single", slots=1)
    line = Line()
    await ask(db, ADA, single, 30)
    async with start_worker({single: line.serve}):
        await ask(db, BOB, single, 4)
        line.begins.set()
        await until(lambda: line.has_served(34))
    places = [place for place, owner in enumerate(line.served) if owner == BOB]
    assert len(places) == 4
    assert places[0] <= 3
    assert places[-1] <= 12


async def test_what_is_named_bulk_waits_for_the_others_but_not_for_ever(db: Db, start_worker: StartWorker) -> None:
    """Whoever is served has asked again meanwhile, for somebody else: the line never ends."""
    single = JobKind("single", slots=1)
    line = Line()

    async def serve(job: Job, context: JobContext[object]) -> None:
        await line.serve(job, context)
        if len(line.served) < 40:
            await ask(db, Owner("acme", f"person{len(line.served)}"), single)

    await ask(db, EVE, single, priority=BULK)
    await ask(db, ADA, single)
    await ask(db, BOB, single)
    async with start_worker({single: serve}):
        line.begins.set()
        await until(lambda: line.has_served(20), seconds=HANGS_SECONDS)
    assert 1 <= line.served.index(EVE) <= 8


async def test_nobody_looks_again_and_again_for_what_has_to_wait(db: Db, worker_db: Db) -> None:
    alone = JobKind("alone", one_per_owner=True)
    queues = [Queue(worker_db, {alone.name: alone}, tries=1) for _ in range(2)]
    await ask(db, ADA, alone, 3)
    taken = [await queue.take(batch=10, slots=20, stale_seconds=HANGS_SECONDS) for queue in queues]
    assert [len(jobs) for jobs in taken] == [1, 0]

    async def is_at_rest() -> bool:
        return await queues[0].seconds_until_due() is None

    await until(is_at_rest)  # what came due this very moment is looked for once more
    async with db.as_owner(BOB) as tx:
        await enqueue(tx, alone, {}, delay_seconds=60)
    seconds = await queues[0].seconds_until_due()
    assert seconds is not None
    assert 50 < seconds <= 60
