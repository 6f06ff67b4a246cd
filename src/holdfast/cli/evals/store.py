"""Stems, as the English dictionary of Postgres makes them; and the sessions of somebody who is measured."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from holdfast.core.db import Db, Owner
from holdfast.core.ids import SessionRow


async def stems(db: Db, words: Iterable[str]) -> Mapping[str, str]:
    """A word that the dictionary drops as too common stays as it is: which words count is the reference's decision."""
    rows = await db.look_up(
        "select word, ts_lexize('english_stem', word) as stem from unnest($1::text[]) word", sorted(set(words))
    )
    return {row["word"]: (row["stem"] or [row["word"]])[0] for row in rows}


async def sessions(db: Db, owner: Owner) -> Sequence[SessionRow]:
    async with db.as_owner(owner) as tx:
        rows = await tx.fetch(
            "select id from memory_sessions where tenant_id = $1 and user_id = $2 order by id",
            owner.tenant_id, owner.user_id,
        )  # fmt: skip
        return [row["id"] for row in rows]
