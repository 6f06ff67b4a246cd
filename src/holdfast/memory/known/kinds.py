from __future__ import annotations

from datetime import datetime

from holdfast.core.db import Owner
from holdfast.memory.intake.check import check_owner
from holdfast.memory.known import store
from holdfast.memory.known.types import KindCounts
from holdfast.memory.moments import check_moment
from holdfast.memory.parts import MemoryParts


async def count_kinds(memory: MemoryParts, owner: Owner, *, as_of: datetime | None = None) -> KindCounts:
    check_owner(owner)
    as_of = check_moment("asOf", as_of, memory.clock())
    async with memory.db.as_owner(owner) as tx:
        return KindCounts(await store.kinds_held(tx, owner, as_of), await store.first_learned(tx, owner))
