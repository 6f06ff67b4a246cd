"""The queue for admins: what waits, what runs, what is scheduled. Of a job its kind, never what it is about."""

from __future__ import annotations

from dataclasses import asdict
from datetime import datetime

from fastapi import APIRouter, Depends, Request

from holdfast.admin.queue import read_queue
from holdfast.web.body import StrictRoute
from holdfast.web.deps import Admin, never_cached
from holdfast.web.errors import responses
from holdfast.web.shapes import WireModel
from holdfast.wiring import parts_of

router = APIRouter(
    prefix="/api/admin/jobs", tags=["admin"], route_class=StrictRoute, dependencies=[Depends(never_cached)]
)


class JobKindShape(WireModel):
    kind: str
    waiting: int
    """Due, and not yet taken by a worker."""
    later: int
    """Put off, or pausing after a failure."""
    running: int
    dead: int
    oldest_seconds: float
    """How long the first of those waiting has been due."""


class RunningJobShape(WireModel):
    id: int
    kind: str
    attempt: int
    since: datetime
    heard_at: datetime
    """The last sign of life of the worker that has it; after half a minute without one, another takes it."""


class ScheduledShape(WireModel):
    name: str
    cron: str
    """In UTC; a sixth field are seconds."""
    last_run: datetime | None
    next_run: datetime


class QueueShape(WireModel):
    kinds: list[JobKindShape]
    running: list[RunningJobShape]
    schedule: list[ScheduledShape]


@router.get("", responses=responses(401, 403))
async def queue(request: Request, caller: Admin) -> QueueShape:
    found = await read_queue(parts_of(request).db, caller.user_id)
    return QueueShape(
        kinds=[JobKindShape(**asdict(kind)) for kind in found.kinds],
        running=[RunningJobShape(**asdict(job)) for job in found.running],
        schedule=[ScheduledShape(**asdict(entry)) for entry in found.schedule],
    )
