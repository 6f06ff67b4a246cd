from __future__ import annotations

from dataclasses import fields

import pytest

from holdfast.core.language.spelling import LOOKED_AT, ends_of, mended, one_apostrophe, one_spelling, without_marks
from holdfast.core.language.tables import LANGUAGES, Language
from holdfast.core.language.words import BARE_WORD, COMPOUND, Vocabulary, vocabulary_of, words_of


@pytest.mark.parametrize(
    ("text", "simple", "compound"),
    [
        ("", [], []),
        ("Don’t stop", ["don't", "stop"], ["don't", "stop"]),
        ("a well-known man's hat", ["a", "well", "known", "man's", "hat"], ["a", "well-known", "man's", "hat"]),
        ("mother-in-law", ["mother", "in", "law"], ["mother-in-law"]),
        ("the brothers' car -- 'quoted'", ["the", "brothers", "car", "quoted"], ["the", "brothers", "car", "quoted"]),
        ("snake_case 3rd", ["snake", "case", "3rd"], ["snake", "case", "3rd"]),
        ("Größe, naïve", ["größe", "naïve"], ["größe", "naïve"]),
    ],
)
def test_words_are_told_apart(text: str, simple: list[str], compound: list[str]) -> None:
    assert words_of(text) == simple
    assert COMPOUND.findall(one_apostrophe(text).lower()) == compound


def test_a_name_is_compared_without_its_marks() -> None:
    assert BARE_WORD.findall("O'Neil-Smith") == ["O", "Neil", "Smith"]
    assert without_marks("Zoë Žák") == "zoe zak"


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_table_of_words_has_some_in_lower_case(language: Language) -> None:
    vocabulary = vocabulary_of(language)
    for field in fields(Vocabulary):
        words = getattr(vocabulary, field.name)
        assert words
        assert all(word == word.lower() for word in words), field.name
    assert vocabulary.answers <= vocabulary.no_signal


def test_whoever_is_tired_tells_something_though_no_memory_is_needed_for_it() -> None:
    assert "tired" in vocabulary_of("en").needs_nothing - vocabulary_of("en").no_signal


@pytest.mark.parametrize(
    ("text", "expected"),
    [("don’t", "don't"), ("“so”", '"so"'), ("e\u0301", "é"), ("wait…", "wait."), ("a—b", "a - b"), ("plain", "plain")],
)
def test_what_looks_the_same_is_spelt_the_same(text: str, expected: str) -> None:
    assert one_spelling(text) == expected


def test_of_a_long_text_both_ends_are_read() -> None:
    text = "a" * LOOKED_AT + "b" * 9_000 + "c" * LOOKED_AT
    assert ends_of(text, " … ") == "a" * LOOKED_AT + " … " + "c" * LOOKED_AT
    assert ends_of("short") == "short"


def test_known_misspellings_are_put_right_in_their_own_language() -> None:
    assert mended(["whats", "ur", "name"]) == ["what's", "your", "name"]
    assert mended(["vllt", "whats"], "de") == ["vielleicht", "whats"]
