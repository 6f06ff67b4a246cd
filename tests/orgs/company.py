"""People and organizations without a server around them, through the functions that the routes call."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import asyncpg

from holdfast.accounts import store as accounts
from holdfast.accounts.types import Caller
from holdfast.core.crypto import Box, Signer
from holdfast.core.db import Db
from holdfast.core.ids import OrgId, UserId, new_id
from holdfast.core.mail import KeepingMailer, Outbox
from holdfast.core.mail_budget import MailBudget
from holdfast.core.throttle import Limit, Throttle
from holdfast.orgs.invites import InviteRequest, make_invite
from holdfast.orgs.join import accept_invite
from holdfast.orgs.members import change_role
from holdfast.orgs.orgs import create_org
from holdfast.orgs.parts import OrgLimits, Orgs
from holdfast.orgs.roles import Role
from holdfast.orgs.seats import change_seat_count
from holdfast.orgs.types import Invite, Seats
from tests.accounts.admitted import admitted

SITE = "https://holdfast.example"
_OFTEN = Limit("as often as a test likes", 1_000_000, 60)
FREELY = OrgLimits(_OFTEN, _OFTEN, _OFTEN, _OFTEN, _OFTEN)


@dataclass(frozen=True, slots=True)
class Told:
    """What the rooms above were told."""

    changes: list[Sequence[UserId]] = field(default_factory=list)

    async def __call__(self, user_ids: Sequence[UserId]) -> None:
        self.changes.append(list(user_ids))


def open_orgs(db: Db, **parts: Any) -> Orgs:
    box = Box([b"k" * 32])
    given: dict[str, Any] = {
        "outbox": Outbox(box, KeepingMailer()),
        "mail_budget": MailBudget(db),
        "limits": FREELY,
        **parts,
    }
    return Orgs(db, Throttle(), box, Signer([b"k" * 32]), **given)


async def someone(db: Db, name: str) -> UserId:
    user = UserId(new_id())
    await admitted(db, accounts.NewAccount(id=user, email=f"{name}@example.org", name=name.title()))
    return user


async def people(db: Db, count: int) -> Sequence[UserId]:
    return [await someone(db, f"p{number}") for number in range(count)]


def caller(user: UserId, name: str = "Ada") -> Caller:
    return Caller(user, "sign_in", "somebody@example.org", name)


async def invite(orgs: Orgs, giver: UserId, org: OrgId, **wanted: Any) -> Invite:
    return await make_invite(orgs, caller(giver), org, InviteRequest(**wanted), site=SITE)


async def found(orgs: Orgs, owner: UserId, name: str = "Acme") -> OrgId:
    return (await create_org(orgs, owner, name)).id


async def bring_in(orgs: Orgs, owner: UserId, org: OrgId, user: UserId, role: Role = "member") -> None:
    made = await invite(orgs, owner, org)
    await accept_invite(orgs, user, made.code, peer="office")
    if role != "member":
        await change_role(orgs, owner, org, user, role)


async def set_seats(db: Db, org: OrgId, count: float | None, *, asked_by: UserId | None = None) -> Seats:
    """By an admin, or by the installation itself."""
    async with db.as_user(asked_by) if asked_by else db.as_nobody() as tx:
        return await change_seat_count(tx, org, count)


@dataclass(frozen=True, slots=True)
class Company:
    """An organization with one of each role, and somebody who has another of their own."""

    orgs: Orgs
    id: OrgId
    owner: UserId
    admin: UserId
    member: UserId
    stranger: UserId
    elsewhere: OrgId
    """The stranger's organization."""

    def with_role(self, role: Role) -> UserId:
        return {"owner": self.owner, "admin": self.admin, "member": self.member}[role]


async def company(db: Db, **parts: Any) -> Company:
    orgs = open_orgs(db, **parts)
    owner, admin, member, stranger = [await someone(db, name) for name in ("ada", "bob", "cyd", "eve")]
    org = await found(orgs, owner)
    await bring_in(orgs, owner, org, admin, "admin")
    await bring_in(orgs, owner, org, member)
    return Company(orgs, org, owner, admin, member, stranger, await found(orgs, stranger, "Globex"))


async def roles_in(as_owner: asyncpg.Connection, org: OrgId) -> dict[UserId, str | None]:
    rows = await as_owner.fetch("select user_id, role from org_members where org_id = $1", org)
    return {row["user_id"]: row["role"] for row in rows}


async def events_of(as_owner: asyncpg.Connection, org: OrgId) -> list[str]:
    return [
        row["what"] for row in await as_owner.fetch("select what from org_events where org_id = $1 order by seq", org)
    ]
