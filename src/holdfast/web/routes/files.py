"""Files: `POST /api/files`, `GET` and `DELETE /api/files/{id}`.

What goes out is inert: an image is shown, anything else is a download, and neither may run, frame or fetch anything.
"""

from __future__ import annotations

from urllib.parse import quote
from uuid import UUID

from fastapi import APIRouter, Request
from starlette.datastructures import UploadFile
from starlette.exceptions import HTTPException
from starlette.responses import Response, StreamingResponse

from holdfast.chats.attachments import MAX_BYTES, attach, delete_attachment, get_attachment
from holdfast.chats.types import Attachment
from holdfast.core.errors import Malformed, TooLarge
from holdfast.core.ids import BlobId
from holdfast.web.deps import MayChat, MayReadChats, entitlements_of
from holdfast.web.errors import error_response, responses
from holdfast.web.forms import FILE, describe_form, open_form
from holdfast.web.shapes import WireModel

router = APIRouter(prefix="/api/files", tags=["files"])

_TOO_LARGE = f"A file may have at most {MAX_BYTES // 1_000_000} MB."

_BODY = describe_form({"file": FILE}, "file")


class FileEntry(WireModel):
    id: UUID
    filename: str
    media_type: str
    bytes: int


@router.post(
    "",
    status_code=201,
    response_model=FileEntry,
    openapi_extra=_BODY,
    responses=responses(400, 401, 403, 413, 415, 429, 503),
)
async def upload(request: Request, caller: MayChat) -> FileEntry | Response:
    """PNG, JPEG, GIF, WebP, PDF, .docx and UTF-8 text, up to 20 MB; what it is, is read from its bytes."""
    parts = request.app.state.parts
    try:
        file = await _read_file(request)
    except HTTPException as error:
        # The limit of all bodies was passed: whoever sends that much may send for ever, so we hang up.
        answer = error_response(TooLarge(_TOO_LARGE), error.status_code)
        answer.headers["connection"] = "close"
        return answer
    try:
        # Asked now that it is here: whoever sends slowly does not keep the rights they had at the first byte.
        access = await entitlements_of(request).access(caller.user_id)
        kept = await attach(parts.db, parts.blobs, access, file.file, file.filename or "")
    finally:
        await file.close()
    return FileEntry(id=kept.id, filename=kept.filename, media_type=kept.media_type, bytes=kept.bytes)


async def _read_file(request: Request) -> UploadFile:
    form = await open_form(request, "file", most_bytes=MAX_BYTES, too_large=_TOO_LARGE)
    found = form.get("file")
    if not isinstance(found, UploadFile) or not found.size:
        await form.close()
        raise Malformed("The form has no file in a field named file, or the file is empty.")
    return found


@router.get("/{file_id}", responses={**responses(401, 403, 404, 422, 503), 200: {"content": {"*/*": {}}}})
async def download(request: Request, caller: MayReadChats, file_id: BlobId) -> StreamingResponse:
    parts = request.app.state.parts
    found = await get_attachment(parts.db, caller.user_id, file_id)
    chunks = await parts.blobs.get(caller.user_id, file_id)
    return StreamingResponse(chunks, media_type=found.media_type, headers=_inert(found))


def _inert(file: Attachment) -> dict[str, str]:
    shown = "inline" if file.is_image else "attachment"
    return {
        "content-length": str(file.bytes),
        "content-disposition": f"{shown}; filename*=UTF-8''{quote(file.filename, safe='')}",
        "content-security-policy": "sandbox; default-src 'none'",
        "x-content-type-options": "nosniff",
        "cross-origin-resource-policy": "same-origin",
        # Its bytes never change, and it is one person's: a browser may keep it, nothing in between may.
        "cache-control": "private, max-age=31536000, immutable",
    }


@router.delete("/{file_id}", status_code=204, responses=responses(401, 403, 404, 422))
async def delete(request: Request, caller: MayChat, file_id: BlobId) -> None:
    await delete_attachment(request.app.state.parts.db, caller.user_id, file_id)
