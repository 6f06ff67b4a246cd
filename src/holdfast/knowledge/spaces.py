"""Spaces and what stands in them, as the room that fills them needs to know."""

from __future__ import annotations

from collections.abc import Sequence

from holdfast.core.db import Db
from holdfast.core.ids import UserId
from holdfast.knowledge import spaces_store
from holdfast.knowledge.spaces_store import find_space, lock_spaces, move_passages, open_space, read_space
from holdfast.knowledge.store import count_passages, drop_passages
from holdfast.knowledge.vectors import stored_name
from holdfast.models.types import Embedder

__all__ = [
    "count_passages",
    "drop_passages",
    "find_space",
    "lock_spaces",
    "move_passages",
    "open_space",
    "read_space",
    "spaces_behind",
]


async def spaces_behind(db: Db, embedder: Embedder, *, most: int) -> Sequence[tuple[int, UserId]]:
    """Those that have vectors of another embedder, each with somebody as whom this one's may be made."""
    return await spaces_store.spaces_behind(db, stored_name(embedder), most=most)
