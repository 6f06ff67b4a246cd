"""Moments in words, on the clock of the person they are about."""

from __future__ import annotations

from datetime import datetime
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

UTC_ZONE = ZoneInfo("UTC")


def find_zone(name: str | None) -> ZoneInfo | None:
    """A zone by its IANA name; None for a name that this machine's tables do not know."""
    if not name:
        return None
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):  # OSError: a name that reads like a folder
        return None


def zone_or_utc(name: str | None) -> ZoneInfo:
    return find_zone(name) or UTC_ZONE


def part_of_day(local: datetime) -> str:
    for until, name in ((5, "night"), (12, "morning"), (17, "afternoon"), (22, "evening")):
        if local.hour < until:
            return name
    return "night"


def date_in_words(local: datetime) -> str:
    """`Tuesday, 12 May 2026`."""
    return f"{local:%A}, {local.day} {local:%B %Y}"
