"""Where documents were of use: which of one's own answers were told of them, and which cite them.

Nobody sees in whose other chats a document of their organization was told.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from uuid import UUID

from holdfast.accounts.types import Caller
from holdfast.core.clock import utc_now
from holdfast.core.cursor import read_cursor, write_cursor
from holdfast.core.ids import DocumentId
from holdfast.documents import store, usage_store
from holdfast.documents.parts import DocumentParts
from holdfast.documents.types import UnknownDocument
from holdfast.documents.usage_store import (
    DocumentUse,
    UnusedDocument,
    UsageTotals,
    UsedDocument,
    UsedPassage,
    note_usage,
)

__all__ = ["DocumentUse", "UsedPassage", "note_usage"]


@dataclass(frozen=True, slots=True)
class UsagePage:
    items: Sequence[DocumentUse]
    next_cursor: str | None


@dataclass(frozen=True, slots=True)
class UsageOverview:
    since: datetime
    totals: UsageTotals
    used: Sequence[UsedDocument]
    unused: Sequence[UnusedDocument]


async def list_uses(
    parts: DocumentParts, caller: Caller, document_id: DocumentId, *, cursor: str | None, limit: int
) -> UsagePage:
    """The latest first."""
    after = read_cursor(cursor, UUID) if cursor else None
    async with parts.db.as_user(caller.user_id) as tx:
        if await store.find_document(tx, document_id) is None:
            raise UnknownDocument
        found = await usage_store.list_uses(tx, caller.user_id, document_id, after, most=limit + 1)
    last = found[limit - 1] if len(found) > limit else None
    return UsagePage(found[:limit], write_cursor(last.at, last.message_id) if last else None)


async def overview(parts: DocumentParts, caller: Caller, *, days: int, limit: int) -> UsageOverview:
    since = utc_now() - timedelta(days=days)
    async with parts.db.as_user(caller.user_id) as tx:
        found = await usage_store.totals(tx, caller.user_id, since)
        used = await usage_store.most_used(tx, caller.user_id, since, most=limit)
        return UsageOverview(since, found, used, await usage_store.least_used(tx, caller.user_id, since, most=limit))
