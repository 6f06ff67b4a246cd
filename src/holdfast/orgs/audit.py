"""Who did what in an organization, newest first, for its owners. Rows are only ever added."""

from __future__ import annotations

from uuid import UUID

from holdfast.core.db import Db
from holdfast.core.ids import OrgId, UserId
from holdfast.orgs import store
from holdfast.orgs.permissions import get_user_org_role
from holdfast.orgs.types import EventPage, OwnersOnly, UnknownOrganization


async def list_events(db: Db, user_id: UserId, org_id: OrgId, *, before: UUID | None, limit: int) -> EventPage:
    async with db.as_user(user_id) as tx:
        role = await get_user_org_role(tx, user_id, org_id)
        if role is None:
            raise UnknownOrganization()
        if role != "owner":
            raise OwnersOnly()
        found = await store.list_events(tx, before, limit + 1)
    page = found[:limit]
    return EventPage(page, page[-1].id if len(found) > limit else None)
