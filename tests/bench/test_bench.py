"""The bench measures what it says and leaves nobody behind. How fast we are is not for a test to say."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from uuid import uuid4

import orjson
import pytest

from bench.load import Answer
from bench.report import chunk_costs, tabulate
from bench.rounds import HOLDFAST, MODEL, TARGETS, Measured, Round, Scenario

ROOT = Path(__file__).parents[2]


@pytest.mark.timeout(300)
def test_a_short_run_fills_the_page_and_the_file_and_leaves_nobody_behind(tmp_path: Path) -> None:
    mark = str(uuid4())
    done = subprocess.run(
        [sys.executable, "-m", "bench", "--quick", "--turns", "1", "--rounds", "1", "--results", tmp_path],
        cwd=ROOT,
        env={**os.environ, "STARTED_BY": mark},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    assert "a turn adds" in done.stdout
    assert "What we want:" in done.stdout
    [file] = tmp_path.glob("*.json")
    kept = orjson.loads(file.read_bytes())
    assert kept["rest"]["server_mb"] > 10
    assert kept["rest"]["postgres_mb"] > 10
    assert [table["name"] for table in kept["scenarios"]] == [
        "instant, 1 at once",
        "instant, 16 at once",
        "long, 1 at once",
    ]
    for table in kept["scenarios"]:
        assert [row["target"] for row in table["rows"]] == list(TARGETS)
        assert all(0 < row["first_p50"] <= row["whole_p50"] for row in table["rows"])
        assert all(spread["least"] <= spread["median"] <= spread["most"] for spread in table["noise_first"].values())
    assert {limit["what"] for limit in kept["limits"]} >= {"start to ready", "idle memory, server and Postgres"}
    assert started_by(mark) == []


def started_by(mark: str) -> list[int]:
    found = []
    for entry in Path("/proc").iterdir():
        try:
            if entry.name.isdigit() and mark.encode() in (entry / "environ").read_bytes():
                found.append(int(entry.name))
        except OSError:
            continue  # gone meanwhile, or not ours to look at
    return found


def measured(scenario: Scenario, **first_ms: float) -> Measured:
    """Two rounds in which every answer of a target took as long, and the server one CPU millisecond a word."""

    def a_round(target: str) -> Round:
        first = first_ms[target.split()[0]]
        answers = [Answer(first, first * 2, scenario.words) for _ in range(4)]
        server = 4.0 * scenario.words if target.startswith(HOLDFAST) else 0.0
        return Round(answers, {"server": server, "postgres": 4.0, "model": 0.0, "load": 0.0}, 0.5)

    return Measured(scenario, {target: [a_round(target), a_round(target)] for target in TARGETS})


def test_what_a_turn_adds_is_the_difference_to_the_model_and_noise_that_of_a_target_to_itself() -> None:
    table = tabulate(measured(Scenario("x", "instant:8", 8, at_once=1, turns=4), model=1.0, holdfast=11.0))
    assert (table.adds_first.median, table.adds_whole.median) == (10.0, 20.0)
    assert (table.noise_first[MODEL].most, table.noise_first[HOLDFAST].most) == (0.0, 0.0)
    assert table.cpu == 9.0  # 8 words of the server's, and Postgres' one
    assert [row.cpu_ms["server"] for row in table.rows] == [0.0, 8.0, 0.0, 8.0]


def test_a_chunk_costs_what_longer_answers_cost_more() -> None:
    short, long = (
        measured(Scenario("x", f"instant:{words}", words, at_once=1, turns=4), model=1.0, holdfast=2.0)
        for words in (100, 3000)
    )
    costs = chunk_costs(short, long, None)
    assert costs.packed_us == pytest.approx(1000)
    assert costs.alone_us is None
