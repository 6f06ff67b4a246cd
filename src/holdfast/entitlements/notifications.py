"""Whose rights have changed, as the tables tell it at every commit; one connection a process listens.

While it is away nothing that is remembered counts, and when it is back the cache begins anew. A connection that died
without a word is found by asking it something now and then.
"""

from __future__ import annotations

import asyncio
from uuid import UUID

import asyncpg

from holdfast.core.db import RETRYABLE, DatabaseAddress
from holdfast.core.ids import UserId
from holdfast.core.log import get_logger
from holdfast.entitlements import store
from holdfast.entitlements.cache import Cache

_PAUSE_SECONDS = 1.0
_ASK_SECONDS = 15.0
log = get_logger()


async def listen_for_changes(address: DatabaseAddress, cache: Cache) -> None:
    """Until cancelled."""
    while True:
        try:
            await _hear_once(address, cache)
        except (*RETRYABLE, asyncpg.PostgresError) as error:
            log.warning("not_hearing_of_rights", error=type(error).__name__)
        finally:
            cache.is_deaf()
        await asyncio.sleep(_PAUSE_SECONDS)


async def _hear_once(address: DatabaseAddress, cache: Cache) -> None:
    """Until the connection ends."""

    def on_change(_: object, __: int, ___: str, told: object) -> None:
        cache.drop(UserId(UUID(one)) for one in str(told).split(",") if one)

    connection = await asyncpg.connect(
        address.dsn, timeout=10, command_timeout=5, server_settings={"application_name": "holdfast-rights"}
    )
    has_ended = asyncio.Event()
    try:
        connection.add_termination_listener(lambda _: has_ended.set())
        await connection.add_listener(store.CHANGED, on_change)
        cache.hears(await store.present_moment(connection))
        while not has_ended.is_set():
            try:
                async with asyncio.timeout(_ASK_SECONDS):
                    await has_ended.wait()
            except TimeoutError:
                await store.present_moment(connection)
    finally:
        connection.terminate()
