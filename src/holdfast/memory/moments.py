"""Moments and days that whoever asks may name: within the years a memory can have."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta

from holdfast.core.errors import Invalid

EARLIEST = datetime(1970, 1, 1, tzinfo=UTC)
_AHEAD = timedelta(days=366)


def check_moment(name: str, given: datetime | None, clock: datetime) -> datetime | None:
    """As it is. `Invalid` where it names no zone, or lies outside of what can be."""
    if given is None:
        return None
    if given.tzinfo is None:
        raise Invalid(f"{name} needs a time zone.", code="time_without_zone")
    if not EARLIEST <= given <= clock + _AHEAD:
        raise Invalid(f"{name} lies outside of the years a memory can have.", code="time_out_of_bounds")
    return given


def check_day(given: date | None, clock: datetime) -> date | None:
    if given is not None and not EARLIEST.date() <= given <= (clock + _AHEAD).date():
        raise Invalid("The date lies outside of the years a memory can have.", code="time_out_of_bounds")
    return given
