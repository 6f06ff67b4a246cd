"""What was found of the labelled library, as shares, for people. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import log2
from statistics import mean, median

from holdfast.cli.evals.library import PARTS
from holdfast.cli.evals.retrieval import DEPTH, WAYS, FoundAt, Looked

_COLUMNS = ("R@5", "R@10", "doc@1", "nDCG@10", "MRR")


@dataclass(frozen=True, slots=True)
class FoundShares:
    """Of the questions that something answers."""

    at_5: float
    at_10: float
    document_first: float
    ndcg: float
    reciprocal: float

    @property
    def row(self) -> Sequence[float]:
        return (self.at_5, self.at_10, self.document_first, self.ndcg, self.reciprocal)


def shares(looked: Sequence[Looked], way: str) -> FoundShares:
    places = [one.places[way] for one in looked if one.asked.document]
    return FoundShares(
        mean([_within(place, 5) for place in places]),
        mean([_within(place, DEPTH) for place in places]),
        mean([place.document == 1 for place in places]),
        mean([1 / log2(1 + place.answer) if place.answer else 0.0 for place in places]),
        mean([1 / place.answer if place.answer else 0.0 for place in places]),
    )


def false_hits(looked: Sequence[Looked]) -> float:
    """Of the questions that nothing answers, those that were told something all the same."""
    return mean([bool(one.told) for one in looked if not one.asked.document] or [0.0])


def unanswered(looked: Sequence[Looked]) -> float:
    """Of the questions that something answers, those that were told nothing."""
    return mean([not one.told for one in looked if one.asked.document])


def is_better_together(looked: Sequence[Looked]) -> bool:
    """In each part of the library, by what is among the first five and by how far ahead it stands."""
    for part in PARTS:
        of_part = [one for one in looked if one.asked.part == part]
        words, vectors, both = (shares(of_part, way) for way in ("words", "vectors", "both"))
        if both.at_5 < max(words.at_5, vectors.at_5) or both.ndcg < max(words.ndcg, vectors.ndcg):
            return False
    return True


def retrieval_as_text(looked: Sequence[Looked]) -> str:
    lines = [f"{'':<26}{'questions':>10}  {''.join(f'{title:>9}' for title in _COLUMNS)}"]
    answered = [one for one in looked if one.asked.document]
    for part in PARTS:
        lines += _rows(part, [one for one in answered if one.asked.part == part])
    for language in sorted({one.asked.language for one in answered}):
        own = [one for one in answered if one.asked.language == language and not one.asked.is_across]
        lines += _rows(language, own)
    lines += _rows("in another language", [one for one in answered if one.asked.is_across])
    lines += _rows("going on", [one for one in answered if one.asked.goes_on])
    lines += _rows("all", answered)
    nothing = [one for one in looked if not one.asked.document]
    lines += ["", f"false hits on what nothing answers: {100 * false_hits(looked):.1f} % of {len(nothing)}"]
    lost = unanswered(looked)
    lines.append(f"questions with an answer that were told nothing: {100 * lost:.1f} %")
    lines.append(f"passages told where there is an answer: {mean(one.told for one in answered):.1f}")
    lines.append(f"median question, four times over: {median(one.ms for one in looked):.1f} ms")
    return "\n".join(lines)


def _rows(name: str, looked: Sequence[Looked]) -> Iterator[str]:
    if not looked:
        return
    yield f"{name:<26}{len(looked):>10}"
    for way in WAYS:
        numbers = "".join(f"{100 * value:>9.1f}" for value in shares(looked, way).row)
        yield f"{'  ' + way:<36}  {numbers}"


def _within(place: FoundAt, depth: int) -> bool:
    return place.answer is not None and place.answer <= depth
