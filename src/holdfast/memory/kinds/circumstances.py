"""Circumstances: finer kinds, by the written sentences that a fact or a request lies nearest to. Pure."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence

from holdfast.memory.kinds.meaning import FloatVector, nearest
from holdfast.memory.kinds.tables import KindExample, tables

_SAYING, _ASKING = 9, 25
"""How many of the nearest tell."""
_SHARPNESS = 10.0
_OTHERS = 0.35
"""What each further circumstance of a request counts for beside the one it was written for."""


def is_circumstance(kind: str) -> bool:
    return "/" in kind


def without_circumstances(kinds: Iterable[str]) -> Sequence[str]:
    return [kind for kind in kinds if not is_circumstance(kind)]


def circumstances_said(vector: FloatVector, known: FloatVector) -> Mapping[str, float]:
    """Of a fact; they add up to one. `known`: the vectors of the statements."""
    first = len(tables().stands)
    return _shares(vector, known[first : first + len(tables().said)], tables().said, _SAYING)


def circumstances_asked(vector: FloatVector, known: FloatVector) -> Mapping[str, float]:
    """Of a request: how much of what is asked near it goes wrong without each. `known`: the vectors of the requests."""
    return _shares(vector, known[len(tables().requests) :], tables().asked, _ASKING)


def _shares(
    vector: FloatVector, known: FloatVector, examples: Sequence[KindExample], neighbours: int
) -> Mapping[str, float]:
    shares: defaultdict[str, float] = defaultdict(float)
    for place, share in zip(*nearest(vector, known, most=neighbours, sharpness=_SHARPNESS), strict=True):
        for at, kind in enumerate(examples[place].kinds):
            shares[kind] += float(share) * (_OTHERS if at else 1.0)
    return shares
