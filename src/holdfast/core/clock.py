"""The present moment, as a value that tests can replace through an argument; and the clocks of places."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

Clock = Callable[[], datetime]

_UTC = ZoneInfo("UTC")


def utc_now() -> datetime:
    return datetime.now(UTC)


def find_zone(name: str | None) -> ZoneInfo | None:
    """A zone by its IANA name; None for a name that this machine's tables do not know."""
    if not name:
        return None
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):  # OSError: a name that reads like a folder
        return None


def zone_or_utc(name: str | None) -> ZoneInfo:
    return find_zone(name) or _UTC


def on_clock(at: datetime, zone: ZoneInfo | None) -> datetime:
    """The same moment, as it is told there; None: as it is told here."""
    return at.astimezone(zone) if zone else at


def zone_name(at: datetime) -> str | None:
    """Of the place whose clock tells this moment; None: it is told in no place's time."""
    return at.tzinfo.key if isinstance(at.tzinfo, ZoneInfo) and at.tzinfo.key != "UTC" else None


def zone_in_words(at: datetime) -> str:
    """Behind a time of day. Names, because the letters of a zone mean several: CST is Chicago's and Shanghai's."""
    name = zone_name(at)
    return f"{name} time" if name else at.tzname() or "UTC"
