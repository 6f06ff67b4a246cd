from __future__ import annotations

import asyncio
from collections.abc import Sequence

import pytest

from holdfast.core.ask_within import Missing, ask_within
from holdfast.core.metrics import SOURCES_MISSING

pytestmark = pytest.mark.anyio


async def found() -> Sequence[str]:
    return ["a rose"]


async def never() -> Sequence[str]:
    await asyncio.Event().wait()
    raise AssertionError


async def broken() -> Sequence[str]:
    raise ConnectionError("with words in it that nobody should read")


async def test_what_is_found_in_time_is_handed_over_as_it_is() -> None:
    assert await ask_within("garden", found(), 5.0) == ["a rose"]


async def test_whoever_takes_too_long_is_late_and_whoever_fails_is_missing_by_the_kind_of_its_failure() -> None:
    late = await ask_within("garden", never(), 0.01)
    failed = await ask_within("garden", broken(), 5.0)
    assert (late, failed) == (Missing("garden", "TimeoutError"), Missing("garden", "ConnectionError"))
    assert [one.is_late for one in (late, failed) if isinstance(one, Missing)] == [True, False]


async def test_what_is_missing_is_counted_by_its_name() -> None:
    before = SOURCES_MISSING.labels("a counted garden")._value.get()
    await ask_within("a counted garden", broken(), 5.0)
    await ask_within("a counted garden", found(), 5.0)
    assert SOURCES_MISSING.labels("a counted garden")._value.get() == before + 1


async def test_whoever_stops_asking_stops_the_source_too_and_hears_of_no_missing_one() -> None:
    asked = asyncio.create_task(ask_within("garden", never(), 5.0))
    await asyncio.sleep(0)
    asked.cancel()
    with pytest.raises(asyncio.CancelledError):
        await asked
