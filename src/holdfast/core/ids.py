"""Identifiers that sort by time (UUIDv7), made here because the embedded Postgres has no extensions for it."""

from __future__ import annotations

import os
import time
from uuid import UUID


def new_id() -> UUID:
    milliseconds = time.time_ns() // 1_000_000
    random = int.from_bytes(os.urandom(10), "big")
    value = (
        (milliseconds & (1 << 48) - 1) << 80 | 0x7 << 76 | (random >> 68) << 64 | 0b10 << 62 | random & (1 << 62) - 1
    )
    return UUID(int=value)
