"""Places and names of clocks, as time zones."""

from __future__ import annotations

import pytest

from holdfast.memory.profile.zones import zone_named, zone_of_place


@pytest.mark.parametrize(
    ("said", "zone"),
    [
        ("Europe/Berlin", "Europe/Berlin"),
        ("CET", "Europe/Berlin"),
        ("est", "America/New_York"),
        ("Pacific time", "America/Los_Angeles"),
        ("UTC", "UTC"),
        ("UTC+2", "Etc/GMT-2"),
        ("GMT-5", "Etc/GMT+5"),
        ("UTC+99", None),
        ("Europe/Atlantis", None),
        ("../etc/passwd", None),
        ("/etc/localtime", None),
        ("whenever", None),
        ("", None),
    ],
)
def test_a_clock_by_its_name(said: str, zone: str | None) -> None:
    assert zone_named(said) == zone


@pytest.mark.parametrize(
    ("place", "zone"),
    [
        ("Berlin", "Europe/Berlin"),
        ("new york", "America/New_York"),
        ("San Francisco", "America/Los_Angeles"),
        ("Lisbon, Portugal", "Europe/Lisbon"),
        ("a small flat in Munich", "Europe/Berlin"),
        ("Buenos Aires", "America/Argentina/Buenos_Aires"),
        ("India", "Asia/Kolkata"),
        ("Springfield", None),
        ("", None),
    ],
)
def test_a_place_by_its_name(place: str, zone: str | None) -> None:
    assert zone_of_place(place) == zone
