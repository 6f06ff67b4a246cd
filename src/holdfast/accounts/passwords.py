"""argon2id, a few at a time.

One hash takes some 50 ms of a core and 64 MB on purpose. Without a bound, forty sign-ins at once would take 2.5 GB and
every core; so a small pool of threads works, a bounded line waits, and whoever comes later is told to come back.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import TypeVar

from pwdlib import PasswordHash
from pwdlib.hashers.argon2 import Argon2Hasher

from holdfast.core.crypto import new_token
from holdfast.core.errors import Unavailable

T = TypeVar("T")


class Busy(Unavailable):
    code = "busy"


@dataclass(frozen=True, slots=True)
class Verified:
    is_right: bool
    better_hash: str | None = None
    """Set when the password was right and our parameters have grown since: to be stored in place of the old one."""


class Hasher:
    def __init__(self, argon: Argon2Hasher | None = None, *, at_once: int = 2, in_line: int = 64) -> None:
        self._hashes = PasswordHash([argon or Argon2Hasher()])
        self._threads = ThreadPoolExecutor(max_workers=at_once, thread_name_prefix="passwords")
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
            return await asyncio.get_running_loop().run_in_executor(self._threads, work)
        finally:
            self._places += 1

    def close(self) -> None:
        self._threads.shutdown(wait=False, cancel_futures=True)
