"""Marks in an answer: those that stand for a passage stay, whatever pieces they come in."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from holdfast.core.ids import DocumentId, new_id
from holdfast.turn.citations import Citations
from holdfast.turn.types import ToldPassage

GIVEN = [
    ToldPassage(number, str(number * 10), DocumentId(new_id()), "T", "t.md", "text/markdown", None, 1, 0, 9)
    for number in (1, 2, 3)
]


def told(text: str, *, piece: int = 1) -> tuple[str, list[str]]:
    citations = Citations(GIVEN)
    out = "".join(citations.take(text[place : place + piece]) for place in range(0, len(text), piece))
    return out + citations.rest(), [str(part["sourceId"]) for part in citations.parts()]


@pytest.mark.parametrize(
    ("said", "left", "cited"),
    [
        ("Four years [2].", "Four years [2].", ["20"]),
        ("Both [1][3] say so.", "Both [1][3] say so.", ["10", "30"]),
        ("Both [1, 3] say so.", "Both [1][3] say so.", ["10", "30"]),
        ("Invented [7].", "Invented .", []),
        ("One true, one not [2, 9].", "One true, one not [2].", ["20"]),
        ("Twice [1] and [1].", "Twice [1] and [1].", ["10"]),
        ("A [link](https://example.org) and [x] stay.", "A [link](https://example.org) and [x] stay.", []),
        ("In code `a[7]` nothing is taken out.", "In code `a[7]` nothing is taken out.", []),
        ("```\na[7] = b[1]\n```\nHere [7] it is.", "```\na[7] = b[1]\n```\nHere  it is.", []),
        ("It ends open [1", "It ends open [1", []),
        ("[]", "[]", []),
    ],
)
@pytest.mark.parametrize("piece", [1, 3, 100])
def test_only_what_was_given_is_cited(said: str, left: str, cited: list[str], piece: int) -> None:
    assert told(said, piece=piece) == (left, cited)


def test_where_nothing_was_given_nothing_is_looked_at() -> None:
    citations = Citations()
    assert citations.take("a [7] b") == "a [7] b"
    assert citations.parts() == []


@given(st.text(alphabet="[]0123456789, `\nab", max_size=80), st.integers(1, 9))
def test_the_pieces_change_nothing(text: str, piece: int) -> None:
    assert told(text, piece=piece) == told(text, piece=1)


def test_what_was_cited_is_told_once_as_soon_as_its_mark_is_whole() -> None:
    citations = Citations(GIVEN)
    told = []
    for piece in ("Four years [", "2", "] and [2][1", "]."):
        citations.take(piece)
        told.append([part["providerMetadata"]["holdfast"]["number"] for part in citations.news()])
    assert told == [[], [], [2], [1]]


def test_the_marks_of_an_answer_that_goes_on_mean_what_they_meant() -> None:
    former = Citations(GIVEN)
    former.take("Four years [2] and [1]")
    other = replace(GIVEN[1], passage_id="999")
    goes_on = Citations([GIVEN[0], other], former.parts())
    assert goes_on.take(" and [1] and [2].") == " and [1] and ."
    assert [part["sourceId"] for part in goes_on.parts()] == ["20", "10"]
