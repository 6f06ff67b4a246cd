"""Whatever the memory answers, something usable comes out."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from holdfast.memory.types import Loop
from holdfast.turn.context.opening.normalize import (
    is_packet,
    lines_of,
    normalize_brief,
    normalize_day,
    normalize_profile,
    tracked_people,
)
from holdfast.turn.context.opening.opening import as_packet, read_packet
from holdfast.turn.types import Evidenced, SessionStart

ITEM = {"kind": "commitment", "text": "Call Ana.", "evidence": [{"episodeId": "4", "externalId": None}]}
CALL_ANA = Evidenced("Call Ana.", "commitment", ("4",))


@pytest.mark.parametrize(
    ("items", "kept"),
    [
        ([ITEM], [CALL_ANA]),
        (ITEM, [CALL_ANA]),
        (None, []),
        (7, []),
        ([], []),
        (["Call Ana."], [Evidenced("Call Ana.")]),
        ([ITEM, None, 3, {"kind": "thread"}, {"text": "   "}, {"text": 5}, []], [CALL_ANA]),
        ([{"text": "Call\nAna."}], [Evidenced("Call Ana.")]),
        ([{"text": "Call Ana.", "kind": 4, "evidence": "none"}], [Evidenced("Call Ana.")]),
        ([{"text": "Call Ana.", "evidence": [{}, None, {"episodeId": True}]}], [Evidenced("Call Ana.")]),
    ],
)
def test_items_become_a_list_and_malformed_rows_are_dropped(items: Any, kept: list[Evidenced]) -> None:
    assert list(normalize_brief({"items": items}).items) == kept


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("handover", None), ("handover", 4), ("handover", {"text": 4}), ("handover", {"text": "  "}),
        ("bridge", []), ("ops", {}), ("resume", "yes"), ("resume", {"gap_minutes": "12", "use_bridge": "true"}),
        ("resume", {"gap_minutes": -1}), ("resume", {"gap_minutes": True}), ("resume", {"gap_minutes": float("nan")}),
    ],
)  # fmt: skip
def test_fields_that_are_missing_or_of_the_wrong_kind_are_null(field: str, value: Any) -> None:
    assert normalize_brief({field: value}) == SessionStart()


def test_a_loop_is_told_with_the_day_it_is_due_on_the_persons_own_calendar() -> None:
    now = datetime(2026, 11, 2, 9, tzinfo=ZoneInfo("America/New_York"))
    loop = Loop(7, "commitment", "open", "Pay\nthe rent", 0.8, 0.6, "this_week", "rules", now)
    due = datetime(2026, 11, 4, 4, 59, tzinfo=UTC)
    assert lines_of([loop, replace(loop, due_at=due), replace(loop, due_at=due.replace(year=2025))], now) == (
        Evidenced("Pay the rent", "commitment", ("7",)),
        Evidenced("Pay the rent (due Tuesday, 3 November)", "commitment", ("7",)),
        Evidenced("Pay the rent (due Monday, 3 November 2025)", "commitment", ("7",)),
    )


def test_a_whole_packet_is_read_whole() -> None:
    read = normalize_brief(
        {
            "handover": {"text": "She was choosing seeds.", "depth": "yesterday"},
            "bridge": {"text": "Tomatoes?"},
            "resume": {"use_bridge": True, "gap_minutes": 90},
            "ops": {"text": "Due today: water."},
            "items": [ITEM],
        }
    )
    assert read == SessionStart(
        handover="She was choosing seeds.", depth="yesterday", bridge="Tomatoes?", use_bridge=True, gap_minutes=90,
        ops="Due today: water.", items=(CALL_ANA,),
    )  # fmt: skip


def test_an_unknown_depth_is_no_depth() -> None:
    assert normalize_brief({"handover": {"text": "x", "depth": "aeons"}}).depth is None


@pytest.mark.parametrize("raw", [None, [], "packet", 3, {}, {"error": {"code": "x"}}])
def test_an_answer_that_holds_none_of_the_fields_is_no_packet(raw: Any) -> None:
    assert not is_packet(raw)


@pytest.mark.parametrize(
    ("confidence", "steers"),
    [("high", True), ("needs_review", False), ("insufficient_data", False), (None, False), (1.0, False)],
)
def test_a_day_steers_only_with_high_confidence(confidence: Any, steers: bool) -> None:
    steering, _ = normalize_day({"confidence": confidence, "steering": "Go easy today."})
    assert (steering is not None) is steers


def test_sections_that_hold_nothing_are_left_out() -> None:
    model = {"sections": {"relationships": [{"text": "Ana is the sister."}], "patterns": [None], "secret": ["x"]}}
    assert normalize_profile(model) == {"relationships": (Evidenced("Ana is the sister."),)}


def test_people_are_tracked_by_the_names_in_their_lines() -> None:
    start = SessionStart(
        profile={"relationships": [Evidenced("Ana is the sister. They meet on Monday with Tom's dog.")]}
    )
    assert tracked_people(start) == ["Ana", "Tom"]


_JSON = st.recursive(
    st.none() | st.booleans() | st.floats() | st.integers() | st.text(max_size=20),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(
            st.sampled_from(
                ["handover", "bridge", "resume", "items", "ops", "text", "sections", "evidence", "relationships"]
            )
            | st.text(max_size=5),
            inner,
            max_size=5,
        )
    ),
    max_leaves=20,
)


@given(_JSON)
def test_no_answer_of_a_memory_breaks_a_session(raw: Any) -> None:
    read = normalize_brief(raw)
    normalize_profile(raw), normalize_day(raw)
    assert all(item.text and "\n" not in item.text for item in read.items)
    assert read_packet(as_packet(read)) == read


@pytest.mark.parametrize(
    ("line", "names"),
    [
        ("Ana is their sister.", ["Ana"]),
        ("Has a sister called Ana.", ["Ana"]),
        ("Is close to Zoë and to Jean-Luc.", ["Jean-Luc", "Zoë"]),
        ("Married to Tom since May.", ["Tom"]),
        ("Works with Ødegaard.", ["Ødegaard"]),
        ("Sister’s name is Ana’s secret.", ["Ana"]),
        ("Wife: Marta. Lives in the same house.", ["Marta"]),
        ("The person and they meet on Monday, in May.", []),
        ("Their mother was ill.", []),
    ],
)
def test_tracked_people_are_names_and_no_words_that_stand_first(line: str, names: list[str]) -> None:
    start = SessionStart(profile={"relationships": (Evidenced(line),)})
    assert list(tracked_people(start)) == names


def test_a_packet_of_another_release_is_read_as_far_as_it_is_known() -> None:
    packet = {**as_packet(SessionStart(handover="She moved.")), "mood": "blue"}
    del packet["ops"]
    assert read_packet(packet) == SessionStart(handover="She moved.")
