"""Create, read, rename and delete an organization."""

from __future__ import annotations

from holdfast.accounts.check import checked_name
from holdfast.core.db import Db
from holdfast.core.errors import Invalid
from holdfast.core.ids import OrgId, UserId, new_id
from holdfast.core.log import get_logger
from holdfast.orgs import store
from holdfast.orgs.parts import Orgs
from holdfast.orgs.permissions import locked_role, require_org_permission
from holdfast.orgs.types import Org, UnknownOrganization

log = get_logger()


async def find_own_org(db: Db, user_id: UserId) -> Org | None:
    async with db.as_user(user_id) as tx:
        return await store.find_org(tx, user_id)


async def get_own_org(db: Db, user_id: UserId) -> Org:
    found = await find_own_org(db, user_id)
    if found is None:
        raise UnknownOrganization()
    return found


async def create_org(orgs: Orgs, user_id: UserId, name: str) -> Org:
    """Its first member is its owner. `AlreadyInOrganization` for whoever is in one."""
    name = checked_org_name(name)
    await orgs.throttle.take(orgs.limits.create_by_account, str(user_id))
    async with orgs.db.as_user(user_id) as tx:
        await store.create_org(tx, OrgId(new_id()), name, orgs.first_seats)
    await orgs.on_change([user_id])
    return await get_own_org(orgs.db, user_id)


async def rename_org(orgs: Orgs, user_id: UserId, org_id: OrgId, name: str) -> Org:
    name = checked_org_name(name)
    async with orgs.db.as_user(user_id) as tx:
        await locked_role(tx, user_id, org_id, "org.edit")
        before = await store.rename_org(tx, org_id, name)
        if before != name:
            await store.add_event(tx, org_id, user_id, "org.renamed", {"from": before, "to": name})
    return await get_own_org(orgs.db, user_id)


async def delete_org(orgs: Orgs, user_id: UserId, org_id: OrgId) -> None:
    """Its invites and its history go with it; what its members own themselves stays theirs. The last one in it cannot
    leave, so they may delete it also when they are kept out."""
    async with orgs.db.as_user(user_id) as tx:
        role = await locked_role(tx, user_id, org_id)
        members = await store.member_ids(tx, org_id)
        if role != "owner" or len(members) > 1:
            await require_org_permission(tx, user_id, org_id, "org.delete")
        await store.delete_org(tx, org_id)
    log.info("org_deleted", org_id=org_id, user_id=user_id, count=len(members))
    await orgs.on_change(members)


def checked_org_name(text: str) -> str:
    name = " ".join(checked_name(text).split())
    if not name:
        raise Invalid("An organization needs a name.", code="invalid_name")
    return name
