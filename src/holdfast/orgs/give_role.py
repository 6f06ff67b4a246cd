"""The one way a role changes: in a transaction that holds the organization's lock, after the right was checked."""

from __future__ import annotations

from uuid import UUID

from holdfast.core.db import Tx
from holdfast.orgs import store
from holdfast.orgs.roles import Role, may_give
from holdfast.orgs.types import InviteRole, Member, SoleOwner, UnknownMember

_INVITE_ROLES: tuple[InviteRole, ...] = ("admin", "member")


async def give_role(tx: Tx, actor: UUID, org_id: UUID, target: UUID, role: Role) -> None:
    """`UnknownMember` for whoever is not in it, `SoleOwner` where nobody else would own it."""
    before = (await get_member(tx, target)).role
    if before == role:
        return
    if before == "owner":
        _, other_owners = await store.count_others(tx, org_id, target)
        if not other_owners:
            raise SoleOwner()
    void = [given for given in _INVITE_ROLES if not may_give(role, given)]
    await store.revoke_invites_of(tx, org_id, target, void)
    await store.set_role(tx, org_id, target, role)
    await store.add_event(tx, org_id, actor, "member.role_changed", {"from": before, "to": role}, target=target)


async def get_member(tx: Tx, user_id: UUID) -> Member:
    """A fellow member of the asker's organization."""
    found = await store.find_member(tx, user_id)
    if found is None:
        raise UnknownMember()
    return found
