"""What is due, as a calendar reads it: iCalendar (RFC 5545), an event for each open loop that has a day.

Somebody who said "by Friday" means the day: its event lasts all of Friday and blocks nothing. Where an hour was named
it stands at that hour, told in UTC. Put off, it stands where it was put off to. The name of an event is the loop's own
for good, so that a calendar moves it instead of showing it twice.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, time, timedelta, tzinfo

from holdfast.core.db import Owner
from holdfast.memory.loops import store
from holdfast.memory.loops.calendars import calendar_of
from holdfast.memory.parts import MemoryParts
from holdfast.memory.types import Loop

MAX_EVENTS = 300
_LINE_OCTETS = 75
_WHOLE_DAYS = (time(0, 0), time(23, 59))
"""How a day without an hour is kept: its end, or, set by hand, its beginning."""
_LASTS = timedelta(minutes=30)
_REFRESH = "PT1H"


async def due_calendar(memory: MemoryParts, owner: Owner) -> str:
    async with memory.db.as_owner(owner) as tx:
        loops = await store.due_loops(tx, owner, limit=MAX_EVENTS)
        zone = await calendar_of(tx, owner)
    return calendar_file(loops, zone)


def calendar_file(loops: Sequence[Loop], zone: tzinfo) -> str:
    lines = [
        "BEGIN:VCALENDAR",
        "VERSION:2.0",
        "PRODID:-//Holdfast//Loops//EN",
        "CALSCALE:GREGORIAN",
        "X-WR-CALNAME:Holdfast",
        f"REFRESH-INTERVAL;VALUE=DURATION:{_REFRESH}",
        f"X-PUBLISHED-TTL:{_REFRESH}",
        *(line for loop in loops if loop.due_at for line in _event(loop, loop.due_at, zone)),
        "END:VCALENDAR",
    ]
    return "".join(f"{folded}\r\n" for line in lines for folded in _folded(line))


def _event(loop: Loop, due_at: datetime, zone: tzinfo) -> Iterator[str]:
    at = max(due_at, loop.snoozed_until) if loop.snoozed_until else due_at
    changed = loop.reinforced_at or loop.opened_at
    yield "BEGIN:VEVENT"
    yield f"UID:loop-{loop.id}@holdfast"
    yield f"DTSTAMP:{_moment(changed)}"
    yield from _when(at.astimezone(zone), has_hour=due_at.astimezone(zone).time() not in _WHOLE_DAYS)
    yield f"SUMMARY:{_escaped(loop.text)}"
    yield f"CATEGORIES:{loop.kind.upper()}"
    yield "CLASS:PRIVATE"
    yield "TRANSP:TRANSPARENT"
    yield "END:VEVENT"


def _when(at: datetime, *, has_hour: bool) -> Iterator[str]:
    if has_hour:
        yield f"DTSTART:{_moment(at)}"
        yield f"DTEND:{_moment(at + _LASTS)}"
        return
    # The end of a day is the beginning of the next.
    yield f"DTSTART;VALUE=DATE:{at.date():%Y%m%d}"
    yield f"DTEND;VALUE=DATE:{at.date() + timedelta(days=1):%Y%m%d}"


def _moment(at: datetime) -> str:
    return f"{at.astimezone(UTC):%Y%m%dT%H%M%SZ}"


def _escaped(text: str) -> str:
    """As TEXT values are written (3.3.11); what cannot be seen is left out."""
    visible = "".join(character for character in text if character == "\n" or character.isprintable())
    for sign in ("\\", ";", ","):
        visible = visible.replace(sign, f"\\{sign}")
    return visible.replace("\n", "\\n")


def _folded(line: str) -> Iterator[str]:
    """In pieces of at most 75 octets, never through a character (3.1); each that follows begins with a blank."""
    piece, octets = "", 0
    for character in line:
        size = len(character.encode())
        if octets + size > _LINE_OCTETS:
            yield piece
            piece, octets = " ", 1
        piece, octets = piece + character, octets + size
    yield piece
