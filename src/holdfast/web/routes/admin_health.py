"""The parts of `/readyz` for admins, with the figures behind the words.

Words are found as there, each part with a deadline; what costs a call elsewhere (an embedding) is asked at most twice
a minute. No address and no error's words here either.
"""

from __future__ import annotations

from dataclasses import asdict
from datetime import datetime
from typing import Literal

from fastapi import APIRouter, Depends, Request

from holdfast import __version__
from holdfast.admin.health import Disk, mail_word, read_disk, read_figures, worker_word
from holdfast.admin.types import Figures
from holdfast.core.migrate import known_revisions
from holdfast.memory.outbox.state import outbox_state
from holdfast.web.body import StrictRoute
from holdfast.web.deps import Admin, never_cached
from holdfast.web.errors import responses
from holdfast.web.routes.health import NOT_READY, Readiness, readiness_of
from holdfast.web.shapes import WireModel
from holdfast.wiring import Parts, parts_of

router = APIRouter(
    prefix="/api/admin/health", tags=["admin"], route_class=StrictRoute, dependencies=[Depends(never_cached)]
)

_EMBEDDER_ASKED_SECONDS = 30.0


class DatabaseHealth(WireModel):
    server_version: str
    bytes: int
    connections: int
    most_connections: int


class MigrationsHealth(WireModel):
    present: str
    known: str
    """The newest that this code knows."""


class EmbedderHealth(WireModel):
    name: str
    dimensions: int


class ModelHealth(WireModel):
    name: str
    is_demo: bool
    is_resting: bool
    """It failed again and again, and this process leaves it alone for a while."""


class DiskHealth(WireModel):
    free_bytes: int
    total_bytes: int


class WorkerHealth(WireModel):
    heard_at: datetime | None
    """The last sign of life of any worker."""


class StreamsHealth(WireModel):
    here: int
    """Answers that this process writes now."""
    everywhere: int
    web_processes: int


class MailHealth(WireModel):
    can_send: bool
    waiting: int
    oldest_seconds: float
    failed: int


class OutboxHealth(WireModel):
    """The memory's: turns on their way into summaries and to other stores."""

    pending: int
    oldest_pending_seconds: float
    dead: int
    pending_embeddings: int


class HealthShape(WireModel):
    status: Literal["ready", "not_ready"]
    version: str
    parts: dict[str, str]
    """Every part by its name with one word: ok, off, degraded, behind, silent, late, low, down …"""
    database: DatabaseHealth
    migrations: MigrationsHealth
    embedder: EmbedderHealth
    models: list[ModelHealth]
    disk: DiskHealth | None
    """Of the disk with the data folder; null where there is no such folder on this machine."""
    worker: WorkerHealth
    streams: StreamsHealth
    mail: MailHealth
    outbox: OutboxHealth


@router.get("", responses=responses(401, 403))
async def health(request: Request, caller: Admin) -> HealthShape:
    parts = parts_of(request)
    figures = await read_figures(parts.db, caller.user_id)
    disk = await read_disk(parts.settings.data_dir)
    ready = await readiness_of(request).states()
    words = {
        **ready,
        "redis": ready.get("redis", "off"),
        **await _embedder_of(request).states(),
        "worker": worker_word(figures) if ready.get("worker", "ok") == "ok" else ready["worker"],
        "mail": mail_word(figures, can_send=parts.outbox.mailer.can_send),
        "disk": disk.word if disk else "unknown",
    }
    return await _shape(parts, figures, disk, words, is_ready=not NOT_READY & set(ready.values()))


def _embedder_of(request: Request) -> Readiness:
    state = request.app.state
    if not hasattr(state, "embedder_readiness"):
        embedder = parts_of(request).memory.embedder

        async def check() -> str:
            await embedder.embed(["Are you there?"])
            return "ok"

        state.embedder_readiness = Readiness({"embedder": check}, kept_seconds=_EMBEDDER_ASKED_SECONDS)
    readiness: Readiness = state.embedder_readiness
    return readiness


async def _shape(
    parts: Parts, figures: Figures, disk: Disk | None, words: dict[str, str], *, is_ready: bool
) -> HealthShape:
    outbox, embedder = await outbox_state(parts.memory), parts.memory.embedder
    return HealthShape(
        status="ready" if is_ready else "not_ready",
        version=__version__,
        parts=words,
        database=DatabaseHealth(
            server_version=figures.server_version,
            bytes=figures.database_bytes,
            connections=figures.connections,
            most_connections=figures.most_connections,
        ),
        migrations=MigrationsHealth(present=figures.revision, known=known_revisions()[-1]),
        embedder=EmbedderHealth(name=embedder.name, dimensions=embedder.dimensions),
        models=[
            ModelHealth(name=model.name, is_demo=model.is_demo, is_resting=parts.chain.is_resting(model.name))
            for model in parts.chain.known
        ],
        disk=DiskHealth(**asdict(disk)) if disk else None,
        worker=WorkerHealth(heard_at=figures.worker_heard_at),
        streams=StreamsHealth(
            here=len(parts.streams), everywhere=figures.open_streams, web_processes=figures.web_processes
        ),
        mail=MailHealth(
            can_send=parts.outbox.mailer.can_send,
            waiting=figures.mails_waiting,
            oldest_seconds=figures.mails_oldest_seconds,
            failed=figures.mails_failed,
        ),
        outbox=OutboxHealth(
            pending=outbox.pending,
            oldest_pending_seconds=outbox.oldest_pending_seconds,
            dead=outbox.dead_lettered,
            pending_embeddings=outbox.pending_embeddings,
        ),
    )
