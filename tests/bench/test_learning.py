"""The bench of learning runs, and its page says what was measured. How fast we are is not for a test to say."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import orjson
import pytest

from bench import bulk
from bench.learning import ONE, SIXTEEN, Firsts, Found, as_text, firsts
from bench.report import Setting

ROOT = Path(__file__).parents[2]
FOUND = Found(
    setting=Setting("today", 2, 0.1, "3.11", 1),
    adds_ms={ONE: 14.0, SIXTEEN: 50.0},
    quiet=Firsts(100, 20.0, 30.0),
    busy=Firsts(100, 25.0, 55.0),
    backlog=500,
    left=12,
    background_ms={"worker": 40.0, "its Postgres": 10.0},
)


@pytest.mark.timeout(400)
def test_a_short_run_fills_the_page_and_the_file(tmp_path: Path) -> None:
    few = ["--rounds", "1", "--turns", "2", "--backlog", "20", "--results", str(tmp_path)]
    done = subprocess.run([sys.executable, "-m", "bench.learning", *few], cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert "What we want:" in done.stdout
    [file] = tmp_path.glob("learning-*.json")
    kept = orjson.loads(file.read_bytes())
    assert set(kept["adds_ms"]) == {ONE, SIXTEEN}
    for one in (kept["quiet"], kept["busy"]):
        assert one["answers"] >= 4
        assert 0 < one["p50"] <= one["p95"]
    assert all(used > 0 for used in kept["background_ms"].values())


def test_the_page_holds_busy_against_quiet_and_tells_what_a_turn_leaves_behind() -> None:
    page = as_text(FOUND)
    assert "yes  first token while others' turns are learned, p50: 1.25 × (≤ 1.3)" in page
    assert "background CPU of a turn: 50.0 ms (worker 40.0, its Postgres 10.0)" in page
    assert "NO   a quiet turn adds to the first token, 1 at once" in as_text(
        replace(FOUND, adds_ms={ONE: 16, SIXTEEN: 50})
    )
    assert "all of it was learned before" in as_text(replace(FOUND, left=0))


def test_the_middle_and_the_slow_end_of_many() -> None:
    assert firsts([float(n) for n in range(1, 101)]) == Firsts(100, 50.5, 95.95)


@pytest.mark.timeout(300)
def test_a_small_bulk_is_held_against_the_embedder_alone() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "bench.bulk", "--turns", "30"], cwd=ROOT, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    assert "vectors of 30 turns in" in done.stdout
    assert "until somebody else's turn was learned" in done.stdout


def test_a_bulk_as_fast_as_the_embedder_alone_is_a_yes() -> None:
    page = bulk.as_text(bulk.Found(100, seconds=10.0, alone=[10.0, 12.0], titles=[1.0], learned=[4.0, 6.0]))
    assert "yes  the embedder alone, against vectors of the bulk: 1.10 ×" in page
    assert "NO   until somebody else's turn was learned, at worst: 6.00 s" in page
