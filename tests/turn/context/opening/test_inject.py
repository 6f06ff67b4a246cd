"""The injection policy, row by row."""

from __future__ import annotations

from dataclasses import replace

import pytest

from holdfast.turn.codes import Depth, Intent
from holdfast.turn.context.opening.inject import SessionPosition, inject, may_reinject
from holdfast.turn.types import Evidenced, Reading, SessionStart, Signals

HANDOVER, BRIDGE, OPS = "She was choosing seeds.", "You: Tomatoes? She: Yes.", "Due today: water the beans."


def packet(
    *, depth: Depth = "today", gap: int | None = 30, bridge: bool = False, ops: str | None = None
) -> SessionStart:
    return SessionStart(
        handover=HANDOVER, depth=depth, bridge=BRIDGE, use_bridge=bridge, gap_minutes=gap, ops=ops,
        loops=[Evidenced("Call the nursery.", "commitment", ["7"])],
    )  # fmt: skip


def read_as(intent: Intent = "share", *, is_low_signal: bool = False) -> Reading:
    return Reading("COMPANIONSHIP", intent, Signals(is_low_signal=is_low_signal), "rules", 1.0)


@pytest.mark.parametrize(
    ("turn", "start", "first_low", "told"),
    [
        (1, packet(), False, ["handover"]),
        (1, packet(bridge=True), False, ["bridge", "handover"]),
        (1, packet(depth="multi_day", gap=6000), False, ["handover"]),
        (2, packet(), False, []),
        (2, packet(bridge=True), False, []),
        (2, packet(depth="same_session", gap=3), False, []),
        (2, packet(depth="yesterday"), False, ["handover"]),
        (2, packet(depth="multi_day"), False, ["handover"]),
        (2, packet(gap=119), False, []),
        (2, packet(gap=120), False, ["handover"]),
        (2, packet(gap=None), False, []),
        (2, packet(), True, ["handover"]),
        (3, packet(depth="multi_day", gap=9000, bridge=True), True, []),
        (40, packet(depth="yesterday"), True, []),
    ],
)
def test_bridge_and_handover_are_told_by_turn_depth_gap_and_first_message(
    turn: int, start: SessionStart, first_low: bool, told: list[str]
) -> None:
    given = inject(start, SessionPosition(turn, was_first_low_signal=first_low), read_as())
    assert [name for name in ("bridge", "handover") if getattr(given, name)] == told


@pytest.mark.parametrize(
    ("came_with", "turn", "told"),
    [
        (2, 1, ["bridge", "handover", "ops"]),
        (2, 2, ["bridge", "handover", "ops"]),
        (2, 3, []),
        (5, 5, ["bridge", "handover", "ops"]),
        (5, 6, []),
    ],
)
def test_a_brief_that_came_late_is_told_on_the_turn_it_came_with(came_with: int, turn: int, told: list[str]) -> None:
    start = replace(packet(bridge=True, ops=OPS), came_with=came_with)
    given = inject(start, SessionPosition(turn), read_as())
    assert [name for name in ("bridge", "handover", "ops") if getattr(given, name)] == told


def test_the_turn_that_a_late_brief_came_with_does_not_spend_the_one_reinjection() -> None:
    start, moment = replace(packet(), came_with=5), SessionPosition(5, is_close_to_handover=True)
    assert not may_reinject(start, moment, read_as())
    assert not inject(start, moment, read_as()).is_reinjection
    assert inject(start, SessionPosition(6, is_close_to_handover=True), read_as()).is_reinjection


def test_the_handover_is_told_word_for_word() -> None:
    assert inject(packet(), SessionPosition(1), read_as()).handover == HANDOVER


@pytest.mark.parametrize(
    ("turn", "is_close", "was_told", "reinjects"),
    [
        (1, True, False, False),
        (2, True, False, False),
        (3, True, False, True),
        (3, False, False, False),
        (9, True, False, True),
        (9, True, True, False),
    ],
)
def test_from_the_third_turn_on_the_handover_comes_once_more_when_a_message_is_close_to_it(
    turn: int, is_close: bool, was_told: bool, reinjects: bool
) -> None:
    given = inject(packet(), SessionPosition(turn, was_reinjected=was_told, is_close_to_handover=is_close), read_as())
    assert given.is_reinjection is reinjects
    if turn >= 3:
        assert (given.handover is not None) is reinjects
    assert given.bridge is None or turn == 1


@pytest.mark.parametrize(
    ("turn", "was_told", "is_low_signal", "is_worth_it"),
    [(2, False, False, False), (3, False, False, True), (3, True, False, False), (3, False, True, False)],
)
def test_a_message_is_compared_with_the_handover_only_where_that_could_matter(
    turn: int, was_told: bool, is_low_signal: bool, is_worth_it: bool
) -> None:
    moment = SessionPosition(turn, was_reinjected=was_told)
    assert may_reinject(packet(), moment, read_as(is_low_signal=is_low_signal)) is is_worth_it
    assert not may_reinject(SessionStart(), moment, read_as())


@pytest.mark.parametrize(
    ("turn", "intent", "ops", "has_recalled", "source"),
    [
        (1, "casual", OPS, False, "startbrief"),
        (2, "share", OPS, False, "startbrief"),
        (3, "share", OPS, False, None),
        (3, "momentum", OPS, False, "startbrief"),
        (8, "output_task", OPS, False, "startbrief"),
        (1, "casual", OPS, True, None),
        (3, "momentum", OPS, True, None),
        (1, "casual", None, False, None),
        (1, "momentum", None, False, "loops"),
        (5, "output_task", None, False, "loops"),
        (5, "output_task", None, True, None),
    ],
)
def test_the_ops_line_is_gated_and_gives_way_to_whatever_was_recalled(
    turn: int, intent: Intent, ops: str | None, has_recalled: bool, source: str | None
) -> None:
    given = inject(packet(ops=ops), SessionPosition(turn, has_recalled=has_recalled), read_as(intent))
    assert given.ops_source == source
    assert (given.ops is not None) is (source is not None)
    if source == "loops":
        assert given.ops == "Still open: Call the nursery."


def test_an_empty_packet_tells_nothing() -> None:
    for turn in (1, 2, 3):
        given = inject(SessionStart(), SessionPosition(turn, is_close_to_handover=True), read_as("momentum"))
        assert (given.bridge, given.handover, given.ops, given.is_reinjection) == (None, None, None, False)
