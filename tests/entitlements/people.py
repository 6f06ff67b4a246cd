"""People with plans, alone and in organizations, as the tables hold them."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any
from uuid import UUID
from zoneinfo import ZoneInfo

import asyncpg
import orjson

from holdfast.core.ids import UserId, new_id
from holdfast.entitlements.compute import compute_entitlements
from holdfast.entitlements.periods import UsageCalendar
from holdfast.entitlements.plans import Plan
from holdfast.entitlements.types import AccessContext

NOON = datetime(2026, 11, 16, 12, tzinfo=UTC)


async def add_person(
    as_owner: asyncpg.Connection, *, plan: Plan | None = None, limits: Mapping[str, Any] | None = None
) -> UserId:
    user = UserId(new_id())
    await as_owner.execute(
        "insert into users (id, plan, limits) values ($1, $2, $3)", user, plan, orjson.dumps(limits or {}).decode()
    )
    return user


async def add_org(
    as_owner: asyncpg.Connection, *members: UUID, plan: Plan | None = None, limits: Mapping[str, Any] | None = None
) -> UUID:
    org = new_id()
    await as_owner.execute(
        "insert into orgs (id, name, plan, limits, seat_count) values ($1, 'Acme', $2, $3, 100)",
        org, plan, orjson.dumps(limits or {}).decode(),
    )  # fmt: skip
    for member in members:
        await as_owner.execute("insert into org_members (user_id, org_id, role) values ($1, $2, 'owner')", member, org)
    return org


def access_of(user: UserId, plan: Plan = "free", *, zone: str = "UTC", **overrides: int | None) -> AccessContext:
    features = compute_entitlements(plan, overrides)  # type: ignore[arg-type]
    return AccessContext(user, plan, "user", features, UsageCalendar(ZoneInfo(zone)))
