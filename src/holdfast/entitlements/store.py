"""Every SQL statement on plans, counters and research slots.

Functions that take a `Db` ask a definer function, in one message: what somebody may use is asked at every request.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import asyncpg
import orjson

from holdfast.core.clock import zone_or_utc
from holdfast.core.db import Db, Tx
from holdfast.core.ids import SlotId, UserId
from holdfast.entitlements.periods import UsageCalendar
from holdfast.entitlements.types import Granted

CHANGED = "entitlements_changed"
"""The channel on which the tables tell whose rights have changed."""
UNREADABLE = "unreadable"
"""In the place of limits: no object, so nothing is taken from it."""


async def read_grants(db: Db, people: Sequence[UserId]) -> Sequence[Granted]:
    rows = await db.look_up(
        """
        select user_id, plan, limits, org_plan, org_limits, quota_zone, quota_held_date, quota_held_from,
               quota_held_until, read_at, holds_until
          from plans_of($1)
        """,
        list(people),
    )
    return [
        Granted(
            row["user_id"], row["plan"], _limits(row["limits"]), row["org_plan"], _limits(row["org_limits"]),
            _calendar(row), row["read_at"], row["holds_until"],
        )
        for row in rows
    ]  # fmt: skip


def _limits(kept: str | None) -> Any:
    """Postgres keeps JSON that no reader here can read; `compute` leaves such aside, and says so in the log."""
    try:
        return orjson.loads(kept) if kept else None
    except orjson.JSONDecodeError:
        return UNREADABLE


async def present_moment(connection: asyncpg.Connection) -> datetime:
    """By the clock of the database."""
    now: datetime = await connection.fetchval("select clock_timestamp()")
    return now


async def tell(db: Db, people: Sequence[UserId]) -> None:
    for first in range(0, len(people), 200):
        await db.look_up("select pg_notify($1, $2)", CHANGED, ",".join(map(str, people[first : first + 200])))


async def read_usage(db: Db, user_id: UserId, wanted: Mapping[str, str]) -> Mapping[str, int]:
    """Used of each feature in the period given for it; what was never used is not in it."""
    rows = await db.look_up(
        "select feature, used from usage_of($1, $2, $3)", user_id, list(wanted.keys()), list(wanted.values())
    )
    return {row["feature"]: row["used"] for row in rows}


async def add_usage(tx: Tx, user_id: UserId, feature: str, period: str, count: int, *, limit: int | None) -> int | None:
    """What is used now, with this; None where it would be more than the limit, and nothing was added."""
    used: int | None = await tx.fetchval(
        """
        insert into usage_counters as c (user_id, feature, period, used)
        select $1, $2, $3, $4 where $5::bigint is null or $4 <= $5
        on conflict (user_id, feature, period) do update set used = c.used + excluded.used
         where $5::bigint is null or c.used + excluded.used <= $5
        returning used
        """,
        user_id, feature, period, count, limit,
    )  # fmt: skip
    return used


async def used_now(tx: Tx, user_id: UserId, feature: str, period: str) -> int:
    used: int = await tx.fetchval(
        "select coalesce((select used from usage_counters where user_id = $1 and feature = $2 and period = $3), 0)",
        user_id, feature, period,
    )  # fmt: skip
    return used


async def take_back_usage(tx: Tx, user_id: UserId, feature: str, period: str, count: int) -> None:
    await tx.execute(
        """
        update usage_counters set used = greatest(used - $4, 0) where user_id = $1 and feature = $2 and period = $3
        """,
        user_id, feature, period, count,
    )  # fmt: skip


async def change_user_plan(tx: Tx, user_id: UserId, plan: str | None, limits: Mapping[str, Any]) -> bool:
    """False: there is no such account."""
    found: bool = await tx.fetchval(
        "select change_user_plan($1, $2, $3::jsonb)", user_id, plan, orjson.dumps(limits).decode()
    )
    return found


async def lock_calendar(tx: Tx, user_id: UserId) -> tuple[str | None, UsageCalendar] | None:
    """The zone as it was set, if it was, and the calendar that follows from it."""
    row = await tx.fetchrow(
        """
        select quota_zone, quota_held_date, quota_held_from, quota_held_until from users where id = $1
           for no key update
        """,
        user_id,
    )
    return (row["quota_zone"], _calendar(row)) if row else None


def _calendar(row: asyncpg.Record) -> UsageCalendar:
    zone = zone_or_utc(row["quota_zone"])
    return UsageCalendar(zone, row["quota_held_date"], row["quota_held_from"], row["quota_held_until"])


async def has_used_anything(tx: Tx, user_id: UserId) -> bool:
    found: bool = await tx.fetchval("select exists (select from usage_counters where user_id = $1)", user_id)
    return found


async def set_calendar(tx: Tx, user_id: UserId, calendar: UsageCalendar) -> None:
    await tx.execute(
        """
        update users set quota_zone = $2, quota_held_date = $3, quota_held_from = $4, quota_held_until = $5
         where id = $1
        """,
        user_id, calendar.zone.key, calendar.held_date, calendar.held_from, calendar.held_until,
    )  # fmt: skip


@dataclass(frozen=True, slots=True)
class SlotState:
    active: int
    first_free_at: datetime | None
    """When the first of the active ones runs out, unless it is renewed."""
    bucket_until: datetime | None
    now: datetime


async def lock_slots(tx: Tx, user_id: UserId) -> SlotState:
    """How it stands; whoever else takes a slot of this person waits for this transaction."""
    await tx.execute("select from users where id = $1 for no key update", user_id)
    row = await tx.fetchrow(
        """
        select count(*) filter (where released_at is null and leased_until > clock_timestamp()) as active,
               min(leased_until) filter (where released_at is null and leased_until > clock_timestamp())
                 as first_free_at,
               max(bucket_until) as bucket_until, clock_timestamp() as now
          from research_slots where user_id = $1
        """,
        user_id,
    )
    assert row is not None  # an aggregate has one row
    return SlotState(**row)


async def add_slot(
    tx: Tx, user_id: UserId, slot_id: SlotId, *, lease_seconds: float, bucket_until: datetime, counted_in: str
) -> None:
    await tx.execute(
        """
        insert into research_slots (id, user_id, leased_until, bucket_until, counted_in)
        values ($1, $2, clock_timestamp() + make_interval(secs => $3), $4, $5)
        """,
        slot_id, user_id, lease_seconds, bucket_until, counted_in,
    )  # fmt: skip


async def renew_slot(tx: Tx, user_id: UserId, slot_id: SlotId, *, lease_seconds: float) -> bool:
    """False: it ran out or was released; somebody else may have it now."""
    renewed = await tx.fetchval(
        """
        update research_slots set leased_until = clock_timestamp() + make_interval(secs => $3)
         where id = $1 and user_id = $2 and released_at is null and leased_until > clock_timestamp()
        returning true
        """,
        slot_id, user_id, lease_seconds,
    )  # fmt: skip
    return bool(renewed)


async def release_slot(tx: Tx, user_id: UserId, slot_id: SlotId) -> str | None:
    """The month it was counted in; None where it was released before."""
    counted_in: str | None = await tx.fetchval(
        """
        update research_slots set released_at = clock_timestamp()
         where id = $1 and user_id = $2 and released_at is null returning counted_in
        """,
        slot_id, user_id,
    )  # fmt: skip
    return counted_in


async def active_slots(tx: Tx, user_id: UserId) -> Mapping[SlotId, datetime]:
    rows = await tx.fetch(
        """
        select id, leased_until from research_slots
         where user_id = $1 and released_at is null and leased_until > clock_timestamp()
        """,
        user_id,
    )
    return {row["id"]: row["leased_until"] for row in rows}


async def prune(db: Db, *, most: int) -> int:
    rows = await db.look_up("select prune_usage($1) + prune_research_slots($1) as gone", most)
    gone: int = rows[0]["gone"]
    return gone
