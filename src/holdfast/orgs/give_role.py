"""The one way a role changes: in a transaction that holds the organization's lock, after the right was checked."""

from __future__ import annotations

from holdfast.core.db import Tx
from holdfast.core.ids import OrgId, UserId
from holdfast.orgs import store
from holdfast.orgs.roles import INVITE_ROLES, Role, may_give
from holdfast.orgs.types import Member, SoleOwner, UnknownMember


async def give_role(tx: Tx, actor_id: UserId, org_id: OrgId, target_id: UserId, role: Role) -> None:
    """`UnknownMember` for whoever is not in it, `SoleOwner` where nobody else would own it."""
    before = (await get_member(tx, target_id)).role
    if before == role:
        return
    if before == "owner":
        _, other_owners = await store.count_others(tx, org_id, target_id)
        if not other_owners:
            raise SoleOwner()
    void = [given for given in INVITE_ROLES if not may_give(role, given)]
    await store.revoke_invites_of(tx, org_id, target_id, void)
    await store.set_role(tx, org_id, target_id, role)
    await store.add_event(
        tx, org_id, actor_id, "member.role_changed", {"from": before, "to": role}, target_id=target_id
    )


async def get_member(tx: Tx, user_id: UserId) -> Member:
    """A fellow member of the asker's organization."""
    found = await store.find_member(tx, user_id)
    if found is None:
        raise UnknownMember()
    return found
