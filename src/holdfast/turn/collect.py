"""Everything the model may be told. All sources at once, each with a deadline; one that fails is named as missing."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Sequence
from datetime import datetime
from typing import TypeVar

import structlog

from holdfast.chats.attachments import load_images
from holdfast.chats.messages import read_branch
from holdfast.chats.types import Message
from holdfast.core.blobs import Blobs
from holdfast.core.clock import Clock
from holdfast.core.db import Db
from holdfast.core.metrics import SOURCES_MISSING
from holdfast.models.types import Image
from holdfast.turn.types import Begun, Context, Missing

DEADLINE_SECONDS = 5.0
T = TypeVar("T")
log = structlog.get_logger()


async def collect(db: Db, blobs: Blobs, begun: Begun, clock: Clock) -> Context:
    history, files = await asyncio.gather(
        _or_missing("history", _history(db, begun)), _or_missing("files", _files(db, blobs, begun))
    )
    images, unread = files if isinstance(files, tuple) else ((), [files])
    return Context(
        blocks=(),
        history=() if isinstance(history, Missing) else history,
        images=images,
        real_time=real_time_line(clock()),
        missing=[*([history] if isinstance(history, Missing) else ()), *unread, *_demo_reads_little(begun)],
    )


def _demo_reads_little(begun: Begun) -> Sequence[Missing]:
    """The demo model cannot follow a real prompt; whoever opens the answer should know that it did not get one."""
    told = "the demo model reads one line of instruction and the last few messages, not this whole prompt"
    return [Missing("demo model", told)] if begun.chain.is_demo else []


async def _history(db: Db, begun: Begun) -> Sequence[Message]:
    window = begun.persona.settings.history
    if begun.history_leaf is None or window.messages == 0:
        return ()
    session = begun.session_id if window.scope == "session" else None
    return await read_branch(
        db, begun.user_id, begun.chat_id, begun.history_leaf, limit=window.messages, session=session
    )


async def _files(db: Db, blobs: Blobs, begun: Begun) -> tuple[Sequence[Image], Sequence[Missing]]:
    """Images for a model that sees. What the model is not shown is told, so that nobody wonders."""
    attached = len(begun.heard.file_ids)
    if not attached:
        return (), ()
    if not begun.chain.sees_images:
        return (), [Missing("files", f"{begun.chain.name} does not see images, and documents are not read")]
    images = await load_images(db, blobs, begun.user_id, begun.heard.file_ids)
    unread = [Missing("files", "only images are shown to the model")] if len(images) < attached else []
    return images, unread


async def _or_missing(source: str, answer: Awaitable[T]) -> T | Missing:
    try:
        async with asyncio.timeout(DEADLINE_SECONDS):
            return await answer
    except Exception as error:  # noqa: BLE001 — border: a source may fail, the turn may not
        log.warning("source_missing", source=source, error=type(error).__name__)
        SOURCES_MISSING.labels(source).inc()
        return Missing(source, reason=type(error).__name__)


def real_time_line(now: datetime) -> str:
    return f"[It is {now:%A}, {now.day} {now:%B %Y}, {now:%H:%M} {now.tzname() or 'UTC'}.]"
