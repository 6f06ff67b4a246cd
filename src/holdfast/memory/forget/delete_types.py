"""What the steps of taking out hand to each other."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Tainted:
    """Summaries that hold a piece of what goes."""

    rolling: Sequence[int] = ()
    """Sessions whose rolling summary does."""
    summaries: Mapping[int, int] = field(default_factory=dict)
    """Session → the last turn of the first stretch whose summary does."""

    @property
    def sessions(self) -> Sequence[int]:
        return sorted({*self.rolling, *self.summaries})
