"""Six characters that people read out, write down and type in."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from holdfast.core.crypto import Signer
from holdfast.orgs.codes import ALPHABET, LENGTH, as_typed, hash_code, new_code

codes = st.text(alphabet=ALPHABET, min_size=LENGTH, max_size=LENGTH)


def test_no_letter_looks_like_another() -> None:
    assert len(set(ALPHABET)) == len(ALPHABET) == 30
    assert set(ALPHABET).isdisjoint("01OILU")
    assert len(ALPHABET) ** LENGTH == 729_000_000


def test_codes_use_the_whole_alphabet_and_hardly_ever_repeat() -> None:
    made = [new_code() for _ in range(2000)]
    assert {len(code) for code in made} == {LENGTH}
    assert set("".join(made)) == set(ALPHABET)
    assert len(set(made)) >= 1998


@given(codes)
def test_a_code_is_the_same_however_it_is_typed(code: str) -> None:
    for typed in (code, code.lower(), f" {code[:3]}-{code[3:]}\n", " ".join(code)):
        assert as_typed(typed) == code


@pytest.mark.parametrize(
    "wrong", ["", "ABCDE", "ABCDEFG", "ABCDE0", "ABCDEI", "ABC/EF", "ÄBCDEF", "ﬁﬁﬁ", "......", "ß" * 3]
)
def test_what_cannot_be_a_code_is_none(wrong: str) -> None:
    assert as_typed(wrong) is None


@given(codes)
def test_the_table_alone_does_not_tell_which_codes_are_in_it(code: str) -> None:
    ours, theirs = Signer([b"k" * 32]), Signer([b"l" * 32])
    assert hash_code(ours, code) == hash_code(ours, code)
    assert hash_code(ours, code) != hash_code(theirs, code)
