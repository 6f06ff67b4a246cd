from __future__ import annotations

from datetime import datetime

from holdfast.core.cursor import read_cursor, row_number, write_cursor
from holdfast.core.db import Owner
from holdfast.memory.intake.check import check_owner
from holdfast.memory.known import store
from holdfast.memory.known.types import EntityPage, Picture
from holdfast.memory.moments import check_moment
from holdfast.memory.parts import MemoryParts

MAX_QUERY_WORDS = 12
MAX_PICTURED = 60
"""More than one can tell apart in a picture."""


async def list_entities(
    memory: MemoryParts,
    owner: Owner,
    *,
    query: str = "",
    as_of: datetime | None = None,
    cursor: str | None = None,
    limit: int = 50,
) -> EntityPage:
    """People and things, those mentioned last first. `query`: words, each of which must stand in it."""
    check_owner(owner)
    as_of = check_moment("asOf", as_of, memory.clock())
    before = read_cursor(cursor, row_number) if cursor else None
    words = query.lower().split()[:MAX_QUERY_WORDS]
    async with memory.db.as_owner(owner) as tx:
        found = await store.entities_named(tx, owner, words, as_of=as_of, before=before, limit=limit + 1)
    last = found[limit - 1].entity if len(found) > limit else None
    return EntityPage(found[:limit], write_cursor(last.last_at, last.id) if last else None)


async def picture(memory: MemoryParts, owner: Owner, *, as_of: datetime | None = None) -> Picture:
    check_owner(owner)
    as_of = check_moment("asOf", as_of, memory.clock())
    async with memory.db.as_owner(owner) as tx:
        found = await store.entities_joined(tx, owner, as_of, limit=MAX_PICTURED + 1)
        shown = found[:MAX_PICTURED]
        edges = await store.edges_among(tx, owner, as_of, [one.entity.id for one in shown])
    return Picture(shown, edges, is_whole=len(found) == len(shown))
