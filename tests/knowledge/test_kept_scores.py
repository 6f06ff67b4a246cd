from __future__ import annotations

from holdfast.knowledge.kept_scores import KEPT_SECONDS, MAX_KEPT, KeptScores


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


def test_what_is_kept_is_found_for_five_minutes() -> None:
    clock = Clock()
    kept: KeptScores[str, int] = KeptScores(clock)
    kept.keep("a", 1)
    clock.now = KEPT_SECONDS
    assert kept.find("a") == 1
    clock.now += 1
    assert kept.find("a") is None


def test_what_has_had_its_time_goes_before_what_was_asked_for_long_ago() -> None:
    clock = Clock()
    kept: KeptScores[str, int] = KeptScores(clock)
    kept.keep("old", 0)
    clock.now = KEPT_SECONDS + 1
    for number in range(MAX_KEPT):
        kept.keep(f"{number}", number)
    assert kept.find("0") == 0, "the old one made room"
    kept.keep("another", 1)
    assert kept.find("1") is None
    assert kept.find("0") == 0, "asked for a moment ago"
