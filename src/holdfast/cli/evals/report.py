"""Shares and ratios for people. Pure."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import fields
from statistics import mean, median

from holdfast.cli.evals.measure import Answered, Ranks
from holdfast.cli.evals.transcripts import KINDS

_COLUMNS = ("R@5", "R@10", "R@20", "MRR", "sess@10")


def averages(found: Sequence[Ranks]) -> Sequence[float]:
    return [100 * mean(getattr(one, field.name) for one in found) for field in fields(Ranks)]


def as_text(answers: Sequence[Answered]) -> str:
    marked = [one for one in answers if one.asked.evidence]
    unmarked = [one for one in answers if not one.asked.evidence]
    lines = [f"{'':<28}{'questions':>10}  {_titles()}", *_rows(marked, lambda one: one.asked.kind, KINDS)]
    lines += ["", *_rows(marked, lambda one: one.conversation, sorted({one.conversation for one in marked}))]
    lines += ["", *_row("all", marked), ""]
    lost = mean(one.is_empty for one in marked) if marked else 0.0
    lines.append(f"answered questions that came back empty: {100 * lost:.1f} %")
    if unmarked:
        kept = mean(one.is_empty for one in unmarked)
        lines.append(f"unanswerable questions that came back empty: {100 * kept:.1f} % of {len(unmarked)}")
    lines.append(f"median query: {median(one.ms for one in answers):.1f} ms")
    return "\n".join(lines)


def _rows(answers: Sequence[Answered], key: Callable[[Answered], str], names: Sequence[str]) -> Iterator[str]:
    for name in names:
        if chosen := [one for one in answers if key(one) == name]:
            yield from _row(name, chosen)


def _row(name: str, answers: Sequence[Answered]) -> Iterator[str]:
    ours, theirs = averages([one.holdfast for one in answers]), averages([one.bm25 for one in answers])
    yield f"{name:<28}{len(answers):>10}  {_numbers(ours)}"
    ratios = "".join(f"{a / b:>8.2f}x" if b else f"{'–':>9}" for a, b in zip(ours, theirs, strict=True))
    yield f"{'  BM25 alone':<38}  {_numbers(theirs)}"
    yield f"{'  ratio':<38}  {ratios}"


def _titles() -> str:
    return "".join(f"{title:>9}" for title in _COLUMNS)


def _numbers(values: Sequence[float]) -> str:
    return "".join(f"{value:>9.1f}" for value in values)
