"""What learning costs whoever is being answered meanwhile: `python -m bench.learning`.

A real `holdfast up`, a model on loopback that answers at once, both asked in the same rounds. First with nothing to
learn: what a turn adds to the first token beyond the model's own, for one person and for sixteen at once. Then one
person goes on asking while 500 turns of others are learned. At last what the worker and its connections to Postgres use
up for each turn, over what they use when nobody speaks.
"""

from __future__ import annotations

import argparse
import os
import platform
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from itertools import count
from pathlib import Path
from statistics import median, quantiles

import orjson

from bench.__main__ import RESULTS, tell
from bench.backlog import KEY, Backlog, backlog_of
from bench.process import child, difference
from bench.recall.fill import real_words, turns
from bench.report import Limit, Setting
from bench.rounds import HOLDFAST, MODEL, Bench, Measured, Scenario
from bench.server import Person, holdfast
from holdfast.cli.eval import local_embedder
from holdfast.core.config import load_settings
from tests.embedded.folders import data_folder

ONE, SIXTEEN = "1 at once", "16 at once"
_IDLE_SECONDS = 5.0
_HANDFUL = 10
_numbers = count()


@dataclass(frozen=True, slots=True)
class Firsts:
    """Milliseconds to the first token."""

    answers: int
    p50: float
    p95: float


@dataclass(frozen=True, slots=True)
class Found:
    setting: Setting
    adds_ms: dict[str, float]
    quiet: Firsts
    busy: Firsts
    backlog: int
    left: int
    """Of the backlog, when the last answer was there: 0 says that fewer answers than wanted came in time."""
    background_ms: dict[str, float]
    """For each turn."""

    def limits(self) -> Sequence[Limit]:
        return [
            Limit("a quiet turn adds to the first token, 1 at once", self.adds_ms[ONE], 15, "ms"),
            Limit("a quiet turn adds to the first token, 16 at once", self.adds_ms[SIXTEEN], 60, "ms"),
            Limit("first token while others' turns are learned, p50", self.busy.p50 / self.quiet.p50, 1.3, "×"),
            Limit("first token while others' turns are learned, p95", self.busy.p95 / self.quiet.p95, 2.0, "×"),
        ]


def firsts(times: Sequence[float]) -> Firsts:
    return Firsts(len(times), median(times), quantiles(times, n=20)[-1] if len(times) > 1 else times[0])


def first_ms(measured: Measured, kind: str) -> Sequence[float]:
    rounds = [one for target, found in measured.rounds.items() if target.split()[0] == kind for one in found]
    return [answer.first_ms for one in rounds for answer in one.answers]


