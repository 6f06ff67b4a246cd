"""A document's passages as they follow each other, for whoever reads on in it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from holdfast.core.db import Db, owner_of
from holdfast.core.ids import DocumentId, UserId
from holdfast.knowledge import store
from holdfast.knowledge.types import Passage


@dataclass(frozen=True, slots=True)
class OpenedPassages:
    passages: Sequence[Passage]
    all: int
    """How many there are in it."""


async def open_passages(
    db: Db, asker: UserId, document_id: DocumentId, *, start: int, page: int | None, most: int
) -> OpenedPassages:
    """Of the version that is found, or of one of its pages, from a place on (1: the first). None where it is not theirs
    to see, or was not read yet."""
    async with db.reading(owner_of(asker)) as tx:
        count, found = await store.read_in_order(tx, document_id, start=start, page=page, most=most)
    return OpenedPassages(found, count)
