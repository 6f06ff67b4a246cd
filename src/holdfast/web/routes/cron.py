"""The schedule, for an operator whose own clock rings: `POST /api/cron/{job}` has a worker do it now.

It opens to CRON_SECRET alone. While none is set there is nothing at these addresses.
"""

from __future__ import annotations

import hmac
from datetime import datetime
from typing import Annotated

from fastapi import APIRouter, Depends, Path, Request
from fastapi.security import HTTPBearer

from holdfast.admin.schedules import run_soon
from holdfast.core.errors import NotFound, Unauthenticated
from holdfast.web.body import StrictRoute
from holdfast.web.deps import never_cached, settings_of
from holdfast.web.errors import responses
from holdfast.web.guards import read_credentials
from holdfast.web.shapes import WireModel
from holdfast.wiring import parts_of

by_cron_secret = HTTPBearer(
    scheme_name="cronSecret", auto_error=False, description="CRON_SECRET, as the operator has set it."
)


def may_summon(request: Request, _secret: Annotated[object, Depends(by_cron_secret)]) -> None:
    expected = settings_of(request).cron_secret
    if expected is None:
        raise NotFound("There is nothing at this address.")
    given = read_credentials(request.headers.raw)
    is_right = len(given.bearer) == 1 and hmac.compare_digest(
        given.bearer[0].encode(), expected.get_secret_value().encode()
    )
    if not is_right:
        raise Unauthenticated("This opens to the cron secret alone.", code="needs_cron_secret")


router = APIRouter(
    prefix="/api/cron",
    tags=["operations"],
    route_class=StrictRoute,
    dependencies=[Depends(may_summon), Depends(never_cached)],
)


class SummonedShape(WireModel):
    job: str
    is_running: bool
    """One is under way already; another follows it."""
    last_ran_at: datetime | None


@router.post("/{job}", status_code=202, response_model=SummonedShape, responses=responses(401, 404, 503))
async def post_cron(
    request: Request, job: Annotated[str, Path(max_length=60, examples=["close-idle-sessions"])]
) -> SummonedShape:
    """Promised, not awaited: a worker takes it within about ten seconds, as if its time had come."""
    summoned = await run_soon(parts_of(request).db, job.replace("-", "_"))
    return SummonedShape(job=job, is_running=summoned.is_running, last_ran_at=summoned.last_ran_at)
