"""Sinks are told, again and again until they have done it, and once more when nothing late can arrive."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta

import asyncpg
import pytest

from holdfast.core.clock import utc_now
from holdfast.core.db import Owner
from holdfast.memory.forget.forget import forget
from holdfast.memory.forget.receipts import verify_receipt
from holdfast.memory.forget.run_pending import SECOND_LOOK_SECONDS, run_all_pending, run_pending
from holdfast.memory.forget.types import ForgetEverything, ForgetQuery, ForgetSessions
from holdfast.memory.outbox.dead_letters import drop_dead_letters
from holdfast.memory.parts import MemoryParts
from holdfast.memory.types import Delivery, SinkUnavailable
from tests.memory.conftest import ADA, BOB
from tests.memory.forget.living import catch_up, live, talk

pytestmark = pytest.mark.anyio


@dataclass
class ListSink:
    name: str = "list"
    is_down: bool = False
    held: dict[tuple[Owner, str], str] = field(default_factory=dict)
    asked: list[Sequence[str] | None] = field(default_factory=list)

    async def ping(self) -> None:
        """Always there."""

    async def deliver(self, owner: Owner, delivery: Delivery) -> None:
        self.held.setdefault((owner, delivery.name), delivery.text)

    async def search(self, owner: Owner, query: str, *, limit: int, now: datetime) -> Sequence[str]:
        return [text for (whose, _), text in self.held.items() if whose == owner]

    async def forget(self, owner: Owner, names: Sequence[str] | None) -> int:
        if self.is_down:
            raise SinkUnavailable
        self.asked.append(names)
        gone = [key for key in self.held if key[0] == owner and (names is None or key[1] in names)]
        for key in gone:
            del self.held[key]
        return len(gone)


def later(memory: MemoryParts, seconds: float) -> MemoryParts:
    return replace(memory, clock=lambda: utc_now() + timedelta(seconds=seconds))


SECRET = talk("I hid the treasure under the old oak tree.", "Under the oak, understood.")
OTHER = talk("I live in Hamburg with my dog Rex.", "How nice.", start=60)


async def test_a_sink_forgets_at_once_and_is_asked_once_more(memory: MemoryParts, as_owner: asyncpg.Connection) -> None:
    sink = ListSink()
    memory = replace(memory, sinks=[sink])
    await live(memory, ADA, {"secret": SECRET, "other": OTHER})
    assert any("oak" in text for text in sink.held.values())
    receipt = await forget(memory, ADA, ForgetSessions(["secret"]))
    assert not any("oak" in text for text in sink.held.values())
    assert any("Hamburg" in text for text in sink.held.values())
    assert (await verify_receipt(memory, ADA, receipt.id)).waiting == []
    await run_all_pending(later(memory, SECOND_LOOK_SECONDS + 1))
    assert len(sink.asked) == 2
    assert await as_owner.fetchval("select count(*) from forget_errands") == 0


async def test_a_sink_that_is_down_is_told_later(memory: MemoryParts, as_owner: asyncpg.Connection) -> None:
    sink = ListSink()
    memory = replace(memory, sinks=[sink])
    await live(memory, ADA, {"secret": SECRET})
    await live(memory, BOB, {"secret": OTHER})
    sink.is_down = True
    receipt = await forget(memory, ADA, ForgetEverything())
    assert receipt.is_verified
    assert (await verify_receipt(memory, ADA, receipt.id)).waiting == ["list"]
    assert await run_all_pending(memory) == 0  # it pauses
    sink.is_down = False
    assert await run_all_pending(later(memory, 60)) == 1
    assert {owner for owner, _ in sink.held} == {BOB}
    assert (await verify_receipt(memory, ADA, receipt.id)).waiting == []
    assert await as_owner.fetchval("select last_error from forget_errands") is None


async def test_a_summary_made_again_reaches_the_sink_under_a_new_name(memory: MemoryParts) -> None:
    sink = ListSink()
    memory = replace(memory, sinks=[sink])
    await live(memory, ADA, {"mixed": [*SECRET, *OTHER]})
    before = set(sink.held)
    await forget(memory, ADA, ForgetQuery("oak"))
    assert sink.held == {}
    await catch_up(memory, ADA)
    assert set(sink.held).isdisjoint(before)
    assert any("Hamburg" in text for text in sink.held.values())
    assert not any("oak" in text for text in sink.held.values())
    await run_all_pending(later(memory, SECOND_LOOK_SECONDS + 1))
    assert any("Hamburg" in text for text in sink.held.values())  # the second look does not take the new one


async def test_a_sink_keeps_the_summaries_of_earlier_stretches(memory: MemoryParts) -> None:
    sink = ListSink()
    memory = replace(memory, sinks=[sink])
    await live(memory, ADA, {"s": OTHER})
    earlier = dict(sink.held)
    await live(memory, ADA, {"s": talk(*[turn.text for turn in SECRET], start=600)})
    await forget(memory, ADA, ForgetQuery("oak"))
    assert sink.held == earlier
    await catch_up(memory, ADA)
    await run_all_pending(later(memory, SECOND_LOOK_SECONDS + 1))
    assert earlier.items() <= sink.held.items()


async def test_whoever_forgets_waits_once_for_a_sink_that_is_down(
    memory: MemoryParts, as_owner: asyncpg.Connection
) -> None:
    sink = ListSink(is_down=True)
    memory = replace(memory, sinks=[sink])
    for _ in range(5):
        await forget(memory, ADA, ForgetEverything())
    tried = await as_owner.fetchval("select sum(attempts) from forget_errands")
    assert await run_pending(later(memory, 7200), ADA) == 0
    assert await as_owner.fetchval("select sum(attempts) from forget_errands") == tried + 1
    sink.is_down = False
    assert await run_pending(later(memory, 14400), ADA) == 5


async def test_a_dead_letter_that_was_dropped_is_forgotten_in_the_sink_all_the_same(
    memory: MemoryParts, as_owner: asyncpg.Connection
) -> None:
    sink = ListSink()
    memory = replace(memory, sinks=[sink])
    await live(memory, ADA, {"secret": SECRET, "other": OTHER})
    # The sink took them, and its answer was lost each time.
    await as_owner.execute("update memory_outbox set status = 'dead'")
    await drop_dead_letters(memory)
    await forget(memory, ADA, ForgetQuery("oak"))
    assert sink.held
    assert not any("oak" in text for text in sink.held.values())
