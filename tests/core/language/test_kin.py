from __future__ import annotations

import re

import pytest

from holdfast.core.language.kin import CIRCLES, kin_of
from holdfast.core.language.tables import LANGUAGES, Language


@pytest.mark.parametrize(
    ("word", "relation"),
    [
        ("mum", "mother"), ("mom", "mother"), ("mother", "mother"), ("dad", "father"), ("grandad", "grandfather"),
        ("nan", "grandmother"), ("kid", "child"), ("coworker", "colleague"), ("neighbor", "neighbour"),
        ("fiancee", "fiancée"), ("best friend", "best friend"),
    ],
)  # fmt: skip
def test_one_relation_has_one_word_whatever_it_is_called(word: str, relation: str) -> None:
    assert kin_of("en").relations[word] == relation


@pytest.mark.parametrize(
    ("word", "relation"), [("oma", "großmutter"), ("papa", "vater"), ("chefin", "chefin"), ("kumpel", "freund")]
)
def test_german_has_its_own_words_for_them(word: str, relation: str) -> None:
    assert kin_of("de").relations[word] == relation


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_circle_has_words_and_no_word_is_in_two(language: Language) -> None:
    kin = kin_of(language)
    assert all(kin.circles[circle] for circle in CIRCLES)
    assert len(kin.words()) == len(set(kin.words()))
    assert kin.called <= set(kin.words())


def test_a_pattern_finds_the_longer_of_two_words_and_many_of_them_where_asked() -> None:
    found = re.compile(rf"\bmy ({kin_of('en').pattern('family', plurals=True)})\b")
    for said in ("mother-in-law", "grandmothers", "children", "stepsister", "kids"):
        assert [match[1] for match in found.finditer(f"I saw my {said} again")] == [said]
    assert re.search(rf"\b(?:{kin_of('en').pattern('partners')})\b", "my boss") is None
