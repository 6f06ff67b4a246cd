"""What can be done at the same moment to one organization, and to those who belong to it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass

from holdfast.accounts.admins import set_suspended
from holdfast.accounts.profile import leave
from holdfast.accounts.sign_ins import log_out_everywhere
from holdfast.accounts.types import KeyWish
from holdfast.core.ids import InviteId, OrgId, UserId, new_id
from holdfast.orgs.invites import drop_old_invites, revoke_invite
from holdfast.orgs.join import accept_invite
from holdfast.orgs.keys import make_org_key, revoke_org_key
from holdfast.orgs.leave import leave_org
from holdfast.orgs.members import change_role, remove_member
from holdfast.orgs.orgs import create_org, delete_org, rename_org
from holdfast.orgs.parts import Orgs
from tests.locks.house import House
from tests.locks.operations import Ready
from tests.orgs.company import bring_in, caller, found, invite, open_orgs, set_seats, someone


@dataclass(frozen=True, slots=True)
class Company:
    """An organization with one of each role, an invite that its admin gave, and somebody who may use it."""

    orgs: Orgs
    root: UserId
    """Of the installation."""
    id: OrgId
    owner: UserId
    admin: UserId
    member: UserId
    guest: UserId
    code: str
    invite: InviteId


async def company(house: House) -> Company:
    db, name = house.parts.db, str(new_id())
    orgs = open_orgs(db)
    owner, admin, member, guest = [await someone(db, f"{who}-{name}") for who in ("o", "a", "m", "g")]
    root = await house.looking.fetchval("select id from users where is_admin order by created_at limit 1")
    org = await found(orgs, owner)
    await bring_in(orgs, owner, org, admin, "admin")
    await bring_in(orgs, owner, org, member)
    made = await invite(orgs, admin, org, max_uses=5)
    for number in range(3):
        await make_org_key(orgs, caller(admin), org, KeyWish(f"program {number}", ["chat"]))
    await house.looking.execute(
        "update org_invites set expires_at = now() - interval '60 days' where org_id = $1 and id <> $2", org, made.id
    )
    return Company(orgs, root, org, owner, admin, member, guest, made.code, made.id)


OrgOperation = Callable[[House, Company], Awaitable[Ready]]


async def admin_leaves(house: House, of: Company) -> Ready:
    return lambda: leave_org(of.orgs, of.admin, of.id, new_owner_id=None)


async def owner_hands_over(house: House, of: Company) -> Ready:
    return lambda: leave_org(of.orgs, of.owner, of.id, new_owner_id=of.admin)


async def admin_is_removed(house: House, of: Company) -> Ready:
    return lambda: remove_member(of.orgs, of.owner, of.id, of.admin)


async def admin_is_demoted(house: House, of: Company) -> Ready:
    return lambda: change_role(of.orgs, of.owner, of.id, of.admin, "member")


async def admin_goes_for_good(house: House, of: Company) -> Ready:
    return lambda: leave(house.parts.accounts, caller(of.admin), None)


async def member_goes_for_good(house: House, of: Company) -> Ready:
    return lambda: leave(house.parts.accounts, caller(of.member), None)


async def admin_is_suspended(house: House, of: Company) -> Ready:
    return lambda: set_suspended(house.parts.db, caller(of.root), of.admin, True)


async def admin_ends_their_keys(house: House, of: Company) -> Ready:
    return lambda: log_out_everywhere(house.parts.db, caller(of.admin), revokes_keys=True)


async def key_is_made(house: House, of: Company) -> Ready:
    return lambda: make_org_key(of.orgs, caller(of.admin), of.id, KeyWish("another", ["chat"]))


async def key_is_revoked(house: House, of: Company) -> Ready:
    key = await house.looking.fetchval("select id from api_keys where org_id = $1 order by id desc limit 1", of.id)
    return lambda: revoke_org_key(of.orgs, of.owner, of.id, key)


async def guest_joins(house: House, of: Company) -> Ready:
    return lambda: accept_invite(of.orgs, of.guest, of.code, peer="office")


async def guest_founds(house: House, of: Company) -> Ready:
    return lambda: create_org(of.orgs, of.guest, "Globex")


async def guest_goes_for_good(house: House, of: Company) -> Ready:
    return lambda: leave(house.parts.accounts, caller(of.guest), None)


async def admin_invites(house: House, of: Company) -> Ready:
    return lambda: invite(of.orgs, of.admin, of.id)


async def invite_is_revoked(house: House, of: Company) -> Ready:
    return lambda: revoke_invite(of.orgs, of.owner, of.id, of.invite)


async def org_is_renamed(house: House, of: Company) -> Ready:
    return lambda: rename_org(of.orgs, of.owner, of.id, "Initech")


async def org_is_deleted(house: House, of: Company) -> Ready:
    return lambda: delete_org(of.orgs, of.owner, of.id)


async def seats_are_changed(house: House, of: Company) -> Ready:
    return lambda: set_seats(house.parts.db, of.id, 2, asked_by=of.root)


async def old_invites_are_swept(house: House, of: Company) -> Ready:
    return lambda: drop_old_invites(house.parts.db)


ORG_OPERATIONS: Mapping[str, OrgOperation] = {
    one.__name__: one
    for one in (
        admin_leaves, owner_hands_over, admin_is_removed, admin_is_demoted, admin_goes_for_good, member_goes_for_good,
        admin_is_suspended, admin_ends_their_keys, key_is_made, key_is_revoked, guest_joins, guest_founds,
        guest_goes_for_good, admin_invites, invite_is_revoked, org_is_renamed,
        org_is_deleted, seats_are_changed, old_invites_are_swept,
    )
}  # fmt: skip
