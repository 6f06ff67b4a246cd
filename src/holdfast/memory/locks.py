"""The advisory locks of an owner. A lock's key is a protocol: it is written here, in `memory_ingest`, and nowhere else.

Always in the same order: the owner, what is learned, the chats (an eraser's `hold`), then sessions by their number
(`intake/sessions_store.py`), then whatever is counted over them. Whoever ingests holds a session and then the sums over
all of them; a forget that held the sums and came back for another session would wait for somebody who waits for it.
`docs/locks.md` has who takes what in which order.
"""

from __future__ import annotations

import orjson

from holdfast.core.db import Owner, Tx, quoted


def memory_key(tenant_id: str, user_id: str) -> str:
    """The key of an owner's memory as SQL, of two expressions of type text."""
    return f"hashtextextended(jsonb_build_array('memory', {tenant_id}, {user_id})::text, 0)"


async def lock_owner(tx: Tx, owner: Owner) -> None:
    """For a forget: after another, after turns that name no session, and after whoever learns."""
    await lock_memory(tx, owner)
    await lock_learning(tx, owner)


async def lock_memory(tx: Tx, owner: Owner) -> None:
    """Forgets, imports and turns that name no session come one after another."""
    key = memory_key("$1::text", "$2::text")
    await tx.execute(f"select pg_advisory_xact_lock({key})", owner.tenant_id, owner.user_id)


async def lock_learning(tx: Tx, owner: Owner) -> None:
    """Until this transaction ends nobody else writes facts or loops of this owner, or vectors."""
    await tx.execute(waiting_for_learning(owner))


def waiting_for_learning(owner: Owner) -> str:
    """The same as the first statement of a transaction, with which it travels."""
    key = orjson.dumps(["memory_learning", owner.tenant_id, owner.user_id]).decode()
    return f"select pg_advisory_xact_lock(hashtextextended({quoted(key)}, 0))"


def waiting_for_forgets(owner: Owner) -> str:
    """First statement of whoever is about to read what this owner remembers and write some of it down: none of it goes
    meanwhile without that being known. What begins after this is seen by the next forget, and ended by it. Others who
    only read are not waited for."""
    key = memory_key(f"{quoted(owner.tenant_id)}::text", f"{quoted(owner.user_id)}::text")
    return f"select pg_advisory_xact_lock_shared({key})"
