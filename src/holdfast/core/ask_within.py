"""Ask, within a deadline; whoever does not answer is missing, by name and with the reason.

What a turn or a brief is told comes from many places, and each may fail in any way or take too long. Whoever asked goes
on without, and says so: a source that is missing is counted, logged, and told to whoever reads the answer.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable
from dataclasses import dataclass
from typing import TypeVar

from holdfast.core.log import get_logger
from holdfast.core.metrics import SOURCES_MISSING

T = TypeVar("T")
log = get_logger()


@dataclass(frozen=True, slots=True)
class Missing:
    """A source that failed or missed its deadline; kept in the trace, shown to the person."""

    source: str
    reason: str

    @property
    def is_late(self) -> bool:
        return self.reason == TimeoutError.__name__


async def ask_within(source: str, answer: Awaitable[T], seconds: float) -> T | Missing:
    try:
        async with asyncio.timeout(seconds):
            return await answer
    except Exception as error:  # noqa: BLE001 — border: a source may fail in any way, whoever asks it may not
        log.warning("source_missing", source=source, error=type(error).__name__)
        SOURCES_MISSING.labels(source).inc()
        return Missing(source, type(error).__name__)
