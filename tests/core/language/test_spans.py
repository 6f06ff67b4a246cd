from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from holdfast.core.language.when import find_spans

NOW = datetime(2026, 11, 16, 12, tzinfo=UTC)  # a Monday
LAST_SAID = datetime(2023, 10, 20, tzinfo=UTC)


def days(first: str, last: str | None = None) -> tuple[date, date]:
    return date.fromisoformat(first), date.fromisoformat(last or first)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("What did I eat yesterday?", days("2026-11-15")),
        ("the day before yesterday", days("2026-11-14")),
        ("what happened last Tuesday", days("2026-11-10")),
        ("on Tuesday", days("2026-11-10")),
        ("last Monday", days("2026-11-09")),
        ("next Friday", days("2026-11-20")),
        ("last week", days("2026-11-09", "2026-11-15")),
        ("last weekend", days("2026-11-14", "2026-11-15")),
        ("this month", days("2026-11-01", "2026-11-30")),
        ("last month", days("2026-10-01", "2026-10-31")),
        ("last year", days("2025-01-01", "2025-12-31")),
        ("three days ago", days("2026-11-13")),
        ("two weeks ago", days("2026-10-30", "2026-11-05")),
        ("in the last 3 weeks", days("2026-10-26", "2026-11-16")),
        ("on 2024-05-03", days("2024-05-03")),
        ("on 3 May 2024", days("2024-05-03")),
        ("May 3rd, 2024", days("2024-05-03")),
        ("in late May 2023", days("2023-05-21", "2023-05-31")),
        ("in February 2024", days("2024-02-01", "2024-02-29")),
        ("in 2023", days("2023-01-01", "2023-12-31")),
        ("during the summer of 2022", days("2022-06-01", "2022-08-31")),
        ("in May", days("2023-05-01", "2023-05-31")),
        ("on 3 May", days("2023-05-03")),
        ("the 3rd of May", days("2023-05-03")),
        ("in November", days("2022-11-01", "2022-11-30")),
        ("on 29 February", days("2020-02-29")),
    ],
)
def test_a_time_expression_is_a_span_of_days(text: str, expected: tuple[date, date]) -> None:
    spans = find_spans(text, NOW, LAST_SAID)
    assert [(span.start, span.end - timedelta(days=1)) for span in spans] == [expected]


@pytest.mark.parametrize(
    "text",
    ["May I ask you something?", "what might May do", "march on", "0000-99-99", "", "a" * 5000],
)
def test_what_only_looks_like_a_time_is_none(text: str) -> None:
    assert find_spans(text, NOW, LAST_SAID) == []


def test_several_times_are_all_found() -> None:
    spans = find_spans("between 3 May 2024 and 7 June 2024, or yesterday", NOW)
    assert [span.start for span in spans] == [date(2024, 5, 3), date(2024, 6, 7), date(2026, 11, 15)]


def test_days_are_those_of_the_clock_that_tells_the_time() -> None:
    monday_evening = datetime(2026, 11, 17, 1, 30, tzinfo=UTC).astimezone(ZoneInfo("America/Los_Angeles"))
    spans = find_spans("yesterday, or on 17 November", monday_evening, monday_evening.astimezone(UTC))
    assert [span.start for span in spans] == [date(2025, 11, 17), date(2026, 11, 15)], (
        "their seventeenth is yet to come"
    )
