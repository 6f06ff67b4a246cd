"""What was taken out of a text and what was added, line by line. Pure, and quick whatever the texts are.

Lines that each text has once and both have stand for places that did not move; between two such places lines that
begin or end alike are the same, and all else was replaced. That is less than the shortest list of changes, and never
takes longer than the texts are long.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

ChangeKind = Literal["same", "removed", "added", "skipped"]
"""`skipped`: lines that are the same, and far from any that are not."""
_KEPT_LINES = 3


@dataclass(frozen=True, slots=True)
class TextChange:
    """Lines that follow each other and share a fate."""

    kind: ChangeKind
    lines: int
    text: str


def compare(former: str, later: str) -> Sequence[TextChange]:
    old, new = former.split("\n"), later.split("\n")
    runs: list[tuple[ChangeKind, list[str]]] = []
    at = place = 0
    for old_end, new_end in [*_anchors(old, new), (len(old), len(new))]:
        for kind, lines in _between(old[at:old_end], new[place:new_end]):
            _join(runs, kind, lines)
        if old_end < len(old) and new_end < len(new):
            _join(runs, "same", [old[old_end]])
        at, place = old_end + 1, new_end + 1
    return [change for kind, lines in runs for change in _told(kind, lines)]


def _told(kind: ChangeKind, lines: Sequence[str]) -> Iterator[TextChange]:
    far = len(lines) - 2 * _KEPT_LINES
    if kind != "same" or far <= 1:
        yield TextChange(kind, len(lines), "\n".join(lines))
        return
    yield TextChange("same", _KEPT_LINES, "\n".join(lines[:_KEPT_LINES]))
    yield TextChange("skipped", far, "")
    yield TextChange("same", _KEPT_LINES, "\n".join(lines[-_KEPT_LINES:]))


def _anchors(old: Sequence[str], new: Sequence[str]) -> Sequence[tuple[int, int]]:
    """Where lines stand that both have and have once, as many as are in the same order in both."""
    seen_old, seen_new = Counter(old), Counter(new)
    places = {line: at for at, line in enumerate(new) if seen_new[line] == 1}
    pairs = [(at, places[line]) for at, line in enumerate(old) if seen_old[line] == 1 and line in places]
    ends: list[int] = []
    last: list[int] = []
    before: list[int] = []
    for index, (_, place) in enumerate(pairs):
        length = bisect_left(ends, place)
        before.append(last[length - 1] if length else -1)
        ends[length : length + 1] = [place]
        last[length : length + 1] = [index]
    chain: list[tuple[int, int]] = []
    index = last[-1] if last else -1
    while index >= 0:
        chain.append(pairs[index])
        index = before[index]
    return chain[::-1]


def _between(old: list[str], new: list[str]) -> Iterator[tuple[ChangeKind, list[str]]]:
    most = min(len(old), len(new))
    first = next((at for at in range(most) if old[at] != new[at]), most)
    left = most - first
    last = next((at for at in range(left) if old[-1 - at] != new[-1 - at]), left)
    yield "same", old[:first]
    yield "removed", old[first : len(old) - last]
    yield "added", new[first : len(new) - last]
    yield "same", old[len(old) - last :]


def _join(runs: list[tuple[ChangeKind, list[str]]], kind: ChangeKind, lines: list[str]) -> None:
    if not lines:
        return
    if runs and runs[-1][0] == kind:
        runs[-1][1].extend(lines)
    else:
        runs.append((kind, lines))
