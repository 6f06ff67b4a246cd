"""How many people are hurt, trapped, missing, dead or out, in plain sentences."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import re2

from holdfast.core.language.kin import kin_of
from holdfast.turn.context.envelope.types import FactKind, FoundFact

NUMBER = (
    r"(?:\d{1,5}|an?|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|thirty|forty|fifty"
    r"|a hundred|several|some|many|multiple|a few|a couple of|dozens of|hundreds of)"
)
_ABOUT = r"(?:(?:at least|about|around|approximately|roughly|up to|more than|over|nearly|almost|now|only)\s+)*"
_WHO = (
    r"(?:people|persons?|adults?|children|child|kids?|workers?|firefighters?|patients?|victims?|occupants?|residents?"
    r"|students?|passengers?|civilians?|men|man|women|woman|employees?|officers?|members?|customers?|users?|drivers?)"
)
_BETWEEN = (
    r"(?:(?:are|is|have|has|been|were|was|being|still|currently|now|reported|reportedly|confirmed|believed|seriously"
    r"|badly|slightly|lightly|critically|severely|also|to be|who|out)\s+)*"
)
_NEAR = rf"(?:{kin_of('en').pattern('family', 'partners', 'friends', 'home', 'work')}|boy|girl|guest|owner)"
_SOMEBODY = rf"(?:someone|somebody|he|she|the other(?: one)?|(?:my|our|the|a|one|the other) (?:{_WHO}|{_NEAR}))"
_OF_ONE: tuple[FactKind, ...] = ("injured", "dead", "trapped", "missing")
"""Said of one person too, who is not counted: "my son is missing"."""
_STATES: Mapping[FactKind, str] = {
    "injured": r"injured|hurt|wounded|burned|burnt|injuries|with (?:injuries|burns)|casualt(?:y|ies)|bleeding"
    r"|unconscious|not breathing",
    "dead": r"dead|killed|deceased|fatalit(?:y|ies)|deaths?",
    "trapped": r"trapped|stuck inside|still inside|stuck",
    "missing": r"missing|unaccounted for|unaccounted",
    "evacuated": r"evacuated|evacuees|rescued|brought out|got out",
    "people": r"affected|displaced|exposed|on board|inside",
}
_COUNTED = {
    kind: re2.compile(
        rf"(?i)\b{_ABOUT}{NUMBER}\s+(?:(more|other|others|additional|further)\s+)?"
        rf"(?:{_WHO}\s+)?{_BETWEEN}(?:{states})\b"
    )
    for kind, states in _STATES.items()
}
_ONE = {
    kind: re2.compile(
        rf"(?i)\b{_SOMEBODY}\s+(?:is|are|has been|was|got)\s+(?:(?:still|now|also|badly|seriously)\s+)*"
        rf"(?:{_STATES[kind]})\b"
    )
    for kind in _OF_ONE
}
_ANOTHER = re2.compile(r"(?i)\banother\b")
_NOBODY = {
    kind: re2.compile(
        rf"(?i)\b(?:nobody|no one|no {_WHO}|none|no)\s+(?:else\s+)?(?:of them\s+)?{_BETWEEN}(?:{states})\b"
    )
    for kind, states in _STATES.items()
}
_ALL_OUT = re2.compile(
    rf"(?i)\b(?:everyone|everybody|all (?:the )?(?:{_WHO}|of them))\s+(?:(?:is|are|has|have|been|got|now)\s+)*"
    r"(?:out|safe|accounted for|unhurt|uninjured|evacuated|ok|okay)\b"
)


def find_people(sentence: str) -> Iterator[FoundFact]:
    if everyone := _ALL_OUT.search(sentence):
        yield "people", everyone.group(), "sets"
    for kind, pattern in _NOBODY.items():
        if pattern.search(sentence):
            yield kind, "none", "sets"
    for kind, pattern in _COUNTED.items():
        found = pattern.search(sentence)
        if found is None and kind in _ONE and (one := _ONE[kind].search(sentence)):
            yield kind, one.group(), "sets"
        if found and not _NOBODY[kind].search(sentence):
            is_more = bool(found.group(1)) or bool(_ANOTHER.search(sentence))
            yield kind, found.group(), "adds" if is_more else "sets"
