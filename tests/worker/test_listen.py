from __future__ import annotations

import asyncio

import pytest

from holdfast.core.db import Db
from holdfast.worker.listen import keep_listening
from tests.waiting import HANGS_SECONDS

pytestmark = pytest.mark.anyio

CHANNEL = "tests_of_the_listener"


async def test_what_is_told_is_heard_and_whoever_begins_to_listen_looks_once(worker_db: Db) -> None:
    woken = asyncio.Event()
    listening = asyncio.create_task(keep_listening(worker_db.pool, CHANNEL, woken))
    try:
        for _ in range(3):
            await asyncio.wait_for(woken.wait(), HANGS_SECONDS)
            woken.clear()
            await worker_db.look_up("select pg_notify($1, '')", CHANNEL)
    finally:
        listening.cancel()


async def test_a_listener_that_was_killed_is_replaced_and_looks_for_what_it_missed(worker_db: Db) -> None:
    woken = asyncio.Event()
    listening = asyncio.create_task(keep_listening(worker_db.pool, CHANNEL, woken))
    try:
        for _ in range(2):
            await asyncio.wait_for(woken.wait(), HANGS_SECONDS)
            woken.clear()
            await worker_db.look_up(
                "select pg_terminate_backend(pid) from pg_stat_activity"
                " where datname = current_database() and query ilike $1",
                f"listen%{CHANNEL}%",
            )
        await asyncio.wait_for(woken.wait(), HANGS_SECONDS)
    finally:
        listening.cancel()
