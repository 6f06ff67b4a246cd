"""Pages of documents as they look (`/api/documents/{id}/pages/{page}/picture`)."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query, Request
from starlette.responses import Response

from holdfast.core.ids import DocumentId
from holdfast.core.throttle import Limit
from holdfast.documents.draw_page import draw_page, find_page
from holdfast.web.body import StrictRoute
from holdfast.web.deps import MayReadChats, accounts_of
from holdfast.web.errors import responses
from holdfast.web.shapes import Ordinal
from holdfast.wiring import parts_of

router = APIRouter(prefix="/api/documents", tags=["documents"], route_class=StrictRoute)

_DRAWN = Limit("drawn_pages", 600, 3600)
_HEADERS = {
    "content-security-policy": "sandbox; default-src 'none'",
    "x-content-type-options": "nosniff",
    "cross-origin-resource-policy": "same-origin",
    # A browser may keep it, and asks each time whether it may still be seen.
    "cache-control": "private, no-cache",
}


@router.get(
    "/{document_id}/pages/{page}/picture",
    response_class=Response,
    responses={**responses(401, 403, 404, 422, 429, 503), 200: {"content": {"image/jpeg": {}}}, 304: {}},
)
async def page_picture(
    request: Request,
    caller: MayReadChats,
    document_id: DocumentId,
    page: Ordinal,
    version: Annotated[Ordinal | None, Query()] = None,
) -> Response:
    """Of a PDF and of a picture, which is its own page 1; of other kinds there is none."""
    parts = parts_of(request).documents
    found = await find_page(parts, caller, document_id, page, version)
    headers = {**_HEADERS, "etag": f'"{found.mark}"'}
    if request.headers.get("if-none-match") == headers["etag"]:
        return Response(status_code=304, headers=headers)
    await accounts_of(request).throttle.take(_DRAWN, str(caller.user_id))
    return Response(await draw_page(parts, caller, found), media_type="image/jpeg", headers=headers)
