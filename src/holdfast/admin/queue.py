"""The queue: how much waits of each kind, for how long, what runs this moment, and the schedule."""

from __future__ import annotations

from holdfast.accounts.admins import as_admin
from holdfast.admin import store
from holdfast.admin.types import QueueReport
from holdfast.core.db import Db
from holdfast.core.ids import UserId

_MAX_RUNNING = 200


async def read_queue(db: Db, admin_id: UserId) -> QueueReport:
    async with as_admin(db, admin_id) as tx:
        return QueueReport(
            await store.list_kinds(tx), await store.list_running(tx, _MAX_RUNNING), await store.list_schedules(tx)
        )
