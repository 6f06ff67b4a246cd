"""Conversations from elsewhere (`/api/imports`)."""

from __future__ import annotations

from datetime import datetime
from uuid import UUID

from fastapi import APIRouter, Request
from starlette.datastructures import UploadFile

from holdfast.core.errors import Malformed
from holdfast.core.ids import ImportId
from holdfast.imports.begin import begin_import, get_import, list_imports, stop_import
from holdfast.imports.recognise import MAX_BYTES
from holdfast.imports.types import ChatImport, ImportOrigin, ImportStatus
from holdfast.web.body import StrictRoute
from holdfast.web.deps import MayChat, MayReadChats, entitlements_of
from holdfast.web.errors import responses
from holdfast.web.forms import FILE, describe_form, open_form
from holdfast.web.shapes import WireModel
from holdfast.wiring import parts_of

router = APIRouter(prefix="/api/imports", tags=["chats"], route_class=StrictRoute)

_TOO_LARGE = f"A file with chats may have at most {MAX_BYTES // 1_000_000} MB; a zip is smaller."
_FORM = describe_form({"file": FILE}, "file")


class ImportShape(WireModel):
    id: UUID
    origin: ImportOrigin
    filename: str
    status: ImportStatus
    error: str | None
    """Why it failed: a code. `stopped`: its person wanted no more of it."""
    chats: int
    """How many conversations the file holds."""
    done: int
    """How many of these were looked at."""
    new_chats: int
    new_messages: int
    """What of them was not here yet."""
    created_at: datetime
    updated_at: datetime


class ImportList(WireModel):
    imports: list[ImportShape]


@router.post(
    "",
    status_code=202,
    response_model=ImportShape,
    openapi_extra=_FORM,
    responses=responses(400, 401, 403, 409, 413, 415, 422, 429, 503),
)
async def bring_conversations(request: Request, caller: MayChat) -> ImportShape:
    """The file that ChatGPT, Claude, Open WebUI or mem0 gave you. Its conversations appear among your chats, and the
    memory learns from them; ask for the import again to see how far it is. Brought once more it doubles nothing."""
    form = await open_form(request, "file", most_bytes=MAX_BYTES, too_large=_TOO_LARGE)
    try:
        file = form.get("file")
        if not isinstance(file, UploadFile) or len(form.multi_items()) != 1:
            raise Malformed("The form has one field, named file, with the file in it.")
        access = await entitlements_of(request).access(caller.user_id)
        parts = parts_of(request)
        begun = await begin_import(parts.db, parts.blobs, access, file.file, file.filename or "")
    finally:
        await form.close()
    return _shape(begun)


@router.get("", responses=responses(401, 403, 429, 503))
async def list_brought(request: Request, caller: MayReadChats) -> ImportList:
    """The last twenty."""
    found = await list_imports(parts_of(request).db, caller.user_id)
    return ImportList(imports=[_shape(one) for one in found])


@router.get("/{import_id}", responses=responses(401, 403, 404, 422, 429, 503))
async def read_import(request: Request, caller: MayReadChats, import_id: ImportId) -> ImportShape:
    return _shape(await get_import(parts_of(request).db, caller.user_id, import_id))


@router.post("/{import_id}/stop", responses=responses(401, 403, 404, 422, 429, 503))
async def stop_bringing(request: Request, caller: MayChat, import_id: ImportId) -> ImportShape:
    """What was brought until then stays."""
    return _shape(await stop_import(parts_of(request).db, caller.user_id, import_id))


def _shape(found: ChatImport) -> ImportShape:
    return ImportShape(**{name: getattr(found, name) for name in ImportShape.model_fields})
