"""What was used, counted by (person, feature, date or month of their own calendar).

`reserve` counts before the costly step, in one statement: of thirty who want the last unit at once, one gets it. It
belongs into the transaction of what it pays for, near its end, so that both happen or neither, and nobody else waits
long for the same counter.
"""

from __future__ import annotations

from datetime import datetime

from holdfast.core.db import Db, Tx
from holdfast.core.ids import UserId
from holdfast.entitlements import store
from holdfast.entitlements.plans import Feature
from holdfast.entitlements.types import AccessContext, QuotaExhausted

VOICE: Feature = "voice_minutes_per_month"
CHARACTERS: Feature = "memory_characters_per_day"
_UNITS: dict[Feature, int] = {VOICE: 60}
"""How many counted units make one of the plan's: of voice, seconds are counted and minutes promised."""


async def reserve(tx: Tx, access: AccessContext, feature: Feature, now: datetime, *, count: int = 1) -> str:
    """The period it was counted in, for giving it back; or `QuotaExhausted`. Without a limit it is counted all the
    same: a plan that changes at noon finds the morning in the counter."""
    period = access.period(feature, now)
    limit, unit = access.features.limit(feature), _UNITS.get(feature, 1)
    most = None if limit is None else limit * unit
    if await store.add_usage(tx, access.user_id, feature, period.name, count, limit=most) is None:
        used = in_units(feature, await store.used_now(tx, access.user_id, feature, period.name))
        wanted = in_units(feature, count)
        raise QuotaExhausted(access, feature, used=used, wanted=wanted, now=now, resets_at=period.resets_at)
    return period.name


def refuse_if_used_up(access: AccessContext, feature: Feature, now: datetime) -> None:
    """A look beforehand, which costs nothing; what it lets pass, `reserve` decides."""
    if access.is_used_up(feature):
        used, period = access.counters[feature], access.period(feature, now)
        raise QuotaExhausted(access, feature, used=used, wanted=1, now=now, resets_at=period.resets_at)


def in_units(feature: Feature, counted: int) -> int:
    """As the plan tells it: a minute that was begun is one."""
    return -(-counted // _UNITS.get(feature, 1))


async def give_back(tx: Tx, user_id: UserId, feature: Feature, period: str, *, count: int = 1) -> None:
    """For what was reserved and never came to be."""
    await store.take_back_usage(tx, user_id, feature, period, count)


async def prune(db: Db, *, most: int = 10_000) -> int:
    """Counters of days and months long past. Nothing is ever reset, so it may run late, twice or never."""
    total = 0
    while gone := await store.prune(db, most=most):
        total += gone
    return total
