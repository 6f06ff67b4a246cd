"""How many requests the API keys of one person may make in a minute, all keys together."""

from __future__ import annotations

from datetime import timedelta

from holdfast.core.errors import RateLimited
from holdfast.core.ids import UserId
from holdfast.core.throttle import Limit, Throttle
from holdfast.entitlements.access import Entitlements
from holdfast.entitlements.types import AccessContext, QuotaExhausted

_MINUTE = 60


async def take_request(entitlements: Entitlements, throttle: Throttle, user_id: UserId) -> None:
    mine = await entitlements.of(user_id)
    limit = mine.features.api_requests_per_minute
    if limit is None:
        return
    access = AccessContext(user_id, mine.plan, mine.source, mine.features, mine.calendar)
    now = entitlements.clock()
    if limit == 0:
        raise QuotaExhausted(access, "api_requests_per_minute", used=0, wanted=1, now=now, resets_at=None)
    try:
        await throttle.take(Limit("api-requests", limit, _MINUTE), str(user_id))
    except RateLimited as refused:
        resets_at = now + timedelta(seconds=refused.retry_after_seconds or 1)
        raise QuotaExhausted(
            access, "api_requests_per_minute", used=limit, wanted=1, now=now, resets_at=resets_at
        ) from None
