"""Find it, take it out, look for it again, and sign what was done: one transaction in this database."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from holdfast.core.db import Owner, Tx, account_of, execute_with_retry
from holdfast.core.ids import ReceiptId
from holdfast.memory.forget import probes_store, store
from holdfast.memory.forget.delete import delete, delete_in_about
from holdfast.memory.forget.everything import delete_everything
from holdfast.memory.forget.pending import owe_sinks
from holdfast.memory.forget.probes import count_leftovers, found_only_in, probes_of
from holdfast.memory.forget.receipts import keep_receipt
from holdfast.memory.forget.select import find_turns_meant, select
from holdfast.memory.forget.types import (
    Deletion,
    ForgetAgain,
    ForgetEverything,
    ForgetLocal,
    ForgetQuery,
    ForgetRecord,
    ForgetWish,
    Receipt,
)
from holdfast.memory.locks import lock_owner
from holdfast.memory.parts import MemoryParts
from holdfast.memory.summaries.store import delete_chat_summaries
from holdfast.memory.types import ErasedCounts, Eraser, ForgottenRows


async def forget_local(
    memory: MemoryParts,
    owner: Owner,
    what: ForgetWish,
    receipt_id: ReceiptId,
    *,
    remote: Mapping[str, Any] | None = None,
) -> Receipt:
    """`remote`: the receipt of the memory elsewhere that has forgotten it before."""
    query = what.query if isinstance(what, ForgetQuery | ForgetLocal) else None
    meant = await find_turns_meant(memory, owner, query) if query is not None else ()
    order = _Order(what, meant, receipt_id, remote)

    async def in_one_go() -> Receipt:
        async with memory.db.as_owner(owner) as tx:
            await lock_owner(tx, owner)
            # A commit whose reply was lost is found by its receipt: doing it again would tell of nothing.
            return await store.find_receipt(tx, owner, receipt_id) or await _forget(memory, tx, owner, order)

    return await execute_with_retry(in_one_go, tries=8)


@dataclass(frozen=True, slots=True)
class _Order:
    what: ForgetWish
    meant: Sequence[int]
    """Turns that its query means."""
    receipt_id: ReceiptId
    remote: Mapping[str, Any] | None


async def _forget(memory: MemoryParts, tx: Tx, owner: Owner, order: _Order) -> Receipt:
    what, remote = order.what, order.remote
    if isinstance(what, ForgetEverything):
        return await delete_everything(memory, tx, owner, order.receipt_id)
    # Of messages the memory alone is meant: where they were said, they stay.
    erasers = () if what.kind == "messages" else memory.erasers
    for eraser in erasers:
        await eraser.hold(tx, owner)
    gone = await select(tx, owner, what, order.meant)
    probes = await _probes(tx, owner, gone)
    deleted = await delete(memory, tx, owner, gone, probes)
    gone, counts = deleted.gone, Counter(deleted.counts)
    if isinstance(what, ForgetQuery | ForgetLocal) and what.query:
        counts["about"] = await delete_in_about(tx, owner, what.query, at=memory.clock())
    told = _told(gone, probes)
    if isinstance(what, ForgetLocal) and erasers:
        told = await _told_remotely(memory, tx, owner, what, told)
    erased = [await eraser.erase(tx, owner, told) for eraser in erasers]
    if chats := [chat for one in erased for chat in one.chats]:
        patterns = probes_store.patterns_of(told.probes)
        counts["chatSummaries"] = await delete_chat_summaries(tx, account_of(owner), chats, patterns)
    for one in erased:
        counts.update(one.counts)
    found = await _leftovers(erasers, tx, owner, gone, told.probes)
    if remote is not None:
        counts.update(remote["counts"])
        found["elsewhere"] = 0 if remote["verified"] else 1
    digests = what.digests if isinstance(what, ForgetAgain) else ()
    record = ForgetRecord(gone, +counts, found, _messages(gone, erased), digests, order.remote)
    receipt = await keep_receipt(memory, tx, owner, order.receipt_id, record)
    await owe_sinks(memory, tx, owner, order.receipt_id, deleted.names)
    return receipt


async def _probes(tx: Tx, owner: Owner, gone: Deletion) -> Sequence[str]:
    """Pieces of it that stand in nothing that stays: wherever else one is found, it came from what goes."""
    texts = [turn.text for turn in gone.turns] + [item.text for item in (*gone.facts, *gone.loops)]
    return await found_only_in(tx, owner, await probes_of(tx, texts), [turn.id for turn in gone.turns])


def _told(gone: Deletion, probes: Sequence[str]) -> ForgottenRows:
    return ForgottenRows(
        gone.kind,
        session_ids=gone.session_ids,
        external_ids=[turn.external_id for turn in gone.turns if turn.external_id],
        episodes=[turn.id for turn in gone.turns],
        facts=[fact.id for fact in gone.facts],
        loops=[loop.id for loop in gone.loops],
        probes=probes,
    )


async def _told_remotely(
    memory: MemoryParts, tx: Tx, owner: Owner, what: ForgetLocal, told: ForgottenRows
) -> ForgottenRows:
    """The other memory keeps its words to itself: which they were is known from the messages they came from."""
    kept = [
        pair
        for eraser in memory.erasers
        for pair in await eraser.find_marked(tx, owner, what.marks.messages, what.session_ids)
    ]
    ids = [external_id for external_id, _ in kept]
    probes = await probes_of(tx, [text for _, text in kept])
    for eraser in memory.erasers:
        still = set(await eraser.said_still(tx, owner, probes, ids))
        probes = [probe for probe in probes if probe not in still]
    return replace(
        told,
        session_ids=sorted({*told.session_ids, *what.session_ids}),
        external_ids=sorted({*told.external_ids, *ids}),
        # Traces name what the other memory handed out, by its numbers.
        episodes=sorted({*told.episodes, *what.marks.turns}),
        facts=sorted({*told.facts, *what.marks.facts}),
        loops=sorted({*told.loops, *what.marks.loops}),
        probes=[*dict.fromkeys((*told.probes, *probes))],
    )


async def _leftovers(
    erasers: Sequence[Eraser], tx: Tx, owner: Owner, gone: Deletion, probes: Sequence[str]
) -> dict[str, int]:
    found = dict(await count_leftovers(tx, owner, gone, probes))
    for eraser in erasers:
        found[type(eraser).__name__] = await eraser.search(tx, owner, probes)
    return found


def _messages(gone: Deletion, erased: Sequence[ErasedCounts]) -> Sequence[tuple[str | None, str]]:
    """A session that was made for whoever named none is looked for without a name, and by the one it got."""
    own = [(turn, turn.external_id) for turn in gone.turns if turn.external_id]
    return [
        *((turn.session_id, external_id) for turn, external_id in own),
        *((None, external_id) for turn, external_id in own if turn.is_generated),
        *(pair for one in erased for pair in one.external_ids),
    ]
