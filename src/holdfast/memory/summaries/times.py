"""Moments in words, on the clock of the person they are about."""

from __future__ import annotations

from datetime import datetime


def part_of_day(local: datetime) -> str:
    for until, name in ((5, "night"), (12, "morning"), (17, "afternoon"), (22, "evening")):
        if local.hour < until:
            return name
    return "night"


def date_in_words(local: datetime) -> str:
    """`Tuesday, 12 May 2026`."""
    return f"{local:%A}, {local.day} {local:%B %Y}"
