"""May this person do that in this organization: the table of `roles`, asked of the database.

Later rooms ask here. Whoever changes something asks in the transaction of the change, behind `locked_role`; an answer
from an earlier transaction says how things were.
"""

from __future__ import annotations

from holdfast.core.db import Tx
from holdfast.core.ids import OrgId, UserId
from holdfast.orgs import store
from holdfast.orgs.roles import (
    ROLE_PERMISSIONS,
    Permission,
    PersonaAccess,
    Role,
    allows,
    may_give,
    may_manage,
    persona_access,
)
from holdfast.orgs.types import KeptOut, MissingPermission, UnknownOrganization

__all__ = [
    "ROLE_PERMISSIONS",
    "Permission",
    "PersonaAccess",
    "Role",
    "allows",
    "get_user_org_role",
    "locked_role",
    "may_give",
    "may_manage",
    "persona_access",
    "require_org_permission",
]


async def get_user_org_role(tx: Tx, user_id: UserId, org_id: OrgId) -> Role | None:
    """None for whoever does not belong. A membership without a role, as old data has them, is that of a member.

    `KeptOut` for whoever belongs, and may use nothing of it until they have a second factor.
    """
    place = await store.find_place(tx, user_id, org_id)
    if place is None:
        return None
    if place.is_kept_out:
        raise KeptOut()
    return place.role


async def require_org_permission(tx: Tx, user_id: UserId, org_id: OrgId, permission: Permission) -> Role:
    """`UnknownOrganization` to strangers, `MissingPermission` or `KeptOut` to members who may not."""
    role = await get_user_org_role(tx, user_id, org_id)
    if role is None:
        raise UnknownOrganization()
    if not allows(role, permission):
        raise MissingPermission(permission)
    return role


async def locked_role(tx: Tx, user_id: UserId, org_id: OrgId, permission: Permission | None = None) -> Role:
    """The asker's role, while nobody else can change anything in the organization; for whoever is about to.

    Without a permission also of somebody who is kept out: leaving takes none.
    """
    if not await store.lock_org(tx, org_id):
        raise UnknownOrganization()
    if permission is not None:
        return await require_org_permission(tx, user_id, org_id, permission)
    place = await store.find_place(tx, user_id, org_id)
    if place is None:
        raise UnknownOrganization()
    return place.role
