from __future__ import annotations

from datetime import UTC, datetime

import pytest

from holdfast.models.failures import failed, retry_after_seconds
from holdfast.models.types import Failure

NOON = datetime(2026, 11, 15, 12, 0, tzinfo=UTC)


@pytest.mark.parametrize(
    ("header", "expected"),
    [
        (None, None),
        ("7", 7.0),
        ("0.5", 0.5),
        ("-3", 0.0),
        ("99999999", 3600.0),
        ("inf", 3600.0),
        ("nan", None),
        ("soon", None),
        ("", None),
        ("Sun, 15 Nov 2026 12:00:30 GMT", 30.0),
        ("Sun, 15 Nov 2026 11:00:00 GMT", 0.0),
        ("Sun, 15 Nov 2099 12:00:00 GMT", 3600.0),
        ("Sun, 99 Nov 2026 12:00:00 GMT", None),
    ],
)
def test_retry_after_is_seconds_or_a_date_and_bounded(header: str | None, expected: float | None) -> None:
    assert retry_after_seconds(header, now=lambda: NOON) == expected


@pytest.mark.parametrize("failure", Failure)
def test_each_failure_tells_a_person_something_and_has_a_stable_code(failure: Failure) -> None:
    error = failed(failure, upstream="HTTP 500")
    assert error.message.endswith(".")
    assert error.code == f"model_{failure.value}"
    assert "HTTP" not in error.message
