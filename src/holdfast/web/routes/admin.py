"""What an admin may do to accounts. None of it shows what their owners say or keep here."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated
from uuid import UUID

from fastapi import APIRouter, Depends, Query, Request

from holdfast.accounts import admins
from holdfast.web.deps import Admin, accounts_of, never_cached
from holdfast.web.errors import responses
from holdfast.web.shapes import WireModel

router = APIRouter(prefix="/api/admin/users", tags=["admin"], dependencies=[Depends(never_cached)])


class UserEntry(WireModel):
    id: UUID
    email: str | None
    name: str
    is_admin: bool
    suspended_at: datetime | None
    created_at: datetime


class UserList(WireModel):
    users: list[UserEntry]
    next_cursor: UUID | None
    """To be sent as `cursor` for the next page; null on the last."""


@router.get("", responses=responses(401, 403, 422))
async def list_users(
    request: Request, caller: Admin, limit: Annotated[int, Query(ge=1, le=200)] = 50, cursor: UUID | None = None
) -> UserList:
    found = await admins.list_accounts(accounts_of(request).db, caller, after=cursor, limit=limit + 1)
    page = [
        UserEntry(
            id=entry.id,
            email=entry.email,
            name=entry.name,
            is_admin=entry.is_admin,
            suspended_at=entry.suspended_at,
            created_at=entry.created_at,
        )
        for entry in found[:limit]
    ]
    return UserList(users=page, next_cursor=page[-1].id if len(found) > limit else None)


@router.post("/{user_id}/suspend", status_code=204, responses=responses(401, 403, 404, 409, 422))
async def suspend(request: Request, caller: Admin, user_id: UUID) -> None:
    await admins.set_suspended(accounts_of(request).db, caller, user_id, True)


@router.post("/{user_id}/unsuspend", status_code=204, responses=responses(401, 403, 404, 409, 422))
async def unsuspend(request: Request, caller: Admin, user_id: UUID) -> None:
    await admins.set_suspended(accounts_of(request).db, caller, user_id, False)


@router.post("/{user_id}/appoint", status_code=204, responses=responses(401, 403, 404, 409, 422))
async def appoint(request: Request, caller: Admin, user_id: UUID) -> None:
    """Make somebody an admin as well."""
    await admins.set_admin(accounts_of(request).db, caller, user_id, True)


@router.post("/{user_id}/dismiss", status_code=204, responses=responses(401, 403, 404, 409, 422))
async def dismiss(request: Request, caller: Admin, user_id: UUID) -> None:
    await admins.set_admin(accounts_of(request).db, caller, user_id, False)
