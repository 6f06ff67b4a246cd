"""Invites: make, list and revoke them.

An invite lives seven days, may be used so many times, and is worth as much as the right of whoever gave it: once they
may no longer invite, or no longer appoint admins, it is void. Whoever has the code may use it. So a code is sealed at
rest, and stands in a link behind `#`, where no server and no log sees it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from holdfast.accounts.check import checked_email
from holdfast.accounts.codes import hash_code, new_code
from holdfast.accounts.email.verify import require_verified
from holdfast.accounts.types import Caller
from holdfast.core.crypto import CannotOpen
from holdfast.core.db import Db, Tx
from holdfast.core.errors import Conflict, Invalid, Unavailable
from holdfast.core.ids import InviteId, OrgId, UserId, new_id
from holdfast.core.mail import post_mail
from holdfast.orgs import store
from holdfast.orgs.invite_mail import invite_mail
from holdfast.orgs.parts import Orgs
from holdfast.orgs.permissions import locked_role, require_org_permission
from holdfast.orgs.roles import InviteRole, may_give
from holdfast.orgs.types import Invite, MissingPermission, UnknownInvite

LIFE_DAYS = 7
MAX_USES = 1000
MAX_OPEN = 100
"""Open invites of one organization: each makes every guess a little more likely to hit."""
_KEPT_DAYS = 30
"""How long an invite that has run out is kept, for the number of its uses."""
_SWEPT_AT_ONCE = 1000
_TRIES = 5
"""One code in 590 billion is taken for each open invite; five in a row are a fault, not bad luck."""
_PURPOSE = "invite code"


@dataclass(frozen=True, slots=True)
class InviteRequest:
    role: InviteRole = "member"
    max_uses: int = 1
    email: str | None = None


def link_of(site: str, code: str) -> str:
    return f"{site}/join#{code}"


async def make_invite(orgs: Orgs, caller: Caller, org_id: OrgId, wanted: InviteRequest, *, site: str) -> Invite:
    """`site`: the address people reach this installation by. With an e-mail the invite is sent, and works once; whoever
    has not shown that their own address is theirs writes to nobody (`EmailUnverified`)."""
    wanted = _checked(wanted)
    async with orgs.db.as_user(caller.user_id) as tx:  # whoever has no right to invite uses up nobody's tries
        await _require_right(tx, caller.user_id, org_id, wanted.role)
        if wanted.email is not None:
            await require_verified(tx, orgs.outbox, caller.user_id)
    await _count_making(orgs, caller.user_id, wanted.email)
    async with orgs.db.as_user(caller.user_id) as tx:
        await locked_role(tx, caller.user_id, org_id)
        await _require_right(tx, caller.user_id, org_id, wanted.role)
        if await store.count_invites(tx, org_id) >= MAX_OPEN:
            raise Conflict(f"There are {MAX_OPEN} open invites already; revoke one first.", code="too_many_invites")
        made = await _add(orgs, tx, caller.user_id, org_id, wanted)
        told = {"invite": made.id, "role": made.role, "maxUses": made.max_uses, "byEmail": made.email is not None}
        await store.add_event(tx, org_id, caller.user_id, "invite.made", told)
        if made.email is not None:
            await _send(orgs, tx, caller, made, site)
    return made


async def list_invites(orgs: Orgs, user_id: UserId, org_id: OrgId) -> Sequence[Invite]:
    """The open ones, newest first: for those who may invite, with the codes of such invites as they could give."""
    async with orgs.db.as_user(user_id) as tx:
        own = await require_org_permission(tx, user_id, org_id, "members.invite")
        kept = await store.list_invites(tx, org_id, limit=MAX_OPEN)
    opened = [invite for one in kept if (invite := _opened(orgs, one)) is not None]
    # Whoever sees a code can hand it on, and with it a right that they do not have.
    return [invite if may_give(own, invite.role) else replace(invite, code="") for invite in opened]


async def revoke_invite(orgs: Orgs, user_id: UserId, org_id: OrgId, invite_id: InviteId) -> None:
    async with orgs.db.as_user(user_id) as tx:
        await locked_role(tx, user_id, org_id, "members.invite")
        if not await store.revoke_invite(tx, org_id, invite_id):
            raise UnknownInvite()
        await store.add_event(tx, org_id, user_id, "invite.revoked", {"invite": invite_id})


async def drop_old_invites(db: Db) -> None:
    """A month after they ran out; until then an owner can be told how often one was used."""
    while await store.drop_old_invites(db, days=_KEPT_DAYS, at_most=_SWEPT_AT_ONCE) == _SWEPT_AT_ONCE:
        pass


def _checked(wanted: InviteRequest) -> InviteRequest:
    if not 1 <= wanted.max_uses <= MAX_USES:
        raise Invalid(f"An invite can be used 1 to {MAX_USES} times.", code="invalid_max_uses")
    if wanted.email is None:
        return wanted
    if wanted.max_uses != 1:
        raise Invalid("An invite that is sent to somebody works once.", code="invalid_max_uses")
    return replace(wanted, email=checked_email(wanted.email))


async def _require_right(tx: Tx, user_id: UserId, org_id: OrgId, role: InviteRole) -> None:
    own = await require_org_permission(tx, user_id, org_id, "members.invite")
    if not may_give(own, role):
        raise MissingPermission("members.edit_role", "Only an owner may invite somebody as an admin.")


async def _count_making(orgs: Orgs, user_id: UserId, email: str | None) -> None:
    await orgs.throttle.take(orgs.limits.invite_by_account, str(user_id))
    if email is not None:
        await orgs.mail_budget.take_for_person(user_id, "invite", email)


async def _add(orgs: Orgs, tx: Tx, user_id: UserId, org_id: OrgId, wanted: InviteRequest) -> Invite:
    for _ in range(_TRIES):
        code = new_code()
        new = store.NewOrgInvite(
            id=InviteId(new_id()),
            org_id=org_id,
            code_hash=hash_code(orgs.signer, code),
            sealed_code=orgs.box.seal(code, owner=str(org_id), purpose=_PURPOSE),
            role=wanted.role,
            email=wanted.email,
            max_uses=wanted.max_uses,
            invited_by=user_id,
            days=LIFE_DAYS,
        )
        kept = await store.add_invite(tx, new)
        if kept is not None:
            return _as_invite(kept, code)
    raise Unavailable("No free code was found; try again.", code="no_free_code")


def _opened(orgs: Orgs, kept: store.KeptInvite) -> Invite | None:
    """None for one from before the secret key was replaced: no code finds it any more."""
    if not orgs.box.is_current(kept.sealed_code):
        return None
    try:
        return _as_invite(kept, orgs.box.open(kept.sealed_code, owner=str(kept.org_id), purpose=_PURPOSE))
    except CannotOpen:
        return None


def _as_invite(kept: store.KeptInvite, code: str) -> Invite:
    return Invite(
        kept.id, code, kept.role, kept.max_uses, kept.uses, kept.email, kept.created_at, kept.expires_at
    )  # fmt: skip


async def _send(orgs: Orgs, tx: Tx, caller: Caller, made: Invite, site: str) -> None:
    org = await store.find_org(tx, caller.user_id)
    if org is None or made.email is None:
        return
    mail = invite_mail(
        made.email,
        org_name=org.name,
        invited_by=caller.name,
        link=link_of(site, made.code),
        code=made.code,
        expires_at=made.expires_at,
    )
    await post_mail(tx, orgs.outbox, caller.user_id, mail)
