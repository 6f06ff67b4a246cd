"""What others than this database still have to take out, written down in the transaction that makes it necessary."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import timedelta
from typing import Any

from holdfast.core.db import LOCAL_TENANT, Owner, Tx
from holdfast.core.ids import ReceiptId
from holdfast.memory.forget import store
from holdfast.memory.forget.types import NewPending
from holdfast.memory.parts import MemoryParts

REMOTE = "memory"
"""The name among sinks of a memory that is another installation's."""


async def owe_sinks(
    memory: MemoryParts, tx: Tx, owner: Owner, receipt_id: ReceiptId, names: Sequence[str] | None
) -> None:
    """Every sink takes out what it got under these names; None: everything of this owner."""
    for sink in memory.sinks if names is None or names else ():
        await store.add_pending(tx, owner, NewPending(receipt_id, sink.name, memory.clock(), names=names))


def is_kept_remotely(memory: MemoryParts, owner: Owner) -> bool:
    """Only accounts of this installation have told another memory something: the others are nobody's here."""
    return memory.remote is not None and owner.tenant_id == LOCAL_TENANT


async def owe_remote(
    memory: MemoryParts,
    tx: Tx,
    owner: Owner,
    receipt_id: ReceiptId,
    wish: Mapping[str, Any],
    *,
    pause_seconds: float = 0,
) -> None:
    """`pause_seconds`: how long whoever writes it down takes to try it first."""
    due_at = memory.clock() + timedelta(seconds=pause_seconds)
    await store.add_pending(tx, owner, NewPending(receipt_id, REMOTE, due_at, wish=wish))
