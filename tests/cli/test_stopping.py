from __future__ import annotations

import asyncio
import socket
from contextlib import suppress

import pytest

from holdfast.cli.serving import serve_until_stopped
from holdfast.cli.stopping import Stopping
from holdfast.core.config import Settings
from tests.waiting import never

pytestmark = pytest.mark.anyio


async def test_a_stop_that_a_library_swallowed_while_starting_is_still_a_stop() -> None:
    told: list[str] = []
    stopping = Stopping(told.append)

    async def start() -> None:
        stopping.ask()
        with suppress(asyncio.CancelledError):  # as some libraries do when they finish in the same moment
            await never()
        with socket.socket() as listener:
            await serve_until_stopped(None, listener, Settings(), stopping, lambda: told.append("ready"))

    with stopping.on_signals():
        await start()
    assert told == []
