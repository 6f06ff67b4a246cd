"""In which language a text is written, told by its small words."""

from __future__ import annotations

import pytest

from holdfast.core.language.tables import Language
from holdfast.core.language.which import languages_of
from holdfast.core.language.words import words_of


@pytest.mark.parametrize(
    ("text", "languages"),
    [
        ("What did I tell you about my sister?", ["en"]),
        ("Was hatte ich dir über meine Schwester erzählt?", ["de"]),
        ("wann hat meine mutter nochmal geburtstag", ["de"]),
        ("Zahnärztin angerufen", ["de"]),
        # Spelt alike: these speak for neither.
        ("the war was in die hard", ["en"]),
        ("im thinking about moving out", ["en"]),
        ("I met Hans and Mrs Berger in Linz", ["en"]),
        # Both, the one with more first.
        ("Weißt du noch, wie das Café hieß? The one with the tea?", ["de", "en"]),
        # Nothing speaks for any.
        ("Kubernetes", ["en"]),
        ("", ["en"]),
        ("今日は", ["en"]),
    ],
)
def test_a_text_is_in_the_language_of_its_small_words(text: str, languages: list[Language]) -> None:
    assert list(languages_of(words_of(text))) == languages


def test_one_foreign_word_makes_no_other_language() -> None:
    assert list(languages_of(words_of("My aunt says servus to everybody she meets in the morning"))) == ["en"]
    assert list(languages_of(words_of("Ich finde das einfach nice, das ist so schön und hat mir sehr gefallen"))) == [
        "de"
    ]
