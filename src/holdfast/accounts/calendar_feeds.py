"""The address by which a person's calendar reads what they have to do: made, made anew, ended.

Whoever has the address reads it, so it is a secret: shown once, kept as a hash, one a person. A new one ends the old.
What stands in the calendar, `memory/loops/calendar_file.py` says.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from holdfast.accounts import calendar_feeds_store
from holdfast.accounts.parts import Accounts
from holdfast.accounts.sign_ins import lock_if_still_in
from holdfast.accounts.types import Caller, Visitor
from holdfast.core.crypto import hash_token, new_token
from holdfast.core.db import Db
from holdfast.core.errors import NotFound
from holdfast.core.ids import UserId
from holdfast.core.throttle import Limit

MAKING = Limit("calendar-feeds-by-account", 30, 3600)
GUESSES = Limit("calendar-feeds-by-peer", 300, 3600)
"""Of one network, wrong and right ones together: a household has few calendars, and each asks a few times an hour."""


@dataclass(frozen=True, slots=True)
class CalendarFeed:
    created_at: datetime
    last_read_at: datetime | None


async def find_feed(db: Db, caller: Caller) -> CalendarFeed | None:
    async with db.as_user(caller.user_id) as tx:
        found = await calendar_feeds_store.find_calendar_feed(tx, caller.user_id)
    return CalendarFeed(*found) if found else None


async def make_feed(accounts: Accounts, caller: Caller) -> str:
    """Its secret, which is never shown again. The one there was leads nowhere from now on."""
    await accounts.throttle.take(MAKING, str(caller.user_id))
    token = new_token()
    async with accounts.db.as_user(caller.user_id) as tx:
        await lock_if_still_in(tx, caller)
        await calendar_feeds_store.put_calendar_feed(tx, caller.user_id, hash_token(token))
    return token


async def end_feed(db: Db, caller: Caller) -> None:
    async with db.as_user(caller.user_id) as tx:
        await calendar_feeds_store.end_calendar_feed(tx, caller.user_id)


async def open_feed(accounts: Accounts, token: str, visitor: Visitor) -> UserId:
    """Whose calendar it is."""
    await accounts.throttle.take(GUESSES, visitor.peer)
    found = await calendar_feeds_store.read_calendar_feed(accounts.db, hash_token(token))
    if found is None:
        raise NotFound("There is no such calendar.", code="unknown_calendar")
    return found
