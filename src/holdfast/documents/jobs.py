"""The work that follows an upload. Payloads name rows, never words."""

from __future__ import annotations

from holdfast.core.db import Tx
from holdfast.core.ids import ConnectorId, DocumentId
from holdfast.core.jobs import BULK, JobKind, enqueue

INDEX_DOCUMENT = JobKind(
    "index_document", rests=True, tries=4, first_pause_seconds=5, timeout_seconds=300, slots=2, one_per_owner=True
)
"""`document`: read, and made findable, a portion at a time; where more is left it goes back to the end of
the line, so that one large document does not keep another person's waiting."""


TAKE_OVER = JobKind(
    "take_over_space", rests=True, tries=4, first_pause_seconds=5, timeout_seconds=300, slots=1, one_per_owner=True
)
"""`space`: its passages get vectors of the embedder that is chosen now, a portion at a time, after all that somebody
waits for."""


async def promise_index(tx: Tx, document_id: DocumentId) -> None:
    await enqueue(tx, INDEX_DOCUMENT, {"document": document_id}, dedupe_key=str(document_id))


async def promise_take_over(tx: Tx, space_id: int) -> None:
    await enqueue(tx, TAKE_OVER, {"space": space_id}, dedupe_key=str(space_id), priority=BULK)


SYNC_CONNECTOR = JobKind(
    "sync_connector", rests=True, tries=3, first_pause_seconds=30, timeout_seconds=600, slots=2, one_per_owner=True
)
"""`connector`: what is new there is brought, what has gone there is deleted; where much is new, a part at a time."""


async def promise_sync(tx: Tx, connector_id: ConnectorId) -> None:
    await enqueue(tx, SYNC_CONNECTOR, {"connector": connector_id}, dedupe_key=str(connector_id))
