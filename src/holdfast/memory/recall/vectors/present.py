"""Which embedder answers for an owner now: the present one, or a former one until everything was embedded again."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from holdfast.models.types import Embedder


@dataclass(frozen=True, slots=True)
class Standing:
    """How one embedder stands with one owner."""

    embedder: int
    name: str
    is_whole: bool
    celled_at: int


@dataclass(frozen=True, slots=True)
class Answering:
    embedder: Embedder
    id: int
    is_celled: bool


def answering(standings: Sequence[Standing], present: Embedder, former: Sequence[Embedder]) -> Answering | None:
    """None: nothing was embedded yet, or only by an embedder that cannot be asked any more. Words alone answer then."""
    whole = {one.name: one for one in standings if one.is_whole}
    for embedder in (present, *former):
        if standing := whole.get(embedder.name):
            return Answering(embedder, standing.embedder, standing.celled_at > 0)
    return None
