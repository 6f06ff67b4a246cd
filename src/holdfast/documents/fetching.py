"""What a connector fetches from: a list of what is there now, and the bytes of one of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from holdfast.core.errors import Invalid

MAX_ITEMS = 2_000


@dataclass(frozen=True, slots=True)
class FetchedItem:
    key: str
    """By which it is known again."""
    mark: str
    """Changes with its content."""
    title: str
    filename: str
    folder: str | None = None


class Origin(Protocol):
    is_whole: bool
    """What is not listed is gone; False where only the newest is listed, as in a feed."""

    async def list(self) -> Sequence[FetchedItem]: ...

    async def read(self, item: FetchedItem) -> bytes: ...


class FetchFailed(Invalid):
    """Why nothing could be fetched, in a sentence that says what helps."""

    code = "not_fetched"


def at_most(count: int) -> None:
    if count > MAX_ITEMS:
        raise FetchFailed(
            f"There are more than {MAX_ITEMS:,} documents; choose a smaller part, or several.", code="too_many_items"
        )
