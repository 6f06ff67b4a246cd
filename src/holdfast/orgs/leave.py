"""Go. Nothing of one's own goes or stays behind: chats, memory and files were never the organization's.

Nobody is kept in: whoever is kept out for want of a second factor may go like anybody else.
"""

from __future__ import annotations

from holdfast.core.db import Tx
from holdfast.core.errors import Conflict
from holdfast.core.ids import OrgId, UserId
from holdfast.orgs import store
from holdfast.orgs.give_role import give_role
from holdfast.orgs.parts import Orgs
from holdfast.orgs.permissions import locked_role
from holdfast.orgs.roles import Role, allows
from holdfast.orgs.types import LastMember, MissingPermission, SoleOwner


async def leave_org(orgs: Orgs, user_id: UserId, org_id: OrgId, *, new_owner_id: UserId | None) -> None:
    """The only owner names a member who becomes one in the same transaction, or stays (`SoleOwner`)."""
    async with orgs.db.as_user(user_id) as tx:
        role = await locked_role(tx, user_id, org_id)
        others, _ = await store.count_others(tx, org_id, user_id)
        if not others:
            raise LastMember()
        if new_owner_id is not None:
            await _hand_over(tx, user_id, org_id, role, new_owner_id)
        _, other_owners = await store.count_others(tx, org_id, user_id)
        if role == "owner" and not other_owners:
            raise SoleOwner()
        await store.revoke_invites_of(tx, org_id, user_id, ["admin", "member"])
        # Written first: whoever has left sees nothing of the organization, not even to write in its history.
        await store.add_event(tx, org_id, user_id, "member.left", {"role": role}, target_id=user_id)
        await store.remove_member(tx, org_id, user_id)
    await orgs.on_change([user_id])


async def _hand_over(tx: Tx, user_id: UserId, org_id: OrgId, role: Role, new_owner_id: UserId) -> None:
    if not allows(role, "members.edit_role"):
        raise MissingPermission("members.edit_role")
    if new_owner_id == user_id:
        raise Conflict("You cannot leave the organization to yourself; name somebody else.", code="oneself")
    await give_role(tx, user_id, org_id, new_owner_id, "owner")
