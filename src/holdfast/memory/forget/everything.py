"""Everything of an owner, in the caller's transaction: for "forget all of it", and for an account that leaves.

The tables are taken from the catalogue: one that is added tomorrow is emptied tomorrow. Receipts stay, as the only
proof that something was there and is gone.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from holdfast.core.db import Owner, Tx
from holdfast.core.ids import ReceiptId, new_id
from holdfast.core.jobs import drop_jobs_of_asker
from holdfast.memory.forget import store
from holdfast.memory.forget.pending import is_kept_remotely, owe_remote, owe_sinks
from holdfast.memory.forget.receipts import keep_receipt
from holdfast.memory.forget.types import ForgetRecord, Receipt
from holdfast.memory.intake.sessions_store import lock_sessions
from holdfast.memory.locks import lock_owner
from holdfast.memory.parts import MemoryParts
from holdfast.memory.people.store import hold_person
from holdfast.memory.types import ForgottenRows

_OF_THE_PERSON = ("daily_analyses", "user_model_items", "memory_people")
"""Written under the lock of the person's row, so deleted under it."""


async def delete_everything(
    memory: MemoryParts, tx: Tx, owner: Owner, receipt_id: ReceiptId | None = None, *, is_leaving: bool = False
) -> Receipt:
    """The caller's transaction must be this owner's. Others are asked later, by the schedule or by `run_pending`."""
    receipt_id = ReceiptId(receipt_id or new_id())
    await lock_owner(tx, owner)
    for eraser in memory.erasers:
        await eraser.hold(tx, owner)
    await lock_sessions(tx, owner, None)
    messages = await store.all_messages(tx, owner)
    tables = await store.owned_tables(tx)
    counts = {name: count for name in tables if (count := await store.count_all(tx, owner, name))}
    gone = await store.all_that_is(tx, owner)
    for name in tables:
        if name not in _OF_THE_PERSON:
            await store.delete_all(tx, owner, name)
    await hold_person(tx, owner)
    for name in _OF_THE_PERSON:
        await store.delete_all(tx, owner, name)
    erased = [await eraser.erase(tx, owner, ForgottenRows("everything")) for eraser in memory.erasers]
    counts["jobs"] = await drop_jobs_of_asker(tx)
    for one in erased:
        counts |= one.counts
        messages = [*messages, *one.external_ids]
    found = {name: await store.count_all(tx, owner, name) for name in tables}
    record = ForgetRecord(
        gone,
        counts={name: count for name, count in counts.items() if count},
        found={name: count for name, count in found.items() if count},
        messages=messages,
    )
    receipt = await keep_receipt(memory, tx, owner, receipt_id, record)
    await owe_sinks(memory, tx, owner, receipt_id, None)
    await store.drop_wishes(tx, owner)
    if is_kept_remotely(memory, owner):
        await owe_remote(memory, tx, owner, receipt_id, {"everything": True, "isLeaving": is_leaving})
    return receipt


async def count_everything(tx: Tx, owner: Owner) -> Mapping[str, int]:
    return {name: n for name in await store.owned_tables(tx) if (n := await store.count_all(tx, owner, name))}


@dataclass(frozen=True, slots=True)
class MemoryEraser:
    """For deleting an account: its memories go in the very transaction in which the account does."""

    memory: MemoryParts

    async def take_out(self, tx: Tx, owner: Owner) -> None:
        await delete_everything(self.memory, tx, owner, is_leaving=True)

    async def take_out_rest(self, tx: Tx, owner: Owner) -> None:
        if await count_everything(tx, owner):
            await delete_everything(self.memory, tx, owner, is_leaving=True)
