"""The outbox page for admins: which mails went, wait or failed; their words only where nobody else can send them."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated
from uuid import UUID

from fastapi import APIRouter, Depends, Query, Request
from pydantic import Field

from holdfast.admin.mails import list_mails
from holdfast.core.mail import MailEntry, MailState
from holdfast.web.body import StrictRoute
from holdfast.web.deps import Admin, never_cached
from holdfast.web.errors import responses
from holdfast.web.shapes import WireModel
from holdfast.wiring import parts_of

router = APIRouter(
    prefix="/api/admin/mails", tags=["admin"], route_class=StrictRoute, dependencies=[Depends(never_cached)]
)


class MailWords(WireModel):
    to: Annotated[str, Field(repr=False)]
    subject: Annotated[str, Field(repr=False)]
    text: Annotated[str, Field(repr=False)]


class MailShape(WireModel):
    id: UUID
    user_id: UUID
    """Whose doing it was, as whoever invited somebody."""
    purpose: str
    state: MailState
    """`kept`: no mail server is configured; `failed`: the server refused it for good."""
    tries: int
    created_at: datetime
    ended_at: datetime | None
    """When it was sent, kept or refused."""
    words: MailWords | None
    """To be handed on by other means; null where a mail server is configured."""


class MailList(WireModel):
    mails: list[MailShape]
    can_send: bool
    """A mail server is configured."""
    next_cursor: UUID | None


@router.get("", responses=responses(401, 403, 422))
async def outbox_page(
    request: Request, caller: Admin, limit: Annotated[int, Query(ge=1, le=200)] = 50, cursor: UUID | None = None
) -> MailList:
    """Newest first; of the last 30 days."""
    parts = parts_of(request)
    found = await list_mails(parts.db, parts.outbox, caller.user_id, before=cursor, limit=limit + 1)
    page = [_mail(entry) for entry in found[:limit]]
    return MailList(
        mails=page,
        can_send=parts.outbox.mailer.can_send,
        next_cursor=page[-1].id if len(found) > limit else None,
    )


def _mail(entry: MailEntry) -> MailShape:
    return MailShape(
        id=entry.id,
        user_id=entry.user_id,
        purpose=entry.kind,
        state=entry.state,
        tries=entry.tries,
        created_at=entry.created_at,
        ended_at=entry.ended_at,
        words=MailWords(to=entry.mail.to, subject=entry.mail.subject, text=entry.mail.text) if entry.mail else None,
    )
