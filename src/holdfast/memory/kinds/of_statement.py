"""Whether a sentence says something lasting of its speaker, by the examples it is nearest to. Pure."""

from __future__ import annotations

import numpy as np

from holdfast.memory.kinds.meaning import FloatVector
from holdfast.memory.kinds.tables import tables

STATES = "states"
"""The predicate of a standing statement: the object is a sentence of the person's own."""
STANDS_FROM = 0.36
"""Of the examples' nearness, the share of those that stand. On what people said in `bench/recall/needs`, every turn
that holds a fact has a sentence above it, and of the others 73 in 100."""
_SHARPNESS = 16.0
_MIN_NEARNESS = 0.3
"""Inner product with the nearest example below which none of them tells anything."""


def stands(vector: FloatVector, known: FloatVector) -> float:
    """From 0 to 1; `known`: the vectors of the statements, those that pass at the end.

    All of them are heard, near ones above all, each side in the mean: how many were written of either tells nothing
    """
    nearness = known @ vector
    if float(nearness.max()) < _MIN_NEARNESS:
        return 0.0
    count = len(tables().stands) + len(tables().said)
    heard = np.exp(_SHARPNESS * (nearness - nearness.max()))
    standing, passing = float(heard[:count].mean()), float(heard[count:].mean())
    return standing / (standing + passing)
