"""Whatever reads people's words takes time in proportion to them: nobody freezes the house with a message.

Each reader is given hostile words of a length and of twice that length; a reader whose patterns run into each other
takes four times as long for the second. Only ratios in one run are compared, so a busy machine changes nothing.
"""

from __future__ import annotations

import contextlib
import time
from collections.abc import Mapping

import pytest

from tests.architecture.text_readers import NOT_READERS, Reader, functions, readers

MAX_RATIO = 3.2
"""Linear is 2, quadratic 4."""
MEASURABLE_SECONDS = 0.004
LENGTHS = (1_000, 4_000, 16_000)
TRIES = 8
READERS = dict(readers())

HOSTILE: Mapping[str, str] = {
    "newlines": "\n", "spaces": " ", "tabs": "\t", "dots": ". ", "full stops": ".", "brackets": "[", "braces": "{(",
    "one long word": "a", "capitals": "A", "digits": "1", "sums": "1 + ", "short words": "a ", "names": "Ada ",
    "combining": "e\u0301", "only combining": "\u0301", "quotes": '"', "single quotes": "'", "commas": ", ",
    "ands": "and ", "dashes": "- ", "hyphens": "a-", "colons": ": ", "slashes": "/", "backslashes": "\\",
    "stars": "*", "hashes": "#", "backticks": "`", "angles": "<", "questions": "? ", "I will": "I will ",
    "my": "my ", "of the": "of the ", "addresses": "a@a.", "links": "[a](b", "lines": "a\n", "years": "2026 ",
    "ich werde": "ich werde ", "habe ich": "was habe ich ", "mein": "mein ", "das mit der": "das mit der ",
    "meine mutter": "meine Mutter ", "in zwei wochen": "in zwei Wochen ", "und ich": "und ich muss, ",
    "yesterdays": "yesterday ", "weeks from now": "in two weeks ", "ordinals": "the first of ", "mothers": "my mother ",
}  # fmt: skip


def made_of(piece: str, length: int) -> str:
    return piece * (length // len(piece)) + "x"


@pytest.mark.parametrize("name", READERS)
def test_twice_the_words_take_about_twice_the_time(name: str) -> None:
    read = READERS[name]
    assert read is not None, f"{name}: say in BY_HAND how it is called, or in NOT_READERS why nobody's words reach it"
    slow = {}
    for kind, piece in HOSTILE.items():
        ratio = growth(read, piece)
        if ratio > MAX_RATIO:
            slow[kind] = round(ratio, 1)
    assert slow == {}


def growth(read: Reader, piece: str) -> float:
    """How much longer twice the words take; 2 where even many of them take no time that could be measured."""
    for length in LENGTHS:
        once = seconds(read, made_of(piece, length))
        if once < MEASURABLE_SECONDS:
            continue
        twice = seconds(read, made_of(piece, 2 * length))
        for _ in range(TRIES):
            if twice / once <= MAX_RATIO:
                break
            once = min(once, seconds(read, made_of(piece, length)))
            twice = min(twice, seconds(read, made_of(piece, 2 * length)))
        return twice / once
    return 2.0


def seconds(read: Reader, text: str) -> float:
    began = time.process_time()
    with contextlib.suppress(Exception):  # a refusal is an answer too; only its time is asked about
        read(text)
    return time.process_time() - began


def test_a_reader_that_is_not_linear_would_be_noticed() -> None:
    def looks_back(text: str) -> int:
        return sum(one == other for one in text for other in text)

    # A disturbed look makes the first text seem slow, and the ratio small; of several, one is not disturbed.
    assert any(growth(looks_back, "a") > MAX_RATIO for _ in range(TRIES))


def test_what_need_not_be_read_is_still_there() -> None:
    assert set(NOT_READERS) <= {name for name, _, _ in functions()}
