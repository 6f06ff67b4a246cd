"""What is told whatever is asked: the text people wrote about themselves, and the facts they pinned."""

from __future__ import annotations

from holdfast.core.db import Owner
from holdfast.memory.learning.facts import pinned_facts
from holdfast.memory.parts import MemoryParts
from holdfast.memory.profile import store
from holdfast.memory.profile.types import Standing


async def standing(memory: MemoryParts, owner: Owner, *, persona_id: str | None = None, limit: int = 50) -> Standing:
    async with memory.db.as_owner(owner) as tx:
        known = await store.read_identity(tx, owner)
        return Standing(known.about, await pinned_facts(tx, owner, persona_id=persona_id, limit=limit))
