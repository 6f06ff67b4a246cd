"""`POST /api/page-errors`: a part of somebody's page broke, and their browser tells where.

The browser speaks to nobody but us, so what Sentry hears of a page, it hears from here. The shape takes the type of an
error and places in our own code, and has no room for a word: a message is refused, not removed.
"""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Request
from pydantic import Field

from holdfast.core.log import get_logger
from holdfast.core.observe import Frame, PageError
from holdfast.core.throttle import Limit
from holdfast.web.body import StrictRoute
from holdfast.web.deps import SignedIn, accounts_of
from holdfast.web.errors import responses
from holdfast.web.shapes import WireModel
from holdfast.wiring import parts_of

router = APIRouter(prefix="/api", tags=["operations"], route_class=StrictRoute)

_OFTEN_ENOUGH = Limit("page_errors", 20, 3600)
_MAX_LINE_NUMBER = 10_000_000
log = get_logger()


class FrameBody(WireModel):
    file: Annotated[str, Field(pattern=r"^(assets|src)/[A-Za-z0-9_./-]{1,120}$")]
    function: Annotated[str, Field(pattern=r"^[A-Za-z0-9_.$<>]{0,60}$")] = ""
    line: Annotated[int, Field(ge=0, le=_MAX_LINE_NUMBER)]


class PageErrorBody(WireModel):
    error: Annotated[str, Field(pattern=r"^[A-Z][A-Za-z]{1,59}$")]
    """Its type, like `TypeError`."""
    frames: Annotated[list[FrameBody], Field(max_length=50)]
    """The innermost first, as browsers tell them."""


@router.post("/page-errors", status_code=204, responses=responses(400, 401, 403, 415, 422, 429))
async def report_page_error(request: Request, caller: SignedIn, body: PageErrorBody) -> None:
    await accounts_of(request).throttle.take(_OFTEN_ENOUGH, str(caller.user_id))
    frames = tuple(Frame(one.file, one.function, one.line) for one in reversed(body.frames))
    place = f"{frames[-1].file}:{frames[-1].line}" if frames else "unknown"
    log.warning("page_broke", error=body.error, where=place)
    parts_of(request).observers.report_page(PageError(body.error, frames))
