"""Counts for the meter: of one owner as that owner, of all by a function that tells sums alone."""

from __future__ import annotations

from datetime import datetime

from holdfast.core.db import Db, Owner, Tx
from holdfast.memory.quality.types import Counts


async def counts_of(tx: Tx, owner: Owner, *, stale_before: datetime, now: datetime) -> Counts:
    row = await tx.fetchrow(
        """
        select q.*, f.*
          from (select coalesce(sum(candidates), 0)::bigint as candidates, coalesce(sum(learned), 0)::bigint as learned,
                       coalesce(sum(duplicates), 0)::bigint as duplicates, coalesce(sum(junk), 0)::bigint as junk,
                       coalesce(sum(echoes), 0)::bigint as echoes,
                       coalesce(sum(contradicted), 0)::bigint as contradicted
                  from memory_quality where tenant_id = $1 and user_id = $2) q
         cross join (
           select count(*) as held, count(*) filter (where nth > 1) as held_twice,
                  count(*) filter (where valid_to < $4
                                      or not is_pinned and coalesce(reinforced_at, learned_at) < $3) as stale
             from (select valid_to, is_pinned, reinforced_at, learned_at,
                          row_number() over (partition by memory_plain(text)) as nth
                     from facts where tenant_id = $1 and user_id = $2 and retired_at is null) h) f
        """,
        owner.tenant_id, owner.user_id, stale_before, now,
    )  # fmt: skip
    assert row is not None
    return Counts(**row)


async def counts_overall(db: Db, *, stale_before: datetime, now: datetime) -> Counts:
    rows = await db.look_up(
        """
        select candidates, learned, duplicates, junk, echoes, contradicted, held, held_twice, stale
          from memory_quality_overall($1, $2)
        """,
        stale_before, now,
    )  # fmt: skip
    return Counts(**rows[0])
