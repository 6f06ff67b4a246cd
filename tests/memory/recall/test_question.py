from __future__ import annotations

from datetime import UTC, datetime

import pytest

from holdfast.memory.recall.question import read_question

NOW = datetime(2026, 11, 16, 12, tzinfo=UTC)


@pytest.mark.parametrize(
    ("text", "wanted", "wants_many"),
    [
        ("When did Maya move?", "time", False),
        ("How long has Jonas played chess?", "time", False),
        ("What month was the wedding?", "time", False),
        ("How many cats are there?", "number", True),
        ("How often did Jonas fall ill?", "number", True),
        ("Who drove Maya to the hospital?", "person", False),
        ("Which books has Jonas read?", "anything", True),
        ("What is the dog's name?", "anything", False),
    ],
)
def test_a_question_says_what_it_asks_for(text: str, wanted: str, wants_many: bool) -> None:
    question = read_question(text, NOW)
    assert (question.wanted, question.wants_many) == (wanted, wants_many)


def test_a_speaker_is_named_by_the_first_name_and_never_by_a_part_of_a_word() -> None:
    question = read_question("What did Maya's neighbour tell Jon?", NOW)
    assert question.names("Maya Lindqvist")
    assert question.names("maya")
    assert not question.names("Jonas")
    assert not question.names(None)
