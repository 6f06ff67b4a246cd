"""Turns held against a question word piece by word piece, and what that does to their rank."""

from __future__ import annotations

import numpy as np
import pytest

from holdfast.memory.recall.closeness import closeness, rarity
from holdfast.memory.recall.fuse import Candidate, Spread, fuse
from holdfast.memory.recall.question import Question
from tests.memory.recall.test_fuse import turn
from tests.words_in_pieces import pieces_of

ASKED = pieces_of("what did the surgeon say about stairs")
RARITIES = {"surgeon": rarity(200, 1), "say": rarity(200, 90), "stair": rarity(200, 4)}
PLAIN = Question("What happened?")
SPREAD = Spread(0.1, 0.1)


def packed(text: str) -> bytes:
    return pieces_of(text).packed()


def test_what_meets_the_rare_words_is_closer_than_what_meets_the_common_ones() -> None:
    rare, common, none = (packed(text) for text in ("the surgeon came", "they say what they say", "a red kite"))
    met = closeness(ASKED, RARITIES, [none, common, rare])
    assert met is not None
    assert met[2] > met[1] > met[0]


def test_a_long_turn_that_holds_it_somewhere_is_as_close_as_a_short_one() -> None:
    short = "the surgeon forbids stairs"
    met = closeness(ASKED, RARITIES, [packed(short), packed(f"well we had soup and bread and {short}")])
    assert met is not None
    assert met[1] >= met[0] - 0.02


def test_rarity_falls_with_the_turns_that_hold_a_word_and_never_below_nothing() -> None:
    assert rarity(200, 0) > rarity(200, 5) > rarity(200, 150) > rarity(200, 200) > 0
    assert rarity(3, 10) > 0, "postings may be counted a moment later than the turns"


@pytest.mark.parametrize("question", [None, pieces_of("")])
def test_where_nothing_can_be_told_nothing_is(question: None) -> None:
    assert closeness(question, RARITIES, [packed("the surgeon")]) is None
    assert closeness(ASKED, RARITIES, [None, b""]) is None


def test_a_turn_without_pieces_is_not_told() -> None:
    met = closeness(ASKED, RARITIES, [None, packed("the surgeon"), b"", packed("a kite")])
    assert met is not None
    assert np.isnan(met).tolist() == [True, False, True, False]


def test_of_turns_equally_near_the_closer_comes_first() -> None:
    scores = fuse(PLAIN, [turn(1), turn(9), turn(20)], SPREAD, np.array([0.3, 0.5, 0.4]))
    assert scores.argsort().tolist() == [0, 2, 1]


def test_a_turn_that_waits_for_its_pieces_is_ranked_by_its_one_vector() -> None:
    candidates: list[Candidate] = [turn(1, similarity=0.9), turn(9, similarity=0.3), turn(20, similarity=0.1)]
    scores = fuse(PLAIN, candidates, SPREAD, np.array([np.nan, 0.5, 0.3]))
    assert scores.argmax() == 0
    scores = fuse(PLAIN, [turn(1, similarity=0.0), *candidates[1:]], SPREAD, np.array([np.nan, 0.5, 0.3]))
    assert scores.argmax() == 1
