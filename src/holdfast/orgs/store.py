"""Every SQL statement on organizations, members, invites and their history.

Row-level security shows the asker the rows of their own organization and no other's. What is asked by somebody from
outside (a code), what needs the names of others, and what the app may not do by itself is a definer function.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any
from uuid import UUID

import asyncpg
import orjson

from holdfast.core.db import Db, Tx
from holdfast.core.ids import InviteId, OrgId, UserId
from holdfast.orgs.roles import LOWEST_ROLE, InviteRole, Role
from holdfast.orgs.types import (
    AlreadyInOrganization,
    AskedSecondFactor,
    EventPerson,
    InviteSeen,
    Member,
    Org,
    OrgEvent,
    OrgEventName,
    Seats,
)

# The organization and the asker's place in it


async def lock_org(tx: Tx, org_id: OrgId) -> bool:
    """From here to the end of the transaction nobody else changes anything in it. False: the asker sees none such.

    A statement of its own: one that waits for a lock has read everything else before it waited.
    """
    return bool(await tx.fetchval("select true from orgs where id = $1 for update", org_id))


@dataclass(frozen=True, slots=True)
class Place:
    """Somebody's in their organization."""

    role: Role
    is_kept_out: bool
    """It asks for a second factor, and they have had none for too long."""


async def find_place(tx: Tx, user_id: UserId, org_id: OrgId) -> Place | None:
    """The asker's own."""
    row = await tx.fetchrow(
        "select role, usable_org() is null as is_kept_out from org_members where user_id = $1 and org_id = $2",
        user_id,
        org_id,
    )
    return None if row is None else Place(row["role"] or LOWEST_ROLE, row["is_kept_out"])


async def find_org(tx: Tx, user_id: UserId) -> Org | None:
    row = await tx.fetchrow(
        """
        select o.id, o.name, o.plan, o.seat_count, o.pending_removal, o.created_at, m.role,
               (select count(*) from org_members c where c.org_id = o.id) as used,
               o.second_factor_since, o.second_factor_days, u.has_second_factor, usable_org() is null as is_kept_out,
               second_factor_deadline(o.second_factor_since, o.second_factor_days, m.joined_at) as deadline
          from org_members m join orgs o on o.id = m.org_id join users u on u.id = m.user_id
         where m.user_id = $1
        """,
        user_id,
    )
    if row is None:
        return None
    seats = Seats(row["seat_count"], row["used"], row["pending_removal"])
    return Org(
        row["id"], row["name"], row["plan"], row["role"] or LOWEST_ROLE, seats, row["created_at"], _asked(row)
    )  # fmt: skip


def _asked(row: asyncpg.Record) -> AskedSecondFactor | None:
    since, days = row["second_factor_since"], row["second_factor_days"]
    if since is None:
        return None
    return AskedSecondFactor(since, days, None if row["has_second_factor"] else row["deadline"], row["is_kept_out"])


async def find_grace_days(tx: Tx, org_id: OrgId) -> int | None:
    """None: it asks for no second factor."""
    days: int | None = await tx.fetchval(
        "select second_factor_days from orgs where id = $1 and second_factor_since is not null", org_id
    )
    return days


async def set_grace_days(tx: Tx, org_id: OrgId, days: int | None) -> None:
    """None: no second factor is asked for any more. Asked for anew, it is asked for from now on."""
    await tx.execute(
        """
        update orgs
           set second_factor_since = case when $2::integer is not null then coalesce(second_factor_since, now()) end,
               second_factor_days = coalesce($2, 0)
         where id = $1
        """,
        org_id,
        days,
    )


async def create_org(tx: Tx, org_id: OrgId, name: str, seats: int) -> None:
    try:
        await tx.execute("select create_org($1, $2, $3)", org_id, name, seats)
    except asyncpg.UniqueViolationError as error:
        if error.constraint_name == "org_members_pkey":
            raise AlreadyInOrganization() from None
        raise


