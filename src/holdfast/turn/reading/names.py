"""Proper names in a message, by their capitals. Pure: which of them are known, a memory has to say."""

from __future__ import annotations

import re
from collections.abc import Sequence

from holdfast.turn.reading.tables import GIVEN_NAMES, WordLists

MAX_NAMES = 8
_WORD = re.compile(r"[^\W\d_][\w&'’-]*")
_SENTENCE_END = re.compile(r"(?:^|[.!?…:;]|[\"“”(\n])\s*$")
_POSSESSIVE = re.compile(r"['’]s?$")


def find_names(text: str, lists: WordLists) -> Sequence[str]:
    names = _by_capitals(text, lists) if lists.do_capitals_name else _by_what_is_known(text, lists)
    return list(dict.fromkeys(names))[:MAX_NAMES]


def _by_capitals(text: str, lists: WordLists) -> Sequence[str]:
    """Words with a capital where none has to stand, neighbours joined. A sentence's first word counts when it owns
    something ("Anna's sister") or is joined with another ("Marie and I")."""
    found: list[str] = []
    previous_end = -2
    for match in _WORD.finditer(text):
        word = _POSSESSIVE.sub("", match.group())
        if not _is_name(word, lists):
            continue
        starts = bool(_SENTENCE_END.search(text[max(0, match.start() - 3) : match.start()]))
        if starts and not _shows_itself(match.group(), text[match.end() : match.end() + 12], lists):
            continue
        if previous_end == match.start() - 1 and found and text[previous_end] == " ":
            found[-1] = f"{found[-1]} {word}"
        else:
            found.append(word)
        previous_end = match.end()
    return found


def _by_what_is_known(text: str, lists: WordLists) -> Sequence[str]:
    """Where every noun has a capital: given names, and what stands behind a title ("Frau Berger")."""
    found: list[str] = []
    title = ""
    for match in _WORD.finditer(text):
        word = match.group()
        if title and word[0].isupper():
            found.append(f"{title} {word}")
        elif word.lower() in GIVEN_NAMES:
            found.append(word)
        title = word if word.lower() in lists.titles else ""
    return found


def _is_name(word: str, lists: WordLists) -> bool:
    if word in GIVEN_NAMES:  # whoever speaks or types in a hurry has no capitals
        return True
    return len(word) > 1 and word[0].isupper() and not word.isupper() and word.lower() not in lists.no_names


def _shows_itself(word: str, after: str, lists: WordLists) -> bool:
    """A first word that is surely a name, whatever its capital means."""
    if _POSSESSIVE.sub("", word).lower() in GIVEN_NAMES:
        return True
    if word.lower() in lists.no_names or word.lower().endswith("n't"):
        return False
    owns = bool(re.search(r"['’]s$", word)) and word.lower()[:-2] not in lists.no_names
    return owns or bool(re.match(r" and (?:I|[A-Z])\b|, (?:my|our) ", after))
