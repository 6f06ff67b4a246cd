"""The queue: how much waits of each kind, for how long, what runs this moment, and the schedule."""

from __future__ import annotations

from uuid import UUID

from holdfast.accounts.admins import as_admin
from holdfast.admin import store
from holdfast.admin.types import Queue
from holdfast.core.db import Db

_MOST_RUNNING = 200


async def read_queue(db: Db, admin: UUID) -> Queue:
    async with as_admin(db, admin) as tx:
        return Queue(
            await store.list_kinds(tx), await store.list_running(tx, _MOST_RUNNING), await store.list_schedules(tx)
        )