async def rename_org(tx: Tx, org_id: OrgId, name: str) -> str | None:
    """The name it had before."""
    before: str | None = await tx.fetchval("select name from orgs where id = $1", org_id)
    await tx.execute("update orgs set name = $2 where id = $1", org_id, name)
    return before


async def delete_org(tx: Tx, org_id: OrgId) -> None:
    await tx.execute("delete from orgs where id = $1", org_id)


# Members


async def list_members(tx: Tx, after: tuple[datetime, UUID] | None, limit: int) -> Sequence[Member]:
    when, who = after or (None, None)
    return [_member(row) for row in await tx.fetch("select * from list_org_members($1, $2, $3)", when, who, limit)]


async def find_member(tx: Tx, user_id: UserId) -> Member | None:
    row = await tx.fetchrow("select * from find_org_member($1)", user_id)
    return None if row is None else _member(row)


async def member_ids(tx: Tx, org_id: OrgId) -> Sequence[UserId]:
    return [row["user_id"] for row in await tx.fetch("select user_id from org_members where org_id = $1", org_id)]


async def count_others(tx: Tx, org_id: OrgId, user_id: UserId) -> tuple[int, int]:
    """How many members there are besides this one, and how many of those are owners."""
    row = await tx.fetchrow(
        """
        select count(*) as members, count(*) filter (where role = 'owner') as owners
          from org_members where org_id = $1 and user_id <> $2
        """,
        org_id,
        user_id,
    )
    assert row is not None
    return row["members"], row["owners"]


async def set_role(tx: Tx, org_id: OrgId, user_id: UserId, role: Role) -> None:
    await tx.execute("update org_members set role = $3 where org_id = $1 and user_id = $2", org_id, user_id, role)


async def remove_member(tx: Tx, org_id: OrgId, user_id: UserId) -> None:
    await tx.execute("delete from org_members where org_id = $1 and user_id = $2", org_id, user_id)


# Invites


@dataclass(frozen=True, slots=True)
class NewOrgInvite:
    id: InviteId
    org_id: OrgId
    code_hash: bytes = field(repr=False)
    sealed_code: str = field(repr=False)
    role: InviteRole
    email: str | None
    max_uses: int
    invited_by: UserId
    days: int


@dataclass(frozen=True, slots=True)
class KeptInvite:
    id: InviteId
    org_id: OrgId
    sealed_code: str = field(repr=False)
    role: InviteRole
    max_uses: int
    uses: int
    email: str | None
    created_at: datetime
    expires_at: datetime


_INVITE = "id, org_id, sealed_code, role, max_uses, uses, email, created_at, expires_at"
_OPEN = "revoked_at is null and expires_at > now() and uses < max_uses"


async def add_invite(tx: Tx, new: NewOrgInvite) -> KeptInvite | None:
    """None: another open invite, of whatever organization, has this very code."""
    row = await tx.fetchrow(
        f"""
        insert into org_invites (id, org_id, code_hash, sealed_code, role, email, max_uses, invited_by, expires_at)
        values ($1, $2, $3, $4, $5, $6, $7, $8, now() + make_interval(days => $9))
        on conflict (code_hash) do nothing
        returning {_INVITE}
        """,  # noqa: S608
        new.id,
        new.org_id,
        new.code_hash,
        new.sealed_code,
        new.role,
        new.email,
        new.max_uses,
        new.invited_by,
        new.days,
    )
    return None if row is None else KeptInvite(**row)


async def list_invites(tx: Tx, org_id: OrgId, *, limit: int) -> Sequence[KeptInvite]:
    rows = await tx.fetch(
        f"select {_INVITE} from org_invites where org_id = $1 and {_OPEN} order by created_at desc, id limit $2",  # noqa: S608
        org_id,
        limit,
    )
    return [KeptInvite(**row) for row in rows]


async def count_invites(tx: Tx, org_id: OrgId) -> int:
    return int(await tx.fetchval(f"select count(*) from org_invites where org_id = $1 and {_OPEN}", org_id))  # noqa: S608


