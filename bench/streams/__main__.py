"""Start everything, measure, print, keep."""

from __future__ import annotations

import argparse
import os
import platform
import subprocess
import sys
from collections.abc import Sequence
from contextlib import ExitStack
from datetime import UTC, datetime
from pathlib import Path

import orjson

from bench.__main__ import RESULTS, tell
from bench.process import child, cpu_ms
from bench.report import Setting
from bench.server import Person, Server, holdfast
from bench.streams.measure import Bench, Measured
from bench.streams.report import MAX_LATE_MS, Found, as_json, as_text
from tests.embedded.folders import data_folder
from tests.valkeys import valkey_server

FEW = 20
ALONE = {"HOLDFAST_EMBEDDED_WORKER": "false"}
"""What jobs cost (titles, memory) is not what a stream costs."""
CROWDS = (50, 100, 150, 200, 300, 400)


def costs(
    bench: Bench, proxy: subprocess.Popen[str], server: Server, people: Sequence[Person], *, streams: int, rounds: int
) -> Sequence[Measured]:
    found = []
    port = _lead_to(proxy, bench.model_port)
    for number in range(rounds):
        tell(f"round {number + 1} of {rounds}: {streams} streams through a bare proxy, and through Holdfast")
        found.append(bench.straight("proxy", port, streams, {"proxy": lambda: cpu_ms(proxy.pid)}))
        found.append(bench.through("holdfast", server, people, streams))
    return found


def crowds(
    bench: Bench, server: Server, people: Sequence[Person], target: str, sizes: Sequence[int]
) -> Sequence[Measured]:
    """Larger and larger ones, until one is late."""
    found: list[Measured] = []
    for size in sizes:
        tell(f"{target}: {size} streams at once")
        found.append(bench.through(target, server, people, size))
        if found[-1].late.p95_ms > MAX_LATE_MS:
            break
    return found


def run(arguments: argparse.Namespace) -> Path:
    setting = Setting(
        made_at=datetime.now(UTC).strftime("%Y-%m-%d %H:%M UTC"),
        cores=os.cpu_count() or 1,
        load_average=os.getloadavg()[0],
        python=platform.python_version(),
        rounds=arguments.rounds,
    )
    with ExitStack() as stack:
        model, readers, proxy = (
            stack.enter_context(child(f"bench.streams.{name}")) for name in ("model", "readers", "proxy")
        )
        assert model.stdout
        bench = Bench(model, int(model.stdout.readline()), readers, setting.cores, arguments.seconds, arguments.settle)
        with data_folder(is_on_disk=True) as folder, holdfast(folder, bench.model_port, **ALONE) as server:
            people = server.meet_people()
            bench.through("warm up", server, people, arguments.few)
            cost = costs(bench, proxy, server, people, streams=arguments.few, rounds=arguments.rounds)
            crowd = crowds(bench, server, people, "holdfast", arguments.crowds)
        valkey = stack.enter_context(valkey_server())
        by = {"HOLDFAST_REDIS_URL": f"redis://127.0.0.1:{valkey.port}/0"}
        with data_folder(is_on_disk=True) as folder, holdfast(folder, bench.model_port, **ALONE, **by) as server:
            people = server.meet_people()
            bench.through("warm up", server, people, arguments.few)
            by_redis = crowds(bench, server, people, "holdfast, with Redis", arguments.crowds)
    found = Found(setting, cost, crowd, by_redis)
    tell("")
    print(as_text(found))
    file = Path(arguments.results) / f"streams-{datetime.now(UTC):%Y%m%d-%H%M%S}.json"
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(orjson.dumps(as_json(found), option=orjson.OPT_INDENT_2))
    return file


def _lead_to(proxy: subprocess.Popen[str], port: int) -> int:
    assert proxy.stdin
    assert proxy.stdout
    proxy.stdin.write(f"{port}\n")
    return int(proxy.stdout.readline())


def main(given: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m bench.streams", description=__doc__)
    parser.add_argument("--seconds", type=float, default=6.0, help="how long each crowd is looked at")
    parser.add_argument("--settle", type=float, default=1.0, help="seconds before and after it")
    parser.add_argument("--rounds", type=int, default=3, help="how often proxy and Holdfast take turns")
    parser.add_argument("--few", type=int, default=FEW, help="streams in those rounds")
    parser.add_argument(
        "--crowds", type=int, nargs="+", default=list(CROWDS), help="how many at once, from few to many"
    )
    parser.add_argument("--results", default=RESULTS, help="the folder for the numbers as JSON")
    file = run(parser.parse_args(given))
    print(f"\nThe numbers are in {file}.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
