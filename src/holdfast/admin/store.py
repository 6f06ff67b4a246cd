"""What admins ask the schema: definer functions, which ask by themselves whether the asker is an admin."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date
from uuid import UUID

import asyncpg
import orjson

from holdfast.admin.types import (
    AdminEvent,
    Belongs,
    DeadLetter,
    DeadLetters,
    DeadLetterSource,
    EventSubject,
    Figures,
    KindState,
    Organization,
    RunningJob,
    ScheduleState,
    Summoned,
    UsageOfAll,
    Used,
    User,
    UserFilter,
)
from holdfast.analytics.daily import DayFigures
from holdfast.core.db import Db, Tx
from holdfast.core.ids import OrgId, ProcessId, UserId
from holdfast.core.metrics import Sample
from holdfast.orgs.roles import LOWEST_ROLE


async def list_users(tx: Tx, wanted: UserFilter, after: UUID | None, limit: int) -> Sequence[User]:
    rows = await tx.fetch("select * from admin_users($1, $2, null, $3, $4)", wanted.search, wanted.org_id, after, limit)
    return [_user(row) for row in rows]


async def find_user(tx: Tx, user_id: UserId) -> User | None:
    row = await tx.fetchrow("select * from admin_users(null, null, $1, null, 1)", user_id)
    return None if row is None else _user(row)


def _user(row: asyncpg.Record) -> User:
    org = (
        Belongs(row["org_id"], row["org_name"], row["org_role"] or LOWEST_ROLE, row["org_plan"])
        if row["org_id"]
        else None
    )
    return User(
        row["id"], row["email"], row["name"], row["is_admin"], row["suspended_at"], row["created_at"],
        row["last_seen_at"], row["plan"], orjson.loads(row["limits"]), org,
    )  # fmt: skip


async def list_orgs(tx: Tx, search: str | None, after: UUID | None, limit: int) -> Sequence[Organization]:
    return await _orgs(tx, await tx.fetch("select * from admin_orgs($1, null, $2, $3)", search, after, limit))


async def find_org(tx: Tx, org_id: OrgId) -> Organization | None:
    found = await _orgs(tx, await tx.fetch("select * from admin_orgs(null, $1, null, 1)", org_id))
    return found[0] if found else None


async def _orgs(tx: Tx, rows: Sequence[asyncpg.Record]) -> Sequence[Organization]:
    alone = await tx.fetch("select id from orgs_without_owner($1) id", [row["id"] for row in rows])
    ownerless = {row["id"] for row in alone}
    found = await tx.fetch("select * from orgs_asking_second_factor($1)", [row["id"] for row in rows])
    asking = {row["id"]: row for row in found}
    return [
        Organization(
            **{**row, "limits": orjson.loads(row["limits"])},
            has_owner=row["id"] not in ownerless,
            grace_days=asking[row["id"]]["grace_days"] if row["id"] in asking else None,
            without_second_factor=asking[row["id"]]["without"] if row["id"] in asking else None,
        )
        for row in rows
    ]


async def appoint_owner(tx: Tx, org_id: OrgId, user_id: UserId) -> str:
    """`appointed`, or why not."""
    told: str = await tx.fetchval("select appoint_org_owner($1, $2)", org_id, user_id)
    return told


async def read_usage(tx: Tx, feature: str, period: str, limit: int) -> UsageOfAll:
    rows = await tx.fetch("select * from admin_usage($1, $2, $3)", feature, period, limit)
    return _used(rows, period)


async def read_storage(tx: Tx, limit: int) -> UsageOfAll:
    return _used(await tx.fetch("select * from admin_storage($1)", limit), None)


def _used(rows: Sequence[asyncpg.Record], period: str | None) -> UsageOfAll:
    top = [Used(row["user_id"], row["name"], row["email"], row["used"]) for row in rows]
    return UsageOfAll(period, rows[0]["total"] if rows else 0, rows[0]["people"] if rows else 0, top)


async def read_daily_figures(tx: Tx, since: date) -> Sequence[DayFigures]:
    return [DayFigures(**row) for row in await tx.fetch("select * from admin_daily_figures($1)", since)]


async def read_active_people(tx: Tx, since: date) -> tuple[Mapping[date, int], int]:
    """By day, and how many they are together."""
    rows = await tx.fetch("select day, people from admin_active_people($1)", since)
    by_day = {row["day"]: row["people"] for row in rows}
    return by_day, by_day.pop(None, 0)


async def list_kinds(tx: Tx) -> Sequence[KindState]:
    return [KindState(**row) for row in await tx.fetch("select * from admin_jobs()")]


async def list_running(tx: Tx, limit: int) -> Sequence[RunningJob]:
    return [RunningJob(**row) for row in await tx.fetch("select * from admin_running_jobs($1)", limit)]


async def list_schedules(tx: Tx) -> Sequence[ScheduleState]:
    return [ScheduleState(**row) for row in await tx.fetch("select * from admin_schedules()")]


async def read_installation(db: Db, *, lease_seconds: float) -> Sequence[tuple[str, str, float | None]]:
    rows = await db.look_up("select * from installation_figures(make_interval(secs => $1))", lease_seconds)
    return [(row["figure"], row["label"], row["number"]) for row in rows]


async def tell_figures(tx: Tx, process_id: ProcessId, samples: Sequence[Sample]) -> None:
    await tx.execute("select tell_figures($1, $2::jsonb)", process_id, orjson.dumps(samples).decode())


async def figures_told(db: Db, *, within_seconds: float) -> Sequence[tuple[ProcessId, Sequence[Sample]]]:
    rows = await db.look_up("select * from figures_told(make_interval(secs => $1))", within_seconds)
    return [(row["process_id"], orjson.loads(row["samples"])) for row in rows]


async def run_soon(tx: Tx, name: str, *, heard_seconds: float) -> Summoned:
    row = await tx.fetchrow("select * from jobs.run_soon($1, make_interval(secs => $2))", name, heard_seconds)
    assert row is not None  # a function of one row
    return Summoned(**row)


async def list_dead_letters(tx: Tx, limit: int) -> DeadLetters:
    rows = await tx.fetch("select * from admin_dead_letters($1)", limit)
    letters = [
        DeadLetter(
            row["source"], row["id"], row["kind"], row["failure"], row["tries"], row["created_at"], row["died_at"]
        )
        for row in rows
    ]
    return DeadLetters(letters, rows[0]["total"] if rows else 0)


async def retry_dead_letter(tx: Tx, source: DeadLetterSource, letter_id: int) -> str:
    """done, unknown or already_queued."""
    return str(await tx.fetchval("select retry_dead_letter($1, $2)", source, letter_id))


async def drop_dead_letter(tx: Tx, source: DeadLetterSource, letter_id: int) -> bool:
    """False: there is none such."""
    return bool(await tx.fetchval("select drop_dead_letter($1, $2) = 'done'", source, letter_id))


async def read_figures(tx: Tx) -> Figures:
    row = await tx.fetchrow("select * from admin_figures()")
    assert row is not None  # an aggregate has one row
    return Figures(**row)


async def list_events(tx: Tx, before: UUID | None, limit: int) -> Sequence[AdminEvent]:
    rows = await tx.fetch("select * from list_admin_events($1, $2)", before, limit)
    return [
        AdminEvent(
            row["id"], row["at"], _named(row["actor_id"], row["actor_name"]), row["what"],
            _named(row["target_id"], row["target_name"]), _named(row["org_id"], row["org_name"]),
            orjson.loads(row["detail"]),
        )
        for row in rows
    ]  # fmt: skip


def _named(which: UUID | None, name: str | None) -> EventSubject | None:
    return None if which is None else EventSubject(which, name or "")
