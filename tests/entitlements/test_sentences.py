"""The words of what is left and of what ran out, as a table."""

from __future__ import annotations

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest

from holdfast.entitlements.periods import UsageCalendar
from holdfast.entitlements.plans import Feature, Plan
from holdfast.entitlements.sentences import in_bytes, say_exhausted, say_left

MIDNIGHT = datetime(2026, 11, 16, 23, 0, tzinfo=UTC)
BERLIN = UsageCalendar(ZoneInfo("Europe/Berlin"))
BACK = "; they come back on 17 November at 00:00 (Europe/Berlin)"


@pytest.mark.parametrize(
    ("feature", "used", "limit", "helps", "said"),
    [
        ("chats_per_day", 20, 20, "pro",
         f"You have used all your 20 messages for today{BACK}. The plan pro has more of them."),
        ("chats_per_day", 1_000, 1_000, None, f"You have used all your 1,000 messages for today{BACK}."),
        ("chats_per_day", 1, 1, None, f"You have used your one message for today{BACK}."),
        ("memory_characters_per_day", 199_000, 200_000, None,
         f"You have used 199,000 of your 200,000 characters for the memory today{BACK}."),
    ],
)  # fmt: skip
def test_what_ran_out_is_said_with_when_it_comes_back_and_what_would_help(
    feature: Feature, used: int, limit: int, helps: Plan | None, said: str
) -> None:
    assert say_exhausted(feature, used, limit, MIDNIGHT, BERLIN, helps) == said


def test_what_a_plan_has_none_of_is_never_promised_again() -> None:
    said = say_exhausted("voice_minutes_per_month", 0, 0, None, BERLIN, "pro")
    assert said == "You have no voice minutes a month. The plan pro has more of them."


def test_room_for_files_does_not_come_back_by_waiting() -> None:
    said = say_exhausted("storage_bytes", 199_000_000, 200_000_000, None, BERLIN, None)
    assert said == "Your files fill 199 MB of 200 MB, and this one does not fit beside them; delete some first."
    assert say_left("storage_bytes", 12, 200_000_000, None, BERLIN) == "Your files fill 12 bytes of 200 MB."


@pytest.mark.parametrize(
    ("used", "said"),
    [
        (17, f"3 of your 20 messages for today are left{BACK}."),
        (19, f"1 of your 20 messages for today is left{BACK}."),
    ],
)
def test_what_is_left_is_counted(used: int, said: str) -> None:
    assert say_left("chats_per_day", used, 20, MIDNIGHT, BERLIN) == said


@pytest.mark.parametrize(
    ("count", "said"),
    [
        (0, "0 bytes"), (1, "1 byte"), (999, "999 bytes"), (1_500, "1.5 KB"), (200_000_000, "200 MB"),
        (999_900_000, "1,000 MB"), (10_000_000_000, "10 GB"), (3_500_000_000_000, "3.5 TB"),
    ],
)  # fmt: skip
def test_bytes_are_said_in_the_unit_that_fits(count: int, said: str) -> None:
    assert in_bytes(count) == said
