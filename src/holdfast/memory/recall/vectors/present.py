"""Which embedder answers for an owner now: the present one, or a former one until everything was embedded again."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from holdfast.models.types import Embedder


@dataclass(frozen=True, slots=True)
class EmbedderCoverage:
    """How one embedder stands with one owner."""

    embedder: int
    name: str
    is_whole: bool
    celled_at: int
    has_tokens: bool = False
    """Whether no turn lacks the vectors of its word pieces."""


@dataclass(frozen=True, slots=True)
class ReadyEmbedder:
    embedder: Embedder
    id: int
    is_celled: bool


def ready_embedder(
    coverages: Sequence[EmbedderCoverage], present: Embedder, former: Sequence[Embedder]
) -> ReadyEmbedder | None:
    """None: nothing was embedded yet, or only by an embedder that cannot be asked any more. Words alone answer then."""
    whole = {one.name: one for one in coverages if one.is_whole}
    for embedder in (present, *former):
        if covers := whole.get(embedder.name):
            return ReadyEmbedder(embedder, covers.embedder, covers.celled_at > 0)
    return None
