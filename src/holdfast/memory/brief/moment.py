"""The moment a brief is made for: a client may name it, within bounds."""

from __future__ import annotations

from datetime import datetime, timedelta

from holdfast.memory.moments import check_moment

SKEW = timedelta(minutes=5)
"""A message may bear a time that is a little ahead of whoever asks."""


def moment(given: datetime | None, clock: datetime) -> datetime:
    return check_moment("now", given, clock) or clock
