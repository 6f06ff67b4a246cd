"""What was brought in a chat, for an answer in it: small as it is, all of it; large, how those just brought begin.

What is small need not be searched: whoever asks "what does this say?" uses none of its words.
"""

from __future__ import annotations

from collections.abc import Sequence

from holdfast.core.db import Db, owner_of
from holdfast.core.ids import DocumentId, UserId
from holdfast.knowledge import store
from holdfast.knowledge.types import FoundPassage, Space

MAX_WHOLE_PASSAGES = 16
"""About four thousand tokens."""
_BEGINS = 2


async def read_attached(db: Db, asker: UserId, chat: Space, named: Sequence[DocumentId] = ()) -> Sequence[FoundPassage]:
    async with db.reading(owner_of(asker)) as tx:
        found = await store.read_of_chat(tx, chat, named, most=MAX_WHOLE_PASSAGES, begins=_BEGINS)
    return [FoundPassage(passage, chat, 1.0) for passage in found]
