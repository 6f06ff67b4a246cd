"""Where documents were of use: `GET /api/documents/analytics`, and `/usage` of each."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated
from uuid import UUID

from fastapi import APIRouter, Query, Request
from pydantic import Field

from holdfast.core.ids import DocumentId
from holdfast.documents import usage
from holdfast.knowledge.types import Space
from holdfast.web.body import StrictRoute
from holdfast.web.deps import MayReadChats
from holdfast.web.errors import responses
from holdfast.web.shapes import QueryModel, Text, WireModel
from holdfast.wiring import parts_of

router = APIRouter(prefix="/api/documents", tags=["documents"], route_class=StrictRoute)

MAX_DAYS = 366
MAX_USES = 100


class UseShape(WireModel):
    chat_id: UUID
    chat_title: str
    """Empty while it has none."""
    message_id: UUID
    """The answer."""
    at: datetime
    cited: bool
    """False: it was told of the document, and names it nowhere."""


class UseList(WireModel):
    items: list[UseShape]
    next: str | None
    """The cursor of the next page."""


class UsedDocumentShape(WireModel):
    document_id: UUID
    title: str
    target: str
    answers: int
    """That were told of it."""
    cited: int
    """Of these, how many cite it."""
    last_at: datetime


class UnusedDocumentShape(WireModel):
    document_id: UUID
    title: str
    target: str
    created_at: datetime
    last_at: datetime | None
    """When one of your answers was told of it last, before that time; null: never."""


class DocumentAnalytics(WireModel):
    since: datetime
    documents: int
    """That were brought, that you may read, and that are found. What personas know of themselves is none of these."""
    unused: int
    """Of these, told in none of your answers since then."""
    answers: int
    """Of yours, that were told of any."""
    cited: int
    items: list[UsedDocumentShape]
    """The most cited first."""
    unused_items: list[UnusedDocumentShape]
    """First those that were never told, then those that were not told for longest."""


class UsesQuery(QueryModel):
    cursor: Annotated[Text, Field(max_length=200)] | None = None
    limit: Annotated[int, Field(ge=1, le=MAX_USES)] = 50


class AnalyticsQuery(QueryModel):
    days: Annotated[int, Field(ge=1, le=MAX_DAYS)] = 30
    limit: Annotated[int, Field(ge=1, le=MAX_USES)] = 20


@router.get("/analytics", responses=responses(401, 403, 422, 429, 503))
async def document_analytics(
    request: Request, caller: MayReadChats, query: Annotated[AnalyticsQuery, Query()]
) -> DocumentAnalytics:
    """Which documents your own answers were told of, and which they cite."""
    found = await usage.overview(parts_of(request).documents, caller, days=query.days, limit=query.limit)
    return DocumentAnalytics(
        since=found.since,
        documents=found.totals.documents,
        unused=found.totals.unused,
        answers=found.totals.answers,
        cited=found.totals.cited,
        items=[
            UsedDocumentShape(
                document_id=one.id,
                title=one.title,
                target=Space(one.kind, one.namespace).target,
                answers=one.answers,
                cited=one.cited,
                last_at=one.last_at,
            )
            for one in found.used
        ],
        unused_items=[
            UnusedDocumentShape(
                document_id=one.id,
                title=one.title,
                target=Space(one.kind, one.namespace).target,
                created_at=one.created_at,
                last_at=one.last_at,
            )
            for one in found.unused
        ],
    )


@router.get("/{document_id}/usage", responses=responses(401, 403, 404, 422, 429, 503))
async def document_usage(
    request: Request, caller: MayReadChats, document_id: DocumentId, query: Annotated[UsesQuery, Query()]
) -> UseList:
    """Your own answers that were told of it, the latest first."""
    parts = parts_of(request).documents
    found = await usage.list_uses(parts, caller, document_id, cursor=query.cursor, limit=query.limit)
    items = [
        UseShape(chat_id=one.chat_id, chat_title=one.chat_title, message_id=one.message_id, at=one.at, cited=one.cited)
        for one in found.items
    ]
    return UseList(items=items, next=found.next_cursor)
