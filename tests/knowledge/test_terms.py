from __future__ import annotations

import pytest

from holdfast.knowledge.terms import UNSTEMMED, language_of, languages_to_ask, spaced


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("The laptop is replaced after four years, and it was not cheap.", "english"),
        ("Der Laptop wird nach vier Jahren ersetzt und ist nicht billig.", "german"),
        ("El ordenador se cambia cada cuatro años y no es barato.", "spanish"),
        ("Le portable est remplacé après quatre ans et il n'est pas donné.", "french"),
        ("Ноутбук меняют через четыре года, и он не из дешёвых.", "russian"),
        ("笔记本电脑四年后更换。", UNSTEMMED),
        ("Alice Bob Carol Dave", None),
        ("", UNSTEMMED),
    ],
)
def test_a_language_is_told_by_its_small_words(text: str, language: str | None) -> None:
    assert language_of(text) == language


def test_a_question_is_asked_in_its_own_language_and_otherwise_in_all_that_are_held() -> None:
    assert languages_to_ask("Wie viele Tage sind das?", ["english"]) == ["german"]
    assert languages_to_ask("Scorecard Q3", ["german", "english"]) == ["english", "german"]
    assert languages_to_ask("Scorecard Q3", []) == ["english"]


def test_letters_without_spaces_between_words_stand_in_pairs() -> None:
    assert spaced("笔记本 ok").split() == ["笔记", "记本", "ok"]


@pytest.mark.parametrize(
    "text", ["笔记本电脑", "ノートパソコン", "ﾉｰﾄﾊﾟｿｺﾝ", "𠮷野家", "คอมพิวเตอร์", "ຄອມພິວເຕີ", "ကွန်ပျူတာ", "កុំព្យូទ័រ", "གློག་ཀླད།"]
)
def test_every_script_that_has_no_spaces_is_cut(text: str) -> None:
    pairs = spaced(text).split()
    assert len(pairs) == len(text) - 1
    assert set(map(len, pairs)) == {2}
