"""Turns that were read before they came: known by a number below zero, and what was learned from them with it.

When the turn itself is stored, the schema gives what rests on it its evidence (revision 0030).
"""

from __future__ import annotations

from collections.abc import Sequence

from holdfast.core.db import Owner, Tx
from holdfast.memory.intake import sessions_store, store
from holdfast.memory.intake.types import AwaitedSession
from holdfast.memory.parts import MemoryParts


async def open_awaited(memory: MemoryParts, owner: Owner, session_id: str, persona_id: str | None) -> AwaitedSession:
    """The session's row, made if there is none: while it is empty, nobody is told of it."""
    async with memory.db.as_owner(owner) as tx:
        return await sessions_store.open_session(tx, owner, session_id, persona_id, now=memory.clock())


async def note_facts(tx: Tx, owner: Owner, rows: Sequence[tuple[int, int]]) -> None:
    """(fact, turn). Those of turns that are here are passed over."""
    awaited = [row for row in rows if row[1] < 0]
    if awaited:
        await store.note_facts(tx, owner, awaited)


async def note_loops(tx: Tx, owner: Owner, rows: Sequence[tuple[int, int, str]]) -> None:
    """(loop, turn, what), in the same manner."""
    awaited = [row for row in rows if row[1] < 0]
    if awaited:
        await store.note_loops(tx, owner, awaited)
