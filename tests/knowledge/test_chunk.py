from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from holdfast.knowledge.chunk import CHUNK_CHARACTERS, OVERLAP_CHARACTERS, chunk
from holdfast.knowledge.types import PageText

SENTENCES = " ".join(f"This is sentence number {number} of a long text." for number in range(200))


def of(text: str, page: int | None = None) -> list[tuple[str, tuple[str, ...]]]:
    return [(one.text, tuple(one.headings)) for one in chunk([PageText(page, text)])]


def test_passages_end_where_sentences_end_and_are_about_a_thousand_characters_long() -> None:
    texts = [text for text, _ in of(SENTENCES)]
    assert all(text.endswith(".") and len(text) <= CHUNK_CHARACTERS for text in texts)
    assert sum(map(len, texts[:-1])) / len(texts[:-1]) > 0.9 * CHUNK_CHARACTERS


def test_neighbours_share_whole_sentences_and_no_more_than_two_hundred_characters() -> None:
    found = chunk([PageText(None, SENTENCES)])
    for before, after in pairwise(found):
        shared = before.starts + len(before.text) - after.starts
        assert 0 < shared <= OVERLAP_CHARACTERS
        assert after.text.startswith("This is sentence")


def test_a_passage_knows_where_it_begins_in_its_page() -> None:
    text = f"  Before.\n\n## Heading\n\n{SENTENCES}"
    for one in chunk([PageText(3, text)]):
        assert one.page == 3
        assert text[one.starts : one.starts + len(one.text)] == one.text


def test_passages_stand_under_their_headings() -> None:
    text = "# Book\n\nFirst.\n\n## One\n\nIn one.\n\n### Deep\n\nDeep down.\n\n## Two\n\nIn two."
    assert [(told.splitlines()[-1], headings) for told, headings in of(text)] == [
        ("First.", ("Book",)),
        ("In one.", ("Book", "One")),
        ("Deep down.", ("Book", "One", "Deep")),
        ("In two.", ("Book", "Two")),
    ]


def test_a_page_goes_on_under_the_headings_of_the_page_before() -> None:
    found = chunk([PageText(1, "# Book\n\nOn page one."), PageText(2, "And on page two.")])
    assert [(one.page, tuple(one.headings)) for one in found] == [(1, ("Book",)), (2, ("Book",))]


def test_each_piece_of_a_table_has_its_head() -> None:
    head = "| Name | Days |\n| --- | --- |\n"
    rows = "".join(f"| Person {number} | {number} |\n" for number in range(300))
    texts = [text for text, _ in of(f"Before the table.\n{head}{rows}")]
    assert len(texts) > 3
    assert texts[0] == "Before the table."
    assert all(text.startswith(head) for text in texts[1:])
    assert [line for text in texts[1:] for line in text.splitlines()[2:]] == rows.strip().splitlines()


def test_what_looks_like_a_heading_in_code_is_code() -> None:
    text = "# Real\n\n```\n# not a heading\nprint(1)\n```\n\nAfter."
    assert [headings for _, headings in of(text)] == [("Real",), ("Real",), ("Real",)]


def test_code_is_cut_where_something_begins_at_its_margin() -> None:
    functions = "".join(f"def number_{n}(value):\n    doubled = value * {n}\n    return doubled\n\n" for n in range(60))
    texts = [text for text, _ in of(f"```python\n{functions}```\n")]
    assert len(texts) > 2
    assert all(text.removeprefix("```python\n").startswith("def number_") for text in texts)
    assert all(len(text) <= CHUNK_CHARACTERS for text in texts)


def test_a_slide_without_a_title_is_not_told_under_the_one_before() -> None:
    slides = [PageText(1, "# Price\nIt costs 849 euros."), PageText(2, "Thank you for coming.")]
    assert [tuple(one.headings) for one in chunk(slides, stands_alone=True)] == [("Price",), ()]


@pytest.mark.parametrize("text", ["", "   \n\n", "---\n***", "| --- | --- |"])
def test_what_has_no_words_has_no_passages(text: str) -> None:
    assert of(text) == []


def test_languages_without_spaces_are_cut_at_their_own_full_stops() -> None:
    texts = [text for text, _ in of("これは文です。" * 400)]
    assert len(texts) > 2
    assert all(text.endswith("。") and len(text) <= CHUNK_CHARACTERS for text in texts)


@settings(max_examples=150, deadline=None)
@given(st.text(alphabet="ab .!?\n#|`-。", max_size=600), st.integers(20, 120))
def test_no_word_is_lost_whatever_the_text(text: str, size: int) -> None:
    found = chunk([PageText(None, text)], size=size, overlap=size // 5)
    covered = set()
    for one in found:
        covered |= set(range(one.starts, one.starts + len(one.text)))
    lost = [place for place, letter in enumerate(text) if letter.isalnum() and place not in covered]
    assert lost == []
