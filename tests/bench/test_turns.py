"""What the bench of a turn makes of a trace. How fast we are is not for a test to say."""

from __future__ import annotations

from bench.turns import STEPS, Measured


def test_each_step_is_told_by_itself_and_the_models_own_time_is_not_ours() -> None:
    one = Measured()
    marks = {step: 2.0 * place for place, step in enumerate(STEPS, 1)} | {"exchange": 20.0}
    one.add({"timings": marks, "models": [{"ms": 6.0}]}, whole_ms=25.0)
    assert one.overhead == [19.0]
    assert one.steps == {**{step: [2.0] for step in STEPS}, "finish": [5.0]}
