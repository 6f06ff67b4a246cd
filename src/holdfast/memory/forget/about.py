"""The person's own text about themselves: the sentences that say it go, the others are theirs."""

from __future__ import annotations

import re

from holdfast.core.db import Owner, Tx
from holdfast.memory.forget import delete_store as store

_SENTENCE = re.compile(r"(?<=[.!?])\s+|\n+")


async def forget_in_about(tx: Tx, owner: Owner, query: str) -> int:
    """How many sentences."""
    if not (about := await store.about(tx, owner)):
        return 0
    sentences = [sentence for sentence in _SENTENCE.split(about) if sentence.strip()]
    say_it = await store.saying(tx, sentences, query)
    if any(say_it):
        kept = [sentence for sentence, says in zip(sentences, say_it, strict=True) if not says]
        await store.set_about(tx, owner, " ".join(kept))
    return sum(say_it)
