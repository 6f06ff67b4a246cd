"""What is due, for one's calendar: an address that is a secret, and what a calendar reads there."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated

from fastapi import APIRouter, Path, Request
from starlette.responses import Response

from holdfast.accounts.calendar_feeds import end_feed, find_feed, make_feed, open_feed
from holdfast.core.db import owner_of
from holdfast.memory.loops.calendar_file import due_calendar
from holdfast.web.body import StrictRoute
from holdfast.web.deps import FromWhere, SignedIn, accounts_of, site_of
from holdfast.web.errors import responses
from holdfast.web.shapes import WireModel
from holdfast.wiring import parts_of

router = APIRouter(prefix="/api/loops/calendar", tags=["loops"], route_class=StrictRoute)

_KIND = "text/calendar"
_ENDING = ".ics"


class FeedEntry(WireModel):
    created_at: datetime
    last_read_at: datetime | None


class FeedState(WireModel):
    feed: FeedEntry | None


class MadeFeed(WireModel):
    address: str
    """Told once: whoever has it reads what is due."""


@router.get("", response_model=FeedState, responses=responses(401, 403, 429, 503))
async def get_feed(request: Request, caller: SignedIn) -> FeedState:
    feed = await find_feed(parts_of(request).db, caller)
    return FeedState(feed=FeedEntry(created_at=feed.created_at, last_read_at=feed.last_read_at) if feed else None)


@router.post("", status_code=201, response_model=MadeFeed, responses=responses(401, 403, 429, 503))
async def post_feed(request: Request, caller: SignedIn) -> MadeFeed:
    """A new address. The one there was leads nowhere from now on."""
    token = await make_feed(accounts_of(request), caller)
    return MadeFeed(address=f"{site_of(request)}{router.prefix}/{token}{_ENDING}")


@router.delete("", status_code=204, responses=responses(401, 403, 429, 503))
async def delete_feed(request: Request, caller: SignedIn) -> Response:
    await end_feed(parts_of(request).db, caller)
    return Response(status_code=204)


@router.get(
    "/{file}",
    response_class=Response,
    responses={
        200: {"content": {_KIND: {}}, "description": "An event for everything open that has a day (RFC 5545)"},
        **responses(404, 422, 429, 503),
    },
)
async def read_feed(request: Request, file: Annotated[str, Path(max_length=200)], visitor: FromWhere) -> Response:
    """No sign-in: calendars bring none. The address is the secret."""
    owner = owner_of(await open_feed(accounts_of(request), file.removesuffix(_ENDING), visitor))
    told = await due_calendar(parts_of(request).memory, owner)
    return Response(
        told,
        media_type=f"{_KIND}; charset=utf-8",
        headers={"content-disposition": 'inline; filename="holdfast.ics"', "x-robots-tag": "noindex"},
    )
