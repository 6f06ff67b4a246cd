"""One spelling of what people write in many ways. Pure.

However long a message is, only its two ends are read: what people want stands at one of them.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from functools import cache

from holdfast.core.language.tables import Language, read_table

LOOKED_AT = 2_000
"""Characters of each end."""
_MARKS = str.maketrans({"’": "'", "‘": "'", "ʼ": "'", "“": '"', "”": '"', "„": '"', "…": ".", "–": "-", "—": " - "})
_APOSTROPHES = str.maketrans({"’": "'", "‘": "'", "ʼ": "'"})


def ends_of(text: str, between: str = "\n") -> str:
    """The part of a text that is looked at."""
    return text if len(text) <= 2 * LOOKED_AT else f"{text[:LOOKED_AT]}{between}{text[-LOOKED_AT:]}"


def one_spelling(text: str) -> str:
    """Letters composed, marks as a keyboard has them; whatever else is written stays."""
    return unicodedata.normalize("NFC", text).translate(_MARKS)


def one_apostrophe(text: str) -> str:
    return text.translate(_APOSTROPHES)


def without_marks(text: str) -> str:
    """Zoë is Zoe: people leave accents out when they are in a hurry. In lower case."""
    apart = unicodedata.normalize("NFKD", text.casefold())
    return "".join(mark for mark in apart if not unicodedata.combining(mark))


def mended(words: Iterable[str], language: Language = "en") -> list[str]:
    """Known misspellings put right; `words` in lower case."""
    known = _known(language)
    return [known.get(word, word) for word in words]


@cache
def _known(language: Language) -> dict[str, str]:
    return dict(read_table(language, "spelling")["mended"])
