"""Stems, as the English dictionary of Postgres makes them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from holdfast.core.db import Db


async def stems(db: Db, words: Iterable[str]) -> Mapping[str, str]:
    """A word that the dictionary drops as too common stays as it is: which words count is the reference's decision."""
    rows = await db.look_up(
        "select word, ts_lexize('english_stem', word) as stem from unnest($1::text[]) word", sorted(set(words))
    )
    return {row["word"]: (row["stem"] or [row["word"]])[0] for row in rows}
