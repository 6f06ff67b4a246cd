"""Who may do what in an organization: one table, and what follows from it. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, get_args

Role = Literal["owner", "admin", "member"]
InviteRole = Literal["member", "admin"]
INVITE_ROLES: tuple[InviteRole, ...] = get_args(InviteRole)
Permission = Literal[
    "org.view",
    "org.edit",
    "org.delete",
    "members.view",
    "members.invite",
    "members.remove",
    "members.edit_role",
    "billing.view",
    "billing.manage",
    "resources.create",
    "resources.delete",
    "personas.create",
    "personas.edit",
    "personas.delete",
]

_MEMBER: frozenset[Permission] = frozenset({"org.view", "members.view", "billing.view", "resources.create"})
_ADMIN: frozenset[Permission] = _MEMBER | {
    "org.edit",
    "members.invite",
    "members.remove",
    "resources.delete",
    "personas.create",
    "personas.edit",
    "personas.delete",
}
_OWNER: frozenset[Permission] = _ADMIN | {"org.delete", "members.edit_role", "billing.manage"}

ROLE_PERMISSIONS: Mapping[Role, frozenset[Permission]] = {"owner": _OWNER, "admin": _ADMIN, "member": _MEMBER}

LOWEST_ROLE: Role = "member"
"""What a membership without a role counts as: data from elsewhere may say that somebody belongs, and not as what."""


def allows(role: Role | None, permission: Permission) -> bool:
    """`None` is somebody who does not belong."""
    return role is not None and permission in ROLE_PERMISSIONS[role]


def may_manage(actor: Role | None, target: Role | None) -> bool:
    """Remove somebody; changing their role takes `members.edit_role` besides. Only owners manage owners."""
    if target is None or not allows(actor, "members.remove"):
        return False
    return target != "owner" or actor == "owner"


def may_give(actor: Role | None, role: Role) -> bool:
    """Whether an invite of theirs may make people that. Nobody becomes an owner by a code."""
    if role == "owner":
        return False
    return allows(actor, "members.invite") and (role == "member" or allows(actor, "members.edit_role"))


def roles_to_invite(actor: Role | None) -> list[InviteRole]:
    """What an invite of theirs may make people; the least first."""
    return [role for role in INVITE_ROLES if may_give(actor, role)]


def roles_to_choose(actor: Role | None, target: Role, *, is_self: bool) -> list[Role]:
    """What they may make somebody who is a member already. Owners may step back themselves, which is how one does."""
    if not allows(actor, "members.edit_role") or not (is_self or may_manage(actor, target)):
        return []
    return list(ROLE_PERMISSIONS)


def givers_of(role: Role) -> list[Role]:
    """The roles whose invites make people that."""
    return [one for one in ROLE_PERMISSIONS if may_give(one, role)]


@dataclass(frozen=True, slots=True)
class PersonaAccess:
    can_chat: bool
    can_view_settings: bool
    can_edit: bool


def persona_access(
    visibility: Literal["private", "org", "public"], role: Role | None, is_creator: bool
) -> PersonaAccess:
    """`role`: the asker's in the organization the persona is shared with; None outside of it, or where it has none.

    Whoever made a persona keeps it, except one of an organization they have left: that is the organization's.
    """
    if visibility == "org":
        may_edit = allows(role, "personas.edit") or (is_creator and role is not None)
        return PersonaAccess(role is not None, may_edit, may_edit)
    return PersonaAccess(is_creator or visibility == "public", is_creator, is_creator)
