"""Start everything, measure, print, keep."""

from __future__ import annotations

import argparse
import os
import platform
import sys
import time
from collections.abc import Sequence
from contextlib import ExitStack
from datetime import UTC, datetime
from pathlib import Path

import orjson

from bench.process import child, children_of, cpu_ms, family_cpu_ms, memory_mb
from bench.report import Chunks, Limit, Rest, Setting, Table, as_json, as_text, chunk_costs, tabulate
from bench.rounds import Bench, Scenario
from bench.server import Server, holdfast
from tests.embedded.folders import data_folder

RESULTS = Path(__file__).parent / "results"
ONE, SIXTEEN, LONG = "instant, 1 at once", "instant, 16 at once", "long, 1 at once"
SLOW, BURSTY = "slow, 16 at once", "bursty, 16 at once"


def scenarios(*, turns: int, is_quick: bool) -> Sequence[Scenario]:
    """`turns` for one person alone; a crowd takes fewer each, and long answers count by themselves."""
    few, fewer = max(turns // 3, 1), max(turns // 15, 1)
    found = [
        Scenario(ONE, "instant:100", 100, at_once=1, turns=turns),
        Scenario(SIXTEEN, "instant:100", 100, at_once=16, turns=few),
        Scenario(LONG, "instant:3000", 3000, at_once=1, turns=few),
    ]
    if is_quick:
        return found
    return [
        *found,
        Scenario(SLOW, "slow:50:0.01", 50, at_once=16, turns=fewer),
        Scenario(BURSTY, "bursty:100:10:0.05", 100, at_once=16, turns=fewer),
    ]


def limits(rest: Rest, tables: Sequence[Table]) -> Sequence[Limit]:
    by_name = {table.name: table for table in tables}
    one, sixteen = by_name[ONE], by_name[SIXTEEN]
    return [
        Limit("a turn adds to the first token, 1 at once", one.adds_first.median, 10, "ms"),
        Limit("a turn adds to the first token, 16 at once", sixteen.adds_first.median, 60, "ms"),
        Limit("CPU of an answer, server and Postgres", sixteen.cpu, 8, "ms"),
        Limit("start to ready", rest.start_seconds, 5, "s"),
        Limit("idle memory, server and Postgres", rest.server_mb + rest.postgres_mb, 300, "MB"),
    ]


def at_rest(server: Server, first_start_seconds: float, *, seconds: float) -> Rest:
    time.sleep(seconds)
    postgres = server.postgres_pid
    server_before, postgres_before = cpu_ms(server.pid), family_cpu_ms(postgres)
    time.sleep(seconds)
    return Rest(
        first_start_seconds=first_start_seconds,
        start_seconds=server.seconds_to_ready,
        server_mb=memory_mb([server.pid]),
        postgres_mb=memory_mb([postgres, *children_of(postgres)]),
        server_cpu_percent=(cpu_ms(server.pid) - server_before) / seconds / 10,
        postgres_cpu_percent=(family_cpu_ms(postgres) - postgres_before) / seconds / 10,
    )


def run(arguments: argparse.Namespace) -> Path:
    turns = arguments.turns or (12 if arguments.quick else 30)
    rounds = arguments.rounds or (2 if arguments.quick else 5)
    setting = Setting(
        made_at=datetime.now(UTC).strftime("%Y-%m-%d %H:%M UTC"),
        cores=os.cpu_count() or 1,
        load_average=os.getloadavg()[0],
        python=platform.python_version(),
        rounds=rounds,
    )
    with ExitStack() as stack:
        model, load = stack.enter_context(child("bench.model")), stack.enter_context(child("bench.load"))
        assert model.stdout
        port = int(model.stdout.readline())
        folder = stack.enter_context(data_folder(is_on_disk=True))
        tell("starting Holdfast, with a database to make and again")
        with holdfast(folder, port) as first:
            first_start_seconds = first.seconds_to_ready
        server = stack.enter_context(holdfast(folder, port))
        rest = at_rest(server, first_start_seconds, seconds=1 if arguments.quick else 4)
        bench = Bench(model, port, load, server, setting.cores)
        measured = bench.measure(scenarios(turns=turns, is_quick=arguments.quick), rounds, tell)
    found = {one.scenario.name: one for one in measured}
    chunks: Chunks = chunk_costs(found[ONE], found[LONG], found.get(SLOW))
    tables = [tabulate(one) for one in measured]
    wanted = limits(rest, tables)
    tell("")
    print(as_text(setting, rest, tables, chunks, wanted))
    file = Path(arguments.results) / f"{datetime.now(UTC):%Y%m%d-%H%M%S}.json"
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(orjson.dumps(as_json(setting, rest, tables, chunks, wanted), option=orjson.OPT_INDENT_2))
    return file


def tell(line: str) -> None:
    """Where it is, on one line that is written over; only for someone who watches."""
    if sys.stderr.isatty():
        print(f"\r\033[K{line}", end="", file=sys.stderr, flush=True)


def main(given: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m bench", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="half a minute instead of two")
    parser.add_argument("--rounds", type=int, help="how often every target is visited")
    parser.add_argument("--turns", type=int, help="turns of one person in one round")
    parser.add_argument("--results", default=RESULTS, help="the folder for the numbers as JSON")
    file = run(parser.parse_args(given))
    print(f"\nThe numbers are in {file}.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
