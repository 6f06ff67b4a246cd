"""The moment a brief is made for: a client may name it, within bounds."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from holdfast.core.errors import Invalid

SKEW = timedelta(minutes=5)
"""A message may bear a time that is a little ahead of whoever asks."""
_EARLIEST = datetime(1970, 1, 1, tzinfo=UTC)
_AHEAD = timedelta(days=366)


def moment(given: datetime | None, clock: datetime) -> datetime:
    if given is None:
        return clock
    if given.tzinfo is None:
        raise Invalid("now needs a time zone.", code="time_without_zone")
    if not _EARLIEST <= given <= clock + _AHEAD:
        raise Invalid("now lies outside of the years a memory can have.", code="time_out_of_bounds")
    return given
