"""In which of the languages there are tables for a text is written. Pure, and cheap: small words tell.

A word that only one language has among its small words (stop words, pronouns, courtesies, kin, days) speaks for it, and
so does a letter that only one of them writes; what two languages spell alike speaks for neither. A language counts
when it has a third of what the first one has: "Hab' ich vergessen, sorry, can you tell me again?" is read in both.
Where nothing speaks for any, it is English.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import cache

from holdfast.core.language.calendars import calendar_of
from holdfast.core.language.kin import kin_of
from holdfast.core.language.tables import LANGUAGES, Language, read_table
from holdfast.core.language.words import vocabulary_of

_SHARE = 3


def languages_of(words: Iterable[str]) -> Sequence[Language]:
    """`words` in lower case; the language with most of them first."""
    said = frozenset(words)
    counts = {language: len(told & said) for language, told in _telling().items()}
    if not "".join(said).isascii():
        for language, letters in _letters().items():
            counts[language] += sum(letters.search(word) is not None for word in said)
    most = max(counts.values())
    if not most:
        return (LANGUAGES[0],)
    return [one for one in sorted(LANGUAGES, key=lambda one: -counts[one]) if counts[one] * _SHARE > most]


@cache
def _telling() -> Mapping[Language, frozenset[str]]:
    """The words of each language that no other has, and that are spelt like no word of another."""
    own = {language: _small_words(language) for language in LANGUAGES}
    alike = {word for language in LANGUAGES for word in read_table(language, "words").get("alike", "").split()}
    return {
        language: words.difference(alike, *(other for one, other in own.items() if one != language))
        for language, words in own.items()
    }


def _small_words(language: Language) -> frozenset[str]:
    known, kin, calendar = vocabulary_of(language), kin_of(language), calendar_of(language)
    small = known.stop | known.pronouns | known.no_signal | known.needs_nothing
    return small.union(kin.words(), kin.called, calendar.weekday_names, calendar.units)


@cache
def _letters() -> Mapping[Language, re.Pattern[str]]:
    tables = {language: read_table(language, "words").get("letters", "") for language in LANGUAGES}
    return {language: re.compile(f"[{letters}]") for language, letters in tables.items() if letters}
