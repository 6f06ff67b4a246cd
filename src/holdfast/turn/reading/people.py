"""Which of the people we know of a message names."""

from __future__ import annotations

import re
from collections.abc import Sequence

from holdfast.core.language.spelling import without_marks
from holdfast.core.language.words import BARE_WORD
from holdfast.turn.reading.tables import TABLES

_NO_SPACES = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\u0e00-\u0e7f]")
"""Scripts that put no spaces between words."""


def named_people(text: str, tracked: Sequence[str]) -> Sequence[str]:
    """In the order in which we know them. A person counts by full name or by the first of its names."""
    if not tracked or not text:
        return ()
    folded = f" {' '.join(BARE_WORD.findall(without_marks(text)))} "
    return [name for name in dict.fromkeys(tracked) if _is_named(name, text, folded)]


def _is_named(name: str, text: str, folded: str) -> bool:
    words = BARE_WORD.findall(without_marks(name))
    if not words:
        return False
    if _NO_SPACES.search(name):
        return without_marks(name).strip() in without_marks(text)
    if len(words) > 1 and f" {' '.join(words)} " in folded:
        return True
    first = words[0]
    if f" {first} " not in folded or (len(first) < 2 and len(words) > 1):
        return False
    return not any(first in known.words.names_and_words for known in TABLES.values()) or _stands_as_a_name(first, text)


def _stands_as_a_name(word: str, text: str) -> bool:
    """`Will` inside a sentence or with an owner's s is a person; `Will you` at its start is not."""
    name = re.escape(word.capitalize())
    return re.search(rf"(?:[^\W_]['’]?,? |\()(?:{name})\b|\b{name}['’]s\b", text) is not None
