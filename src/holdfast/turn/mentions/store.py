"""How often somebody named what, and when last: references, and no word of what they said."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from holdfast.core.db import Tx
from holdfast.core.ids import UserId

MAX_COUNTED = 1_000
"""Things that are known to have been named; those that were not named for longest go."""


@dataclass(frozen=True, slots=True)
class MentionCount:
    times: int
    last_at: datetime


async def count_mentions(tx: Tx, user_id: UserId, references: Sequence[str], now: datetime) -> None:
    await tx.execute(
        """
        insert into mention_counts (user_id, reference, times, last_at)
        select $1, reference, 1, $3 from unnest($2::text[]) as reference
        on conflict (user_id, reference) do update
           set times = least(mention_counts.times + 1, 1000000),
               last_at = greatest(mention_counts.last_at, excluded.last_at)
        """,
        user_id,
        sorted(set(references)),
        now,
    )
    await tx.execute(
        """
        delete from mention_counts
         where user_id = $1
           and reference in (
             select reference from mention_counts where user_id = $1 order by last_at desc, reference offset $2
           )
        """,
        user_id,
        MAX_COUNTED,
    )


async def read_counts(tx: Tx, user_id: UserId) -> Mapping[str, MentionCount]:
    rows = await tx.fetch("select reference, times, last_at from mention_counts where user_id = $1", user_id)
    return {row["reference"]: MentionCount(row["times"], row["last_at"]) for row in rows}
