"""A model's answer, read with suspicion: what is malformed, unproven or too long is dropped, row by row."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, time
from typing import Any, TypeGuard, get_args

from holdfast.core.language.when import find_due
from holdfast.memory.learning.guards import MAX_OBJECT_CHARACTERS, MAX_TEXT_CHARACTERS, is_hedged, is_junk_turn
from holdfast.memory.learning.predicates import PERSON, predicate_of
from holdfast.memory.learning.types import Contradiction, EntityCandidate, FactCandidate, WindowTurn
from holdfast.memory.loops.dates import horizon_of, lasting
from holdfast.memory.loops.promises import MAX_LOOP_CHARACTERS
from holdfast.memory.loops.types import Action, LoopCandidate
from holdfast.memory.loops.words import content
from holdfast.memory.types import LoopKind, TimeHorizon

MAX_FACTS = 30
MAX_ENTITIES = 40
MAX_LOOPS = 20
_KINDS = ("person", "place", "organization", "animal", "thing")
_LABEL = re.compile(r"[A-Z]\d{1,4}")


@dataclass(frozen=True, slots=True)
class PromptReferences:
    """What the model was shown: it may name only these."""

    turns: Mapping[int, WindowTurn]
    """By the number it was shown under; only turns that may be evidence."""
    facts: Mapping[str, int]
    loops: Mapping[str, int]
    speakers: Mapping[int, str]
    """Episode → the subject whose words they are."""
    people: frozenset[int]
    """Episodes whose promises are the person's own."""


@dataclass(frozen=True, slots=True)
class LearningAnswer:
    facts: Sequence[FactCandidate]
    entities: Sequence[EntityCandidate]
    loops: Sequence[LoopCandidate]
    contradictions: Sequence[Contradiction]
    dropped: int


def read_answer(answer: Any, asked: PromptReferences) -> LearningAnswer:
    facts = [_fact(row, asked) for row in _rows(answer, "facts", MAX_FACTS)]
    entities = [_entity(row, asked) for row in _rows(answer, "entities", MAX_ENTITIES)]
    loops = [_loop(row, asked) for row in _rows(answer, "loops", MAX_LOOPS)]
    denied = [_contradiction(row, asked) for row in _rows(answer, "contradictions", MAX_FACTS)]
    return LearningAnswer(
        [one for one in facts if one],
        [one for one in entities if one],
        [one for one in loops if one],
        [one for one in denied if one],
        dropped=sum(one is None for one in facts),
    )


def _rows(answer: Any, name: str, most: int) -> Iterator[dict[str, Any]]:
    rows = answer.get(name) if isinstance(answer, dict) else None
    for row in (rows if isinstance(rows, list) else [])[:most]:
        yield row if isinstance(row, dict) else {}


def _fact(row: Mapping[str, Any], asked: PromptReferences) -> FactCandidate | None:
    turns = _evidence(row, asked)
    subject, object_, text = (
        _text(row, "subject", 80),
        _text(row, "object", MAX_OBJECT_CHARACTERS),
        _text(row, "text", MAX_TEXT_CHARACTERS),
    )
    predicate = predicate_of(row["predicate"]) if isinstance(row.get("predicate"), str) else ""
    if not turns or not subject or not predicate or not text:
        return None
    if subject.casefold() in (PERSON, "the user", "i", "me", "speaker"):
        # "user" is whoever spoke: where turns bear another name, the fact is about that one.
        subject = asked.speakers.get(turns[0].episode, PERSON)
    if not object_ and not predicate.startswith("not_"):
        return None
    label = row.get("label")
    return FactCandidate(
        subject=subject,
        predicate=predicate,
        object=object_ or "",
        text=text,
        confidence=_number(row, "confidence", low=0.3, high=0.95, default=0.7),
        episodes=[turn.episode for turn in turns],
        said_at=max(turn.said_at for turn in turns),
        valid_from=_date(row.get("valid_from")),
        valid_to=_date(row.get("valid_to")),
        label=label if isinstance(label, str) and _LABEL.fullmatch(label) else None,
        rests_on=[
            _ground(item, asked)
            for item in _list(row, "rests_on")[:5]
            if isinstance(item, str) and _LABEL.fullmatch(item)
        ],
    )


def _ground(label: str, asked: PromptReferences) -> str:
    """A known fact stands by its id, one of this answer by its label."""
    return f"#{asked.facts[label]}" if label in asked.facts else label


