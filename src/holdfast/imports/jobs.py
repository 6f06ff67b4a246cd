"""The work that follows when a file with conversations was brought. Payloads name rows, never words."""

from __future__ import annotations

from holdfast.core.db import Tx
from holdfast.core.ids import ImportId
from holdfast.core.jobs import BULK, JobKind, enqueue

BRING_CHATS = JobKind(
    "bring_chats", rests=True, tries=4, first_pause_seconds=5, timeout_seconds=300, slots=1, one_per_owner=True
)
"""`import`: its conversations become chats, some at a time; where more are left it goes back to the end of the line."""


async def promise_import(tx: Tx, import_id: ImportId) -> None:
    await enqueue(tx, BRING_CHATS, {"import": import_id}, dedupe_key=str(import_id), priority=BULK)
