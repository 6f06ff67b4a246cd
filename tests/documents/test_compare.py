"""What became of a text: nothing is lost of either, and what did not change is said to be the same."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from holdfast.documents.compare import compare

LINES = st.lists(st.sampled_from("abcdefgh"), max_size=7)
"""So few that none is skipped."""


def told(former: str, later: str) -> list[tuple[str, str]]:
    return [(one.kind, one.text) for one in compare("\n".join(former), "\n".join(later))]


def test_lines_that_came_and_went_stand_where_they_were() -> None:
    assert told("abcd", "axcd") == [("same", "a"), ("removed", "b"), ("added", "x"), ("same", "c\nd")]
    assert told("abc", "dabc") == [("added", "d"), ("same", "a\nb\nc")]
    assert told("abcd", "dabc") == [("added", "d"), ("same", "a\nb\nc"), ("removed", "d")]
    assert told("ab", "ab") == [("same", "a\nb")]


def test_what_is_far_from_every_change_is_left_out_and_counted() -> None:
    former = [str(number) for number in range(100)]
    changes = compare("\n".join(former), "\n".join([*former[:50], "new", *former[50:]]))
    assert [(one.kind, one.lines) for one in changes] == [
        ("same", 3), ("skipped", 44), ("same", 3), ("added", 1), ("same", 3), ("skipped", 44), ("same", 3),
    ]  # fmt: skip


@given(former=LINES, later=LINES)
def test_both_texts_can_be_made_of_it(former: list[str], later: list[str]) -> None:
    changes = compare("\n".join(former), "\n".join(later))
    before = "\n".join(one.text for one in changes if one.kind != "added")
    after = "\n".join(one.text for one in changes if one.kind != "removed")
    assert (before, after) == ("\n".join(former), "\n".join(later))
