"""Where an answer that was cut short goes on, its halves read as one."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from holdfast.turn.seam import Seam, whole_words


def joined(before: str, *deltas: str) -> str:
    seam = Seam(before)
    return before + "".join(seam.take(delta) for delta in deltas) + seam.rest()


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("Half an ans", "Half an "),
        ("A whole sentence.", "A whole sentence."),
        ("Half", "Half"),
        ("Ein halber Gruß", "Ein halber "),
        ("「半分の答え", "「半分の答え"),
    ],
)
def test_the_last_word_may_be_half_a_word_and_is_said_again(text: str, kept: str) -> None:
    assert whole_words(text) == kept


@pytest.mark.parametrize(
    ("before", "deltas", "whole"),
    [
        ("Half ", ("answer", "s are short."), "Half answers are short."),
        ("One thing. ", (" Another",), "One thing. Another"),
        ("One thing.", ("Another",), "One thing. Another"),
        ("One thing.", ("\n\nAnother",), "One thing.\n\nAnother"),
        ("We go to the harbour, ", ("to the harbour, ", "and eat."), "We go to the harbour, and eat."),
        ("We go at noon, ", ("at noon", ", we eat."), "We go at noon, at noon, we eat."),
        ("```python\nfoo.", ("bar()",), "```python\nfoo.bar()"),
        ("Half ", (), "Half "),
    ],
)  # fmt: skip
def test_what_is_said_once_more_is_left_out_and_a_space_stands_where_one_is_wanted(
    before: str, deltas: tuple[str, ...], whole: str
) -> None:
    assert joined(before, *deltas) == whole


@given(st.text("ab .", max_size=60), st.lists(st.text("ab .", max_size=6), max_size=12))
def test_nothing_is_lost_but_a_repetition_and_spaces(before: str, deltas: list[str]) -> None:
    said = "".join(deltas)
    told = joined(before, *deltas)[len(before) :]
    assert said.strip().endswith(told.strip())
    assert len(said.strip()) - len(told.strip()) in (0, *range(12, 61))
