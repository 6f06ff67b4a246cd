"""Passages that answer a question: `POST /api/documents/search`."""

from __future__ import annotations

import time
from typing import Annotated
from uuid import UUID

from fastapi import APIRouter, Request
from pydantic import Field

from holdfast.core.ids import DocumentId
from holdfast.documents.targets import readable_spaces
from holdfast.knowledge.search import Search, search
from holdfast.knowledge.types import FoundPassage, Where
from holdfast.web.body import StrictRoute
from holdfast.web.deps import MayReadChats
from holdfast.web.errors import responses
from holdfast.web.routes.documents import TargetName
from holdfast.web.shapes import AskedTime, Text, WireModel
from holdfast.wiring import parts_of

router = APIRouter(prefix="/api/documents", tags=["documents"], route_class=StrictRoute)

MAX_FOUND = 50
MAX_DOCUMENTS = 200


class SearchBody(WireModel):
    query: Annotated[Text, Field(min_length=1, max_length=4_000)]
    limit: Annotated[int, Field(ge=1, le=MAX_FOUND)] = 10
    targets: Annotated[list[TargetName], Field(min_length=1, max_length=20)] | None = None
    """Left out: one's own library, the organization's, and what everybody here may read."""
    document_ids: Annotated[list[DocumentId], Field(min_length=1, max_length=MAX_DOCUMENTS)] | None = None
    folder: Annotated[Text, Field(min_length=1, max_length=100)] | None = None
    media_types: Annotated[list[Text], Field(min_length=1, max_length=20)] | None = None
    since: AskedTime | None = None
    """Changed no earlier than this."""
    until: AskedTime | None = None
    """Changed earlier than this."""


class PassageShape(WireModel):
    passage_id: str
    document_id: UUID
    title: str
    target: str
    version: int
    page: int | None
    headings: list[str]
    starts: int
    """In the text of its page, as `/text` gives it."""
    text: str
    score: float


class SearchTiming(WireModel):
    ms: float


class SearchAnswer(WireModel):
    passages: list[PassageShape]
    """The best first; empty where nothing answers."""
    missing: list[str]
    """What could not be asked in time."""
    timing: SearchTiming


@router.post("/search", responses=responses(400, 401, 403, 404, 422, 429, 503))
async def search_documents(request: Request, caller: MayReadChats, body: SearchBody) -> SearchAnswer:
    began = time.perf_counter()
    parts = parts_of(request).documents
    spaces = await readable_spaces(parts.targets, caller, body.targets or ("user", "company"))
    wish = Search(body.query, spaces, body.limit, asks_org=body.targets is None, where=_where(body))
    found = await search(parts.db, parts.embedder, caller.user_id, wish, hosted=parts.hosted)
    return SearchAnswer(
        passages=[passage_shape(one) for one in found.passages],
        missing=list(found.missing),
        timing=SearchTiming(ms=round((time.perf_counter() - began) * 1000, 2)),
    )


def _where(body: SearchBody) -> Where:
    return Where(body.document_ids, body.folder, body.media_types, body.since, body.until)


def passage_shape(one: FoundPassage) -> PassageShape:
    passage = one.passage
    return PassageShape(
        passage_id=str(passage.id),
        document_id=passage.document_id,
        title=passage.title,
        target=one.space.target,
        version=passage.version,
        page=passage.page,
        headings=list(passage.headings),
        starts=passage.starts,
        text=passage.text,
        score=one.score,
    )
