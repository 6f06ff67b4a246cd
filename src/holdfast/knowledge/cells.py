"""A large space in cells: a question reads the vectors of those nearest to it, not of all.

An exact scan is quick up to a few thousand vectors. The cells are made when there are more, and again whenever the
space has doubled; what comes later goes into the nearest.
"""

from __future__ import annotations

import asyncio

from holdfast.core.cells import cells_for, centres_of, must_cell, nearest_cells
from holdfast.core.db import Db
from holdfast.core.ids import UserId
from holdfast.knowledge import spaces_store, vectors_store


async def cell_space(db: Db, acting: UserId, space_id: int, embedder: str) -> bool:
    """Whether they were made. `embedder`: as its vectors are stored."""
    async with db.as_user(acting) as tx:
        if not must_cell(*await spaces_store.space_sizes(tx, space_id)):
            return False
        ids, vectors = await vectors_store.space_vectors(tx, space_id, embedder)
    if not ids:
        return False
    centres = await asyncio.to_thread(centres_of, vectors, cells_for(len(vectors)))
    cells = await asyncio.to_thread(nearest_cells, vectors, centres)
    async with db.as_user(acting) as tx:
        await spaces_store.lock_spaces(tx, space_id)
        await vectors_store.set_cells(tx, space_id, embedder, centres, dict(zip(ids, cells.tolist(), strict=True)))
        await spaces_store.note_cells(tx, space_id, len(ids))
    return True