async def revoke_invite(tx: Tx, org_id: OrgId, invite_id: InviteId) -> bool:
    """False: there is no such open invite."""
    done = await tx.execute(
        f"update org_invites set revoked_at = now(), email = null where org_id = $1 and id = $2 and {_OPEN}",  # noqa: S608
        org_id,
        invite_id,
    )
    return bool(done == "UPDATE 1")


async def revoke_invites_of(tx: Tx, org_id: OrgId, user_id: UserId, roles: Sequence[InviteRole]) -> None:
    """Those that somebody gave who may no longer give such: they stay void when the right comes back."""
    await tx.execute(
        f"""
        update org_invites set revoked_at = now(), email = null
         where org_id = $1 and invited_by = $2 and role = any ($3) and {_OPEN}
        """,  # noqa: S608
        org_id,
        user_id,
        list(roles),
    )


async def look_at_invite(
    tx: Tx, code_hash: bytes, inviters: Sequence[Role], appointers: Sequence[Role]
) -> InviteSeen | None:
    row = await tx.fetchrow("select * from see_invite($1, $2, $3)", code_hash, list(inviters), list(appointers))
    return None if row is None else InviteSeen(**row)


async def accept_invite(tx: Tx, code_hash: bytes, inviters: Sequence[Role], appointers: Sequence[Role]) -> str:
    """joined, member, elsewhere, full or unknown."""
    return str(await tx.fetchval("select accept_invite($1, $2, $3)", code_hash, list(inviters), list(appointers)))


async def drop_old_invites(db: Db, *, days: int, at_most: int) -> int:
    rows = await db.look_up("select drop_old_invites(make_interval(days => $1), $2) as dropped", days, at_most)
    return int(rows[0]["dropped"])


# Seats and plan


async def change_seats(tx: Tx, org_id: OrgId, count: int) -> Seats | None:
    row = await tx.fetchrow("select * from change_org_seats($1, $2)", org_id, count)
    return None if row is None else Seats(row["seats"], row["used"], row["too_many"])


async def change_plan(tx: Tx, org_id: OrgId, plan: str | None, limits: Mapping[str, Any]) -> Sequence[UserId] | None:
    """The members; None: there is no such organization."""
    found: Sequence[UserId] | None = await tx.fetchval(
        "select change_org_plan($1, $2, $3::text::jsonb)", org_id, plan, orjson.dumps(dict(limits)).decode()
    )
    return found


# History


async def add_event(
    tx: Tx,
    org_id: OrgId,
    actor_id: UserId,
    what: OrgEventName,
    detail: Mapping[str, object],
    *,
    target_id: UserId | None = None,
) -> None:
    await tx.execute(
        """
        insert into org_events (org_id, actor_id, what, target_id, detail)
        values ($1, $2, $3, $4, $5::text::jsonb)
        """,
        org_id,
        actor_id,
        what,
        target_id,
        orjson.dumps(dict(detail), default=str).decode(),
    )


async def list_events(tx: Tx, before: UUID | None, limit: int) -> Sequence[OrgEvent]:
    rows = await tx.fetch("select * from list_org_events($1, $2)", before, limit)
    return [
        OrgEvent(
            row["id"],
            row["at"],
            _named(row["actor_id"], row["actor_name"]),
            row["what"],
            _named(row["target_id"], row["target_name"]),
            orjson.loads(row["detail"]),
        )
        for row in rows
    ]


def _named(who: UserId | None, name: str | None) -> EventPerson | None:
    return None if who is None else EventPerson(who, name or "")


def _member(row: asyncpg.Record) -> Member:
    return Member(
        row["user_id"], row["name"], row["email"], row["role"] or LOWEST_ROLE, row["joined_at"],
        is_email_verified=row["email_verified"], has_second_factor=row["has_second_factor"],
    )  # fmt: skip
