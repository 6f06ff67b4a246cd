"""Writers and drainers of the memory are killed at random instants, and Postgres with them now and then.

Afterwards every turn that was acknowledged has one episode and one place, was folded once and delivered once in effect.
`FAULT_KILLS` says how many kills; `make faults` sets the long form. The seed is printed.
"""

from __future__ import annotations

import asyncio
import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import asyncpg
import pytest

from holdfast.cli.database import keep_running
from holdfast.core.db import Db, Owner
from holdfast.core.embedded.postgres import EmbeddedPostgres, start_postgres
from holdfast.core.migrate import Addresses, migrate, prepare_embedded
from holdfast.memory.intake.sessions import close_session
from holdfast.memory.outbox.drain import drain
from holdfast.memory.outbox.state import outbox_state
from tests.faults.memory_process import PACE, connect_patiently, numbers, parts, turn
from tests.waiting import a_moment, takes
from tests.warm import start

pytestmark = [pytest.mark.anyio, pytest.mark.faults]

KILLS = int(os.environ.get("FAULT_KILLS", "10"))
POSTGRES_EVERY = 5
"""Of so many kills one is a restart of Postgres as well."""
# Without fsync a killed server loses nothing, only a killed machine would; without synchronous commit it does.
_SETTINGS = {"fsync": "off", "full_page_writes": "off", "max_connections": "60"}


@pytest.fixture
def server(used_folder: Path) -> Iterator[EmbeddedPostgres]:
    running = start_postgres(used_folder, settings=_SETTINGS)
    yield running
    running.stop()


@dataclass
class Crew:
    """The processes that are being killed, each started again at once."""

    addresses: Addresses
    acks: Path
    running: dict[str, subprocess.Popen[bytes]] = field(default_factory=dict)

    def start(self, who: str) -> None:
        role, number = who.split()
        last = [str(self.acks), number] if role == "writer" else [self.addresses.worker.dsn]
        command = [sys.executable, "-m", "tests.faults.memory_process", role, self.addresses.app.dsn, *last]
        with self.acks.with_name(f"{who}.log").open("ab") as log:
            self.running[who] = start(command, stdout=subprocess.PIPE, stderr=log)

    def kill(self, who: str) -> None:
        process = self.running.pop(who)
        has_died = process.poll() is not None
        process.kill()
        process.wait()
        assert process.stdout
        process.stdout.close()
        assert not has_died, self.acks.with_name(f"{who}.log").read_text()[-2000:]

    async def ready(self, who: str) -> None:
        stdout = self.running[who].stdout
        assert stdout
        assert await asyncio.to_thread(stdout.readline) == b"ready\n"


@pytest.mark.long
@pytest.mark.timeout(120 + 8 * KILLS)
async def test_nothing_is_lost_and_nothing_happens_twice(server: EmbeddedPostgres, tmp_path: Path) -> None:
    seed = random.randrange(1_000_000)
    dice = random.Random(seed)
    addresses = await _prepare(server)
    crew = Crew(addresses, tmp_path / "acks")
    began = time.monotonic()
    keeper = asyncio.create_task(keep_running(server))
    try:
        names = ["writer 0", "writer 1", "drainer 0", "drainer 1"]
        for name in names:
            crew.start(name)
        for kill in range(1, KILLS + 1):
            if kill % POSTGRES_EVERY == 0:
                _end(server, is_sudden=dice.random() < 0.5)
                await a_moment(dice, 0.5)
            victim = dice.choice(names)
            await crew.ready(victim)
            await a_moment(dice, 0.3)
            crew.kill(victim)
            crew.start(victim)
    finally:
        for name in list(crew.running):
            crew.kill(name)
    db = await connect_patiently(addresses.app.dsn, size=6)
    owner = await asyncpg.connect(addresses.owner.dsn)
    keeper.cancel()
    try:
        acknowledged = {tuple(line.split()) for line in crew.acks.read_text().splitlines()}
        print(f"seed {seed}: {KILLS} kills, {len(acknowledged)} turns, {time.monotonic() - began:.0f} s")
        await _check_places(owner)
        await _settle(db, owner)
        await _check_all(owner, acknowledged)
    finally:
        await owner.close()
        await db.close()


