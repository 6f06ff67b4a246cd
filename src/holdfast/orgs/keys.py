"""API keys that belong to the organization.

Whoever is in it makes one, and it acts as them: with their chats, their memory and the plan that they have here. So it
gives nobody a right that its maker lacks, and nobody else is shown the key itself. What it is to be the organization's:
whoever may delete its resources sees that the key is there, who made it and when it was last used, and ends it; and it
ends by itself with its maker's membership, which the schema sees to (`api_keys_made_by_a_member`).
"""

from __future__ import annotations

from collections.abc import Sequence

from holdfast.accounts import keys
from holdfast.accounts.types import Caller, KeyWish, OrgKey
from holdfast.core.ids import KeyId, OrgId, UserId
from holdfast.orgs import store
from holdfast.orgs.parts import Orgs
from holdfast.orgs.permissions import get_user_org_role, locked_role, require_org_permission
from holdfast.orgs.roles import allows
from holdfast.orgs.types import MissingPermission


async def make_org_key(orgs: Orgs, caller: Caller, org_id: OrgId, wish: KeyWish) -> tuple[OrgKey, str]:
    """The key as it is listed, and the key itself, which is never shown again."""
    key, secret = keys.new_key(wish)
    await orgs.throttle.take(keys.MAKING, str(caller.user_id))
    async with orgs.db.as_user(caller.user_id) as tx:
        await locked_role(tx, caller.user_id, org_id, "resources.create")
        await keys.add_org_key(tx, caller, org_id, key, secret)
        told = {"key": key.id, "name": key.name, "scopes": list(key.scopes)}
        await store.add_event(tx, org_id, caller.user_id, "key.made", told)
    return OrgKey(key, caller.user_id, caller.name), secret


async def list_org_keys(orgs: Orgs, user_id: UserId, org_id: OrgId) -> Sequence[OrgKey]:
    """All of them for whoever may end them, and one's own for everybody else."""
    async with orgs.db.as_user(user_id) as tx:
        role = await require_org_permission(tx, user_id, org_id, "org.view")
        found = await keys.list_org_keys(tx)
    return [one for one in found if allows(role, "resources.delete") or one.made_by == user_id]


async def revoke_org_key(orgs: Orgs, user_id: UserId, org_id: OrgId, key_id: KeyId) -> None:
    """By its maker, or by whoever may delete what is the organization's; to anybody else it is no matter whether there
    is such a key."""
    async with orgs.db.as_user(user_id) as tx:
        await locked_role(tx, user_id, org_id)
        role = await get_user_org_role(tx, user_id, org_id)
        may_all = allows(role, "resources.delete")
        name = await keys.revoke_org_key(tx, org_id, key_id, of_maker=None if may_all else user_id)
        if name is None:
            raise keys.unknown_key() if may_all else MissingPermission("resources.delete")
        await store.add_event(tx, org_id, user_id, "key.revoked", {"key": key_id, "name": name})
