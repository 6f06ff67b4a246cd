"""Whether a sentence says something lasting of its speaker, by the examples it is nearest to. Pure."""

from __future__ import annotations

from holdfast.memory.kinds.meaning import Vector, nearest
from holdfast.memory.kinds.tables import tables

STATES = "states"
"""The predicate of a standing statement: the object is a sentence of the person's own."""
STANDS_FROM = 0.62
"""Share of the neighbours that stand."""
_NEIGHBOURS, _SHARPNESS = 9, 10.0
_LEAST_NEAR = 0.3
"""Inner product with the nearest example below which none of them tells anything."""


def stands(vector: Vector, known: Vector) -> float:
    """From 0 to 1; `known`: the vectors of the statements, those that pass at the end."""
    places, shares = nearest(vector, known, most=_NEIGHBOURS, sharpness=_SHARPNESS)
    if float(known[places[0]] @ vector) < _LEAST_NEAR:
        return 0.0
    standing = len(tables().stands)
    return float(sum(share for place, share in zip(places, shares, strict=True) if place < standing))
