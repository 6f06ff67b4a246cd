"""How far a threshold may move before its labelled set is no longer told apart well enough.

An embedder gives another cosine on another processor, by 0.03 at most (tests/models/test_minilm_onnx.py). A threshold
that needs it more exactly than that is on a knife's edge.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

ANOTHER_MACHINE = 0.03


@dataclass(frozen=True, slots=True)
class Margin:
    name: str
    threshold: float
    scored: Sequence[tuple[float, bool]]
    """What each labelled example scores, and whether it belongs at or above the threshold."""
    wanted: float
    """The share that must be right, wherever between the two machines the threshold lies."""
    room: float = ANOTHER_MACHINE
    """More where the score is no cosine, but goes further than one."""

    def right(self, shift: float = 0.0) -> float:
        return sum((score >= self.threshold + shift) is above for score, above in self.scored) / len(self.scored)

    @property
    def least(self) -> float:
        return min(self.right(shift) for shift in (-self.room, 0.0, self.room))


def as_table(margins: Sequence[Margin]) -> str:
    rows = [f"  {'':<12}{'from':>7}{'examples':>10}{'lower':>8}{'here':>8}{'higher':>8}{'wanted':>8}"]
    for one in margins:
        shares = "".join(f"{one.right(shift):>8.3f}" for shift in (-one.room, 0.0, one.room))
        rows.append(f"  {one.name:<12}{one.threshold:>7.2f}{len(one.scored):>10}{shares}{one.wanted:>8.2f}")
    return "\n".join(rows)
