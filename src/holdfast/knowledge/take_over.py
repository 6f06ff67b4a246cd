"""Another embedder takes over a space: its vectors are made beside the former one's, which answer until then.

Passages that have the new vector are found by that, the others by the one they have. When all have it the former ones
go. What is cut anew meanwhile, or by another process, is seen at the end, and the space is taken up again.
"""

from __future__ import annotations

import asyncio

from holdfast.core.db import Db
from holdfast.core.ids import UserId
from holdfast.knowledge import spaces_store, vectors_store
from holdfast.knowledge.cells import cell_space
from holdfast.knowledge.index import BATCH, in_place
from holdfast.knowledge.vectors import embed_passages, stored_name
from holdfast.models.types import Embedder


async def take_over(db: Db, embedder: Embedder, acting: UserId, space_id: int, *, seconds: float) -> bool:
    """Whether there is more to do. At least one batch, whatever the time."""
    until = asyncio.get_running_loop().time() + seconds
    name = stored_name(embedder)
    while True:
        async with db.as_user(acting) as tx:
            await spaces_store.lock_spaces(tx, space_id)
            await spaces_store.note_embedder(tx, space_id, name)
            waiting = await vectors_store.without_vectors(tx, space_id, name, most=BATCH)
            if not waiting:
                await vectors_store.drop_former_vectors(tx, space_id, name)
                await spaces_store.note_only_embedder(tx, space_id, name)
        if not waiting:
            await cell_space(db, acting, space_id, name)
            return False
        vectors = await embed_passages(
            embedder, [in_place(one.title, one.filename, one.headings, one.text) for one in waiting]
        )
        async with db.as_user(acting) as tx:
            await spaces_store.lock_spaces(tx, space_id)
            await vectors_store.add_vectors(tx, space_id, name, [one.id for one in waiting], vectors)
        if asyncio.get_running_loop().time() >= until:
            return True
