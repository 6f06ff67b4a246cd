"""The job of an import: its conversations become chats, one transaction each, as many at once as others can wait for.

Where it broke off it goes on: how many were looked at stands beside what they brought, in the same transaction.
"""

from __future__ import annotations

import asyncio
import tempfile
from functools import partial
from itertools import islice

from holdfast.chats.attachments import HasBlobs, drop_file
from holdfast.chats.bring import bring_chat, lay_out
from holdfast.core.blobs import Blobs
from holdfast.core.clock import utc_now
from holdfast.core.db import Db, account_of
from holdfast.core.ids import ImportId, UserId
from holdfast.core.jobs import Job, JobContext, work
from holdfast.imports import store
from holdfast.imports.jobs import BRING_CHATS, promise_import
from holdfast.imports.recognise import conversations
from holdfast.imports.types import ChatImport, UnreadableExport
from holdfast.personas.read import DEFAULT

AT_ONCE = 100
"""Conversations that one job brings before others have their turn."""


class ImportStopped(Exception):
    """Its person wants no more of it, or nothing of it any more, or another worker is further."""


async def bring_chats(job: Job, context: JobContext[HasBlobs]) -> None:
    if job.owner is None:
        return
    user_id, import_id = account_of(job.owner), ImportId(job.uuid("import"))
    async with context.db.as_user(user_id) as tx:
        found = await store.find_import(tx, user_id, import_id)
    has_more, error = False, None
    if found is not None and found.status in ("pending", "running"):
        try:
            has_more = await _bring(context.db, context.parts.blobs, user_id, found)
        except ImportStopped:
            found = None
        except UnreadableExport as refused:
            error = refused.code
        except Exception:  # border: whatever ended the last try, its person is told that there is none any more
            if job.attempt < BRING_CHATS.tries:
                raise
            error = "failed"
    async with work(context.worker, job) as tx:
        if has_more:
            await promise_import(tx, import_id)
        elif found is not None:
            await store.end_import(tx, user_id, import_id, error)
            await drop_file(tx, user_id, found.blob_id)


async def _bring(db: Db, blobs: Blobs, user_id: UserId, found: ChatImport) -> bool:
    """Whether there is more to do."""
    with tempfile.TemporaryFile() as file:
        async for chunk in await blobs.get(user_id, found.blob_id):
            await asyncio.to_thread(file.write, chunk)
        waiting = map(partial(lay_out, user_id), islice(conversations(file, utc_now()), found.done, None))
        for done in range(found.done + 1, found.done + AT_ONCE + 1):
            laid = await asyncio.to_thread(next, waiting, None)
            if laid is None:
                return False
            async with db.as_user(user_id) as tx:
                await store.lock_imports(tx, user_id)  # before its chats, as whoever forgets everything takes them
                count = await bring_chat(tx, user_id, DEFAULT, laid)
                if not await store.note_brought(tx, user_id, found.id, done, count):
                    raise ImportStopped
    return True
