"""How good the gate is on the labelled messages, with rules and meaning and no chat model."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from holdfast.models.types import Embedder
from holdfast.turn.librarian.examples import Split, examples
from holdfast.turn.librarian.gate import gate
from holdfast.turn.librarian.meaning import learn_examples
from holdfast.turn.librarian.types import GATES, Gate
from holdfast.turn.types import ReadBy, Reading, Signals

LEAST = 0.9
"""Precision and recall that the held part must reach."""
_UNREAD = Reading("COMPANIONSHIP", "casual", Signals(), "rules", 0.0)
"""The gate is measured by itself: no classifier has read the message, nobody is known."""


@dataclass(frozen=True, slots=True)
class Measured:
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


async def measure(split: Split, embedder: Embedder) -> Measured:
    await learn_examples(embedder)
    confusion: Counter[tuple[Gate, Gate]] = Counter()
    by: Counter[ReadBy] = Counter()
    for one in examples(split):
        decision = await gate(
            one.text, reading=_UNREAD, before=(), embedder=embedder, chain=None, deadline_seconds=10.0
        )
        confusion[one.gate, decision.gate] += 1
        by[decision.by] += 1
    return Measured(split, confusion, by)


def as_text(results: Sequence[Measured]) -> str:
    return "\n\n".join("\n".join(_lines(one)) for one in results)


def _lines(one: Measured) -> Sequence[str]:
    count = sum(one.confusion.values())
    told = ", ".join(f"{n} by {who}" for who, n in sorted(one.by.items()))
    rows = [
        f"  {wanted:<10}" + "".join(f"{one.confusion.get((wanted, said), 0):>10}" for said in GATES) for wanted in GATES
    ]
    return [
        f"{one.split}: {count} messages ({told})",
        f"  precision {one.precision:.3f}   recall {one.recall:.3f}",
        f"  {'labelled':<10}" + "".join(f"{said:>10}" for said in GATES),
        *rows,
    ]


def _share(part: int, whole: int) -> float:
    return part / whole if whole else 0.0
