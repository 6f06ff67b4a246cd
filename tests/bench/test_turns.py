"""What the bench of a turn makes of a trace. How fast we are is not for a test to say."""

from __future__ import annotations

from bench.turns import STEPS, Exchange, Measured


def test_each_step_is_told_by_itself_and_the_models_own_time_is_not_ours() -> None:
    one = Measured()
    marks = {step: 2.0 * place for place, step in enumerate(STEPS, 1)} | {"exchange": 20.0}
    seen = Exchange(b"", headers_ms=marks["begin"] + 3.0, whole_ms=28.0)
    one.add({"timings": marks, "models": [{"ms": 6.0}]}, seen)
    assert one.with_the_way == [22.0]
    assert one.overhead == [19.0]
    assert one.steps == {**{step: [2.0] for step in STEPS}, "exchange": [2.0], "finish": [5.0]}
    assert sum(times[0] for times in one.steps.values()) == one.overhead[0]
