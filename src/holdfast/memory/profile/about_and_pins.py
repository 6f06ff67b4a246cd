"""What is told whatever is asked: the text people wrote about themselves, and the facts they pinned."""

from __future__ import annotations

from holdfast.core.db import Owner
from holdfast.memory.learning.store import about_and_pinned
from holdfast.memory.parts import MemoryParts
from holdfast.memory.profile.types import AboutAndPins


async def about_and_pins(
    memory: MemoryParts, owner: Owner, *, persona_id: str | None = None, limit: int = 50
) -> AboutAndPins:
    return AboutAndPins(*await about_and_pinned(memory.db, owner, persona_id=persona_id, limit=limit))
