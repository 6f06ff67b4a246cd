"""The time zone somebody's days are counted in; their own device says which.

It is kept with the account: what the memory learned about where somebody lives is a guess from their words, and may lie
in another installation.
"""

from __future__ import annotations

from dataclasses import replace

from holdfast.core.clock import find_zone
from holdfast.core.errors import Invalid, Unauthenticated
from holdfast.core.ids import UserId
from holdfast.entitlements import store
from holdfast.entitlements.access import Entitlements
from holdfast.entitlements.periods import UsageCalendar, change_zone


async def set_zone(entitlements: Entitlements, user_id: UserId, name: str) -> UsageCalendar:
    """From the end of the present day on; at once for somebody who has not used anything yet."""
    zone = find_zone(name)
    if zone is None or len(name) > 64:
        raise Invalid("There is no time zone of this name; send one like Europe/Berlin.", code="unknown_time_zone")
    async with entitlements.db.as_user(user_id) as tx:
        found = await store.lock_calendar(tx, user_id)
        if found is None:
            raise Unauthenticated("This account is no more.")
        named, before = found
        is_first = named is None and not await store.has_used_anything(tx, user_id)
        after = UsageCalendar(zone) if is_first else replace(change_zone(before, zone, entitlements.clock()), zone=zone)
        if (named, before) == (after.zone.key, after):
            return after
        await store.set_calendar(tx, user_id, after)
    await entitlements.invalidate([user_id])
    return after
