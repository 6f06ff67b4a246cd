"""What a person's own wording of a fact says, read by the rules that learn from what is said. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime

from holdfast.memory.learning.guards import MAX_OBJECT_CHARACTERS
from holdfast.memory.learning.predicates import PERSON, subject_key
from holdfast.memory.learning.rules.read import read_turn
from holdfast.memory.learning.rules.relations import in_first_person
from holdfast.memory.learning.types import WindowTurn
from holdfast.memory.types import Fact

_SOMEBODY = "Zoe"
"""Any name: notes about the person leave theirs out ("Lives in Porto")."""
_NO_LONGER = re.compile(r"(no longer|never) ", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class FactEdit:
    predicate: str
    object: str


def read_edit(old: Fact, text: str, now: datetime) -> FactEdit:
    """The same thing about another object; or else another thing, as far as rules can tell; or else the sentence."""
    read = list(_read(old, text, now))
    alike = [one for one in read if one.predicate == old.predicate]
    if len(alike) == 1:
        return alike[0]
    if object_ := _around_another(old, text):
        return FactEdit(old.predicate, object_)
    if len(read) == 1:
        return read[0]
    return FactEdit(old.predicate, old.object if old.object and old.object in text else text[:MAX_OBJECT_CHARACTERS])


def _read(old: Fact, text: str, now: datetime) -> Iterator[FactEdit]:
    """What the first reading that says anything says about the same subject."""
    for said in _as_said(old, text):
        turn = WindowTurn(episode=0, seq=0, role="user", name=None, text=said, said_at=now, stored_at=now, is_new=True)
        found = [fact for fact in read_turn(turn, PERSON)[0] if subject_key(fact.subject) == subject_key(old.subject)]
        if found:
            yield from (FactEdit(fact.predicate, fact.object) for fact in found)
            return


def _as_said(old: Fact, text: str) -> Iterator[str]:
    """As it stands; and a note about the person as the person would say it ("I live in Porto")."""
    yield text
    if old.subject != PERSON:
        return
    ended = _NO_LONGER.match(text)
    rest = text[ended.end() :] if ended else text
    if note := in_first_person(f"{_SOMEBODY} {rest[:1].lower()}{rest[1:]}"):
        yield note[1].replace("I ", f"I {ended[1].lower()} ", 1) if ended else note[1]


def _around_another(old: Fact, text: str) -> str | None:
    """The old sentence around another object: "Is named Ada" and "Is named Ida"."""
    before, found, after = old.text.partition(old.object)
    if found and text.startswith(before) and text.endswith(after) and len(text) > len(before) + len(after):
        return text[len(before) : len(text) - len(after)]
    return None
