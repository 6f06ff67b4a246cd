"""The SQL behind holding others off."""

from __future__ import annotations

from collections.abc import Sequence

import orjson

from holdfast.core.db import Owner, Tx, quoted


async def lock_owner(tx: Tx, owner: Owner) -> None:
    """Two forgets of one owner come one after another, as do turns that name no session, and whoever learns."""
    await tx.execute(
        "select pg_advisory_xact_lock(hashtextextended(jsonb_build_array('memory', $1::text, $2::text)::text, 0))",
        owner.tenant_id, owner.user_id,
    )  # fmt: skip
    learning = orjson.dumps(["memory_learning", owner.tenant_id, owner.user_id]).decode()
    await tx.execute("select pg_advisory_xact_lock(hashtextextended($1, 0))", learning)


def share_owner(owner: Owner) -> str:
    """The statement that waits beside others who only read, and never beside a forget."""
    whose = f"{quoted(owner.tenant_id)}::text, {quoted(owner.user_id)}::text"
    return f"""
    select pg_advisory_xact_lock_shared(hashtextextended(jsonb_build_array('memory', {whose})::text, 0))
    """


async def lock_sessions(tx: Tx, owner: Owner, sessions: Sequence[int] | None) -> None:
    """Whoever ingests, learns or folds here waits, or has to begin again. In order, as two must not wait in a ring."""
    await tx.execute(
        """
        select from memory_sessions
         where tenant_id = $1 and user_id = $2 and ($3::bigint[] is null or id = any ($3)) order by id for update
        """,
        owner.tenant_id, owner.user_id, None if sessions is None else list(sessions),
    )  # fmt: skip


async def raise_generation(tx: Tx, owner: Owner, sessions: Sequence[int]) -> None:
    """Work that began before this is void."""
    await tx.execute(
        """
        update memory_sessions set generation = generation + 1
         where tenant_id = $1 and user_id = $2 and id = any ($3)
        """,
        owner.tenant_id, owner.user_id, list(sessions),
    )  # fmt: skip
