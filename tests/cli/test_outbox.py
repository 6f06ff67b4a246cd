"""`holdfast outbox`, on a database of its own."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest

from holdfast.core.db import connect
from holdfast.core.embedded.postgres import EmbeddedPostgres, start_postgres
from holdfast.core.migrate import migrate, prepare_embedded
from holdfast.memory.intake.ingest import ingest
from holdfast.memory.intake.sessions import close_session
from holdfast.memory.outbox.dead_letters import dead_letters
from holdfast.memory.outbox.drain import drain
from holdfast.memory.parts import MemoryParts
from holdfast.memory.types import IncomingTurn, SinkRefused
from tests.cli.running import environment, holdfast
from tests.memory.conftest import ADA
from tests.memory.outbox.recording import RecordingSink, told
from tests.words import WordEmbedder

pytestmark = pytest.mark.anyio


@pytest.fixture
def folder(used_folder: Path) -> Path:
    return used_folder


@pytest.fixture
def server(folder: Path) -> Iterator[EmbeddedPostgres]:
    running = start_postgres(folder, settings={"fsync": "off"})
    yield running
    running.stop()


@pytest.fixture
async def memory(server: EmbeddedPostgres) -> AsyncIterator[MemoryParts]:
    addresses = await prepare_embedded(server)
    await migrate(addresses.owner)
    db = await connect(addresses.app, size=3)
    yield MemoryParts(db, WordEmbedder(), chain=None)
    await db.close()


async def test_dead_letters_are_listed_with_why_and_retried_or_dropped(memory: MemoryParts, folder: Path) -> None:
    env = environment(folder)
    assert holdfast("outbox", "list", env=env).stdout == "Nothing lies dead in the outbox.\n"
    refusing = replace(memory, sinks=[RecordingSink(SinkRefused("it quotes Ashley"), SinkRefused())])
    for session_id in "ab":
        await ingest(memory, ADA, IncomingTurn("user", "Ashley called", datetime.now(UTC)), session_id=session_id)
        await close_session(memory, ADA, session_id)
    assert (await drain(refusing, summarise=told)).dead_lettered == 2
    first, second = sorted(letter.id for letter in await dead_letters(memory))

    listed = holdfast("outbox", "list", env=env).stdout
    assert f"{first}  session  1 tries" in listed
    assert "SinkRefused: the graph refused it" in listed
    assert "Ashley" not in listed
    assert "ada" not in listed
    assert "dead               2" in holdfast("outbox", "state", env=env).stdout

    assert holdfast("outbox", "retry", str(first), env=env).stdout == f"{first}: pending again\n"
    assert holdfast("outbox", "drop", "--all", env=env).stdout == f"{second}: dropped\n"
    missing = holdfast("outbox", "drop", "999999", env=env)
    assert (missing.returncode, missing.stdout) == (1, "999999: there is no such dead letter\n")
    assert (await drain(memory, summarise=told)).delivered == 1
