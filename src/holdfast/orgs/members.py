"""The members of an organization: list them, change a role, remove somebody.

The only owner is never removed or made less. Whoever becomes an owner takes nothing from those who are: ownership is
handed over by making somebody an owner, and then stepping back.
"""

from __future__ import annotations

import base64
from datetime import UTC, datetime
from uuid import UUID

from holdfast.core.errors import Invalid
from holdfast.orgs import store
from holdfast.orgs.give_role import get_member, give_role
from holdfast.orgs.leave import leave_org
from holdfast.orgs.parts import Orgs
from holdfast.orgs.permissions import locked_role, require_org_permission
from holdfast.orgs.roles import Role, may_manage
from holdfast.orgs.types import Member, MemberPage, MissingPermission


async def list_members(orgs: Orgs, user_id: UUID, org_id: UUID, *, cursor: str | None, limit: int) -> MemberPage:
    after = _read_cursor(cursor) if cursor else None
    async with orgs.db.as_user(user_id) as tx:
        role = await require_org_permission(tx, user_id, org_id, "members.view")
        found = await store.list_members(tx, after, limit + 1)
    page = found[:limit]
    return MemberPage(page, role, _cursor(page[-1]) if len(found) > limit else None)


async def change_role(orgs: Orgs, user_id: UUID, org_id: UUID, target: UUID, role: Role) -> tuple[Member, Role]:
    """The member as they are now, and the asker's own role, which may have been the one that changed."""
    async with orgs.db.as_user(user_id) as tx:
        await locked_role(tx, user_id, org_id, "members.edit_role")
        await give_role(tx, user_id, org_id, target, role)
        changed = await get_member(tx, target)
        asker = changed if target == user_id else await get_member(tx, user_id)
    return changed, asker.role


async def remove_member(orgs: Orgs, user_id: UUID, org_id: UUID, target: UUID) -> None:
    """Removing oneself is leaving, for which no right is needed."""
    if target == user_id:
        await leave_org(orgs, user_id, org_id, new_owner=None)
        return
    async with orgs.db.as_user(user_id) as tx:
        role = await locked_role(tx, user_id, org_id, "members.remove")
        member = await get_member(tx, target)
        if not may_manage(role, member.role):
            raise MissingPermission("members.remove", "Only an owner may remove another owner.")
        await store.revoke_invites_of(tx, org_id, target, ["admin", "member"])
        await store.add_event(tx, org_id, user_id, "member.removed", {"role": member.role}, target=target)
        await store.remove_member(tx, org_id, target)
    await orgs.on_change([target])


def _cursor(member: Member) -> str:
    return base64.urlsafe_b64encode(f"{member.joined_at.isoformat()} {member.user_id}".encode()).decode()


def _read_cursor(cursor: str) -> tuple[datetime, UUID]:
    try:
        when, user_id = base64.urlsafe_b64decode(cursor.encode()).decode().split(" ")
        return datetime.fromisoformat(when).astimezone(UTC), UUID(user_id)
    except (ValueError, OverflowError):
        raise Invalid("The cursor is not one we gave; start from the first page.", code="bad_cursor") from None
