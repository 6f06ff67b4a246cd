"""The bench of streams runs, and its page says what was measured. How fast we are is not for a test to say."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import orjson
import pytest

from bench.report import Setting
from bench.streams.measure import Measured
from bench.streams.readers import Late
from bench.streams.report import Found, as_text, held

ROOT = Path(__file__).parents[2]
LATE = Late(words=1000, p50_ms=10, p95_ms=20, p99_ms=30, most_ms=40)
CROWD = Measured("holdfast", 50, LATE, {"server": 120.0}, {"server": 0.3}, others_share=0.0, stream_kb=60.0)
PROXY = Measured("proxy", 50, LATE, {"proxy": 40.0}, {"proxy": 0.1}, others_share=0.0, stream_kb=None)
SETTING = Setting("today", 2, 0.1, "3.11", 1)


@pytest.mark.timeout(300)
def test_a_short_run_fills_the_page_and_the_file(tmp_path: Path) -> None:
    few = ["--seconds", "1", "--settle", "0.1", "--rounds", "1", "--few", "2", "--crowds", "3"]
    command = [sys.executable, "-m", "bench.streams", *few, "--results", str(tmp_path)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert "What we want:" in done.stdout
    [file] = tmp_path.glob("streams-*.json")
    kept = orjson.loads(file.read_bytes())
    assert [one["target"] for one in kept["costs"]] == ["proxy", "holdfast"]
    for one in (*kept["costs"], *kept["crowds"], *kept["byRedis"]):
        assert one["late"]["words"] > one["streams"] * 20
        assert 0 < one["late"]["p50_ms"] <= one["late"]["p95_ms"] <= one["late"]["most_ms"]


def test_the_cost_is_held_against_the_proxys() -> None:
    assert Found(SETTING, [PROXY, CROWD], [CROWD], []).ratio == pytest.approx(3)
    dear = replace(CROWD, cpu_us={"server": 200.0})
    assert "NO   CPU of a chunk, next to a bare proxy: 5.0×" in as_text(Found(SETTING, [PROXY, dear], [CROWD], []))


def test_a_crowd_counts_only_if_all_smaller_ones_were_in_time() -> None:
    slow = replace(LATE, p95_ms=151.0)
    assert held([replace(CROWD, streams=100), CROWD]) == 100
    assert held([replace(CROWD, streams=100), replace(CROWD, late=slow)]) == 0
    assert held([]) == 0
