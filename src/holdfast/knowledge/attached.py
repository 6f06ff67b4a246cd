"""What a message points at, for its answer: what was brought in its chat, and documents that it names. Small as they
are, all of them; large, how they begin.

What is small need not be searched: whoever asks "what does this say?" uses none of its words.
"""

from __future__ import annotations

from collections.abc import Sequence

from holdfast.core.db import Db, owner_of
from holdfast.core.ids import DocumentId, UserId
from holdfast.knowledge import spaces_store, store
from holdfast.knowledge.types import FoundPassage, Space

MAX_WHOLE_PASSAGES = 16
"""About four thousand tokens."""
_BEGINS = 2


async def read_attached(db: Db, asker: UserId, chat: Space, named: Sequence[DocumentId] = ()) -> Sequence[FoundPassage]:
    async with db.reading(owner_of(asker)) as tx:
        found = await store.read_of_chat(tx, chat, named, most=MAX_WHOLE_PASSAGES, begins=_BEGINS)
    return [FoundPassage(passage, chat, 1.0) for passage in found]


async def read_documents(db: Db, asker: UserId, named: Sequence[DocumentId]) -> Sequence[FoundPassage]:
    """Those that the asker sees, wherever they are kept."""
    async with db.reading(owner_of(asker)) as tx:
        found = await store.read_of_documents(tx, named, most=MAX_WHOLE_PASSAGES, begins=_BEGINS)
        spaces = {number: await spaces_store.read_space(tx, number) for number in {one.space_id for one in found}}
    return [FoundPassage(passage, spaces[passage.space_id], 1.0) for passage in found]
