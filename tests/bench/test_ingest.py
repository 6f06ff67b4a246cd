"""The bench of a turn's cost runs, and its page says what was measured."""

from __future__ import annotations

import re

import pytest

from bench.ingest import TARGETS, as_text, run
from holdfast.core.migrate import Addresses

pytestmark = pytest.mark.anyio


async def test_it_measures_both_and_tells_the_ratio(addresses: Addresses) -> None:
    page = await run(addresses, rounds=1, turns=5)
    assert re.search(r"a turn costs \d+\.\d\d× a bare insert \(at most 3×\)", page)
    assert all(target in page for target in TARGETS)


@pytest.mark.parametrize(("ingest_ms", "verdict"), [(2.0, "yes  a turn costs 2.00×"), (4.0, "NO   a turn costs 4.00×")])
def test_a_limit_that_is_not_kept_is_said(ingest_ms: float, verdict: str) -> None:
    took = {target: [ingest_ms if target.startswith("ingest") else 1.0] * 20 for target in TARGETS}
    assert verdict in as_text(took, [])
