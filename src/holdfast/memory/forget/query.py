"""Which turns the words of a wish mean.

Forgetting cannot be undone, so it asks for more than recall does: a turn goes if it holds every word of the wish, or if
recall ranks it above its floor and it holds at least half of the words. What is merely near in meaning stays.
"""

from __future__ import annotations

from collections.abc import Sequence

from holdfast.core.db import Owner
from holdfast.core.errors import Invalid
from holdfast.memory.forget import select_store as store
from holdfast.memory.parts import MemoryParts
from holdfast.memory.recall.choose import FLOOR
from holdfast.memory.recall.recall import recall

MOST_CHARACTERS = 1_000
_MOST_RECALLED = 100


async def turns_meant(memory: MemoryParts, owner: Owner, query: str) -> Sequence[int]:
    """The embedder is asked, so this stands before the transaction; whoever says it meanwhile says it again."""
    async with memory.db.as_owner(owner) as tx:
        terms = await store.terms_of(tx, query)
    if not terms:
        raise Invalid("The query holds no word that could be looked for.", code="empty_query")
    found = await recall(memory, owner, query, limit=_MOST_RECALLED)
    ranked = [hit.episode.id for hit in found.episodes if hit.score >= FLOOR]
    async with memory.db.as_owner(owner) as tx:
        whole = await store.turns_with_terms(tx, owner, terms, at_least=len(terms))
        half = await store.turns_with_terms(tx, owner, terms, at_least=(len(terms) + 1) // 2, among=ranked)
    return sorted({*whole, *half})
