"""Whether a memory is asked for, would help, or has no part in it, by rules. Pure.

What asks about the past outright (`asks.toml`) is looked for first; then the rules of `gate.toml`, in their order. One
whose confidence is below `SURE` only leans: meaning, and after it a model, may say otherwise.
"""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from holdfast.core.language.patterns import read_toml
from holdfast.turn.codes import Gate
from holdfast.turn.reading.tables import GIVEN_NAMES
from holdfast.turn.reading.utterance import Utterance, read_utterance

SURE = 0.7
"""From here on the rules are believed without another opinion."""
_MAX_SMALL_WORDS = 9
SAYS_NOTHING = ("nothing_said", "small_talk")


@dataclass(frozen=True, slots=True)
class GateCue:
    name: str
    gate: Gate
    confidence: float


UNSURE = GateCue("no_cue", "none", 0.35)


@dataclass(frozen=True, slots=True)
class _Rule:
    cue: GateCue
    needs: Sequence[Sequence[str]]
    """One mark of each."""
    unless: Sequence[str]


def _rules() -> Iterator[_Rule]:
    for row in read_toml(Path(__file__).parent / "gate.toml")["rule"]:
        needs = [one.split(" or ") for one in row["needs"]]
        yield _Rule(GateCue(row["name"], row["gate"], row["weight"]), needs, row.get("unless", ()))


_RULES = tuple(_rules())


class _Said:
    """What is read of a message, and whom it names."""

    def __init__(self, seen: Utterance, names: Sequence[str]) -> None:
        self._seen = seen
        self._known = {
            "one_sentence": len(seen.sentences) == 1,
            "ends_asking": seen.line.endswith("?"),
            "names": bool(names),
            "alone": len(names) == 1,
            "one_name": len(names) == 1 and " " not in names[0],
            "somebody": any(_is_somebody(name, seen.word_lists.titles) for name in names),
        }

    def fits(self, rule: _Rule) -> bool:
        """Most do not, and are seen not to by their first mark: this is asked some twenty times a message."""
        for marks in rule.needs:
            if not self._shows(marks[0]) and not any(map(self._shows, marks[1:])):
                return False
        return not any(map(self._shows, rule.unless))

    def _shows(self, mark: str) -> bool:
        known = self._known.get(mark)
        if known is None:
            known = self._known[mark] = self._seen.shows(mark)
        return known


def _is_somebody(name: str, titles: Container[str]) -> bool:
    """By a given name, or with a title before the name."""
    first, *others = name.lower().split()
    return first in titles if others else first in GIVEN_NAMES


def rule_gate(seen: Utterance, *, known: Sequence[str] = ()) -> GateCue:
    if not seen.words or not seen.sentences:
        return GateCue("nothing_said", "none", 0.95)
    if _is_small_talk(seen):
        return GateCue("small_talk", "none", 0.95)
    if len(seen.sentences) == 1 and seen.shows("about_this_talk"):
        return GateCue("about_this_very_talk", "none", 0.9)
    if cue := _asks(seen):
        return cue
    said = _without_payload(seen, known)
    return next((rule.cue for rule in _RULES if said.fits(rule)), UNSURE)


def _is_small_talk(seen: Utterance) -> bool:
    small = seen.vocabulary.needs_nothing
    are_small = len(set(seen.words)) <= _MAX_SMALL_WORDS and all(word in small for word in seen.words)
    return are_small or seen.shows("small_talk")


def _asks(seen: Utterance) -> GateCue | None:
    if any(map(seen.shows, ("brings_payload", "looks_ahead", "asks_oneself"))):
        return None
    return GateCue(cue.name, "explicit", cue.weight) if (cue := seen.asks()) else None


def _without_payload(seen: Utterance, known: Sequence[str]) -> _Said:
    """What is to be worked on is no wish: only the words before it are read."""
    if not seen.shows("brings_payload"):
        return _Said(seen, [*known, *seen.names])
    begins = (table.marks["payload"].pattern for table in seen.tables if "payload" in table.marks)
    head = min((found[0] for pattern in begins if (found := pattern.split(seen.text, maxsplit=1))), key=len)
    before = read_utterance(head, seen.languages)
    return _Said(before if before.sentences else seen, [*known, *before.names])
