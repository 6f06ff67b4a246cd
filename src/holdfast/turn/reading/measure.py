"""How good the gate is on the labelled messages, with rules and meaning and no chat model."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from holdfast.core.language.tables import LANGUAGES, Language
from holdfast.models.types import Embedder
from holdfast.turn.codes import GATES, Gate, ReadBy
from holdfast.turn.reading.examples import SPLITS, Split, gated
from holdfast.turn.reading.index import load_index
from holdfast.turn.reading.read import Asker, read_message

MIN_SHARE = 0.9
"""Precision and recall that the held part must reach."""


@dataclass(frozen=True, slots=True)
class Measured:
    language: Language
    split: Split
    confusion: Mapping[tuple[Gate, Gate], int]
    """(as labelled, as decided) → how many."""
    by: Mapping[ReadBy, int]

    @property
    def precision(self) -> float:
        """Of the messages the memory was asked for, those that wanted it."""
        return _share(self._both(), sum(n for (_, said), n in self.confusion.items() if said != "none"))

    @property
    def recall(self) -> float:
        """Of the messages that wanted the memory, those it was asked for."""
        return _share(self._both(), sum(n for (wanted, _), n in self.confusion.items() if wanted != "none"))

    def _both(self) -> int:
        return sum(n for (wanted, said), n in self.confusion.items() if wanted != "none" and said != "none")


async def measure_all(embedder: Embedder) -> Sequence[Measured]:
    """Of each language that has labelled messages, both parts."""
    languages = [language for language in LANGUAGES if gated("held", language)]
    return [await measure(split, embedder, language) for language in languages for split in SPLITS]


async def measure(split: Split, embedder: Embedder, language: Language = "en") -> Measured:
    """Each message by itself: nothing was said before it, and nobody is known."""
    await load_index(embedder)
    asker = Asker(embedder, chain=None, deadline_seconds=10.0)
    confusion: Counter[tuple[Gate, Gate]] = Counter()
    by: Counter[ReadBy] = Counter()
    for text, wanted in gated(split, language):
        decision = (await read_message(text, before=(), tracked=(), asker=asker)).gate
        confusion[wanted, decision.gate] += 1
        by[decision.by] += 1
    return Measured(language, split, confusion, by)


def as_text(results: Sequence[Measured]) -> str:
    return "\n\n".join("\n".join(_lines(one)) for one in results)


def _lines(one: Measured) -> Sequence[str]:
    count = sum(one.confusion.values())
    told = ", ".join(f"{n} by {who}" for who, n in sorted(one.by.items()))
    rows = [
        f"  {wanted:<10}" + "".join(f"{one.confusion.get((wanted, said), 0):>10}" for said in GATES) for wanted in GATES
    ]
    return [
        f"{one.language}, {one.split}: {count} messages ({told})",
        f"  precision {one.precision:.3f}   recall {one.recall:.3f}",
        f"  {'labelled':<10}" + "".join(f"{said:>10}" for said in GATES),
        *rows,
    ]


def _share(part: int, whole: int) -> float:
    return part / whole if whole else 0.0
