"""Where a page of a list ended: a moment and an id, as a word that whoever asks for the next page hands back."""

from __future__ import annotations

import base64
from collections.abc import Callable
from datetime import UTC, datetime
from typing import TypeVar
from uuid import UUID

from holdfast.core.errors import Invalid

T = TypeVar("T")

_YEARS = range(1970, 9999)


def write_cursor(at: datetime, row_id: UUID | int) -> str:
    """Nothing in it means anything in an address."""
    return base64.urlsafe_b64encode(f"{at.astimezone(UTC).isoformat()} {row_id}".encode()).decode()


def read_cursor(cursor: str, read_id: Callable[[str], T]) -> tuple[datetime, T]:
    """`read_id`: what makes an id of a text, `UUID` or `row_number`; `Invalid` for what is none of ours."""
    try:
        when, row_id = base64.urlsafe_b64decode(cursor.encode()).decode().split(" ")
        at = datetime.fromisoformat(when)
        if at.tzinfo is None or at.year not in _YEARS:
            raise ValueError(when)
        return at.astimezone(UTC), read_id(row_id)
    except (ValueError, OverflowError):
        raise Invalid("The cursor is not one we gave; start from the first page.", code="bad_cursor") from None


def row_number(text: str) -> int:
    """Of a row that Postgres numbered; `ValueError` for a number it cannot have given."""
    number = int(text)
    if not 0 < number < 2**63:
        raise ValueError(text)
    return number
