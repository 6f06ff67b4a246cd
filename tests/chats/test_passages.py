"""The piece of a message that shows why it was found."""

from __future__ import annotations

import pytest

from holdfast.chats.passages import MAX_CHARACTERS, passage, words_of


def marked(text: str, query: str) -> str:
    return "".join(f"[{piece.text}]" if piece.is_hit else piece.text for piece in passage(text, words_of(query)))


@pytest.mark.parametrize(
    ("text", "query", "expected"),
    [
        ("The pear tree by the gate", "pear", "The [pear] tree by the gate"),
        ("Pears and PEAR trees", "pear", "[Pear]s and [PEAR] trees"),
        ("Wir waren im Café Löwe", "cafe lowe", "Wir waren im [Café] [Löwe]"),
        ("the spear, not the pear", "pear", "the spear, not the [pear]"),
        ("e-mail to ana@example.org!", "example", "e-mail to ana@[example].org!"),
        ("a plan B", "b", "a plan [B]"),
        ("<b>bold</b> & pear", "pear", "<b>bold</b> & [pear]"),
        ("nothing of it here", "pear", "nothing of it here"),
        ("two\n\n  lines", "lines", "two [lines]"),
        ("", "pear", ""),
    ],
)
def test_the_words_that_were_searched_for_are_marked(text: str, query: str, expected: str) -> None:
    assert marked(text, query) == expected


def test_of_a_long_message_the_place_is_shown_where_the_words_stand_together() -> None:
    filler = "and so it goes on " * 40
    found = marked(f"{filler} pear. {filler} the old pear tree stands here. {filler}", "pear tree")
    assert "the old [pear] [tree] stands here." in found
    assert found.startswith("… ")
    assert found.endswith(" …")
    assert len(found) < MAX_CHARACTERS + 20


def test_what_is_shown_is_the_messages_own_text() -> None:
    text = "ﬁne İstanbul straße Ångström ½ pear"
    assert "".join(piece.text for piece in passage(text, words_of("pear fine angstrom"))) == text


@pytest.mark.parametrize("query", ["", "  ", "!?", "…", "🙂"])
def test_a_query_without_a_word_has_none(query: str) -> None:
    assert words_of(query) == []
