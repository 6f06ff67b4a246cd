from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime, timedelta

from holdfast.turn.mentions.order import choose_offered
from holdfast.turn.mentions.store import MentionCount
from holdfast.turn.mentions.types import MentionItem

NOON = datetime(2026, 5, 12, 12, tzinfo=UTC)


def doc(label: str, **more: object) -> MentionItem:
    return MentionItem(f"@doc:{label}", "document", label, **more)  # type: ignore[arg-type]


def persona(label: str, **more: object) -> MentionItem:
    return MentionItem(f"@persona:{label}", "persona", label, **more)  # type: ignore[arg-type]


def chosen(
    *items: MentionItem, query: str = "", limit: int = 20, counts: Mapping[str, MentionCount] | None = None
) -> list[str]:
    return [one.label for one in choose_offered(items, query, limit, counts or {}, NOON)]


def test_what_can_be_used_comes_before_what_cannot_and_ones_own_before_what_others_share() -> None:
    assert chosen(
        doc("house", near="house"), doc("shared", near="shared"), doc("mine"), doc("away", state="not_connected"),
    ) == ["mine", "shared", "house", "away"]  # fmt: skip


def test_what_begins_with_what_was_typed_comes_first() -> None:
    assert chosen(doc("old lease"), doc("Lease", near="house"), query="lease") == ["Lease", "old lease"]


def test_what_was_used_in_the_same_days_is_told_apart_by_its_name() -> None:
    assert chosen(
        doc("older", used_at=NOON - timedelta(days=90)),
        doc("b", used_at=NOON - timedelta(hours=1)),
        doc("a", used_at=NOON - timedelta(hours=9)),
        doc("never"),
        doc("last week", used_at=NOON - timedelta(days=6)),
    ) == ["a", "b", "last week", "never", "older"]


def test_no_kind_takes_all_the_room() -> None:
    many = [doc(f"{number:02}") for number in range(30)]
    found = chosen(*many, persona("zoe", near="house"), limit=8)
    assert len(found) == 8
    assert "zoe" in found


def named(times: int, days_ago: float) -> MentionCount:
    return MentionCount(times, NOON - timedelta(days=days_ago))


def test_what_was_named_lately_comes_first_then_what_was_used_lately_then_what_was_named_often_then_the_title() -> None:
    found = chosen(
        doc("a title", id="1"),
        doc("b title", id="2"),
        doc("never named, used today", id="3", used_at=NOON),
        doc("named long ago", id="4"),
        doc("named long ago, and often", id="5"),
        doc("named today", id="6", near="house"),
        counts={
            "document:4": named(1, 400),
            "document:5": named(9, 400),
            "document:6": named(1, 0.5),
            "document:gone": named(99, 0),
        },
    )
    assert found == [
        "named today", "never named, used today", "named long ago, and often", "named long ago", "a title", "b title",
    ]  # fmt: skip
