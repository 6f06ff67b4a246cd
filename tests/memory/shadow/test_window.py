from __future__ import annotations

from datetime import timedelta

from holdfast.memory.shadow.types import ShadowLimits
from holdfast.memory.shadow.window import judge_window
from tests.memory.shadow.turns import turn


def texts(*said: str) -> list[str]:
    return [one.text for one in judge_window([turn(text, n) for n, text in enumerate(said)])]


def test_nothing_said_gives_nothing_to_judge() -> None:
    assert judge_window([]) == ()


def test_the_current_message_comes_last_after_at_most_four_others() -> None:
    assert texts("a", "b", "c", "d", "e", "f", "now") == ["c", "d", "e", "f", "now"]


def test_only_six_messages_are_looked_back_at_however_alike_they_are() -> None:
    assert texts("first", "x", "x", "x", "x", "x", "y", "now") == ["x", "y", "now"]


def test_what_was_said_twice_stands_where_it_was_said_last() -> None:
    assert texts("tea", "coffee", "Tea ", "now") == ["coffee", "Tea ", "now"]


def test_what_the_current_message_repeats_is_not_shown_twice() -> None:
    assert texts("I like tea", "ok then", "i  like tea") == ["ok then", "i  like tea"]


def test_what_was_said_more_than_an_hour_ago_is_left_out() -> None:
    said = [turn("old", 0, minutes=0), turn("an hour ago", 1, minutes=1), turn("now", 2, minutes=61)]
    assert [one.text for one in judge_window(said)] == ["an hour ago", "now"]


def test_the_limits_are_arguments() -> None:
    said = [turn(text, n) for n, text in enumerate(["a", "b", "c", "now"])]
    kept = judge_window(said, ShadowLimits(messages=2, within=timedelta(minutes=1), unique=1))
    assert [one.text for one in kept] == ["c", "now"]
