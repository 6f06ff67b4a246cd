"""Evidence into scores, scores into a decision. A score is the chance that at least one of its cues is right."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Generic, TypeVar, cast

from holdfast.turn.reading.tables import Cue

Label = TypeVar("Label", bound=str)

SURE_FROM = 0.6
"""Below this confidence of the rules, nearness in meaning joins in."""
ASK_MODEL_BELOW = 0.45
"""Below this one a model is asked. Measured on utterances nobody had tuned on: readings from 0.45 to 0.6 were right as
often as those above, so that a second of waiting would have bought nothing."""


@dataclass(slots=True)
class CueEvidence(Generic[Label]):
    scores: dict[Label, float] = field(default_factory=dict)
    names: list[str] = field(default_factory=list)
    """Of the cues that were found."""

    def add(self, label: Label, weight: float, name: str | None = None) -> None:
        self.scores[label] = 1 - (1 - self.scores.get(label, 0.0)) * (1 - weight)
        if name:
            self.names.append(name)

    def find(self, cues: Iterable[Cue]) -> None:
        for cue in cues:
            self.add(cast(Label, cue.label), cue.weight, cue.name)

    def weaken(self, labels: Iterable[Label], factor: float) -> None:
        for label in labels:
            if label in self.scores:
                self.scores[label] *= factor

    def of(self, label: Label) -> float:
        return self.scores.get(label, 0.0)


@dataclass(frozen=True, slots=True)
class Decision(Generic[Label]):
    label: Label
    confidence: float
    scores: Mapping[Label, float]


def decide(scores: Mapping[Label, float], order: Sequence[Label]) -> Decision[Label]:
    """The highest score; how sure depends on the runner-up too. Among equals the first of `order` wins."""
    ranked = sorted(order, key=lambda label: -scores.get(label, 0.0))
    best, second = (scores.get(label, 0.0) for label in ranked[:2])
    return Decision(ranked[0], round(max(0.0, best - 0.5 * second), 3), scores)
