"""`pack_texts` is closed to the app: whatever runs here may add to it, and only an admin reads it."""

from __future__ import annotations

from collections.abc import Sequence

from holdfast.core.db import Db, Tx


async def add_texts(db: Db, persona_ids: Sequence[str], texts: Sequence[str]) -> None:
    """What is there already stays."""
    await db.look_up("select keep_pack_texts($1, $2)", list(persona_ids), list(texts))


async def find_texts(tx: Tx, hashes: Sequence[bytes]) -> dict[str, str]:
    """By their hash. Refused to whoever is not an admin."""
    rows = await tx.fetch("select sha256, text from read_pack_texts($1)", list(hashes))
    return {row["sha256"].hex(): row["text"] for row in rows}
