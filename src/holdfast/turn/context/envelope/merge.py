"""New facts into an envelope, and facts out of it. Pure.

What is newer holds; what it replaced is kept behind it, so that taking a message out brings back what held before.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from datetime import datetime

from holdfast.core.ids import MessageId
from holdfast.turn.context.envelope.types import MANY, PEOPLE, Envelope, EnvelopeFact, FactKind, ReplacedFact
from holdfast.turn.context.envelope.wire import write_envelope

MAX_FACTS = 60
MAX_BYTES = 8_000
MAX_REPLACED = 5
_STATES = {kind: kind for kind in PEOPLE} | {"people": "affected"}


def merge(envelope: Envelope, facts: Sequence[EnvelopeFact]) -> Envelope:
    merged = list(envelope.facts)
    for fact in facts:
        merged = _with(merged, fact)
    if merged == list(envelope.facts):
        return envelope
    return _bounded(Envelope(tuple(merged), envelope.version + 1))


def without_messages(envelope: Envelope, gone: Iterable[MessageId]) -> Envelope:
    """As if these messages had never been said."""
    ids = frozenset(gone)
    return _without(envelope, lambda told: told.message_id in ids)


def without_texts(envelope: Envelope, is_gone: Callable[[str], bool]) -> Envelope:
    return _without(envelope, lambda told: is_gone(told.text))


def known_at(envelope: Envelope, moment: datetime) -> Envelope:
    """What was known then."""
    return _without(envelope, lambda told: told.at > moment)


def summarise(facts: Sequence[EnvelopeFact]) -> str:
    """One line: what, where, since when, how it goes, who is hurt."""

    def told(*kinds: FactKind) -> str:
        return ", ".join(fact.text for kind in kinds for fact in facts if fact.kind == kind)

    what, where, since = told("incident"), told("location"), told("started")
    head = " ".join(part for part in (what or "Incident", f"at {where}" if where else "") if part)
    parts = [head if what or where else "", f"started {since}" if since else "", told("size"), told("progress")]
    parts.append(", ".join(in_words(fact) for kind in PEOPLE for fact in facts if fact.kind == kind))
    line = "; ".join(part for part in parts if part)
    return f"{line[0].upper()}{line[1:]}." if line else ""


def in_words(fact: EnvelopeFact) -> str:
    """A number of people, told so that it stands alone: `3` becomes `3 injured`."""
    if fact.text == "none":
        return "nobody affected" if fact.kind == "people" else f"nobody {fact.kind}"
    return fact.text if any(letter.isalpha() for letter in fact.text) else f"{fact.text} {_STATES[fact.kind]}"


def _with(facts: list[EnvelopeFact], fact: EnvelopeFact) -> list[EnvelopeFact]:
    same = [one for one in facts if one.kind == fact.kind]
    if fact.kind in MANY:
        return _with_one_of_many(facts, same, fact)
    if any(_key(one) == _key(fact) for one in same) or (same and fact.manner == "fills"):
        return facts
    if fact.manner == "adds":
        return [*facts, fact]
    rest = [one for one in facts if one.kind != fact.kind]
    before = all_told(same)
    return [*rest, replace(fact, manner="sets", replaced=tuple(before[-MAX_REPLACED:]))]


def _with_one_of_many(
    facts: list[EnvelopeFact], same: Sequence[EnvelopeFact], fact: EnvelopeFact
) -> list[EnvelopeFact]:
    """No doubles: what is said again takes the place of the first, and "none" gives way to something."""
    taken = [one for one in same if _key(one) == _key(fact) or _is_none(one) or _is_none(fact)]
    if any(one.text.casefold() == fact.text.casefold() for one in taken):
        return facts
    before = all_told(taken)
    return [*(one for one in facts if one not in taken), replace(fact, replaced=tuple(before[-MAX_REPLACED:]))]


def _is_none(fact: EnvelopeFact) -> bool:
    return fact.text.casefold().startswith(("none", "nothing"))


def _key(fact: EnvelopeFact) -> str:
    return _key_of(fact.kind, fact.text)


def _key_of(kind: FactKind, text: str) -> str:
    """A resource is told as `Engine 4, on scene`: the same one elsewhere is not another."""
    name = text.partition(",")[0] if kind == "resource" else text
    return " ".join(name.casefold().split()).strip(" .")


def all_told(facts: Sequence[EnvelopeFact]) -> list[ReplacedFact]:
    """Whatever these facts rest on: what holds, and what it replaced."""
    return [told for fact in facts for told in (*fact.replaced, _told(fact))]


def _told(fact: EnvelopeFact) -> ReplacedFact:
    return ReplacedFact(fact.text, fact.message_id, fact.at, fact.manner == "adds")


def _without(envelope: Envelope, is_gone: Callable[[ReplacedFact], bool]) -> Envelope:
    kept: list[EnvelopeFact] = []
    for fact in envelope.facts:
        before = tuple(told for told in fact.replaced if not is_gone(told))
        if not is_gone(_told(fact)):
            kept.append(replace(fact, replaced=before))
        else:
            kept += _back(fact.kind, before)
    if tuple(kept) == envelope.facts:
        return envelope
    return _bounded(Envelope(tuple(kept), envelope.version + 1))


def _back(kind: FactKind, before: tuple[ReplacedFact, ...]) -> list[EnvelopeFact]:
    """What held before: the last that was set, and what came on top of it."""
    if not before:
        return []
    if kind in MANY:
        last = {_key_of(kind, told.text): told for told in before}
        return [EnvelopeFact(kind, told.text, told.message_id, told.at) for told in last.values()]
    start = len(before) - 1
    while start > 0 and before[start].is_addition:
        start -= 1
    first, *added = before[start:]
    return [
        EnvelopeFact(kind, first.text, first.message_id, first.at, replaced=before[:start]),
        *(EnvelopeFact(kind, told.text, told.message_id, told.at, "adds") for told in added),
    ]


def _bounded(envelope: Envelope) -> Envelope:
    """What was replaced goes first, then the oldest of what there are many of, then the oldest."""
    facts = list(envelope.facts)
    while True:
        told = Envelope(tuple(facts), envelope.version, summarise(facts))
        if len(facts) <= MAX_FACTS and len(write_envelope(told)) <= MAX_BYTES:
            return told
        heavy = next((place for place, fact in enumerate(facts) if fact.replaced), None)
        if len(facts) <= MAX_FACTS and heavy is not None:
            facts[heavy] = replace(facts[heavy], replaced=facts[heavy].replaced[1:])
            continue
        oldest = next((fact for fact in facts if fact.kind in MANY or fact.manner == "adds"), facts[0])
        facts.remove(oldest)
