"""How much was used of what: by all together, and by whom most. Numbers only."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import datetime
from typing import Literal

from holdfast.accounts.admins import as_admin
from holdfast.admin import store
from holdfast.admin.types import UsageOfAll
from holdfast.core.db import Db
from holdfast.core.errors import Invalid
from holdfast.core.ids import UserId
from holdfast.entitlements.periods import SPANS, PeriodSpan
from holdfast.entitlements.usage import in_units

CountedFeature = Literal[
    "chats_per_day",
    "voice_minutes_per_month",
    "memory_characters_per_day",
    "background_calls_per_day",
    "storage_bytes",
]
"""What is kept of everybody: counters by date or month, and the room that files take now."""
_WRITTEN = {"day": re.compile(r"\d{4}-\d{2}-\d{2}"), "month": re.compile(r"\d{4}-\d{2}")}


async def read_usage(
    db: Db, admin_id: UserId, feature: CountedFeature, period: str | None, *, now: datetime, limit: int
) -> UsageOfAll:
    """Without a period the present one, by UTC. People count by their own calendars: for a few hours around midnight
    some are a day ahead or behind."""
    if feature == "storage_bytes":
        if period is not None:
            raise Invalid("Storage is what files take now; it has no period.", code="invalid_period")
        async with as_admin(db, admin_id) as tx:
            return await store.read_storage(tx, limit)
    span = SPANS[feature]
    async with as_admin(db, admin_id) as tx:
        found = await store.read_usage(tx, feature, _checked(span, period) or _present(span, now), limit)
    top = [replace(one, used=in_units(feature, one.used)) for one in found.top]
    return replace(found, total=in_units(feature, found.total), top=top)


def _checked(span: PeriodSpan, period: str | None) -> str | None:
    if period is not None and not _WRITTEN[span].fullmatch(period):
        raise Invalid("This is counted by day (2026-11-16) or by month (2026-11).", code="invalid_period",
                      details={"span": span})  # fmt: skip
    return period


def _present(span: PeriodSpan, now: datetime) -> str:
    return f"{now:%Y-%m-%d}" if span == "day" else f"{now:%Y-%m}"
