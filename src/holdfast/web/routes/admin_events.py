"""Who of the admins did what to this installation, newest first."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any
from uuid import UUID

from fastapi import APIRouter, Depends, Query, Request

from holdfast.admin.events import list_events
from holdfast.admin.types import AdminEvent, EventSubject
from holdfast.web.admin_shapes import NamedThing
from holdfast.web.body import StrictRoute
from holdfast.web.deps import Admin, never_cached
from holdfast.web.errors import responses
from holdfast.web.shapes import WireModel
from holdfast.wiring import parts_of

router = APIRouter(
    prefix="/api/admin/events", tags=["admin"], route_class=StrictRoute, dependencies=[Depends(never_cached)]
)


class AdminEventShape(WireModel):
    id: UUID
    at: datetime
    actor: NamedThing | None
    """Null: an account that is gone, or the installation's own work."""
    what: str
    target: NamedThing | None
    """The account it was done to."""
    organization: NamedThing | None
    detail: dict[str, Any]


class AdminEventList(WireModel):
    events: list[AdminEventShape]
    next_cursor: UUID | None


@router.get("", responses=responses(401, 403, 422))
async def list_admin_events(
    request: Request, caller: Admin, limit: Annotated[int, Query(ge=1, le=200)] = 50, cursor: UUID | None = None
) -> AdminEventList:
    found = await list_events(parts_of(request).db, caller.user_id, before=cursor, limit=limit + 1)
    page = [_event(event) for event in found[:limit]]
    return AdminEventList(events=page, next_cursor=page[-1].id if len(found) > limit else None)


def _event(event: AdminEvent) -> AdminEventShape:
    return AdminEventShape(
        id=event.id,
        at=event.at,
        actor=_named(event.actor),
        what=event.what,
        target=_named(event.target),
        organization=_named(event.organization),
        detail=dict(event.detail),
    )


def _named(which: EventSubject | None) -> NamedThing | None:
    return NamedThing(id=which.id, name=which.name) if which else None
