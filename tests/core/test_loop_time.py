"""What is taken of the event loop is written down for whoever took it, and changes nothing of what is done."""

from __future__ import annotations

import asyncio
import time

import pytest

from holdfast.core.loop_time import LoopTime, paid_alike, paid_by, pay

pytestmark = pytest.mark.anyio

BUSY_SECONDS = 0.02


def be_busy(seconds: float = BUSY_SECONDS) -> None:
    until = time.thread_time() + seconds
    while time.thread_time() < until:
        pass


async def work() -> str:
    be_busy()
    await asyncio.sleep(0)
    be_busy()
    return "done"


async def test_each_step_is_paid_for_and_what_comes_out_is_the_same() -> None:
    ada, bob = LoopTime(), LoopTime()
    assert list(await asyncio.gather(paid_by(ada, work()), paid_by(bob, work()))) == ["done", "done"]
    for account in (ada, bob):
        assert account.share() > 0
    assert ada.share() == pytest.approx(bob.share(), rel=0.5), "nobody pays for the steps of others"


async def test_to_wait_costs_nothing() -> None:
    ada, gate = LoopTime(), asyncio.Event()
    waiting = asyncio.create_task(paid_by(ada, gate.wait()))
    await asyncio.sleep(0)
    be_busy(10 * BUSY_SECONDS)  # somebody else
    gate.set()
    assert await waiting
    busy = LoopTime()
    busy.add(10 * BUSY_SECONDS)
    assert ada.share() < busy.share() / 5


async def test_errors_and_cancellations_reach_the_work_and_come_out_of_it() -> None:
    heard: list[str] = []

    async def breaks() -> None:
        await asyncio.sleep(0)
        raise KeyError("broken")

    async def tidies_up() -> None:
        try:
            await asyncio.Event().wait()
        except asyncio.CancelledError:
            await asyncio.sleep(0)
            heard.append("cancelled")
            raise

    with pytest.raises(KeyError):
        await paid_by(LoopTime(), breaks())
    task = asyncio.create_task(paid_by(LoopTime(), tidies_up()))
    await asyncio.sleep(0)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert heard == ["cancelled"]


async def test_what_goes_on_detached_and_what_is_done_elsewhere_is_paid_by_the_same() -> None:
    ada, begun = LoopTime(), list[asyncio.Task[str]]()

    async def begin() -> None:
        begun.append(asyncio.create_task(paid_alike(work())))

    await paid_by(ada, begin())
    before = ada.share()
    assert await begun[0] == "done"
    assert ada.share() > before + BUSY_SECONDS / 4

    async def elsewhere() -> None:
        pay(1.0)

    before = ada.share()
    await paid_by(ada, elsewhere())
    assert ada.share() > before + 0.1
    pay(1.0)  # nobody's
    assert await paid_alike(work()) == "done"


async def test_a_group_has_what_its_members_take_together() -> None:
    group = LoopTime()
    members = [LoopTime(group) for _ in range(10)]
    for member in members:
        member.add(0.1)
    assert group.share() == pytest.approx(sum(member.share() for member in members), rel=0.1)
