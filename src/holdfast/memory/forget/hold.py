"""Locks, always in the same order: the owner, then sessions by their number, then whatever is counted over them.

Whoever ingests holds a session and then the sums over all of them. A forget that held the sums and came back for
another session would wait for somebody who waits for it.
"""

from __future__ import annotations

from collections.abc import Sequence

from holdfast.core.db import Owner, Tx
from holdfast.memory.forget import hold_store as store


async def hold_owner(tx: Tx, owner: Owner) -> None:
    await store.lock_owner(tx, owner)


def waiting_for_forgets(owner: Owner) -> str:
    """First statement of whoever is about to read what this owner remembers and write some of it down: none of it goes
    meanwhile without that being known. What begins after this is seen by the next forget, and ended by it."""
    return store.share_owner(owner)


async def hold_sessions(tx: Tx, owner: Owner, sessions: Sequence[int] | None) -> None:
    """None: all of them."""
    await store.lock_sessions(tx, owner, sessions)


async def begin_again(tx: Tx, owner: Owner, sessions: Sequence[int]) -> None:
    """Whoever works on these sessions this moment finds that what was read no longer stands."""
    await store.raise_generation(tx, owner, sessions)
