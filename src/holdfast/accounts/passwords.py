"""argon2id, one at a time.

One hash takes 64 MB on purpose, and some 120 ms of processor time on four threads, so that two at once are no
quicker than one after the other. Without a bound, forty sign-ins at once would take 2.5 GB and every core; so one is
made at a time, behind everything else that the machine has to do, a bounded line waits, and whoever comes later is told
to come back.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import TypeVar

from pwdlib import PasswordHash
from pwdlib.hashers.argon2 import Argon2Hasher

from holdfast.core.crypto import new_token
from holdfast.core.errors import Unavailable
from holdfast.core.loop_time import pay
from holdfast.core.niceness import let_others_go_first

T = TypeVar("T")

_NICENESS = 10
"""Whoever signs in waits a little longer on a busy machine, and nobody else waits for them."""


_WORTH = 0.2
"""Of a second of the event loop, a second of hashing: it goes behind everything else."""


class Busy(Unavailable):
    code = "busy"


@dataclass(frozen=True, slots=True)
class Verified:
    is_right: bool
    better_hash: str | None = None
    """Set when the password was right and our parameters have grown since: to be stored in place of the old one."""


def _timed(work: Callable[[], T]) -> tuple[T, float]:
    began = time.monotonic()
    return work(), time.monotonic() - began


class Hasher:
    def __init__(self, argon: Argon2Hasher | None = None, *, at_once: int = 1, in_line: int = 64) -> None:
        self._hashes = PasswordHash([argon or Argon2Hasher()])
        self._threads = ThreadPoolExecutor(
            max_workers=at_once, thread_name_prefix="passwords", initializer=let_others_go_first, initargs=(_NICENESS,)
        )
        self._places = at_once + in_line
        # Verified in place of a hash that is not there, so that an unknown e-mail takes as long as a wrong password.
        # Made by the pool, where it is the first in line: starting up does not wait for it.
        self._decoy = self._threads.submit(self._hashes.hash, new_token())

    async def hash(self, password: str) -> str:
        return await self._in_turn(lambda: self._hashes.hash(password))

    async def verify(self, password: str, known_hash: str | None) -> Verified:
        is_right, better = await self._in_turn(
            lambda: self._hashes.verify_and_update(password, known_hash or self._decoy.result())
        )
        return Verified(is_right and known_hash is not None, better)

    async def _in_turn(self, work: Callable[[], T]) -> T:
        if self._places <= 0:
            raise Busy("Many people are signing in right now; try again in a moment.", retry_after_seconds=2)
        self._places -= 1
        try:
            made, seconds = await asyncio.get_running_loop().run_in_executor(self._threads, _timed, work)
            pay(_WORTH * seconds)
            return made
        finally:
            self._places += 1

    def close(self) -> None:
        self._threads.shutdown(wait=False, cancel_futures=True)
