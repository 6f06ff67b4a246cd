"""What keeping a turn costs, next to a bare insert of the same row: `python -m bench.ingest`.

Both in the same kind of transaction, on a Postgres set up as `holdfast up` does, by turns in rounds. Each is measured
twice under two names: what differs between a thing and itself is noise.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from statistics import median, quantiles

import asyncpg

from holdfast.core.db import Db, Owner, connect
from holdfast.core.embedded.postgres import start_postgres
from holdfast.core.migrate import Addresses, migrate, prepare_embedded
from holdfast.memory.intake.ingest import ingest
from holdfast.memory.intake.ingest_session import ingest_session
from holdfast.memory.parts import MemoryParts
from holdfast.memory.types import IncomingTurn
from tests.embedded.folders import data_folder
from tests.words import WordEmbedder

LIMIT = 3.0
TARGETS = ("bare", "ingest", "bare again", "ingest again")
OWNER = Owner("bench", "ada")
_WORDS = "I talked to Ashley about the garden plan yesterday, and idea {} of hers sounded really good to me"


@dataclass
class Bench:
    db: Db
    memory: MemoryParts
    session: int
    sent: int = 0
    took_ms: dict[str, list[float]] = field(default_factory=lambda: {target: [] for target in TARGETS})

    def said(self) -> IncomingTurn:
        self.sent += 1
        return IncomingTurn("user", _WORDS.format(self.sent), datetime.now(UTC), f"m{self.sent}")

    async def bare(self) -> None:
        said = self.said()
        async with self.db.as_owner(OWNER) as tx:
            await tx.execute(
                """
                insert into bare (tenant_id, user_id, session, seq, external_id, role, text, said_at)
                values ($1, $2, $3, $4, $5, $6, $7, $8)
                """,
                OWNER.tenant_id, OWNER.user_id, self.session, self.sent, said.external_id, said.role, said.text,
                said.said_at,
            )  # fmt: skip

    async def ingest(self) -> None:
        await ingest(self.memory, OWNER, self.said(), session_id="bench")

    async def measure(self, *, rounds: int, turns: int) -> None:
        for number in range(rounds + 1):
            for target in TARGETS:
                step: Callable[[], Awaitable[None]] = self.bare if target.startswith("bare") else self.ingest
                for _ in range(turns):
                    began = time.perf_counter()
                    await step()
                    if number:  # the first round only warms up
                        self.took_ms[target].append((time.perf_counter() - began) * 1000)


async def prepare(addresses: Addresses, db: Db) -> Bench:
    memory = MemoryParts(db, WordEmbedder(), chain=None)
    await ingest(memory, OWNER, IncomingTurn("user", "hello", datetime.now(UTC)), session_id="bench")
    owner = await asyncpg.connect(addresses.owner.dsn)
    # The same row, its keys and its guard, and nothing else.
    await owner.execute("create table bare (like episodes including all); select guard_pair('bare')")
    session = await owner.fetchval("select id from memory_sessions")
    await owner.close()
    return Bench(db, memory, session)


async def transcript_seconds(memory: MemoryParts, messages: int) -> float:
    said = [IncomingTurn("user", _WORDS.format(n), datetime.now(UTC), f"t{n}") for n in range(messages)]
    began = time.perf_counter()
    await ingest_session(memory, OWNER, f"transcript of {messages}", said)
    return time.perf_counter() - began


def as_text(took_ms: dict[str, list[float]], transcripts: Sequence[tuple[int, float]]) -> str:
    middle = {target: median(took_ms[target]) for target in TARGETS}
    ratio = median(took_ms["ingest"] + took_ms["ingest again"]) / median(took_ms["bare"] + took_ms["bare again"])
    lines = [f"{'ms':<16}{'p50':>8}{'p95':>8}"]
    lines += [f"{target:<16}{middle[target]:>8.2f}{quantiles(took_ms[target], n=20)[-1]:>8.2f}" for target in TARGETS]
    noise = max(middle["bare again"] / middle["bare"], middle["bare"] / middle["bare again"])
    lines += ["", f"{'yes' if ratio <= LIMIT else 'NO '}  a turn costs {ratio:.2f}× a bare insert (at most {LIMIT:g}×)"]
    lines += [f"     noise: a bare insert against itself {noise:.2f}×"]
    lines += [f"     a transcript of {messages:,} messages: {seconds:.2f} s" for messages, seconds in transcripts]
    return "\n".join(lines)


async def run(addresses: Addresses, *, rounds: int, turns: int) -> str:
    await migrate(addresses.owner)
    db = await connect(addresses.app, size=3)
    try:
        bench = await prepare(addresses, db)
        await bench.measure(rounds=rounds, turns=turns)
        transcripts = [(size, await transcript_seconds(bench.memory, size)) for size in (600, 2000)]
        return as_text(bench.took_ms, transcripts)
    finally:
        await db.close()


async def _run(rounds: int, turns: int) -> str:
    with data_folder(is_on_disk=True) as folder:
        server = start_postgres(folder)
        try:
            return await run(await prepare_embedded(server), rounds=rounds, turns=turns)
        finally:
            server.stop()


def main(given: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m bench.ingest", description=__doc__)
    parser.add_argument("--rounds", type=int, default=8)
    parser.add_argument("--turns", type=int, default=60, help="in one round, of each")
    arguments = parser.parse_args(given)
    print(asyncio.run(_run(arguments.rounds, arguments.turns)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
