"""Hearing that the queue has changed, for as long as the worker lives.

A connection that listens and is killed says nothing ever after, and one whose other end is gone seems to be well: so it
is asked now and then, and replaced. Whatever was told in between nobody heard, which is as good as having been told.
"""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import Any

import asyncpg

from holdfast.core.db import RETRYABLE
from holdfast.core.log import get_logger

_PAUSE_SECONDS = 0.3
_PROBE_SECONDS = 10.0

log = get_logger()


async def keep_listening(pool: asyncpg.Pool, channel: str, woken: asyncio.Event) -> None:
    """Set `woken` whenever something was told, until cancelled."""
    while True:
        try:
            await _listen(pool, channel, woken)
        except (TimeoutError, *RETRYABLE):
            await asyncio.sleep(_PAUSE_SECONDS)
        log.info("listener_replaced")


async def _listen(pool: asyncpg.Pool, channel: str, woken: asyncio.Event) -> None:
    """Until the connection is gone."""
    connection: Any = await pool.acquire()
    is_gone = asyncio.Event()
    try:
        connection.add_termination_listener(lambda _: is_gone.set())
        await connection.add_listener(channel, lambda *_: woken.set())
        woken.set()
        while not is_gone.is_set():
            with suppress(TimeoutError):
                await asyncio.wait_for(is_gone.wait(), _PROBE_SECONDS)
                return
            await connection.execute("select 1", timeout=_PROBE_SECONDS)
    finally:
        connection.terminate()  # it is not fit for anybody else: it listens
