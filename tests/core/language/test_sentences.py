from __future__ import annotations

import pytest

from holdfast.core.language.sentences import split_sentences, without_abbreviations


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", []),
        ("  \n ", []),
        ("One.", ["One."]),
        ("One. Two! Three? Four… Five", ["One.", "Two!", "Three?", "Four…", "Five"]),
        ("One.\nTwo\n\n\nThree", ["One.", "Two", "Three"]),
        ('She said "no." Then she left.', ['She said "no."', "Then she left."]),
        ("(It rained.) We went in.", ["(It rained.)", "We went in."]),
        ("I saw Dr. Ames and Mrs. Cole. They were well.", ["I saw Dr. Ames and Mrs. Cole.", "They were well."]),
        ("Fruit, e.g. pears, is fine. So are nuts.", ["Fruit, e.g. pears, is fine.", "So are nuts."]),
        ("Write a C.A.N. report. Now.", ["Write a C.A.N. report.", "Now."]),
        ("We live at No. 4. You know it.", ["We live at No. 4.", "You know it."]),
        ("No. I will not.", ["No.", "I will not."]),
        ("So do I. My sister does too.", ["So do I.", "My sister does too."]),
        ("We met at St.\nMary came.", ["We met at St.", "Mary came."]),
        ("Version 3.5 is out. Try it.", ["Version 3.5 is out.", "Try it."]),
        ("我喜欢茶。你呢？好！", ["我喜欢茶。", "你呢？", "好！"]),
        ("Wait... what? Really?!", ["Wait...", "what?", "Really?!"]),
        ("a; b", ["a; b"]),
    ],
)
def test_a_text_falls_into_its_sentences(text: str, expected: list[str]) -> None:
    assert split_sentences(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Am 3. Mai ziehe ich um. Hilfst du?", ["Am 3. Mai ziehe ich um.", "Hilfst du?"]),
        ("Obst, z. B. Birnen, mag ich. Nüsse auch.", ["Obst, z. B. Birnen, mag ich.", "Nüsse auch."]),
        ("Dr. Kern wohnt in Nr. 4. Das weißt du.", ["Dr. Kern wohnt in Nr. 4. Das weißt du."]),
        ("Er kam bzw. sie kam. Gut.", ["Er kam bzw. sie kam.", "Gut."]),
    ],
)
def test_german_has_its_own_full_stops(text: str, expected: list[str]) -> None:
    assert split_sentences(text, "de") == expected


def test_a_semicolon_ends_a_sentence_only_where_that_is_asked_for() -> None:
    assert split_sentences("One; two. Three", at_semicolons=True) == ["One;", "two.", "Three"]


def test_a_title_loses_its_full_stop_for_readers_who_take_each_for_an_end() -> None:
    assert without_abbreviations("I saw Dr. Ames at 5. He left.") == "I saw Dr Ames at 5. He left."
