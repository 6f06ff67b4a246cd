from __future__ import annotations

import pytest

from holdfast.core.pause import doubling_pause


@pytest.mark.parametrize(("attempt", "middle"), [(1, 4), (2, 8), (4, 32), (5, 60), (5000, 60)])
def test_pauses_double_up_to_a_bound_and_never_agree(attempt: int, middle: float) -> None:
    pauses = {doubling_pause(attempt, first_seconds=4, max_seconds=60) for _ in range(50)}
    assert len(pauses) > 40
    assert middle * 0.5 <= min(pauses) <= max(pauses) <= middle * 1.5


def test_without_a_bound_it_goes_on_doubling_and_stays_a_number() -> None:
    assert 4 * 0.5 <= doubling_pause(3, first_seconds=1) <= 4 * 1.5
    assert doubling_pause(10_000, first_seconds=1) < float("inf")
