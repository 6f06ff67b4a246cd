"""How much of the event loop is whose.

One thread answers everybody. What a request takes of it is measured step by step, as the processor's time of that
thread, and written down for whoever sent it, also where it goes on detached from the request (an answer that is
written). What was taken fades: after two seconds a third of it is left, after ten nothing.
"""

from __future__ import annotations

import math
import time
from collections.abc import Awaitable, Generator
from contextvars import ContextVar
from typing import Any, Generic, TypeVar

T = TypeVar("T")

FADES_SECONDS = 2.0
_MOMENT_SECONDS = 0.02

_paid_by: ContextVar[LoopTime | None] = ContextVar("holdfast_loop_time", default=None)


class LoopTime:
    """Of one person or network."""

    __slots__ = ("_at", "_seconds", "_within")

    def __init__(self, within: LoopTime | None = None) -> None:
        """`within`: of a group, whose time this is as well."""
        self._seconds, self._at = 0.0, time.monotonic()
        self._within = within

    def add(self, seconds: float) -> None:
        """Of every step of everything, so it is short: what was taken within one moment fades together."""
        now = time.monotonic()
        if now - self._at > _MOMENT_SECONDS:
            self._seconds, self._at = self._left(), now
        self._seconds += seconds
        if self._within is not None:
            self._within.add(seconds)

    def share(self) -> float:
        """Of the event loop, in the last moments: 1.0 is all of it."""
        return self._left() / FADES_SECONDS

    def _left(self) -> float:
        return self._seconds * math.exp((self._at - time.monotonic()) / FADES_SECONDS)


async def paid_by(account: LoopTime, work: Awaitable[T]) -> T:
    token = _paid_by.set(account)
    try:
        return await _Measured(account, work)
    finally:
        _paid_by.reset(token)


async def paid_alike(work: Awaitable[T]) -> T:
    """For what is detached: whoever pays for the request that began it pays for this too."""
    account = _paid_by.get()
    return await (work if account is None else _Measured(account, work))


def pay(seconds: float) -> None:
    """For what is done elsewhere, and is as scarce as the loop."""
    account = _paid_by.get()
    if account is not None:
        account.add(seconds)


class _Measured(Generic[T]):
    """What `await work` does, with a look at the clock before and after each step."""

    __slots__ = ("_account", "_work")

    def __init__(self, account: LoopTime, work: Awaitable[T]) -> None:
        self._account, self._work = account, work

    def __await__(self) -> Generator[Any, Any, T]:
        work: Any = self._work.__await__()
        step: Any = work.send
        given: Any = None
        while True:
            began = time.thread_time()
            try:
                waits_for = step(given)
            except StopIteration as ended:
                return ended.value  # type: ignore[no-any-return]
            finally:
                self._account.add(time.thread_time() - began)
            try:
                step, given = work.send, (yield waits_for)
            except BaseException as error:  # noqa: BLE001 — border: cancelled or closed, which is for the work to hear
                step, given = work.throw, error
