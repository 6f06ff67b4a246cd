"""People by what they are: "a retired bus driver called Len", "Hamish's wife, Moira", "the teacher, Agnieszka"."""

from __future__ import annotations

import re
from collections.abc import Iterator

from holdfast.memory.learning.rules import nouns
from holdfast.memory.learning.rules.shapes import NAME

_WHO = rf"(?:{nouns.RELATIVES}|{nouns.JOBS}|{nouns.PETS}|{nouns.FOLK})"
_CALLED = re.compile(
    rf"\b(?P<what>(?:an?|the|our|my|another|this) (?:[\w-]{{2,15}} ){{0,3}}?{_WHO}(?: (?:of mine|at work|from work|"
    rf"next door|"
    rf"from [\w ]{{2,20}}|in [\w ]{{2,20}}))?),? (?:who is |whose name is |that is )?(?:called|named) (?P<name>{NAME})",
    re.IGNORECASE,
)
_APPOSED = re.compile(
    rf"\b(?P<what>(?:the|our|my|a|an) (?:[\w-]{{2,15}} ){{0,2}}?(?:{nouns.JOBS}|{nouns.FOLK}))(?:, (?P<name>{NAME}),|, "
    rf"(?P<last>{NAME})$)",
    re.IGNORECASE,
)
_OF_NAMED = re.compile(
    rf"\b(?P<of>{NAME})'s (?:(?:older|younger|big|little|new|old|late|best|twin) )?(?P<who>{nouns.RELATIVES}),? "
    rf"(?P<name>{NAME})(?:$|[\s,])",
    re.IGNORECASE,
)
_IS_OF_NAMED = re.compile(
    rf"^(?P<name>{NAME})(?: is|,) (?P<of>{NAME})'s (?:(?:older|younger|big|little|new|old|late|best|twin) )?"
    rf"(?P<who>{nouns.RELATIVES})\b",
    re.IGNORECASE,
)


def people(clause: str) -> Iterator[tuple[str, str]]:
    """(name, what they are)."""
    for pattern in (_CALLED, _APPOSED):
        for found in pattern.finditer(clause):
            name = found.group("name") or (found.group("last") if pattern is _APPOSED else "")
            if name and _is_name(name):
                yield _bare(name), _what(found.group("what"))


def relatives_of_others(clause: str) -> Iterator[tuple[str, str, str]]:
    """(whose, relation, name): "Hamish's wife, Moira" → ("Hamish", "wife", "Moira")."""
    for pattern in (_OF_NAMED, _IS_OF_NAMED):
        for found in pattern.finditer(clause):
            of, name = found.group("of"), found.group("name")
            if _is_name(of) and _is_name(name) and of != name:
                yield _bare(of), found.group("who").lower().replace(" ", "_").replace("-", "_"), _bare(name)


def _what(caught: str) -> str:
    caught = re.sub(r"^(?:this|another) ", "a ", caught, flags=re.IGNORECASE)
    return caught[:1].lower() + caught[1:]


def _is_name(name: str) -> bool:
    first = re.split(r"['’ ]", name.lower(), maxsplit=1)[0]
    return name[0].isupper() and first not in nouns.NO_NAMES and name.lower() not in nouns.PERSONAS


def _bare(name: str) -> str:
    return re.sub(r"['’]s$", "", name)
