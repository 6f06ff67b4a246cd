"""What OVERLAY and CONVERSATION_POSTURE say, and when."""

from __future__ import annotations

from typing import get_args

import pytest

from holdfast.turn.codes import Intent, Posture, Section
from holdfast.turn.context.opening.overlay import compose_overlay, deferred_sections, open_loops
from holdfast.turn.context.opening.posture import GUIDANCE, MOMENTUM_GUARD, posture_text
from holdfast.turn.types import Evidenced, Reading, SessionStart, Signals, Source


def read_as(posture: Posture = "COMPANIONSHIP", intent: Intent = "share", signals: Signals | None = None) -> Reading:
    return Reading(posture, intent, signals or Signals(), "rules", 1.0)


@pytest.mark.parametrize(
    ("reading", "sections"),
    [
        (read_as(), []),
        (read_as("RELATIONSHIP"), ["relationships"]),
        (read_as(signals=Signals(tracked_people=["Ana"])), ["relationships"]),
        (read_as(signals=Signals(avoidance=True)), ["patterns"]),
        (read_as(signals=Signals(drift=True)), ["patterns"]),
        (read_as(intent="momentum"), ["work_context"]),
        (read_as(intent="output_task"), ["work_context"]),
        (read_as(intent="momentum", signals=Signals(direct_request=True)), ["work_context", "long_term_direction"]),
        (read_as(intent="output_task", signals=Signals(direct_request=True)), ["work_context"]),
        (read_as(intent="question", signals=Signals(direct_request=True)), []),
        (read_as(signals=Signals(asks_about_tone=True)), ["communication_preference"]),
    ],
)
def test_each_section_of_the_profile_waits_for_its_own_sign(reading: Reading, sections: list[Section]) -> None:
    assert deferred_sections(reading) == sections


WHOLE = SessionStart(
    loops=[Evidenced(f"Thing {n}.", "commitment", [str(n)]) for n in range(9)],
    profile={section: [Evidenced(f"About {section}.", evidence=["5"])] for section in get_args(Section)},
    steering="Go easy today.",
)


def test_five_loops_and_the_steering_stand_in_every_overlay() -> None:
    overlay = compose_overlay(WHOLE, read_as(), has_momentum=False)
    assert overlay
    assert overlay.text.splitlines() == [
        "OVERLAY",
        "Open with them:",
        *(f"- commitment: Thing {n}." for n in range(5)),
        "Today: Go easy today.",
    ]
    assert overlay.sources == [Source("loop", str(n)) for n in range(5)]


def test_somebody_on_the_move_is_not_reminded_of_what_else_is_open() -> None:
    overlay = compose_overlay(WHOLE, read_as(intent="momentum"), has_momentum=True)
    assert overlay
    assert "Thing" not in overlay.text
    assert "About work_context." in overlay.text


def test_loops_come_from_the_brief_where_the_list_was_not_to_be_had() -> None:
    items = [Evidenced("Call Ana.", "commitment", ["4"]), Evidenced("Lives in Vienna.", "fact", ["5"])]
    start = SessionStart(items=items, outcomes={"loops": "timed_out"})
    assert list(open_loops(start)) == [items[0]]
    assert open_loops(SessionStart(items=items, outcomes={"loops": "empty"})) == ()


def test_with_nothing_to_say_there_is_no_overlay() -> None:
    assert compose_overlay(SessionStart(), read_as("RELATIONSHIP"), has_momentum=False) is None


@pytest.mark.parametrize("posture", get_args(Posture))
def test_each_posture_has_its_words_and_the_guard_only_with_momentum(posture: Posture) -> None:
    calm, moving = posture_text(posture, has_momentum=False), posture_text(posture, has_momentum=True)
    assert calm == f"CONVERSATION_POSTURE: {posture}\n{GUIDANCE[posture]}"
    assert moving == f"{calm}\n{MOMENTUM_GUARD}"
