"""Proper names in a message, by their capitals. Pure: which of them are known, a memory has to say."""

from __future__ import annotations

import re
from collections.abc import Sequence

from holdfast.turn.librarian.given_names import GIVEN_NAMES
from holdfast.turn.librarian.words import NO_NAMES

MOST_NAMES = 8
_WORD = re.compile(r"[^\W\d_][\w&'’-]*")
_SENTENCE_END = re.compile(r"(?:^|[.!?…:;]|[\"“”(\n])\s*$")
_POSSESSIVE = re.compile(r"['’]s?$")


def find_names(text: str) -> Sequence[str]:
    """Words with a capital where none has to stand, neighbours joined. A sentence's first word counts when it owns
    something ("Anna's sister") or is joined with another ("Marie and I")."""
    found: list[str] = []
    previous_end = -2
    for match in _WORD.finditer(text):
        word = _POSSESSIVE.sub("", match.group())
        if not _is_name(word):
            continue
        starts = bool(_SENTENCE_END.search(text[max(0, match.start() - 3) : match.start()]))
        if starts and not _shows_itself(match.group(), text[match.end() : match.end() + 12]):
            continue
        if previous_end == match.start() - 1 and found and text[previous_end] == " ":
            found[-1] = f"{found[-1]} {word}"
        else:
            found.append(word)
        previous_end = match.end()
    return list(dict.fromkeys(found))[:MOST_NAMES]


def _is_name(word: str) -> bool:
    if word in GIVEN_NAMES:  # whoever speaks or types in a hurry has no capitals
        return True
    return len(word) > 1 and word[0].isupper() and not word.isupper() and word.lower() not in NO_NAMES


def _shows_itself(word: str, after: str) -> bool:
    """A first word that is surely a name, whatever its capital means."""
    if _POSSESSIVE.sub("", word).lower() in GIVEN_NAMES:
        return True
    if word.lower() in NO_NAMES or word.lower().endswith("n't"):
        return False
    owns = bool(re.search(r"['’]s$", word)) and word.lower()[:-2] not in NO_NAMES
    return owns or bool(re.match(r" and (?:I|[A-Z])\b|, (?:my|our) ", after))
