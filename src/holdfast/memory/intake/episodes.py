"""What was said, read again."""

from __future__ import annotations

from collections.abc import Sequence

from holdfast.core.db import Owner, Tx
from holdfast.memory.intake import store
from holdfast.memory.types import Episode


async def read_window(tx: Tx, owner: Owner, session_id: str) -> Sequence[Episode]:
    """The last messages of a session, the oldest first; empty once it is closed, or if there is no such session."""
    return await store.window(tx, owner, session_id)


async def episodes(tx: Tx, owner: Owner, ids: Sequence[int]) -> Sequence[Episode]:
    """Turns by id, in the order asked for; what is not there, or not this owner's, is left out."""
    return await store.by_ids(tx, owner, ids)
