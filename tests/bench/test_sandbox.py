"""The bench of the sandbox runs and says both figures. How fast it is, is not for a test to say."""

from __future__ import annotations

import pytest

from bench.sandbox import main

pytestmark = pytest.mark.anyio


async def test_cold_and_warm_are_told_beside_each_other(capsys: pytest.CaptureFixture[str]) -> None:
    await main(rounds=2)
    told = capsys.readouterr().out
    assert "cold" in told
    assert "warm" in told
