"""Twenty people chat while two hundred connections do their worst; what the people notice of it.

A real `holdfast up` with its own Postgres and a model on loopback. The hostile ones begin bodies and fall silent, send
large ones to closed doors, try passwords, ingest and upload as fast as they can from accounts of their own, and follow
streams that they never read. Everything is bounded: so many connections, so many seconds. The attack runs in a process
of its own, because whatever it computes takes time from what is measured. It comes from the people's own address, as
from behind one router, unless `--addresses` spreads it over the loopback network.

Told are the first token of the people's answers, quiet and under attack, what they were refused with, the memory of the
server, and how long it takes until answers are as quick as before; and of the attack how often it was answered and with
what; and who took which part of the machine. Where others take much of it, quiet was not quiet.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import random
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any
from uuid import uuid4

import orjson
import uvloop

from bench.attacker import HOSTILE
from bench.process import child, children_of, difference, family_cpu_ms, machine_busy_ms, memory_mb, own_cpu_ms
from bench.server import Chat, Person, Server, holdfast, turn_request
from tests.embedded.folders import data_folder

PEOPLE = 20
ACCOUNTS = 5
"""Of the hostile ones who have an account: each holds many connections."""
MAX_SLOWER = 3.0
MAX_MEMORY = 2.0
MAX_RECOVERY_SECONDS = 10.0
_ANSWER_SECONDS = 30.0
_PAUSE_SECONDS = 0.5
_TOKEN = b'"text-delta"'


@dataclass(slots=True)
class Noticed:
    """What people noticed in one stretch of time."""

    first_ms: list[float] = field(default_factory=list)
    statuses: Counter[int] = field(default_factory=Counter)

    @property
    def p95(self) -> float:
        return sorted(self.first_ms)[int(len(self.first_ms) * 0.95)] if self.first_ms else float("inf")

    @property
    def faults(self) -> int:
        """5xx, and answers that never came (0)."""
        return sum(count for status, count in self.statuses.items() if status >= 500 or status == 0)


async def talk(chat: Chat, noticed: Noticed) -> None:
    # Everybody says something else, as people do: the same words would be looked at once, for all of them.
    words = f"What did I say about {uuid4().hex[:8]} last week, and what is still open there? instant:20"
    request, began = turn_request(chat, words=words).encode(), time.perf_counter()
    status = 0
    with suppress(OSError, TimeoutError, asyncio.IncompleteReadError):
        async with asyncio.timeout(_ANSWER_SECONDS):
            reader, writer = await asyncio.open_connection("127.0.0.1", chat.owner.port)
            try:
                writer.write(request)
                head = await reader.readuntil(b"\r\n\r\n")
                status = int(head.split()[1])
                if status == 200:
                    await reader.readuntil(_TOKEN)
                    noticed.first_ms.append((time.perf_counter() - began) * 1000)
                    await reader.read(-1) if b"connection: close" in head else await reader.readuntil(b"\r\n0\r\n\r\n")
            finally:
                writer.close()
    noticed.statuses[status] += 1


async def people_for(people: Sequence[Person], seconds: float) -> Noticed:
    noticed, until = Noticed(), time.monotonic() + seconds

    async def converse(person: Person, number: int) -> None:
        chat, chance = Chat(str(uuid4()), person), random.Random(number)
        while time.monotonic() < until:
            # Never in step: with one pause for all, whoever once waited for the same would come together ever after.
            await asyncio.sleep(chance.expovariate(1 / _PAUSE_SECONDS))
            await talk(chat, noticed)

    await asyncio.gather(*(converse(person, number) for number, person in enumerate(people)))
    return noticed


@dataclass(frozen=True, slots=True)
class Result:
    quiet: Noticed
    attacked: Noticed
    quiet_mb: float
    attacked_mb: float
    recovery_seconds: float
    attack: dict[str, Any]
    """As the attacker tells it."""
    quiet_cores: dict[str, float]
    """Busy on average, by whom."""
    attacked_cores: dict[str, float]


async def _most_memory(pid: int, found: list[float]) -> None:
    while True:
        found.append(await asyncio.to_thread(memory_mb, [pid]))
        await asyncio.sleep(0.5)


@dataclass(frozen=True, slots=True)
class House:
    server: Server
    model: subprocess.Popen[str]
    attacker: subprocess.Popen[str]

    def cpu_ms(self) -> dict[str, float]:
        postgres = self.server.postgres_pid
        ours = {
            "the web process": own_cpu_ms(self.server.pid),
            "Postgres": family_cpu_ms(postgres),
            "the worker": sum(family_cpu_ms(pid) for pid in children_of(self.server.pid) if pid != postgres),
            "the people": own_cpu_ms(os.getpid()),
            "the model": own_cpu_ms(self.model.pid),
            "the attack": own_cpu_ms(self.attacker.pid),
        }
        return {**ours, "others on this machine": machine_busy_ms() - sum(ours.values())}


async def measure(house: House, seconds: float, addresses: int) -> Result:
    server, attacker = house.server, house.attacker
    people = [server.register(f"person{number}@example.org") for number in range(PEOPLE)]
    hostile = [server.register(f"hostile{number}@example.org") for number in range(ACCOUNTS)]
    await people_for(people, 3)  # plans are made, and chats begun
    before, began = house.cpu_ms(), time.monotonic()
    quiet = await people_for(people, seconds)
    quiet_cores = _cores(before, house.cpu_ms(), time.monotonic() - began)
    quiet_mb = memory_mb([server.pid])
    assert attacker.stdin
    assert attacker.stdout
    told = {"port": server.port, "cookies": [one.cookie for one in hostile], "seconds": seconds, "addresses": addresses}
    attacker.stdin.write(orjson.dumps(told).decode() + "\n")
    attacker.stdin.flush()
    memory: list[float] = []
    before, began = house.cpu_ms(), time.monotonic()
    watching = asyncio.create_task(_most_memory(server.pid, memory))
    attacked = await people_for(people, seconds)
    attack = orjson.loads(await asyncio.to_thread(attacker.stdout.readline))
    watching.cancel()
    ended = time.monotonic()
    attacked_cores = _cores(before, house.cpu_ms(), ended - began)
    while time.monotonic() - ended < 6 * MAX_RECOVERY_SECONDS:
        after = await people_for(people, 1)
        if not after.faults and after.p95 <= 1.5 * quiet.p95:
            break
    recovery = time.monotonic() - ended
    return Result(quiet, attacked, quiet_mb, max(memory), recovery, attack, quiet_cores, attacked_cores)


def _cores(before: dict[str, float], after: dict[str, float], seconds: float) -> dict[str, float]:
    return {who: ms / 1000 / seconds for who, ms in difference(before, after).items()}


def report(found: Result) -> bool:
    slower, grown = found.attacked.p95 / found.quiet.p95, found.attacked_mb / found.quiet_mb
    rows = [
        (f"first token p95 {found.quiet.p95:.0f} → {found.attacked.p95:.0f} ms", slower, MAX_SLOWER, "x"),
        (f"memory {found.quiet_mb:.0f} → {found.attacked_mb:.0f} MB", grown, MAX_MEMORY, "x"),
        (f"5xx or no answer ({dict(found.attacked.statuses)})", found.attacked.faults, 0, ""),
        ("until normal again", found.recovery_seconds, MAX_RECOVERY_SECONDS, " s"),
    ]
    for name, answers in found.attack["answers"].items():
        rate = sum(answers.values()) / found.attack["seconds"]
        print(f"          {name}: {rate:.1f} a second ({answers})")
    for when, cores in (("quiet", found.quiet_cores), ("under attack", found.attacked_cores)):
        print(f"          cores, {when}: {', '.join(f'{who} {many:.2f}' for who, many in cores.items())}")
    for name, value, most, unit in rows:
        print(f"{'ok' if value <= most else 'TOO MUCH':>8}  {name}: {value:.1f}{unit} (limit {most:g}{unit})")
    return all(value <= most for _, value, most, _ in rows)


def main(given: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m bench.hostile", description=__doc__)
    parser.add_argument("--seconds", type=float, default=15.0, help="of quiet, and of attack")
    parser.add_argument("--quick", action="store_true", help="eight seconds of each")
    parser.add_argument("--addresses", type=int, default=0, help="that the attack comes from; 0: the people's own")
    arguments = parser.parse_args(given)
    seconds = 8.0 if arguments.quick else min(arguments.seconds, 120.0)
    print(f"load average {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores, {HOSTILE} connections, {PEOPLE} people")
    with child("bench.model") as model, child("bench.attacker") as attacker, data_folder(is_on_disk=True) as folder:
        assert model.stdout
        with holdfast(folder, int(model.stdout.readline())) as server:
            found = uvloop.run(measure(House(server, model, attacker), seconds, arguments.addresses))
    return 0 if report(found) else 1


if __name__ == "__main__":
    sys.exit(main())