def _entity(row: Mapping[str, Any], asked: PromptReferences) -> EntityCandidate | None:
    name, relation, kind = _text(row, "name", 80), _text(row, "relation", 40), row.get("kind")
    turns = _evidence(row, asked)
    if not name or not turns or not any(name.split()[0].casefold() in turn.text.casefold() for turn in turns):
        return None
    return EntityCandidate(
        name,
        kind if isinstance(kind, str) and kind in _KINDS else "thing",
        relation,
        [turn.episode for turn in turns],
        max(turn.said_at for turn in turns),
    )


def _loop(row: Mapping[str, Any], asked: PromptReferences) -> LoopCandidate | None:
    turns = [turn for turn in _evidence(row, asked) if turn.episode in asked.people and not is_junk_turn(turn.text)]
    text, action, kind = _text(row, "text", MAX_LOOP_CHARACTERS), row.get("action"), row.get("kind")
    loop_id = asked.loops.get(row["loop"]) if isinstance(row.get("loop"), str) else None
    if not turns or not _is_action(action) or not _is_kind(kind) or (not text and loop_id is None):
        return None
    if text and not set(content(text)) & {word for turn in turns for word in content(turn.text)} and loop_id is None:
        return None
    said_at = max(turn.said_at for turn in turns)
    due_at = _due(row.get("due"), said_at) or find_due(text or "", said_at)
    horizon, is_maybe = row.get("horizon"), all(is_hedged(turn.text) for turn in turns)
    return LoopCandidate(
        action=action,
        kind="thread" if kind == "commitment" and action == "create" and is_maybe else kind,
        text=lasting(text) if text and due_at else text or "",
        episodes=[turn.episode for turn in turns],
        said_at=said_at,
        confidence=_number(row, "confidence", low=0.3, high=0.95, default=0.75),
        salience=_number(row, "salience", low=0.0, high=0.95, default=0.5),
        horizon=horizon if _is_horizon(horizon) else horizon_of(due_at, said_at),
        due_at=due_at,
        loop_id=loop_id,
    )


def _contradiction(row: Mapping[str, Any], asked: PromptReferences) -> Contradiction | None:
    turns, fact = _evidence(row, asked), row.get("fact")
    if not turns or not isinstance(fact, str) or fact not in asked.facts:
        return None
    if all(is_junk_turn(turn.text) for turn in turns):
        return None
    return Contradiction(asked.facts[fact], [turn.episode for turn in turns], max(turn.said_at for turn in turns))


def _evidence(row: Mapping[str, Any], asked: PromptReferences) -> list[WindowTurn]:
    """Only turns it was shown, that are new, and in which somebody speaks for themselves. `True` is no number."""
    numbers = dict.fromkeys(number for number in _list(row, "evidence")[:20] if type(number) is int)
    return [asked.turns[number] for number in numbers if number in asked.turns]


def _list(row: Mapping[str, Any], name: str) -> list[Any]:
    value = row.get(name)
    return value if isinstance(value, list) else []


def _text(row: Mapping[str, Any], name: str, longest: int) -> str | None:
    value = row.get(name)
    if not isinstance(value, str):
        return None
    value = " ".join(value.replace("\0", "").encode("utf-8", "ignore").decode().split())
    return value if 0 < len(value) <= longest else None


def _number(row: Mapping[str, Any], name: str, *, low: float, high: float, default: float) -> float:
    value = row.get(name)
    if isinstance(value, bool) or not isinstance(value, int | float) or value != value:
        return default
    return float(min(high, max(low, value)))


def _due(value: Any, said_at: datetime) -> datetime | None:
    """A day alone ends at 23:59 where it was said."""
    moment = _date(value)
    if moment is None or len(value) > len("2026-05-08"):
        return moment
    return datetime.combine(moment.date(), time(23, 59), said_at.tzinfo)


def _date(value: Any) -> datetime | None:
    if not isinstance(value, str) or len(value) > 40:
        return None
    try:
        moment = datetime.fromisoformat(value)
    except ValueError:
        return None
    moment = moment if moment.tzinfo else moment.replace(tzinfo=UTC)
    return moment if 1900 <= moment.year <= 2200 else None


def _is_action(value: Any) -> TypeGuard[Action]:
    return isinstance(value, str) and value in get_args(Action)


def _is_kind(value: Any) -> TypeGuard[LoopKind]:
    return isinstance(value, str) and value in get_args(LoopKind)


def _is_horizon(value: Any) -> TypeGuard[TimeHorizon]:
    return isinstance(value, str) and value in get_args(TimeHorizon)
