"""Facts out of the stored envelopes: those of messages that are forgotten, and texts that hold a piece of them."""

from __future__ import annotations

from collections.abc import Sequence

from holdfast.core.db import Tx
from holdfast.core.ids import MessageId, UserId
from holdfast.turn.context.envelope import store
from holdfast.turn.context.envelope.merge import all_told, without_messages, without_texts


async def forget_facts(tx: Tx, user_id: UserId, messages: Sequence[MessageId], probes: Sequence[str]) -> int:
    """How many facts went. The summary is made again of what is left."""
    gone = 0
    for chat_id, kept in await store.lock_envelopes_with(tx, user_id, messages, probes):
        left = without_messages(kept.envelope, messages)
        texts = [told.text for told in all_told(left.facts)]
        named = frozenset(await store.texts_with(tx, texts, probes)) if probes and texts else frozenset()
        left = without_texts(left, named.__contains__)
        # Six words in a row may run over two facts: the summary alone would still tell them.
        if probes and await store.texts_with(tx, [left.summary], probes):
            left = without_texts(left, lambda _: True)
        gone += len(kept.envelope.facts) - len(left.facts)
        # Where the last message went, the envelope stands at what is the last one now: it is not made anew of the rest,
        # which may still tell what was just taken out.
        last = await store.find_head(tx, user_id, chat_id) if kept.through_id in messages else kept.through_id
        await store.put_envelope(tx, user_id, chat_id, left, last)
    return gone


async def count_envelopes_with(tx: Tx, user_id: UserId, probes: Sequence[str]) -> int:
    return await store.count_with(tx, user_id, probes)
