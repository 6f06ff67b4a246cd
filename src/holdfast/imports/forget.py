"""What is known of the files that chats came in, taken out with everything else. One that is being read ends: what its
next transaction brings is undone with it, because the import is not there any more."""

from __future__ import annotations

from holdfast.core.db import Tx
from holdfast.core.ids import UserId
from holdfast.imports import store


async def hold_imports(tx: Tx, user_id: UserId) -> None:
    """From here to the end of the transaction none of this person's brings another chat."""
    await store.lock_imports(tx, user_id)


async def forget_imports(tx: Tx, user_id: UserId) -> int:
    """How many went. They are held (`hold_imports`)."""
    return await store.delete_imports(tx, user_id)
