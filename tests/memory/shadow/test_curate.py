from __future__ import annotations

import pytest

from holdfast.memory.loops.match import Likeness
from holdfast.memory.loops.settle import settle
from holdfast.memory.loops.types import LoopState
from holdfast.memory.shadow.curate import completions, habits, skipped
from tests.memory.shadow.turns import NOON, loop, turn

WORDS_ONLY = Likeness()

ENDED = [
    ("I finished the tax report!", "Finish the tax report"),
    ("I did the laundry", "Do the laundry"),
    ("Went for a run this morning. I went for a run!", "Go for a run"),
    ("We finally booked the flights to Rome", "Book the flights to Rome"),
    ("I've just sent Ana the photos", "Send Ana the photos"),
    ("I got the tax report done", "Finish the tax report"),
]
NOT_ENDED = [
    ("I almost finished the tax report", "Finish the tax report"),
    ("I haven't done the laundry", "Do the laundry"),
    ("I wish I finished the tax report", "Finish the tax report"),
    ("Did I finish the tax report?", "Finish the tax report"),
    ("I finished my coffee", "Finish the tax report"),
    ("I will have finished the tax report by Friday", "Finish the tax report"),
    ("Maybe I finished the tax report", "Finish the tax report"),
]


@pytest.mark.parametrize(("said", "promised"), ENDED)
def test_a_promise_somebody_says_is_kept_is_completed_with_one_win(said: str, promised: str) -> None:
    held = [loop(promised), loop("Water the plants", id=2)]
    found = completions([turn(said)], held, WORDS_ONLY)
    changed = settle(found, held, WORDS_ONLY, "rules")
    assert [(one.id, one.kind, one.status) for one in changed] == [
        (1, "commitment", "completed"),
        (None, "win", "completed"),
    ]


@pytest.mark.parametrize(("said", "promised"), NOT_ENDED)
def test_what_is_not_done_or_something_else_completes_nothing(said: str, promised: str) -> None:
    assert list(completions([turn(said)], [loop(promised)], WORDS_ONLY)) == []


def test_the_best_match_is_the_one_that_ends() -> None:
    held = [loop("Call the dentist about the bill", id=1), loop("Call the dentist", id=2)]
    (found,) = completions([turn("I called the dentist")], held, WORDS_ONLY)
    assert found.loop_id == 2


def test_telling_it_again_makes_no_second_win() -> None:
    held: list[LoopState] = [loop("Finish the tax report")]
    first = settle(completions([turn("I finished the tax report")], held, WORDS_ONLY), held, WORDS_ONLY, "rules")
    now = [one if one.id else loop(one.text, 9, "win", "completed", days_ago=0) for one in first]
    assert list(completions([turn("I finished the tax report", 5)], now, WORDS_ONLY)) == []


REGULAR = [
    ("I meditate every day now", "Meditate", "Meditate every day"),
    ("I go for a run each morning", "Go for a run", "Go for a run each morning"),
    ("Stretching is part of my daily routine", "Stretching", "Stretching every day"),
    ("I practice piano daily", "Practice piano", "Practice piano daily"),
]


@pytest.mark.parametrize(("said", "promised", "habit"), REGULAR)
def test_a_recent_promise_that_is_done_regularly_becomes_a_habit(said: str, promised: str, habit: str) -> None:
    held = [loop(promised, days_ago=3)]
    changed = settle(habits([turn(said)], held, WORDS_ONLY), held, WORDS_ONLY, "rules")
    assert [(one.kind, one.status, one.text) for one in changed] == [
        ("commitment", "completed", promised),
        ("habit", "open", habit),
    ]


def test_a_habit_that_is_there_is_not_made_again() -> None:
    held = [loop("Meditate", days_ago=3), loop("Meditate every day", 2, "habit")]
    changed = settle(habits([turn("I meditate every day")], held, WORDS_ONLY), held, WORDS_ONLY, "rules")
    assert [one.id for one in changed if one.kind == "habit"] == [2]


@pytest.mark.parametrize(
    ("said", "held"),
    [
        ("I want to meditate every day", loop("Meditate")),
        ("I never meditate every day", loop("Meditate")),
        ("I meditate every day", loop("Meditate", days_ago=90)),
        ("I meditate every day", loop("Call the dentist")),
        ("I meditate every day", loop("Meditate", status="dropped")),
    ],
)
def test_wishes_old_promises_and_other_things_become_no_habit(said: str, held: LoopState) -> None:
    assert list(habits([turn(said)], [held], WORDS_ONLY)) == []


IDLE = ["The weather is nice", "Just thinking about dinner", "It is raining again", "Random thought about ducks"]


@pytest.mark.parametrize("text", IDLE)
def test_threads_nobody_will_act_on_are_skipped(text: str) -> None:
    (dropped,) = skipped([loop(text, kind="thread")], NOON)
    assert (dropped.status, dropped.closed_because, dropped.closed_at) == ("dropped", "skipped", NOON)


@pytest.mark.parametrize(
    "kept",
    [
        loop("Move to Porto", kind="thread"),
        loop("The weather is nice", kind="commitment"),
        loop("The weather is nice", kind="thread", status="completed"),
        loop("The weather is nice", kind="thread", changed_at=NOON),
    ],
)
def test_other_loops_and_those_a_person_touched_stay(kept: LoopState) -> None:
    assert list(skipped([kept], NOON)) == []
