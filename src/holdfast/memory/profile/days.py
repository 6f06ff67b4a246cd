"""A day of the person's own calendar, looked back on: kept once a day for everybody who spoke, and read again."""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from holdfast.core.clock import zone_or_utc
from holdfast.core.db import Owner
from holdfast.core.jobs import JobContext
from holdfast.core.log import get_logger
from holdfast.memory.loops.calendars import calendar_of
from holdfast.memory.moments import check_day
from holdfast.memory.parts import HasMemory, MemoryParts
from holdfast.memory.people import store as people_store
from holdfast.memory.profile import store
from holdfast.memory.profile.look_back import by_rules, look_back
from holdfast.memory.profile.types import DailyAnalysis

SETTLES_AFTER = timedelta(hours=3)
"""A day is looked back on when it has been over for so long: late sessions are closed and learned from by then."""
_MAX_TURNS = 200
_AT_ONCE = 200
_LOOKS_BACK = timedelta(hours=72)
log = get_logger()


async def daily_analysis(memory: MemoryParts, owner: Owner, *, day: date | None = None) -> DailyAnalysis:
    """As it was kept; of a day nobody has looked back on yet, by rules and not kept. No model is waited for here.

    Without a day: yesterday on the person's calendar, the last one that is whole.
    """
    check_day(day, memory.clock())
    async with memory.db.as_owner(owner) as tx:
        zone = await calendar_of(tx, owner)
        day = day or memory.clock().astimezone(zone).date() - timedelta(days=1)
        kept = await store.find_analysis(tx, owner, day)
        read = None if kept else await store.read_day(tx, owner, day, *bounds(day, zone), most=_MAX_TURNS)
    return kept or (by_rules(read) if read else DailyAnalysis(day, "insufficient_data", None, (), (), "rules"))


async def analyse_day(memory: MemoryParts, owner: Owner, day: date) -> DailyAnalysis:
    """Made now, and kept unless something was forgotten meanwhile."""
    async with memory.db.as_owner(owner) as tx:
        zone = await calendar_of(tx, owner)
        read = await store.read_day(tx, owner, day, *bounds(day, zone), most=_MAX_TURNS)
    made = await look_back(memory.for_owner(owner), read)
    async with memory.db.as_owner(owner) as tx:
        if await people_store.lock_person(tx, owner, read.generation):
            await store.keep_analysis(tx, owner, made, at=memory.clock())
    return made


async def analyse_days(memory: MemoryParts) -> int:
    """For the schedule, hourly: everybody who spoke lately and whose yesterday nobody has looked back on."""
    now, done, after = memory.clock(), 0, Owner("", "")
    while owners := await store.active_owners(memory.db, since=now - _LOOKS_BACK, after=after, most=_AT_ONCE):
        for owner, zone, analysed_to in owners:
            day = (now - SETTLES_AFTER).astimezone(zone_or_utc(zone)).date() - timedelta(days=1)
            if analysed_to is None or analysed_to < day:
                try:
                    await analyse_day(memory, owner, day)
                    done += 1
                except Exception as error:  # noqa: BLE001 — border: one person's day must not cost the others theirs
                    log.warning("day_not_analysed", error=type(error).__name__)
        after = owners[-1][0]
    return done


async def analyse_all(context: JobContext[HasMemory]) -> None:
    """For the schedule."""
    await analyse_days(context.parts.memory)


def bounds(day: date, zone: ZoneInfo) -> tuple[datetime, datetime]:
    """From midnight to midnight on that clock: 23, 24 or 25 hours."""
    first, last = (datetime.combine(day + timedelta(days=ahead), time(), zone) for ahead in (0, 1))
    return first.astimezone(UTC), last.astimezone(UTC)
