"""Tables: how long ago the person last spoke, on their own calendar, and whether the bridge is used."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from holdfast.memory.brief.orientation import Orientation, orient
from holdfast.memory.brief.types import Depth

GAP = timedelta(minutes=15)
BERLIN, NEW_YORK, TOKYO, KATHMANDU = map(
    ZoneInfo, ("Europe/Berlin", "America/New_York", "Asia/Tokyo", "Asia/Kathmandu")
)
ZERO = ZoneInfo("UTC")


def utc(text: str) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


@pytest.mark.parametrize(
    ("last", "now", "zone", "depth", "gap"),
    [
        # how long the silence was
        ("2026-05-12 10:00", "2026-05-12 10:00", ZERO, "same_session", 0),
        ("2026-05-12 10:00", "2026-05-12 10:15", ZERO, "same_session", 15),
        ("2026-05-12 10:00", "2026-05-12 10:15:01", ZERO, "today", 15),
        ("2026-05-12 10:00", "2026-05-12 23:59", ZERO, "today", 839),
        ("2026-05-12 10:00", "2026-05-13 00:00", ZERO, "yesterday", 840),
        ("2026-05-12 10:00", "2026-05-13 23:59", ZERO, "yesterday", 2279),
        ("2026-05-12 10:00", "2026-05-14 00:00", ZERO, "multi_day", 2280),
        ("2026-05-12 10:00", "2026-05-19 10:00", ZERO, "multi_day", 10080),
        ("2024-02-29 10:00", "2024-03-01 09:00", ZERO, "yesterday", 1380),
        ("2025-12-31 23:30", "2026-01-01 00:30", ZERO, "yesterday", 60),
        # over midnight a session goes on while its gap has not passed
        ("2026-05-12 23:55", "2026-05-13 00:05", ZERO, "same_session", 10),
        # a clock ahead of ours
        ("2026-05-12 10:04", "2026-05-12 10:00", ZERO, "same_session", 0),
        # the same two moments are other days elsewhere
        ("2026-05-12 21:30", "2026-05-12 22:30", ZERO, "today", 60),
        ("2026-05-12 21:30", "2026-05-12 22:30", BERLIN, "yesterday", 60),
        ("2026-05-12 21:30", "2026-05-12 22:30", NEW_YORK, "today", 60),
        ("2026-05-12 14:30", "2026-05-12 15:30", TOKYO, "yesterday", 60),
        ("2026-05-12 18:00", "2026-05-12 18:30", KATHMANDU, "yesterday", 30),
        ("2026-05-13 01:00", "2026-05-13 12:00", NEW_YORK, "yesterday", 660),
        ("2026-05-13 01:00", "2026-05-14 12:00", NEW_YORK, "multi_day", 2100),
        # the night the clocks go forward (02:00 → 03:00 on 29 March) and back (03:00 → 02:00 on 25 October)
        ("2026-03-28 22:30", "2026-03-29 21:59", BERLIN, "yesterday", 1409),
        ("2026-03-28 23:30", "2026-03-29 21:30", BERLIN, "today", 1320),
        ("2026-03-28 23:30", "2026-03-29 22:30", BERLIN, "yesterday", 1380),
        ("2026-10-24 22:30", "2026-10-25 22:30", BERLIN, "today", 1440),
        ("2026-10-24 22:30", "2026-10-25 23:30", BERLIN, "yesterday", 1500),
        ("2026-10-24 21:30", "2026-10-25 22:30", BERLIN, "yesterday", 1500),
        ("2026-10-25 00:30", "2026-10-25 01:30", BERLIN, "today", 60),
    ],
)
def test_depth_and_gap(last: str, now: str, zone: ZoneInfo, depth: Depth, gap: int) -> None:
    found = orient(utc(last), utc(now), zone, session_gap=GAP)
    assert (found.depth, found.gap_minutes) == (depth, gap)


@pytest.mark.parametrize(
    ("minutes", "is_in_session", "has_bridge", "use_bridge"),
    [
        (3, False, True, True),  # a new session right after another: the last words are not in front of anybody
        (3, True, True, False),  # the session goes on: they are
        (40, False, True, True),
        (40, True, True, True),  # the same name, but its gap has passed: it is opened again
        (119, False, True, True),
        (120, False, True, False),  # from here on the handover is told twice instead
        (24 * 60, False, True, False),
        (40, False, False, False),  # nothing to bridge with
    ],
)
def test_the_bridge_is_for_those_who_come_back_soon(
    minutes: int, is_in_session: bool, has_bridge: bool, use_bridge: bool
) -> None:
    last = utc("2026-05-12 10:00")
    now = last + timedelta(minutes=minutes)
    found = orient(last, now, ZERO, session_gap=GAP, is_in_session=is_in_session, has_bridge=has_bridge)
    assert found.use_bridge is use_bridge


def test_somebody_who_never_spoke_has_no_gap() -> None:
    found = orient(None, utc("2026-05-12 10:00"), BERLIN, session_gap=GAP)
    assert found == Orientation("multi_day", None, use_bridge=False)
