"""People, places and things by name: capitals in the middle of a sentence, and what stands before them."""

from __future__ import annotations

import re
from collections.abc import Iterator

from holdfast.memory.learning.rules import nouns

_NAMED = re.compile(
    r"(?P<before>\b[a-z']{1,12},? )(?P<name>[A-Z][\w'’&-]{1,24}(?: (?:of |de |da |van |von |the "
    r")?[A-Z][\w'’&-]{1,24}){0,3})"
)
_PERSON = frozenset(
    {
        "with",
        "and",
        "met",
        "saw",
        "called",
        "told",
        "asked",
        "visited",
        "miss",
        "love",
        "friend",
        "named",
        "call",
        "see",
        "meet",
        "tell",
        "ask",
        "text",
        "hug",
    }
)
_PLACE = frozenset({"in", "near", "around", "across", "visit", "visiting"})
_ORGANIZATION = frozenset({"at", "for", "joined", "joining"})
MAX_NAMES = 12


def names(clause: str) -> Iterator[tuple[str, str]]:
    """(name, kind). The first word of a sentence has a capital anyway, so it tells nothing."""
    for count, found in enumerate(_NAMED.finditer(clause)):
        if count >= MAX_NAMES:
            return
        name = re.sub(r"['’]s$", "", found.group("name"))
        words = name.lower().split()
        if words[0] in nouns.NO_NAMES or words[-1] in nouns.NO_NAMES or len(name) < 2 or name.lower() in nouns.PERSONAS:
            continue
        yield name, _kind(found.group("before").strip(" ,").lower())


def _kind(before: str) -> str:
    if before in _PERSON:
        return "person"
    if before in _PLACE:
        return "place"
    return "organization" if before in _ORGANIZATION else "thing"
