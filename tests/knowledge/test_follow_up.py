from __future__ import annotations

import pytest

from holdfast.knowledge.follow_up import Exchange, context_of, is_follow_up

RENT = Exchange("How much is the monthly rent for Harbour Street?", "It is 3,480 pounds, says Calder Property.")


@pytest.mark.parametrize(
    "question",
    [
        "And the deposit?",
        "When will it be delivered to the rowing club after all?",
        "Und wie hoch die Hecke am Weg?",
        "Wer bezahlt dafür und bis wann muss das geschehen?",
        "¿Y el de pareja?",
        "那押金呢？",
        "玄米は？",
    ],
)
def test_a_question_that_leans_on_the_one_before_takes_it_along(question: str) -> None:
    assert context_of(question, [RENT]).startswith(RENT.question)
    assert context_of(question, [RENT]).endswith(question)


@pytest.mark.parametrize(
    "question",
    [
        "Which deposit do guests of the town of Elmfield pay for a library card?",
        "Wie lange dauert das Programm Eco beim Geschirrspüler DW-40 im Haushalt?",
        "出差去一线城市住宿标准是多少，发票丢了以后能报销多少？",
    ],
)
def test_a_question_that_says_what_it_is_about_stands_alone(question: str) -> None:
    assert not is_follow_up(question)
    assert context_of(question, [RENT]) == ""


def test_names_and_figures_of_the_answer_come_along() -> None:
    assert "Calder Property" in " ".join(context_of("And who are they?", [RENT]).split())
    assert "3,480" in context_of("And who are they?", [RENT])


def test_one_that_goes_on_twice_reaches_the_question_it_began_with() -> None:
    second = Exchange("And the deposit?", "Three monthly rents.")
    assert context_of("And the notice?", [RENT, second]).startswith(RENT.question)


def test_a_first_question_goes_on_with_nothing() -> None:
    assert context_of("And the deposit?", []) == ""
