"""The labelled library through upload, readers, index and search; what came back is held against the words that
answer.

As one person's, on a database of its own. Each question is asked by words alone, by meaning alone and by both, in one
go, so that all three saw the same.
"""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from holdfast.cli.evals.bring import bring_whole
from holdfast.cli.evals.library import LabelledLibrary, LibraryQuestion, lost_answers, stands_in, told_before
from holdfast.core.errors import Invalid
from holdfast.core.ids import UserId
from holdfast.documents.parts import DocumentParts
from holdfast.knowledge.follow_up import Exchange
from holdfast.knowledge.fuse import PassageWeights
from holdfast.knowledge.registry import user_space
from holdfast.knowledge.search import Search, choose, weigh
from holdfast.knowledge.types import FoundPassage

DEPTH = 10
WAYS = ("words", "vectors", "both", "told")
"""The first three as they rank, with no floor; `told` is what is left of both when what is too far is not told."""


@dataclass(frozen=True, slots=True)
class FoundAt:
    """Where the answer stood, counted from 1, and where its document did; None: not among the first ten."""

    answer: int | None
    document: int | None


@dataclass(frozen=True, slots=True)
class Looked:
    """One question."""

    asked: LibraryQuestion
    places: Mapping[str, FoundAt]
    """By way."""
    told: int
    """How many passages."""
    best: float
    """How near the nearest of them is, told or not; 0 where there is none."""
    floor: float
    """Below which nothing is told."""
    ms: float


async def measure_retrieval(parts: DocumentParts, asker: UserId, library: LabelledLibrary) -> Sequence[Looked]:
    texts = {
        document.name: await bring_whole(parts, asker, document.name, document.file.read_bytes())
        for document in library.documents
    }
    if lost := lost_answers(library.questions, texts):
        raise Invalid(f"What answers does not stand in what was read: {'; '.join(lost)}")
    return [await _ask(parts, asker, question, told_before(question, texts)) for question in library.questions]


async def _ask(parts: DocumentParts, asker: UserId, asked: LibraryQuestion, before: Sequence[Exchange]) -> Looked:
    began = time.perf_counter()
    wish = Search(asked.text, [user_space(asker)], limit=DEPTH, before=before)
    weighed = await weigh(parts.db, parts.embedder, asker, wish)
    found = {
        way: await choose(parts.db, asker, weighed, weights, limit=DEPTH)
        for way, weights in _ways(weighed.weights).items()
    }
    ms = (time.perf_counter() - began) * 1000
    places = {way: _place(passages, asked) for way, passages in found.items()}
    best = found["both"][0].score if found["both"] else 0.0
    return Looked(asked, places, len(found["told"]), best, weighed.weights.floor, ms)


def _ways(weights: PassageWeights) -> Mapping[str, PassageWeights]:
    words, vectors = PassageWeights(1.0, 0.0, 1e-9, 0.0), PassageWeights(0.0, 1.0, 1e-9, 0.0)
    return dict(zip(WAYS, (words, vectors, replace(weights, floor=1e-9, keeps=0.0), weights), strict=True))


def _place(found: Sequence[FoundPassage], asked: LibraryQuestion) -> FoundAt:
    answer = document = None
    for place, one in enumerate(found, start=1):
        if one.passage.filename != asked.document:
            continue
        document = document or place
        if answer is None and stands_in(asked.answer, one.passage.text):
            answer = place
    return FoundAt(answer, document)
