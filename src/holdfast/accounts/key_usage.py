"""What each key used, by day, route, model and how it was answered; refused requests are among it."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, timedelta

from holdfast.accounts import key_usage_store
from holdfast.accounts.types import KeyUsage
from holdfast.core.clock import utc_now
from holdfast.core.db import RETRYABLE, Db
from holdfast.core.errors import Invalid
from holdfast.core.ids import KeyId, UserId
from holdfast.core.log import get_logger

MAX_DAYS = 400
"""So long it is kept."""
log = get_logger()


async def note_usage(db: Db, user_id: UserId, key_id: KeyId, used: KeyUsage) -> None:
    """The request is answered by then; a database that is away loses its line, and nobody waits."""
    try:
        async with db.as_user(user_id) as tx:
            await key_usage_store.add_usage(tx, user_id, key_id, used)
    except RETRYABLE as error:
        log.warning("usage_not_noted", error=type(error).__name__)


async def drop_old_usage(db: Db) -> None:
    await key_usage_store.drop_old(db)


async def read_usage(
    db: Db, user_id: UserId, first: date | None, last: date | None, key_id: KeyId | None
) -> Sequence[KeyUsage]:
    """Of the last thirty days, unless others are named."""
    today = utc_now().date()
    last = last or today
    first = first or last - timedelta(days=29)
    if not timedelta() <= last - first <= timedelta(days=MAX_DAYS):
        raise Invalid(f"Name a first and a last day, at most {MAX_DAYS} days apart.", code="invalid_days")
    async with db.as_user(user_id) as tx:
        return await key_usage_store.list_usage(tx, user_id, first, last, key_id)
