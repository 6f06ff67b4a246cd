"""What hearing a recording takes of the month's voice minutes; given back where nothing came of it."""

from __future__ import annotations

import math
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import datetime

from holdfast.core.db import RETRYABLE, Db
from holdfast.core.log import get_logger
from holdfast.entitlements.types import AccessContext
from holdfast.entitlements.usage import VOICE, give_back, reserve

log = get_logger()


@asynccontextmanager
async def spend_voice(db: Db, access: AccessContext | None, seconds: float, now: datetime) -> AsyncIterator[None]:
    """Every second that was begun counts; `QuotaExhausted` where they are not left."""
    if access is None:
        yield
        return
    count = max(1, math.ceil(seconds))
    async with db.as_user(access.user_id) as tx:
        period = await reserve(tx, access, VOICE, now, count=count)
    try:
        yield
    except BaseException:  # border: unheard, silent or cancelled, it must not cost
        try:
            async with db.as_user(access.user_id) as tx:
                await give_back(tx, access.user_id, VOICE, period, count=count)
        except RETRYABLE as error:
            log.warning("voice_not_given_back", error=type(error).__name__, seconds=count)
        raise
