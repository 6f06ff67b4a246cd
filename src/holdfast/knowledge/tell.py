"""Passages as a model is told them: numbered, each behind the names it stands under. Pure.

Passages that follow each other are told as one, without what they share, under the number of the first.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from holdfast.knowledge.types import Passage


@dataclass(frozen=True, slots=True)
class NumberedPassage:
    """Passages of one place in a document, told under one number."""

    number: int
    parts: Sequence[Passage]

    @property
    def first(self) -> Passage:
        return self.parts[0]


def join_neighbours(passages: Sequence[Passage]) -> Sequence[Sequence[Passage]]:
    """In the order of the best of each, those that follow each other on a page together."""
    groups: list[list[Passage]] = []
    for passage in passages:
        for group in groups:
            if _follows(group[-1], passage):
                group.append(passage)
                break
            if _follows(passage, group[0]):
                group.insert(0, passage)
                break
        else:
            groups.append([passage])
    return groups


def tell(numbered: NumberedPassage, words: str | None = None) -> str:
    """`words`: in place of all that stands there."""
    first = numbered.first
    names = [first.title, *first.headings, *([f"page {first.page}"] if first.page else [])]
    return f"[{numbered.number}] {' › '.join(names)}\n{words or _whole(numbered)}"


def _whole(numbered: NumberedPassage) -> str:
    text = numbered.first.text
    for before, after in zip(numbered.parts, numbered.parts[1:], strict=False):
        text += _beyond(before, after)
    return text


def _follows(before: Passage, after: Passage) -> bool:
    return (before.document_id, before.version, before.page) == (
        after.document_id,
        after.version,
        after.page,
    ) and after.ordinal == before.ordinal + 1


def _beyond(before: Passage, after: Passage) -> str:
    shared = before.starts + len(before.text) - after.starts
    if 0 < shared < len(after.text) and before.text.endswith(after.text[:shared]):
        return after.text[shared:]
    return f"\n{after.text}"
