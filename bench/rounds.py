"""Which questions are asked of whom, how often, in which order."""

from __future__ import annotations

import subprocess
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from uuid import uuid4

import httpx2
import orjson

from bench.load import Answer, Job
from bench.process import cpu_ms, difference, family_cpu_ms, machine_busy_ms
from bench.server import Chat, Person, Server, plain_request, turn_request

MODEL, HOLDFAST = "model", "holdfast"
TARGETS = (MODEL, HOLDFAST, f"{MODEL} again", f"{HOLDFAST} again")
"""Each twice: what differs between a target and itself is noise."""
_TOKEN = {MODEL: '"content": "', HOLDFAST: '"text-delta"'}
_TITLES_SECONDS = 15.0
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

    def _warm_up(self, people: Sequence[Person]) -> None:
        for target in (MODEL, HOLDFAST):
            self._round(Scenario("warm up", "instant:100", 100, at_once=16, turns=3), target, people)

    def _round(self, scenario: Scenario, target: str, people: Sequence[Person]) -> Round:
        kind = target.split()[0]
        if kind == HOLDFAST:
            chats = self._open_chats(people, scenario.at_once)
            job = Job(
                self.server.port,
                _TOKEN[kind],
                [[turn_request(chat, scenario.behaviour) for _ in range(scenario.turns)] for chat in chats],
            )
        else:
            request = plain_request(self.model_port, scenario.behaviour)
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

    def answers(self, person: Person, questions: Sequence[str]) -> Sequence[Answer]:
        """In a new chat, one after the other; for whoever measures something else meanwhile."""
        (chat,) = self._open_chats([person], 1)
        requests = [turn_request(chat, words=question) for question in questions]
        return self._run(Job(self.server.port, _TOKEN[HOLDFAST], [requests]))

    def _open_chats(self, people: Sequence[Person], count: int) -> Sequence[Chat]:
        """New chats, each with a first answer and its title: what a new chat costs is not what a turn costs."""
        before = self._model_answers()
        chats = [Chat(str(uuid4()), people[number % len(people)]) for number in range(count)]
        self._run(Job(self.server.port, _TOKEN[HOLDFAST], [[turn_request(chat, "fixed:Hello.")] for chat in chats]))
        deadline = time.monotonic() + _TITLES_SECONDS
        while self._model_answers() < before + 2 * count:
            if time.monotonic() > deadline:
                raise TimeoutError("the new chats' titles were not made")
            time.sleep(0.02)
        return chats

    def _model_answers(self) -> int:
        return int(
            httpx2.get(f"http://127.0.0.1:{self.model_port}/stats", trust_env=False, timeout=60).json()["answered"]
        )

    def _cpu(self) -> dict[str, float]:
        return {
            "server": cpu_ms(self.server.pid),
            "postgres": family_cpu_ms(self.server.postgres_pid),
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