def run(arguments: argparse.Namespace) -> Found:
    now, cores = datetime.now(UTC), os.cpu_count() or 1
    setting = Setting(
        now.strftime("%Y-%m-%d %H:%M UTC"), cores, os.getloadavg()[0], platform.python_version(), arguments.rounds
    )
    words = real_words(local_embedder(load_settings()))
    with ExitStack() as stack:
        model, load = stack.enter_context(child("bench.model")), stack.enter_context(child("bench.load"))
        assert model.stdout
        port = int(model.stdout.readline())
        folder = stack.enter_context(data_folder(is_on_disk=True))
        server = stack.enter_context(holdfast(folder, port, HOLDFAST_SERVICE_KEY=KEY))
        backlog = stack.enter_context(backlog_of(server, folder))
        bench = Bench(model, port, load, server, cores)

        def settle(line: str) -> None:
            tell(f"{line}: until nothing is left to learn")
            backlog.settle()
            tell(line)

        wanted = [
            Scenario(ONE, "instant:100", 100, at_once=1, turns=arguments.turns),
            Scenario(SIXTEEN, "instant:100", 100, at_once=16, turns=max(arguments.turns // 5, 1)),
        ]
        one, sixteen = bench.measure(wanted, arguments.rounds, settle)
        settle("what a turn leaves behind")
        said = turns(1_000_000, seed=7, words=words)
        background = _background(bench, backlog, said, arguments.turns * 2)
        person = bench.server.register("meanwhile@example.org")
        quiet = _while_quiet(bench, backlog, person, said, handfuls=2 * arguments.rounds)
        settle("a backlog")
        backlog.bring(arguments.backlog, people=5, words=words)
        tell("one person asks while others' turns are learned")
        busy = _while_learning(bench, backlog, person, said, most=arguments.turns * 10)
        left = backlog.left()
    adds = {
        # Each question another, as with people: the one of the rounds is embedded for the first of them only.
        ONE: median(quiet) - median(first_ms(one, MODEL)),
        SIXTEEN: median(first_ms(sixteen, HOLDFAST)) - median(first_ms(sixteen, MODEL)),
    }
    return Found(setting, adds, firsts(quiet), firsts(busy), arguments.backlog, left, background)


def _while_quiet(
    bench: Bench, backlog: Backlog, person: Person, said: Iterator[str], *, handfuls: int
) -> Sequence[float]:
    found: list[float] = []
    for _ in range(handfuls):
        backlog.settle()
        found += [answer.first_ms for answer in bench.answers(person, _questions(said, _HANDFUL))]
    return found


def _while_learning(
    bench: Bench, backlog: Backlog, person: Person, said: Iterator[str], *, most: int
) -> Sequence[float]:
    """A handful at least, and as many as come while something is left."""
    found: list[float] = []
    while not found or (backlog.left() and len(found) < most):
        found += [answer.first_ms for answer in bench.answers(person, _questions(said, _HANDFUL))]
    return found


def _background(bench: Bench, backlog: Backlog, said: Iterator[str], asked: int) -> dict[str, float]:
    person = bench.server.register("alone@example.org")
    bench.answers(person, _questions(said, 1))
    backlog.settle()
    before = backlog.worker_ms()
    time.sleep(_IDLE_SECONDS)
    idle = difference(before, backlog.worker_ms())
    began, before = time.monotonic(), backlog.worker_ms()
    bench.answers(person, _questions(said, asked))
    backlog.settle()
    used, seconds = difference(before, backlog.worker_ms()), time.monotonic() - began
    return {name: max(used[name] - idle[name] * seconds / _IDLE_SECONDS, 0.0) / asked for name in used}


def _questions(said: Iterator[str], asked: int) -> Sequence[str]:
    """Each another, and so is each answer: what was said before is not embedded again."""
    return [f"{next(said)} talk:{next(_numbers)}" for _ in range(asked)]


def as_text(found: Found) -> str:
    lines = [f"{found.setting.made_at}, {found.setting.cores} cores, load {found.setting.load_average:.1f}", ""]
    lines += [f"{'first token, ms':<34}{'answers':>8}{'p50':>8}{'p95':>8}"]
    for name, one in (("quiet", found.quiet), (f"while {found.backlog} turns are learned", found.busy)):
        lines += [f"{name:<34}{one.answers:>8}{one.p50:>8.1f}{one.p95:>8.1f}"]
    left = "" if found.left else "; all of it was learned before the last answer"
    lines += [f"{found.left} left to learn when the last answer was there{left}", ""]
    used = ", ".join(f"{name} {used:.1f}" for name, used in found.background_ms.items())
    lines += [f"background CPU of a turn: {sum(found.background_ms.values()):.1f} ms ({used})", "", "What we want:"]
    for limit in found.limits():
        lines += [
            f"{'yes' if limit.is_kept else 'NO '}  {limit.what}: {limit.measured:.2f} {limit.unit} (≤ {limit.limit:g})"
        ]
    return "\n".join(lines)


def main(given: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m bench.learning", description=__doc__)
    parser.add_argument("--rounds", type=int, default=4)
    parser.add_argument("--turns", type=int, default=20, help="of one person in one round")
    parser.add_argument("--backlog", type=int, default=500, help="turns of others to be learned meanwhile")
    parser.add_argument("--results", default=RESULTS, help="the folder for the numbers as JSON")
    arguments = parser.parse_args(given)
    found = run(arguments)
    tell("")
    print(as_text(found))
    file = Path(arguments.results) / f"learning-{datetime.now(UTC):%Y%m%d-%H%M%S}.json"
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(orjson.dumps(asdict(found), option=orjson.OPT_INDENT_2))
    return 0


if __name__ == "__main__":
    sys.exit(main())
