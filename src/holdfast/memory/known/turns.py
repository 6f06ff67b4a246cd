from __future__ import annotations

from collections.abc import Sequence

from holdfast.core.db import Owner
from holdfast.memory.intake.check import check_owner
from holdfast.memory.known import store
from holdfast.memory.parts import MemoryParts
from holdfast.memory.types import Episode

MAX_TURNS = 500


async def read_turns(memory: MemoryParts, owner: Owner, ids: Sequence[int]) -> Sequence[Episode]:
    """In the order they were said; one that is gone, or somebody else's, is not among them."""
    check_owner(owner)
    async with memory.db.as_owner(owner) as tx:
        return await store.turns_numbered(tx, owner, ids[:MAX_TURNS])
