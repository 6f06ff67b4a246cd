"""Forgetting while everything else goes on: thirty at a barrier, and nothing forgotten reappears."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import date, timedelta

import asyncpg
import pytest

from holdfast.core.db import connect
from holdfast.core.errors import NotFound
from holdfast.core.ids import ReceiptId, new_id
from holdfast.core.migrate import Addresses
from holdfast.memory.forget.forget import forget
from holdfast.memory.forget.types import ForgetEverything, ForgetQuery, ForgetSessions, Receipt
from holdfast.memory.intake.ingest import ingest
from holdfast.memory.intake.ingest_session import ingest_session
from holdfast.memory.intake.sessions import close_session
from holdfast.memory.learning.learn import learn
from holdfast.memory.outbox.drain import drain_one
from holdfast.memory.parts import MemoryParts
from holdfast.memory.profile.days import analyse_day
from holdfast.memory.profile.refresh import refresh
from holdfast.memory.recall.vectors.embed import embed_waiting
from tests.architecture.catalogue import mentions_of
from tests.memory.conftest import ADA, BOB
from tests.memory.forget.living import catch_up, ids, live, row_of, said, talk
from tests.waiting import HANGS_SECONDS, until

pytestmark = pytest.mark.anyio

MARKER = "quaggaharbour"
SECRET = talk(
    *(
        f"I work at {MARKER} Bakery and I will visit the {MARKER} market number {n} tomorrow with my sister Anna."
        for n in range(16)
    ),
    prefix="m",
)
PLAIN = talk("I live in Hamburg.", "I see.", "I will call my mother tomorrow.", "Good.", start=60, prefix="p")

Work = Callable[[], Awaitable[object]]


async def together(works: Sequence[Work]) -> list[object]:
    barrier = asyncio.Barrier(len(works))

    async def one(work: Work) -> object:
        await barrier.wait()
        return await work()

    return await asyncio.gather(*(one(work) for work in works), return_exceptions=True)


@pytest.fixture
async def wide(memory: MemoryParts, addresses: Addresses) -> object:
    """With room for thirty at once."""
    db = await connect(addresses.app, size=32)
    yield replace(memory, db=db)
    await db.close()


def busy(memory: MemoryParts, sessions: list[int]) -> list[Work]:
    """Everything that reads what was said and writes what it made of it, and a sender that repeats itself."""
    works: list[Work] = []
    for session in sessions:
        works += [lambda s=session: learn(memory, ADA, s), lambda s=session: drain_one(memory, ADA, s)]  # type: ignore[misc]
    works += [
        lambda: embed_waiting(memory, ADA),
        lambda: embed_waiting(memory, ADA),
        lambda: refresh(memory, ADA),
        lambda: refresh(memory, ADA),
        lambda: analyse_day(memory, ADA, date(2026, 5, 4)),
        lambda: close_session(memory, ADA, "secret"),
        lambda: ingest_session(memory, ADA, "secret", SECRET),
        lambda: ingest(memory, ADA, said("unrelated and new", 90, external_id="new"), session_id="plain"),
    ]
    again = [SECRET[n % len(SECRET)] for n in range(29 - len(works))]
    works += [lambda turn=turn: ingest(memory, ADA, turn, session_id="secret") for turn in again]  # type: ignore[misc]
    return works


@pytest.mark.parametrize("what", [ForgetSessions(["secret"]), ForgetQuery(MARKER), ForgetEverything()])
@pytest.mark.parametrize("is_settled", [True, False])
async def test_nothing_forgotten_reappears(
    wide: MemoryParts,
    as_owner: asyncpg.Connection,
    what: ForgetSessions | ForgetQuery | ForgetEverything,
    is_settled: bool,
) -> None:
    if is_settled:
        await live(wide, ADA, {"secret": SECRET, "plain": PLAIN})
    else:
        for name, turns in (("secret", SECRET), ("plain", PLAIN)):
            await ingest_session(wide, ADA, name, turns)
    await live(wide, BOB, {"plain": PLAIN})
    works = busy(wide, await ids(wide, ADA, "memory_sessions"))
    done = await together([lambda: forget(wide, ADA, what), *works])
    assert not isinstance(done[0], BaseException), done[0]
    assert await mentions_of(as_owner, MARKER) == []
    await catch_up(wide, ADA)
    await asyncio.gather(*(ingest(wide, ADA, turn, session_id="secret") for turn in SECRET))
    await catch_up(wide, ADA)
    assert await mentions_of(as_owner, MARKER) == []
    unexpected = [one for one in done[1:] if isinstance(one, BaseException) and not _is_expected(one)]
    assert unexpected == []


def _is_expected(error: BaseException) -> bool:
    """Work on a session that went meanwhile may fail: its job is tried again and finds nothing."""
    return isinstance(error, asyncpg.ForeignKeyViolationError)


async def test_a_forget_that_reaches_another_session_and_a_turn_in_it_do_not_wait_for_each_other(
    wide: MemoryParts, as_owner: asyncpg.Connection
) -> None:
    """The turn holds its session and comes for the sums; the forget must not hold the sums and come for the session."""
    await live(wide, ADA, {"secret": SECRET, "plain": PLAIN})
    await as_owner.execute(
        "update session_summaries set text = text || $1 where session = $2",
        f" They work at {MARKER} bakery and will visit the {MARKER} market number 3 tomorrow with my sister anna",
        await row_of(wide, ADA, "plain"),
    )
    async with wide.db.as_owner(ADA) as tx:
        await tx.execute("select memory_open($1, $2, 'plain', null, false, now())", ADA.tenant_id, ADA.user_id)
        forgetting = asyncio.create_task(forget(wide, ADA, ForgetSessions(["secret"])))
        await until(lambda: as_owner.fetchval("select exists (select from pg_locks where not granted)"))
        assert not forgetting.done()
        async with asyncio.timeout(HANGS_SECONDS):
            await tx.execute(
                "select memory_index($1, $2, array[1::bigint], array['a turn'])", ADA.tenant_id, ADA.user_id
            )
    receipt = await forgetting
    assert receipt.is_verified
    assert await mentions_of(as_owner, MARKER) == []


@pytest.mark.parametrize("what", [ForgetSessions(["secret"]), ForgetEverything()])
async def test_what_is_made_of_a_day_while_its_words_are_being_deleted_is_not_kept(
    wide: MemoryParts, as_owner: asyncpg.Connection, what: ForgetSessions | ForgetEverything
) -> None:
    """The forget is held where it deletes the days it finds; a day that is written then would outlive it."""
    late = [replace(turn, said_at=turn.said_at + timedelta(days=1)) for turn in SECRET[8:]]
    await live(wide, ADA, {"secret": [*SECRET[:8], *late]})
    waiting = "select count(*) from pg_locks where not granted"
    async with as_owner.transaction():
        assert await as_owner.fetchval("select count(*) from (select from daily_analyses for update) d") == 1
        forgetting = asyncio.create_task(forget(wide, ADA, what))
        await until(lambda: as_owner.fetchval(waiting))
        analysing = asyncio.create_task(analyse_day(wide, ADA, date(2026, 5, 5)))

        async def is_made_or_waits() -> bool:
            return analysing.done() or await as_owner.fetchval(waiting) > 1

        await until(is_made_or_waits)
    await asyncio.gather(forgetting, analysing)
    assert await mentions_of(as_owner, MARKER) == []


async def test_two_who_forget_the_same_at_once_tell_one_story(wide: MemoryParts, as_owner: asyncpg.Connection) -> None:
    await live(wide, ADA, {"secret": SECRET, "plain": PLAIN})
    done = await together([lambda: forget(wide, ADA, ForgetSessions(["secret"])) for _ in range(8)])
    receipts = [one for one in done if not isinstance(one, BaseException)]
    assert len(receipts) == 1
    assert all(isinstance(one, NotFound) for one in done if isinstance(one, BaseException)), done
    assert await as_owner.fetchval("select count(*) from forget_receipts") == 1


async def test_a_new_session_of_the_same_name_is_a_new_one(wide: MemoryParts, as_owner: asyncpg.Connection) -> None:
    await live(wide, ADA, {"secret": SECRET})
    fresh = [said(f"a new sentence number {n}", 200 + n, external_id=f"fresh{n}") for n in range(20)]
    await together(
        [lambda: forget(wide, ADA, ForgetSessions(["secret"]))]
        + [lambda turn=turn: ingest(wide, ADA, turn, session_id="secret") for turn in fresh]  # type: ignore[misc]
    )
    with suppress(NotFound):
        await catch_up(wide, ADA)
    assert await mentions_of(as_owner, MARKER) == []
    seqs = await as_owner.fetch("select seq from episodes order by session, seq")
    sizes = await as_owner.fetchval("select coalesce((select episodes from memory_sizes where user_id = 'ada'), 0)")
    assert len(seqs) == sizes


@pytest.mark.parametrize("what", [ForgetSessions(["secret"]), ForgetEverything()])
async def test_one_who_asks_again_before_the_answer_came_gets_the_same_receipt(
    wide: MemoryParts, as_owner: asyncpg.Connection, what: ForgetSessions | ForgetEverything
) -> None:
    await live(wide, ADA, {"secret": SECRET, "plain": PLAIN})
    number = ReceiptId(new_id())
    done = await together([lambda: forget(wide, ADA, what, receipt_id=number) for _ in range(6)])
    assert [one for one in done if isinstance(one, BaseException)] == []
    assert {one.signature for one in done if isinstance(one, Receipt)} == {
        await as_owner.fetchval("select signature from forget_receipts")
    }
