"""How well promises and their ends are heard by rules, on the labelled sentences in a language's folder.

`tune` was read while the cues were written, `held` was not. What is heard of a sentence is one of `LOOPS`; where the
sentence names a day, `days` says how far it is from a certain Monday.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from typing import Literal, get_args

import orjson

from holdfast.core.language.tables import LANGUAGES, Language
from holdfast.memory.loops.promises import PersonTurn, promises
from holdfast.memory.loops.types import LoopCandidate

LoopLabel = Literal["commitment", "closure", "none"]
LOOPS: Sequence[LoopLabel] = get_args(LoopLabel)
LabelledPart = Literal["tune", "held"]
PARTS: Sequence[LabelledPart] = get_args(LabelledPart)
MIN_RIGHT = 0.9
"""Of the held part: heard as labelled, and of those with a day, on that day."""
_MONDAY = datetime(2026, 3, 2, 9, 30, tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class LabelledSentence:
    text: str
    loop: LoopLabel
    split: LabelledPart
    days: int | None = None


@dataclass(frozen=True, slots=True)
class LoopsMeasured:
    language: Language
    split: LabelledPart
    confusion: Mapping[tuple[LoopLabel, LoopLabel], int]
    """(as labelled, as heard) → how many."""
    days: tuple[int, int]
    """On the right day, of those that have one."""

    @property
    def right(self) -> float:
        return sum(n for (said, heard), n in self.confusion.items() if said == heard) / sum(self.confusion.values())


@cache
def labelled(language: Language) -> Sequence[LabelledSentence]:
    path = Path(__file__).parent / language / "labelled.jsonl"
    lines = path.read_text(encoding="utf-8").splitlines() if path.exists() else ()
    return [LabelledSentence(**orjson.loads(line)) for line in lines]


def measure_loops() -> Sequence[LoopsMeasured]:
    """Of each language that has labelled sentences, both parts."""
    return [_measure(language, part) for language in LANGUAGES if labelled(language) for part in PARTS]


def _measure(language: Language, part: LabelledPart) -> LoopsMeasured:
    confusion: Counter[tuple[LoopLabel, LoopLabel]] = Counter()
    on_day, with_day = 0, 0
    for one in labelled(language):
        if one.split != part:
            continue
        found = promises(PersonTurn(1, one.text, _MONDAY))
        confusion[one.loop, heard_in(found)] += 1
        if one.days is not None:
            due = [(loop.due_at.date() - _MONDAY.date()).days for loop in found if loop.due_at]
            on_day, with_day = on_day + (due == [one.days]), with_day + 1
    return LoopsMeasured(language, part, confusion, (on_day, with_day))


def heard_in(found: Sequence[LoopCandidate]) -> LoopLabel:
    """What a person would say of it: something is to be done, something is done or given up, or neither."""
    if any(one.action in ("complete", "drop") for one in found):
        return "closure"
    return "commitment" if any(one.kind in ("commitment", "thread") for one in found) else "none"


def loops_as_text(results: Sequence[LoopsMeasured]) -> str:
    return "\n\n".join("\n".join(_lines(one)) for one in results)


def _lines(one: LoopsMeasured) -> Sequence[str]:
    rows = [
        f"  {said:<12}" + "".join(f"{one.confusion.get((said, heard), 0):>12}" for heard in LOOPS) for said in LOOPS
    ]
    return [
        f"{one.language}, {one.split}: {sum(one.confusion.values())} sentences",
        f"  right {one.right:.3f}   on the right day {one.days[0]} of {one.days[1]}",
        f"  {'labelled':<12}" + "".join(f"{heard:>12}" for heard in LOOPS),
        *rows,
    ]
