from __future__ import annotations

import time

import pytest

from holdfast.models.tokens import Encoding, count_tokens, warm_up

HOSTILE = {
    "one letter": "a" * 1_000_000,
    "spaces": " " * 1_000_000,
    "line ends": "\n" * 1_000_000,
    "emoji": "😀" * 250_000,
    "families": "👨‍👩‍👧‍👦" * 40_000,
    "digits": "1" * 1_000_000,
    "punctuation": "!" * 1_000_000,
    "noise": "".join(chr(33 + n * 7919 % 94) for n in range(1_000_000)),
}


@pytest.fixture(scope="module", autouse=True)
def _tables() -> None:
    warm_up("o200k")
    warm_up("cl100k")


@pytest.mark.parametrize(
    ("text", "encoding", "count"),
    [
        ("", "o200k", 0),
        ("hello world", "o200k", 2),
        ("hello world", "cl100k", 2),
        ("Antidisestablishmentarianism", "cl100k", 6),
        ("你好，世界", "cl100k", 6),
        ("<|endoftext|>", "o200k", 7),
    ],
)
def test_counts_are_the_providers_own(text: str, encoding: Encoding, count: int) -> None:
    assert count_tokens(text, encoding) == count


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE)
@pytest.mark.parametrize("encoding", ["o200k", "cl100k"])
def test_a_megabyte_of_anything_is_counted_at_once(text: str, encoding: Encoding) -> None:
    began = time.process_time()
    assert count_tokens(text, encoding) > 1_000
    assert time.process_time() - began < 1.0


def test_half_a_surrogate_pair_is_counted_not_refused() -> None:
    assert count_tokens("a\ud800b") > 0