async def _prepare(server: EmbeddedPostgres) -> Addresses:
    addresses = await prepare_embedded(server)
    await migrate(addresses.owner)
    owner = await asyncpg.connect(addresses.owner.dsn)
    await owner.execute(
        """
        create table taken (tenant_id text, user_id text, name text, text text, primary key (tenant_id, user_id, name));
        select guard_pair('taken')
        """
    )
    await owner.close()
    return addresses


def _end(server: EmbeddedPostgres, *, is_sudden: bool) -> None:
    """Whatever ended it, `keep_running` starts it again, as it does under `holdfast up`."""
    assert server.process
    server.process.send_signal(signal.SIGKILL if is_sudden else signal.SIGINT)


async def _check_places(owner: asyncpg.Connection) -> None:
    """As the kills left it: by its number a turn is in the window, evicted or folded, and the outbox agrees."""
    rows = await owner.fetch(
        """
        select s.window_from, s.folded_to, s.next_seq,
               array(select e.seq from episodes e where e.session = s.id order by 1) as episodes,
               array(select o.seq from memory_outbox o where o.session = s.id and o.kind = 'turn' order by 1) as left,
               array(select o.seq from memory_outbox o
                      where o.session = s.id and o.kind = 'turn' and o.folded_at is not null order by 1) as folded
          from memory_sessions s
        """
    )
    assert rows
    for row in rows:
        assert row["episodes"] == list(range(row["next_seq"]))
        assert row["left"] == list(range(row["window_from"]))
        assert row["folded"] == list(range(row["folded_to"]))
        assert row["next_seq"] - row["window_from"] <= 12


async def _settle(db: Db, owner: asyncpg.Connection) -> None:
    """Every session closed, and two at once drain what is left."""
    memory = parts(db, moment_seconds=0)
    for row in await owner.fetch("select tenant_id, user_id, session_id from memory_sessions where closed_at is null"):
        await close_session(memory, Owner(row["tenant_id"], row["user_id"]), row["session_id"])
    async with asyncio.timeout(60 + KILLS):
        while (await outbox_state(memory)).pending:
            await asyncio.gather(*(drain(memory, fold_into=numbers, pace=PACE) for _ in range(2)))
            await takes(0.2)


async def _check_all(owner: asyncpg.Connection, acknowledged: set[tuple[str, ...]]) -> None:
    episodes = await owner.fetch(
        """
        select e.user_id, s.session_id, e.external_id, e.text from episodes e join memory_sessions s on s.id = e.session
        """
    )
    kept = [(row["user_id"], row["external_id"].removeprefix("m")) for row in episodes]
    assert len(kept) == len(set(kept)), "a turn has two episodes"
    assert acknowledged <= set(kept), "a turn that was acknowledged is gone"
    # What was stored and never acknowledged is at most the one turn that each person's writer was at.
    assert len(set(kept) - acknowledged) <= len({user for user, _ in kept})
    for row in episodes:
        session_id, said = turn(int(row["external_id"].removeprefix("m")))
        assert (row["session_id"], row["text"]) == (session_id, said.text)

    sessions = await owner.fetch("select id, next_seq, window_from, folded_to, rolling_summary from memory_sessions")
    for row in sessions:
        said_in_order = await owner.fetch("select external_id from episodes where session = $1 order by seq", row["id"])
        assert row["rolling_summary"].split() == [one["external_id"].removeprefix("m") for one in said_in_order]
        assert row["folded_to"] == row["window_from"] == row["next_seq"]

    rows = await owner.fetch("select tenant_id, user_id, name, kind, status from memory_outbox")
    assert {row["status"] for row in rows} == {"delivered"}
    assert {"turn", "session"} == {row["kind"] for row in rows}
    owed = sorted((row["tenant_id"], row["user_id"], row["name"]) for row in rows)
    taken = await owner.fetch("select tenant_id, user_id, name, text from taken")
    assert sorted((row["tenant_id"], row["user_id"], row["name"]) for row in taken) == owed
    stretches = await owner.fetchval("select sum(stretch) from memory_sessions")
    assert await owner.fetchval("select count(*) from session_summaries") == stretches
