"""What is still to be learned by a running server, how more is brought in, and what the worker has used up."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path

import asyncpg
import httpx2
import uvloop

from bench.process import children_of, command_of, cpu_ms
from bench.recall.fill import turns
from bench.server import Server
from holdfast.core.embedded.postgres import find_postgres
from holdfast.core.migrate import prepare_embedded

KEY = "a-key-for-the-bench-only-and-nobody-else"
_SETTLED_SECONDS = 240.0
_LEFT = """
select (select count(*) from jobs.pgqueuer where status in ('queued', 'picked') and entrypoint like 'memory%')
     + (select count(*) from jobs.pgqueuer where status in ('queued', 'picked') and entrypoint = 'feed_memory')
     + (select count(*) from memory_unembedded)
"""
_UNLEARNED = """
select (select count(*) from jobs.pgqueuer where status in ('queued', 'picked') and entrypoint = 'feed_memory')
     + (select count(*) from memory_sessions where tenant_id = $1 and learned_to < next_seq)
"""
_BACKENDS = "select pid from pg_stat_activity where application_name = any ($1)"
_OF_THE_WORKER = ["holdfast-queue", "holdfast-worker", "holdfast-jobs"]


def conversation(messages: int, words: Sequence[str]) -> Sequence[str]:
    """Questions, and answers twice as long."""
    said = turns(2 * messages, seed=messages, words=words)
    return [f"{next(said)}. {next(said)}." if n % 2 else next(said) for n in range(messages)]


class Backlog:
    """Asked over one connection of the owner's, outside of what is measured."""

    def __init__(self, server: Server, runner: asyncio.Runner, connection: asyncpg.Connection) -> None:
        self._server = server
        self._run = runner.run
        self._connection = connection

    def left(self) -> int:
        count: int = self._run(self._connection.fetchval(_LEFT))
        return count

    def unembedded(self, tenant: str) -> int:
        """Turns without a vector."""
        count: int = self._run(
            self._connection.fetchval(
                "select count(*) from memory_unembedded where tenant_id = $1 and kind = 'e'", tenant
            )
        )
        return count

    def unlearned(self, tenant: str) -> int:
        """Turns that were said and are not in memory yet, or in it and not learned from."""
        count: int = self._run(self._connection.fetchval(_UNLEARNED, tenant))
        return count

    def settle(self) -> None:
        """Until everything was learned."""
        deadline = time.monotonic() + _SETTLED_SECONDS
        while self.left():
            if time.monotonic() > deadline:
                raise TimeoutError("what was said was not learned in time")
            time.sleep(0.1)

    def bring(self, messages: int, *, people: int, words: Sequence[str], session: int = 20) -> None:
        """Transcripts of so many messages in all, by the door for those."""
        texts = conversation(messages, words)
        began = datetime.now(UTC) - timedelta(days=30)
        with httpx2.Client(trust_env=False, headers={"x-api-key": KEY}, timeout=60) as http:
            for start in range(0, messages, session):
                body = {
                    "tenantId": "bench",
                    "userId": f"person{start // session % people}",
                    "sessionId": f"{messages}/{start}",
                    "messages": [
                        {
                            "externalId": f"{messages}/{start + n}",
                            "role": "assistant" if n % 2 else "user",
                            "text": texts[start + n],
                            "timestamp": (began + timedelta(minutes=start + n)).isoformat(),
                        }
                        for n in range(min(session, messages - start))
                    ],
                }
                http.post(f"{self._server.running.address}/session/ingest", json=body).raise_for_status()

    def worker_ms(self) -> dict[str, float]:
        """CPU so far: of the worker and whoever minds it, and of the connections of both to Postgres."""
        own = [pid for pid in children_of(self._server.pid) if command_of(pid) != "postgres"]
        beside = [*own, *(grandchild for pid in own for grandchild in children_of(pid))]
        rows = self._run(self._connection.fetch(_BACKENDS, _OF_THE_WORKER))
        return {"worker": sum(map(cpu_ms, beside)), "its Postgres": sum(cpu_ms(row["pid"]) for row in rows)}


@contextmanager
def backlog_of(server: Server, data_dir: Path) -> Iterator[Backlog]:
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        postgres = find_postgres(data_dir)
        assert postgres is not None
        addresses = runner.run(prepare_embedded(postgres))
        connection = runner.run(asyncpg.connect(addresses.owner.dsn))
        try:
            yield Backlog(server, runner, connection)
        finally:
            runner.run(connection.close())
