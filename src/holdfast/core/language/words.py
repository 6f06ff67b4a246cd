"""What a word is, and what words are good for. Pure; tables of a language in its `words.toml`."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache

from holdfast.core.language.spelling import one_apostrophe
from holdfast.core.language.tables import Language, read_table

COMPOUND = re.compile(r"[^\W_]+(?:['-][^\W_]+)*")
""" "Don't" and "well-known" are one word each."""
WORD = re.compile(r"[^\W_]+(?:'[^\W_]+)?")
""" "Don't" is one, "well-known" two."""
BARE_WORD = re.compile(r"[^\W_]+")
"""Letters and figures alone, as names are compared."""


@dataclass(frozen=True, slots=True)
class Vocabulary:
    stop: frozenset[str]
    """They say little about what a message is about."""
    pronouns: frozenset[str]
    no_signal: frozenset[str]
    """A short message of them alone tells nothing of who says it: greetings, thanks, nods."""
    needs_nothing: frozenset[str]
    """A short message of them alone needs nothing that is remembered."""
    greetings: frozenset[str]
    answers: frozenset[str]
    hesitations: frozenset[str]


@cache
def vocabulary_of(language: Language = "en") -> Vocabulary:
    table = {name: frozenset(words.split()) for name, words in read_table(language, "words").items()}
    courtesies = table["courtesies"]
    return Vocabulary(
        stop=table["stop"],
        pronouns=table["pronouns"],
        no_signal=courtesies | table["no_signal"],
        needs_nothing=courtesies | table["needs_nothing"],
        greetings=table["greetings"],
        answers=table["answers"],
        hesitations=table["hesitations"],
    )


def words_of(text: str) -> list[str]:
    """In lower case, hyphens apart, with one kind of apostrophe."""
    return [word.lower() for word in WORD.findall(one_apostrophe(text))]
