from __future__ import annotations

from holdfast.core.db import Owner, Tx
from holdfast.memory.learning.held import store


async def write_alone(tx: Tx, owner: Owner) -> None:
    """Until this transaction ends nobody else writes facts or loops of this owner."""
    await store.lock_owner(tx, owner)
