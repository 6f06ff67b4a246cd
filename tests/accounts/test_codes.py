"""Codes that people read out, write down and type in."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from holdfast.accounts.codes import ALPHABET, LENGTH, as_typed, hash_code, in_groups, new_code, setup_code
from holdfast.core.crypto import Signer

codes = st.text(alphabet=ALPHABET, min_size=LENGTH, max_size=LENGTH)


def test_no_letter_looks_like_another() -> None:
    assert len(set(ALPHABET)) == len(ALPHABET) == 30
    assert set(ALPHABET).isdisjoint("01OILU")
    assert len(ALPHABET) ** LENGTH > 2**49


def test_codes_use_the_whole_alphabet_and_hardly_ever_repeat() -> None:
    made = [new_code() for _ in range(2000)]
    assert {len(code) for code in made} == {LENGTH}
    assert set("".join(made)) == set(ALPHABET)
    assert len(set(made)) >= 1998


@given(codes)
def test_a_code_is_the_same_however_it_is_typed(code: str) -> None:
    for typed in (code, code.lower(), f" {code[:3]}-{code[3:]}\n", in_groups(code), " ".join(code)):
        assert as_typed(typed) == code


@pytest.mark.parametrize(
    "wrong",
    [
        "",
        "ABCDE",
        "ABCDEFG",
        "ABCDEFGHJ",
        "ABCDEFGHJKM",
        "ABCDE0",
        "ABCDEI",
        "ABC/EF",
        "ÄBCDEF",
        "ﬁﬁﬁ",
        "......",
        "ß" * 3,
    ],
)
def test_what_cannot_be_a_code_is_none(wrong: str) -> None:
    assert as_typed(wrong) is None


@given(codes)
def test_the_table_alone_does_not_tell_which_codes_are_in_it(code: str) -> None:
    ours, theirs = Signer([b"k" * 32]), Signer([b"l" * 32])
    assert hash_code(ours, code) == hash_code(ours, code)
    assert hash_code(ours, code) != hash_code(theirs, code)


def test_a_code_of_six_letters_still_is_one() -> None:
    assert as_typed("abc-def") == "ABCDEF"


def test_the_code_of_the_first_account_is_the_same_after_a_restart_and_another_elsewhere() -> None:
    ours, theirs = Signer([b"k" * 32]), Signer([b"l" * 32])
    assert as_typed(setup_code(ours)) == setup_code(ours) == setup_code(Signer([b"k" * 32]))
    assert setup_code(ours) != setup_code(theirs)
