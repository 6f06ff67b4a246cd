"""What other processes tell all the others: that an answer is to stop, that one was let go.

One connection a process listens for as long as it lives. Nothing rests on it: a stop also comes with the next beat, and
a stream that was let go is found by the next sweep. So a connection that was killed is simply made anew.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from uuid import UUID

import asyncpg

from holdfast.core.db import RETRYABLE, DatabaseAddress
from holdfast.core.ids import StreamId
from holdfast.core.log import get_logger
from holdfast.stream.live import LiveStreams
from holdfast.stream.store import RELEASED, STOPS

_PAUSE_SECONDS = 1.0
log = get_logger()


async def listen_for_notifications(
    address: DatabaseAddress, live: LiveStreams, on_released: Callable[[], None]
) -> None:
    """Until cancelled."""

    def on_stop(_: object, __: int, ___: str, stream_id: object) -> None:
        found = live.find(StreamId(UUID(str(stream_id))))
        if found:
            found.stop("stopped")

    while True:
        try:
            await _hear_once(address, on_stop, lambda *_: on_released())
        except (*RETRYABLE, asyncpg.PostgresError) as error:
            log.warning("not_listening", error=type(error).__name__)
        await asyncio.sleep(_PAUSE_SECONDS)


async def _hear_once(
    address: DatabaseAddress, on_stop: Callable[[object, int, str, object], None], on_released: Callable[..., None]
) -> None:
    """Until the connection ends."""
    connection = await asyncpg.connect(
        address.dsn, timeout=10, command_timeout=10, server_settings={"application_name": "holdfast-hear"}
    )
    has_ended = asyncio.Event()
    try:
        connection.add_termination_listener(lambda _: has_ended.set())
        await connection.add_listener(STOPS, on_stop)
        await connection.add_listener(RELEASED, on_released)
        await has_ended.wait()
    finally:
        connection.terminate()
