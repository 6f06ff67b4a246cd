"""Python 3.11.2, which Debian 12 has, ends a timeout with a cancellation where its task was cancelled once before and
went on: what should have been told as too slow then ends the task. Mended as in 3.11.3."""

from __future__ import annotations

import asyncio
import sys
from types import TracebackType
from typing import Any

IS_FAULTY = sys.version_info < (3, 11, 3)


class _Timeout(asyncio.Timeout):  # type: ignore[misc]  # final for whoever need not mend it
    async def __aenter__(self) -> Any:
        task = asyncio.current_task()
        self._cancelled_before = task.cancelling() if task else 0
        return await super().__aenter__()

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        has_expired = self.expired()
        await super().__aexit__(kind, error, trace)
        task = asyncio.current_task()
        if has_expired and kind is asyncio.CancelledError and task and task.cancelling() <= self._cancelled_before:
            raise TimeoutError from error


def mend_timeouts() -> None:
    """For everybody who calls `asyncio.timeout`, libraries too."""
    if IS_FAULTY:
        asyncio.timeouts.Timeout = _Timeout  # type: ignore[misc]
