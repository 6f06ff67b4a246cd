"""Who of the admins did what to the installation, newest first. Rows are only ever added, by the tables themselves."""

from __future__ import annotations

from collections.abc import Sequence
from uuid import UUID

from holdfast.accounts.admins import as_admin
from holdfast.admin import store
from holdfast.admin.types import AdminEvent
from holdfast.core.db import Db
from holdfast.core.ids import UserId


async def list_events(db: Db, admin_id: UserId, *, before: UUID | None, limit: int) -> Sequence[AdminEvent]:
    async with as_admin(db, admin_id) as tx:
        return await store.list_events(tx, before, limit)
