"""One crowd of streams at one target: CPU of a chunk, how late it is, memory of a stream."""

from __future__ import annotations

import subprocess
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any
from uuid import uuid4

import httpx2
import orjson

from bench.process import cpu_ms, difference, family_cpu_ms, machine_busy_ms, memory_mb
from bench.server import Chat, Person, Server, plain_request, turn_request
from bench.streams.readers import Job, Late

GAP_SECONDS = 0.02
_MAX_WORDS = 100_000
"""Longer than anybody measures: streams are stopped, they do not end."""


@dataclass(frozen=True, slots=True)
class Measured:
    target: str
    streams: int
    late: Late
    cpu_us: Mapping[str, float]
    """For one chunk, by process."""
    busy: Mapping[str, float]
    """How much of a core each process took."""
    others_share: float
    stream_kb: float | None
    """Memory of one stream in the server."""


@dataclass(frozen=True, slots=True)
class Bench:
    model: subprocess.Popen[str]
    model_port: int
    readers: subprocess.Popen[str]
    cores: int
    seconds: float
    settle_seconds: float

    def straight(self, target: str, port: int, streams: int, pids: Mapping[str, Callable[[], float]]) -> Measured:
        """The model itself, or the proxy in front of it."""
        request = plain_request(port, _behaviour())
        return self._crowd(target, Job(port, [request] * streams, 0.002), pids, None)

    def through(self, target: str, server: Server, people: Sequence[Person], streams: int) -> Measured:
        chats = [Chat(str(uuid4()), people[number % len(people)]) for number in range(streams)]
        job = Job(server.port, [turn_request(chat, _behaviour()) for chat in chats], 0.02)
        pids: dict[str, Callable[[], float]] = {
            "server": lambda: cpu_ms(server.pid),
            "postgres": lambda: family_cpu_ms(server.postgres_pid),
        }
        try:
            return self._crowd(target, job, pids, server)
        finally:
            _stop(server, chats)
            time.sleep(self.settle_seconds)

    def _crowd(self, target: str, job: Job, pids: Mapping[str, Callable[[], float]], server: Server | None) -> Measured:
        empty = memory_mb([server.pid]) if server else 0.0
        self._tell(asdict(job))
        self._hear()
        time.sleep(self.settle_seconds)
        began, before = time.monotonic_ns(), self._cpu(pids)
        time.sleep(self.seconds)
        ended, used = time.monotonic_ns(), difference(before, self._cpu(pids))
        full = memory_mb([server.pid]) if server else 0.0
        self._tell([began, ended])
        late = Late(**self._hear())
        everybody, passed_ms = used.pop("machine"), (ended - began) / 1e6
        count = len(job.requests)
        return Measured(
            target=target,
            streams=count,
            late=late,
            cpu_us={name: spent * 1000 / late.words for name, spent in used.items()},
            busy={name: spent / passed_ms for name, spent in used.items()},
            others_share=max(everybody - sum(used.values()), 0) / passed_ms / self.cores,
            stream_kb=(full - empty) * 1024 / count if server else None,
        )

    def _cpu(self, pids: Mapping[str, Callable[[], float]]) -> dict[str, float]:
        return {
            **{name: ask() for name, ask in pids.items()},
            "model": cpu_ms(self.model.pid),
            "readers": cpu_ms(self.readers.pid),
            "machine": machine_busy_ms(),
        }

    def _tell(self, line: object) -> None:
        assert self.readers.stdin
        self.readers.stdin.write(orjson.dumps(line).decode() + "\n")

    def _hear(self) -> dict[str, Any]:
        assert self.readers.stdout
        told: dict[str, Any] = orjson.loads(self.readers.stdout.readline() or b'{"error": "the readers died"}')
        if "error" in told:
            raise RuntimeError(told["error"])
        return told


def _behaviour() -> str:
    return f"stamped:{_MAX_WORDS}:{GAP_SECONDS}"


def _stop(server: Server, chats: Sequence[Chat]) -> None:
    with httpx2.Client(base_url=server.running.address, trust_env=False, timeout=30) as client:
        for chat in chats:
            headers = {"cookie": chat.owner.cookie, "origin": server.running.address}
            client.post(f"/api/chat/{chat.id}/stop", headers=headers).raise_for_status()
