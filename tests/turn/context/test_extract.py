"""Passages in fewer of their own sentences: by words, or by a model that only points at them."""

from __future__ import annotations

from uuid import UUID

import pytest

from holdfast.core.ids import DocumentId
from holdfast.knowledge.tell import NumberedPassage
from holdfast.knowledge.types import Passage
from holdfast.models.chain import Chain
from holdfast.models.failures import failed
from holdfast.models.types import Failure
from holdfast.turn.context.choose_sentences import choose_sentences
from holdfast.turn.context.extract import Kept, extract, sentences_of, shortened
from holdfast.turn.context.passages import number_of, passages_block, told_again
from tests.scripted import Line, ScriptedModel, says

TRAVEL = (
    "Trips are booked two weeks ahead. Flights of less than six hours are economy. Hotels cost at most 140 euros a "
    "night, breakfast included. Taxis are paid where no train goes. The form is in the intranet. Ask Ana."
)
DOGS = "Dogs may come to the office on Fridays. They stay out of the kitchen."
QUESTION = "How much may a hotel cost a night?"


def passage(number: int, text: str, ordinal: int = 0) -> Passage:
    return Passage(
        number, DocumentId(UUID(int=1)), 1, "Rules", "rules.md", "text/markdown", 1, ordinal, None, ["Travel"], 0, text
    )


GIVEN = [NumberedPassage(1, [passage(11, TRAVEL)]), NumberedPassage(2, [passage(12, DOGS, 4)])]


def test_the_sentences_that_share_most_with_the_question_are_kept() -> None:
    kept = extract(QUESTION, GIVEN)
    told = shortened(GIVEN[0], kept)
    assert told
    assert "Hotels cost at most 140 euros a night" in told
    assert len(told) + len(shortened(GIVEN[1], kept) or "") < (len(TRAVEL) + len(DOGS)) / 2
    assert all(sentence in TRAVEL for sentence in told.split(" … "))


def test_of_a_language_without_spaces_too() -> None:
    hotel = "ホテルは一泊二万円までです。"
    text = f"出張は二週間前に予約します。{hotel}犬は金曜日に来てもよいです。書類はイントラネットにあります。"
    numbered = [NumberedPassage(1, [passage(13, text)])]
    assert shortened(numbered[0], extract("ホテルは一泊いくらまで？", numbered)) == hotel


def test_a_sentence_that_neighbours_share_is_told_once() -> None:
    both = NumberedPassage(1, [passage(1, DOGS + " " + "Cats do not. " * 9), passage(2, DOGS, 1)])
    told = shortened(both, extract("When may dogs come to the office?", [both]))
    assert told
    assert told.count("Dogs may come") == 1


def test_what_was_told_in_short_is_told_again_word_for_word_out_of_its_references() -> None:
    block = passages_block("user", GIVEN, extract(QUESTION, GIVEN))
    assert block.short
    assert block.short_sources
    assert "[1] Rules › Travel" in block.short
    assert len(block.short) < len(block.text)
    known = {11: GIVEN[0].first, 12: GIVEN[1].first}
    for text, sources in ((block.text, block.sources), (block.short, block.short_sources)):
        assert told_again(block.kind, [(one.id, one.version) for one in sources], known) == text
    assert {number_of(one) for one in block.short_sources} <= {"1", "2"}
    assert told_again(block.kind, [(one.id, one.version) for one in block.short_sources], {}) is None


def test_a_block_that_would_not_get_shorter_has_no_short_version() -> None:
    one = [NumberedPassage(1, [passage(1, "Ask Ana.")])]
    assert passages_block("user", one, {1: [0]}).short is None
    assert passages_block("user", one, {}).short is None


@pytest.mark.anyio
@pytest.mark.parametrize(
    ("said", "kept"),
    [
        ("3, 8", {11: [2], 12: [1]}),
        ("Sentences 3 and 99.", {11: [2]}),
        ("The hotel may cost anything.", None),
        ("", None),
    ],
)
async def test_a_model_points_at_sentences_and_whatever_else_it_says_is_not_told(said: str, kept: Kept | None) -> None:
    model = ScriptedModel(says(said))
    assert await choose_sentences(Chain([model]), QUESTION, GIVEN) == kept
    shown = str(model.calls[0][0][-1].content)
    assert shown.startswith("1. Trips are booked")
    assert shown.endswith(QUESTION)


@pytest.mark.anyio
@pytest.mark.parametrize("script", [[failed(Failure.REJECTED)], [90.0]])
async def test_a_model_that_fails_or_dawdles_chooses_nothing(script: list[Line]) -> None:
    assert await choose_sentences(Chain([ScriptedModel(script)]), QUESTION, GIVEN, deadline_seconds=0.05) is None
    assert await choose_sentences(None, QUESTION, GIVEN) is None
    assert await choose_sentences(Chain([ScriptedModel(is_demo=True)]), QUESTION, GIVEN) is None


def test_the_sentences_of_a_passage_are_all_of_it() -> None:
    assert " ".join(sentences_of(GIVEN[0].first)) == TRAVEL
