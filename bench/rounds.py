"""Which questions are asked of whom, how often, in which order."""

from __future__ import annotations

import subprocess
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field

import httpx2
import orjson

from bench.load import Answer, Job
from bench.process import cpu_ms, difference, machine_busy_ms
from bench.server import Chat, Server, post, words

MODEL, HOLDFAST = "model", "holdfast"
TARGETS = (MODEL, HOLDFAST, f"{MODEL} again", f"{HOLDFAST} again")
"""Each twice: what differs between a target and itself is noise."""
_TOKEN = {MODEL: '"content": "', HOLDFAST: '"text-delta"'}
_SETTLE_SECONDS = 0.05
"""A turn's last steps run after its reader has left; they belong to its CPU."""


@dataclass(frozen=True, slots=True)
class Scenario:
    name: str
    behaviour: str
    words: int
    at_once: int
    turns: int
    """For each of those at once, in one round, all in one chat."""


@dataclass(slots=True)
class Round:
    """One target under one scenario for a second or so."""

    answers: Sequence[Answer]
    cpu_ms: Mapping[str, float]
    """By process, for all answers together."""
    others_share: float
    """How much of the machine worked for somebody else meanwhile."""


@dataclass(slots=True)
class Measured:
    scenario: Scenario
    rounds: dict[str, list[Round]] = field(default_factory=lambda: {target: [] for target in TARGETS})


@dataclass(frozen=True, slots=True)
class Bench:
    model: subprocess.Popen[str]
    model_port: int
    load: subprocess.Popen[str]
    server: Server
    cores: int

    def measure(
        self, scenarios: Sequence[Scenario], rounds: int, tell: Callable[[str], None] = lambda line: None
    ) -> Sequence[Measured]:
        people = self.server.meet_people()
        measured = [Measured(scenario) for scenario in scenarios]
        self._warm_up(people)
        for number in range(rounds):
            for one in measured:
                tell(f"round {number + 1} of {rounds}: {one.scenario.name}")
                for target in _turned(TARGETS, number):
                    one.rounds[target].append(self._round(one.scenario, target, people))
        return measured

    def _warm_up(self, people: Sequence[httpx2.Client]) -> None:
        for target in (MODEL, HOLDFAST):
            self._round(Scenario("warm up", "instant:100", 100, at_once=16, turns=3), target, people)

    def _round(self, scenario: Scenario, target: str, people: Sequence[httpx2.Client]) -> Round:
        kind = target.split()[0]
        if kind == HOLDFAST:
            chats = self.server.open_chats(people, scenario.at_once)
            job = Job(self.server.port, _TOKEN[kind], list(_turns(self.server, chats, scenario)))
        else:
            request = _plain_request(self.model_port, scenario.behaviour)
            job = Job(self.model_port, _TOKEN[kind], [[request] * scenario.turns] * scenario.at_once)
        began, before = time.perf_counter(), self._cpu()
        answers = self._run(job)
        time.sleep(_SETTLE_SECONDS)
        used, passed_ms = difference(before, self._cpu()), (time.perf_counter() - began) * 1000
        wrong = [answer for answer in answers if answer.words != scenario.words]
        if wrong:
            raise RuntimeError(f"{target} lost or made up words: {wrong[0].words} instead of {scenario.words}")
        everybody = used.pop("machine")
        return Round(answers, used, max(everybody - sum(used.values()), 0) / passed_ms / self.cores)

    def _cpu(self) -> dict[str, float]:
        return {
            "server": cpu_ms(self.server.pid),
            "postgres": cpu_ms(self.server.postgres_pid, with_children=True),
            "model": cpu_ms(self.model.pid),
            "load": cpu_ms(self.load.pid),
            "machine": machine_busy_ms(),
        }

    def _run(self, job: Job) -> Sequence[Answer]:
        assert self.load.stdin
        assert self.load.stdout
        self.load.stdin.write(orjson.dumps(asdict(job)).decode() + "\n")
        told = orjson.loads(self.load.stdout.readline() or b'{"error": "the load generator died"}')
        if isinstance(told, dict):
            raise RuntimeError(told["error"])
        return [Answer(**answer) for answer in told]


def _turned(targets: Sequence[str], by: int) -> Sequence[str]:
    """Another one first in every round, so that none is always the one that finds the machine warm."""
    by %= len(targets)
    return [*targets[by:], *targets[:by]]


def _turns(server: Server, chats: Sequence[Chat], scenario: Scenario) -> Iterator[Sequence[str]]:
    for chat in chats:
        yield [server.request(chat, scenario.behaviour) for _ in range(scenario.turns)]


def _plain_request(port: int, behaviour: str) -> str:
    asked = {
        "model": "told",
        "messages": [{"role": "user", "content": words(behaviour)}],
        "stream": True,
        "stream_options": {"include_usage": True},
    }
    return post(port, "/v1/chat/completions", "accept: text/event-stream", orjson.dumps(asked).decode())
