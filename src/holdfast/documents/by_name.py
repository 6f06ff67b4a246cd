"""Documents as people call them: those that somebody may mention, found by their title or the name of their file."""

from __future__ import annotations

from collections.abc import Sequence
from uuid import UUID

from holdfast.core.db import Db
from holdfast.core.ids import DocumentId, UserId
from holdfast.documents import names_store
from holdfast.documents.types import NamedDocument

_MAX_WORDS = 12


async def list_named(db: Db, user_id: UserId, query: str, *, limit: int) -> Sequence[NamedDocument]:
    """One's own first, the last changed first. `query`: words, each of which must stand in the name."""
    async with db.as_user(user_id) as tx:
        return await names_store.list_named(tx, query.lower().split()[:_MAX_WORDS], limit)


async def find_named(db: Db, user_id: UserId, name: str, *, tail: str | None = None) -> NamedDocument | None:
    """One's own before what others share, the last changed before others. `tail`: the end of its id, which tells it
    whatever it is called."""
    try:
        whole = DocumentId(UUID(name))
    except ValueError:
        whole = None
    async with db.as_user(user_id) as tx:
        return await names_store.find_named(tx, name, whole, tail)
