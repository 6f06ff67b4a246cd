"""What somebody says of themselves in a sentence that says other things as well."""

from __future__ import annotations

import time

import pytest

from holdfast.memory.loops.clauses import own_sentences


@pytest.mark.parametrize(
    ("said", "left"),
    [
        ("I've a phone with buttons, my son says it belongs in a museum.", "I've a phone with buttons"),
        ("I proposed, she said yes, so in May I'm off for a week.", "I proposed, so in May I'm off for a week."),
        ("I had an operation, so I can't shout, he would have my head.", "I had an operation, so I can't shout"),
        ("I walk her dog on Tuesdays, she'd not ask me if I were on fire.", "I walk her dog on Tuesdays"),
        ("Please no sayings, they tire me, as “a piece of cake today”.", "Please no sayings, they tire me"),
        ("What happens every Sunday: I play the organ at ten.", "I play the organ at ten."),
        ("What can I cook, I don't eat meat.", "I don't eat meat."),
    ],
)
def test_a_sentence_loses_only_the_clauses_that_are_not_the_speakers_own(said: str, left: str) -> None:
    assert [one for one in own_sentences(said) if one] == [left]


@pytest.mark.parametrize(
    "said",
    [
        "When you write to me, keep it short, I read slowly.",
        "When I was nine a dog bit me and I cross the street since then.",
        "Whenever it gets loud I put on music and wash plates.",
    ],
)
def test_when_somebody_does_what_is_no_question(said: str) -> None:
    assert own_sentences(said) == [said]


@pytest.mark.parametrize(
    "said",
    [
        "If I lived in Paris, I would eat croissants every day.",
        "If I lived in Paris, I'd eat croissants every day.",
        "Imagine I am a doctor, I work nights.",
        "In the story I am a pirate, I am afraid of water.",
        "I wish I lived by the sea, I have three dogs there.",
        "I'm allergic to nuts, just kidding.",
        "Act as a pirate, I never eat meat.",
        'She said "I have never eaten meat in my life", and I never drink.',
        "He says he's ill, he never eats meat.",
        "What can I cook, I don't eat meat?",
        "When do we meet, at nine?",
    ],
)
def test_what_is_imagined_taken_back_ordered_or_said_by_somebody_else_leaves_nothing(said: str) -> None:
    assert set(own_sentences(said)) == {""}


def test_a_long_sentence_of_many_clauses_is_read_in_the_time_its_length_takes() -> None:
    began = time.perf_counter()
    own_sentences("if I were you, " * 500 + "would you")
    own_sentences("he said so, and so " * 400 + "if")
    assert time.perf_counter() - began < 1.0
