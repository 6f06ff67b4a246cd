"""Relations: "my sister Ana" and "our dog is called Rex"; and a clause about her put in the first person, so that one
table of rules reads both.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from holdfast.memory.learning.rules import nouns
from holdfast.memory.learning.rules.people import people, relatives_of_others
from holdfast.memory.learning.rules.shapes import NAME

_WHICH = (
    r"(?:(?:older|younger|elder|big|little|twin|oldest|youngest|late|dear|other|own|new|old|former|best|good|"
    r"close|ex) ){0,2}"
)
_WHO = rf"(?P<which>{_WHICH})(?P<who>{nouns.RELATIVES})"
_PET = rf"(?P<which>(?:[\w-]{{2,15}} ){{0,2}}?)(?P<who>{nouns.PETS})"
_CALLED = r"(?:(?:is|was) (?:called|named)|(?:is|was)|is name is|name is|called|named)"


def _compiled(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern, re.IGNORECASE)


_RELATION = (
    _compiled(rf"\b(?:my|our) {_WHO},? (?:(?:is |was )?(?:called |named ))?(?P<name>{NAME})\b"),
    _compiled(rf"\b(?:my|our) {_WHO} (?:is|was) (?:called |named )?(?P<name>{NAME})(?:$|,| and\b)"),
    _compiled(rf"\b(?:my|our) {_WHO}'s name (?:is|was) (?P<name>[A-Z]\w{{1,20}})\b"),
    _compiled(
        rf"\b(?:I|we) (?:also )?have an? {_WHO},? (?:who is |that is )?(?:called|named) (?P<name>[A-Z][\w'-]{{1,20}})\b"
    ),
    _compiled(rf"^(?P<name>{NAME}) is (?:my|our) {_WHO}\b"),
    _compiled(rf"\b(?:my|our) {_WHO} \((?P<name>{NAME})\)"),
)
_ANIMAL = (
    _compiled(rf"\b(?:my|our) {_PET},? (?P<name>{NAME})\b"),
    _compiled(rf"\b(?:my|our) {_PET} (?:is|was) (?:called |named )(?P<name>[A-Z][\w'-]{{1,20}})\b"),
    _compiled(rf"\b(?:my|our) {_PET}'s name (?:is|was) (?P<name>[A-Z][\w'-]{{1,20}})\b"),
    _compiled(
        rf"\b(?:I|we) (?:also )?(?:have|got|adopted|own)(?: got)? an? {_PET},? (?:who is |that is )?(?:called|"
        r"named) (?P<name>[A-Z][\w'-]{1,20})\b"
    ),
    _compiled(rf"^(?P<name>{NAME}) is (?:my|our) {_PET}\b"),
)
_UNNAMED_PET = _compiled(
    r"\b(?:I|we) (?:also )?(?:have|own|adopted|just adopted|got|just got|have got|rescued|just got) "
    rf"(?P<o>(?:an?|two|three|four|five|\d) (?:[\w-]{{2,15}} ){{0,2}}?(?:{nouns.PETS})s?)\b(?!,? (?:named|called|"
    r"who is|person|allergy|food|hair))"
)
_EVENT = _compiled(
    rf"(?:my|our) (?P<what>(?:[\w'-]{{2,15}} ){{0,2}}?(?:{nouns.EVENTS})) (?:is|falls|starts) (?:on |scheduled "
    r"for )?(?P<o>.{3,60})"
)
_FAVORITE = _compiled(
    r"(?:my )?(?:all[- ]time )?favou?rite (?P<what>[a-z][\w ]{1,25}?) (?:is|are) (?:definitely |probably |still "
    r")?(?P<o>.{2,80})"
)
_BIRTHDAY_OF = _compiled(rf"(?:my|our) {_WHO}(?: (?P<name>{NAME}))?'s (?:birthday|bday) is (?:on )?(?P<o>.{{3,60}})")
_ABOUT_OTHER = _compiled(
    rf"(?:(?:my|our) {_WHO}(?:,? (?P<name>{NAME}),?)?|(?P<alone>{NAME})) "
    r"(?P<verb>lives|works|is|was|has|loves|likes|hates|enjoys|prefers|moved|studies|plays|speaks|got|does not|"
    r"just|recently|finally|can not|dislikes|started|joined|became|teaches|runs|rents|turned|bought|booked|signed|"
    r"entered|"
    r"broke|sprained|fractured|passed|failed|won|went|gave up|took up|taken|applied|hired|adopted|built|painted|"
    r"knitted|"
    r"planted|wrote|finished|opened|used to|collects|drives|owns|had|died|passed away|retired|graduated|flew|"
    r"visited|quit|left|lost|sold|"
    r"climbed|swam|studied|grew up|was born) (?P<rest>.{2,150})"
)
_FIRST_PERSON = {
    "lives": "live",
    "works": "work",
    "is": "am",
    "has": "have",
    "loves": "love",
    "likes": "like",
    "hates": "hate",
    "enjoys": "enjoy",
    "prefers": "prefer",
    "studies": "study",
    "plays": "play",
    "speaks": "speak",
    "does not": "do not",
    "dislikes": "dislike",
    "teaches": "teach",
    "runs": "run",
    "rents": "rent",
    "collects": "collect",
    "drives": "drive",
    "owns": "own",
}


@dataclass(frozen=True, slots=True)
class Relation:
    relation: str
    name: str
    kind: str


def relations(clause: str) -> Iterator[Relation]:
    seen: set[str] = set()
    for kind, patterns in (("person", _RELATION), ("animal", _ANIMAL)):
        for pattern in patterns:
            for found in pattern.finditer(clause):
                name = re.sub(r"'s$", "", found.group("name"))
                is_name = name[0].isupper() and name.split()[0].lower() not in nouns.NO_NAMES
                if is_name and name not in seen:
                    seen.add(name)
                    yield Relation(found.group("who").lower().replace(" ", "_").replace("-", "_"), name, kind)


def unnamed_pets(clause: str) -> str | None:
    found = _UNNAMED_PET.search(clause)
    return found.group("o") if found else None


def event(clause: str) -> tuple[str, str] | None:
    found = _EVENT.fullmatch(clause)
    return (found.group("what").lower().replace(" ", "_").replace("'s", ""), found.group("o")) if found else None


def favorite(clause: str) -> tuple[str, str] | None:
    found = _FAVORITE.fullmatch(clause)
    return (found.group("what").lower().replace(" ", "_"), found.group("o")) if found else None


def birthday_of_another(clause: str) -> tuple[str, str] | None:
    found = _BIRTHDAY_OF.fullmatch(clause)
    return (found.group("name") or found.group("who").lower(), found.group("o")) if found else None


_IS = _compiled(
    rf"\b(?P<who>(?:my|our) (?:{nouns.RELATIVES})|^{NAME})'s (?P<next>an?|in|at|from|on|got|been|having|getting|"
    rf"moving|going|"
    r"training|learning|allergic|pregnant|expecting|retired|thirty|forty|fifty|sixty|seventy|eighty|ninety|twenty|\d|"
    r"started|bought|booked|signed|broken|joined|moved|turned|taken|given|entered|finished|applied|passed)\b"
)
_HAVING = frozenset(
    [
        "got",
        "been",
        "started",
        "bought",
        "booked",
        "signed",
        "broken",
        "joined",
        "moved",
        "turned",
        "taken",
        "given",
        "entered",
        "finished",
        "applied",
        "passed",
    ]
)


def written_out(clause: str) -> str:
    """ "Ana's got a job" → "Ana has got a job"; "my mum's in Leicester" → "my mum is in Leicester"."""
    return _IS.sub(
        lambda found: (
            f"{found.group('who')} {'has' if found.group('next').lower() in _HAVING else 'is'} {found.group('next')}"
        ),
        clause,
    )


_MORE_OF_THEM = re.compile(
    r",? (?:and|but) (?:also |now |still )?(?=(?:lives|works|has|is|loves|likes|hates|plays|speaks|teaches|studies|"
    r"runs)\b)",
    re.IGNORECASE,
)


_HE = _compiled(
    r"(?:he|she) (?=(?:is|was|has|had|lives|works|used to|got|bought|runs|teaches|plays|likes|loves|hates|just)\b)"
)
_UNNAMED = _compiled(rf"\b(?:my|our) (?:{nouns.RELATIVES})\b(?!'s \w+ )")


def spoken_of(clause: str) -> Iterator[str]:
    """Those whom a later "she" can mean, as a clause can begin with them."""
    named = [relation.name for relation in relations(clause)] + [name for name, _ in people(clause)]
    named += [name for _, _, name in relatives_of_others(clause)]
    if found := _ABOUT_OTHER.fullmatch(written_out(clause)):
        alone = found.group("alone")
        named += [alone] if alone and alone.split()[0].lower() not in nouns.NO_NAMES else []
    yield from dict.fromkeys(named)
    if not named:
        yield from (found.group().lower() for found in _UNNAMED.finditer(clause))


def by_name(clause: str, spoken_of: Sequence[str]) -> str:
    """ "She is 71" → "my mum is 71", where nobody else was spoken of."""
    return _HE.sub(f"{spoken_of[0]} ", clause, count=1) if len(spoken_of) == 1 and _HE.match(clause) else clause


def all_in_first_person(text: str) -> Iterator[str]:
    """ "I am 71 and lives in Leicester" → "I am 71", "I live in Leicester"."""
    first, *others = _MORE_OF_THEM.split(text)
    yield first
    for other in others[:3]:
        verb, _, rest = other.partition(" ")
        yield f"I {_FIRST_PERSON.get(verb.lower(), verb)} {rest}"


def in_first_person(clause: str) -> tuple[str, str] | None:
    """ "My sister Ana lives in Porto" → ("Ana", "I live in Porto")."""
    found = _ABOUT_OTHER.fullmatch(written_out(clause))
    if not found:
        return None
    alone = found.group("alone")
    first = re.split(r"['’ ]", alone.lower(), maxsplit=1)[0] if alone else ""
    if alone and (first in nouns.NO_NAMES or alone.lower() in nouns.PERSONAS):
        return None
    subject = found.group("name") or alone or found.group("who").lower()
    verb = found.group("verb").lower()
    return subject, f"I {_FIRST_PERSON.get(verb, verb)} {found.group('rest')}"
