"""What failed for good, for an admin to decide: again, or gone. Never what it was about."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Literal

from fastapi import APIRouter, Depends, Path, Query, Request

from holdfast.admin import dead_letters
from holdfast.web.body import StrictRoute
from holdfast.web.deps import Admin, never_cached
from holdfast.web.errors import responses
from holdfast.web.shapes import WireModel
from holdfast.wiring import parts_of

router = APIRouter(
    prefix="/api/admin/dead-letters", tags=["admin"], route_class=StrictRoute, dependencies=[Depends(never_cached)]
)

LetterName = Annotated[str, Path(pattern=r"^(job|memory)-[1-9][0-9]{0,17}$")]


class DeadLetterShape(WireModel):
    id: str
    """`job-12` or `memory-7`."""
    source: Literal["job", "memory"]
    """A job, or a delivery of the memory's outbox."""
    kind: str
    failure: str
    """The error's class, and of a job the place in the code."""
    tries: int
    created_at: datetime
    died_at: datetime


class DeadLetterList(WireModel):
    dead_letters: list[DeadLetterShape]
    """The latest first."""
    total: int


@router.get("", responses=responses(401, 403, 422))
async def list_dead_letters(
    request: Request, caller: Admin, limit: Annotated[int, Query(ge=1, le=500)] = 100
) -> DeadLetterList:
    found = await dead_letters.list_dead_letters(parts_of(request).db, caller.user_id, limit=limit)
    letters = [
        DeadLetterShape(
            id=dead_letters.name_of(letter),
            source=letter.source,
            kind=letter.kind,
            failure=letter.failure,
            tries=letter.tries,
            created_at=letter.created_at,
            died_at=letter.died_at,
        )
        for letter in found.letters
    ]
    return DeadLetterList(dead_letters=letters, total=found.total)


@router.post("/{letter_id}/retry", status_code=204, responses=responses(401, 403, 404, 409, 422))
async def retry_dead_letter(request: Request, caller: Admin, letter_id: LetterName) -> None:
    """Back to where it was, with all its tries before it."""
    await dead_letters.retry_dead_letter(parts_of(request).db, caller.user_id, letter_id)


@router.delete("/{letter_id}", status_code=204, responses=responses(401, 403, 404, 422))
async def drop_dead_letter(request: Request, caller: Admin, letter_id: LetterName) -> None:
    await dead_letters.drop_dead_letter(parts_of(request).db, caller.user_id, letter_id)
