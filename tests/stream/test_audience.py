"""For whom a chunk is: kinds as a table, and readers here and elsewhere, live and late."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator

import asyncpg
import pytest

from holdfast.core.db import Db
from holdfast.core.ids import UserId
from holdfast.stream.audience import for_others
from holdfast.stream.follow import follow
from holdfast.stream.live import TAIL_BYTES, LiveStream
from holdfast.stream.read import read_chunks
from holdfast.stream.types import FollowPace
from holdfast.stream.wire import ALIVE, encode, text_delta
from holdfast.stream.writer import Writer
from tests.stream.conftest import add_person, add_stream
from tests.stream.processes import Heard, Process, process
from tests.waiting import HANGS_SECONDS, takes

pytestmark = pytest.mark.anyio

HIDDEN = "nobody else's"


@pytest.fixture
async def user(as_owner: asyncpg.Connection) -> UserId:
    return await add_person(as_owner)


@pytest.fixture(params=["postgres", "redis"])
async def pair(request: pytest.FixtureRequest, db: Db) -> AsyncIterator[tuple[Process, Process]]:
    valkey = request.getfixturevalue("valkey") if request.param == "redis" else None
    async with process(db, valkey) as one, process(db, valkey) as other:
        yield one, other


@pytest.mark.parametrize(
    "kind",
    ["reasoning-start", "reasoning-delta", "reasoning-end", "tool-input-start", "tool-input-available",
     "tool-output-available", "tool-output-error", "tool-approval-request", "source-document", "source-url", "file",
     "data-debug", "data-partial", "text", "", "textual", "text-delta-of-another-kind"],
)  # fmt: skip
def test_what_nobody_said_is_for_all_is_the_owners(kind: str) -> None:
    part = encode({"type": kind, "id": "x", "data": HIDDEN})
    assert for_others(part) is None


def test_a_chunk_whose_kind_does_not_come_first_is_the_owners() -> None:
    assert for_others(encode({"id": "t0", "type": "text-delta", "delta": "hello"})) is None
    assert for_others(b"") is None
    assert for_others(b'{"type":"text-delta') is None
    assert for_others(b'{"type":"text-deltaX') is None


def test_words_and_the_frame_around_them_are_for_all_byte_by_byte() -> None:
    for part in (text_delta("t0", "hello"), encode({"type": "start", "messageId": "m"}), encode({"type": "abort"})):
        assert for_others(part) == part


def test_what_an_answer_cost_is_told_to_its_owner_alone() -> None:
    metadata = {"turnId": "t", "status": "completed", "model": "m", "usage": {"costUsd": 0.5}}
    told = for_others(encode({"type": "finish", "finishReason": "stop", "messageMetadata": metadata}))
    shown = {"turnId": "t", "status": "completed", "model": "m"}
    assert told == encode({"type": "finish", "finishReason": "stop", "messageMetadata": shown})


def write(live: LiveStream, rounds: int, size: int = 0) -> None:
    writer = Writer(live, coalesce_seconds=0)
    for number in range(rounds):
        writer.text(HIDDEN + "x" * size, kind="reasoning")
        writer.part({"type": "tool-input-available", "toolCallId": "1", "toolName": "mail", "input": HIDDEN})
        writer.part({"type": "tool-output-available", "toolCallId": "1", "output": HIDDEN})
        writer.part({"type": "data-n", "data": HIDDEN, "transient": True})
        writer.text(f"word{number} ")
        writer.close_text()


async def test_guests_here_and_elsewhere_live_and_late_hear_the_words_alone(
    pair: tuple[Process, Process], as_owner: asyncpg.Connection, user: UserId
) -> None:
    one, _ = pair
    stream = await add_stream(as_owner, user, one.streams.process_id)
    live = one.open(stream)
    guests = [asyncio.create_task(where.read(user, stream, Heard(), is_owner=False)) for where in pair]
    owners = [asyncio.create_task(where.read(user, stream, Heard())) for where in pair]
    for _ in range(20):
        write(live, 1)
        await takes(0.02)
    for where in pair:
        buffered = await read_chunks(where.db, where.streams, user, stream, 0, is_owner=False)
        assert buffered
        assert HIDDEN.encode() not in b"".join(chunk.data for chunk in buffered)
    await one.finish(user, live)
    async with asyncio.timeout(HANGS_SECONDS):
        heard = await asyncio.gather(*guests)
        whole = await asyncio.gather(*owners)
    heard += [await where.read(user, stream, Heard(), start, is_owner=False) for where in pair for start in (0, 7)]
    for guest in heard:
        assert HIDDEN.encode() not in guest.body
        assert guest.is_done
        assert guest.seqs == sorted(set(guest.seqs))
    for guest in heard[:2]:
        assert sum(part["type"] == "text-delta" for part in guest.parts) == 20
    for owner in whole:
        assert owner.seqs == list(range(live.next_seq))


async def test_a_guest_who_is_far_behind_reads_the_words_alone_from_postgres(
    db: Db, as_owner: asyncpg.Connection, user: UserId
) -> None:
    async with process(db) as one:
        stream = await add_stream(as_owner, user, one.streams.process_id)
        live = one.open(stream)
        write(live, 30, size=TAIL_BYTES // 10)
        await one.pulse.beat()
        assert live.first > 0
        reading = asyncio.create_task(one.read(user, stream, Heard(), is_owner=False))
        await asyncio.sleep(0)
        await one.finish(user, live)
        async with asyncio.timeout(HANGS_SECONDS):
            heard = await reading
        assert HIDDEN.encode() not in heard.body
        assert [part["delta"] for part in heard.parts if part["type"] == "text-delta"] == [
            f"word{n} " for n in range(30)
        ]


async def test_a_guest_hears_that_the_line_is_alive_while_the_model_thinks_aloud(
    pair: tuple[Process, Process], as_owner: asyncpg.Connection, user: UserId
) -> None:
    """Else nobody would ask again whether they may still read."""
    one, _ = pair
    stream = await add_stream(as_owner, user, one.streams.process_id)
    live = one.open(stream)
    for where in pair:
        where.streams.pace = FollowPace(keep_alive_seconds=0.3)
        frames = follow(where.db, where.streams, user, stream, 0, is_owner=False)
        listening = asyncio.create_task(anext(frames))
        deadline = time.monotonic() + HANGS_SECONDS
        while not listening.done() and time.monotonic() < deadline:
            live.append(encode({"type": "reasoning-delta", "id": "r0", "delta": HIDDEN}))
            await takes(0.02)
        assert await listening == ALIVE
        await frames.aclose()
