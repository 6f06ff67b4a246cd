"""The members of an organization: list them, change a role, remove somebody.

The only owner is never removed or made less. Whoever becomes an owner takes nothing from those who are: ownership is
handed over by making somebody an owner, and then stepping back.
"""

from __future__ import annotations

from collections.abc import Sequence
from uuid import UUID

from holdfast.core.cursor import read_cursor, write_cursor
from holdfast.core.db import Db
from holdfast.core.ids import OrgId, UserId
from holdfast.orgs import store
from holdfast.orgs.give_role import get_member, give_role
from holdfast.orgs.leave import leave_org
from holdfast.orgs.parts import Orgs
from holdfast.orgs.permissions import locked_role, require_org_permission
from holdfast.orgs.roles import Role, may_manage
from holdfast.orgs.types import Member, MemberPage, MissingPermission


async def list_members(orgs: Orgs, user_id: UserId, org_id: OrgId, *, cursor: str | None, limit: int) -> MemberPage:
    after = read_cursor(cursor, UUID) if cursor else None
    async with orgs.db.as_user(user_id) as tx:
        role = await require_org_permission(tx, user_id, org_id, "members.view")
        found = await store.list_members(tx, after, limit + 1)
    page = found[:limit]
    last = page[-1] if len(found) > limit else None
    return MemberPage(page, role, write_cursor(last.joined_at, last.user_id) if last else None)


async def list_colleagues(db: Db, user_id: UserId, *, limit: int) -> Sequence[Member]:
    """Everybody in one's own organization; nobody where one is in none."""
    async with db.as_user(user_id) as tx:
        org = await store.find_org(tx, user_id)
        if org is None:
            return ()
        await require_org_permission(tx, user_id, org.id, "members.view")
        return await store.list_members(tx, None, limit)


async def change_role(orgs: Orgs, user_id: UserId, org_id: OrgId, target_id: UserId, role: Role) -> tuple[Member, Role]:
    """The member as they are now, and the asker's own role, which may have been the one that changed."""
    async with orgs.db.as_user(user_id) as tx:
        await locked_role(tx, user_id, org_id, "members.edit_role")
        await give_role(tx, user_id, org_id, target_id, role)
        changed = await get_member(tx, target_id)
        asker = changed if target_id == user_id else await get_member(tx, user_id)
    return changed, asker.role


async def remove_member(orgs: Orgs, user_id: UserId, org_id: OrgId, target_id: UserId) -> None:
    """Removing oneself is leaving, for which no right is needed."""
    if target_id == user_id:
        await leave_org(orgs, user_id, org_id, new_owner_id=None)
        return
    async with orgs.db.as_user(user_id) as tx:
        role = await locked_role(tx, user_id, org_id, "members.remove")
        member = await get_member(tx, target_id)
        if not may_manage(role, member.role):
            raise MissingPermission("members.remove", "Only an owner may remove another owner.")
        await store.revoke_invites_of(tx, org_id, target_id, ["admin", "member"])
        await store.add_event(tx, org_id, user_id, "member.removed", {"role": member.role}, target_id=target_id)
        await store.remove_member(tx, org_id, target_id)
    await orgs.on_change([target_id])
