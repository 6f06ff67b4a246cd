"""Documents: brought, listed, read, changed, deleted (`/api/documents`)."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Literal
from urllib.parse import quote
from uuid import UUID

from fastapi import APIRouter, Query, Request
from pydantic import Field
from starlette.datastructures import FormData, UploadFile
from starlette.responses import Response, StreamingResponse

from holdfast.core.errors import Malformed
from holdfast.core.ids import DocumentId
from holdfast.documents import documents
from holdfast.documents.compare import ChangeKind
from holdfast.documents.desk import keep_document
from holdfast.documents.documents import MAX_LISTED
from holdfast.documents.types import Document, DocumentStatus, ExtractedBy, Listing
from holdfast.documents.upload import (
    MAX_BYTES,
    MAX_TITLE_CHARACTERS,
    UploadWish,
    copy_document,
    find_duplicate,
    upload,
)
from holdfast.web.body import StrictRoute
from holdfast.web.deps import MayChat, MayReadChats, entitlements_of
from holdfast.web.errors import responses
from holdfast.web.forms import FILE, describe_form, open_form
from holdfast.web.shapes import Ordinal, QueryModel, Text, WireModel
from holdfast.wiring import parts_of

router = APIRouter(prefix="/api/documents", tags=["documents"], route_class=StrictRoute)

MAX_FOLDER_CHARACTERS = 100
_TOO_LARGE = f"A document may have at most {MAX_BYTES // 1_000_000} MB."
_TOLD = ("target", "title", "folder")
_FIELD = {"type": "string"}
_FORM = describe_form(
    {
        "file": FILE,
        "target": _FIELD,
        "title": _FIELD,
        "folder": _FIELD,
        "versionOf": {"type": "string", "format": "uuid"},
    },
    "file",
)

Title = Annotated[Text, Field(min_length=1, max_length=MAX_TITLE_CHARACTERS)]
FolderTitle = Annotated[Text, Field(max_length=MAX_FOLDER_CHARACTERS)]
TargetName = Annotated[Text, Field(min_length=1, max_length=200)]


class FaultShape(WireModel):
    code: str
    message: str


class DocumentShape(WireModel):
    id: UUID
    title: str
    filename: str
    media_type: str
    bytes: int
    sha256: str
    target: str
    folder: str | None
    status: DocumentStatus
    progress: float
    error: FaultShape | None
    extraction: ExtractedBy | None
    """How its text was got: `text` (it was in it), `repaired` (the file was mended first), `ocr` (letters in pictures,
    of some pages or of all), `model` (some of these were unclear, and a model read them), `transcript` (a recording was
    heard). Null until then."""
    is_cut: bool
    """There is more in the file than is kept of it and found."""
    source: str | None
    """The address that it was fetched from."""
    pages: int | None
    """Null of what has none."""
    passages: int | None
    version: int
    created_at: datetime
    updated_at: datetime


class UploadedShape(WireModel):
    document: DocumentShape
    duplicate_of: UUID | None
    """The document that was there before and has these bytes as its newest version now: it had the very same ones, came
    from the same address, or was named."""


class DocumentList(WireModel):
    documents: list[DocumentShape]
    next_cursor: str | None


class DocumentsQuery(QueryModel):
    target: TargetName | None = None
    folder: FolderTitle | None = None
    status: DocumentStatus | None = None
    query: Annotated[Text, Field(max_length=200)] | None = None
    cursor: Annotated[Text, Field(max_length=200)] | None = None
    limit: Annotated[int, Field(ge=1, le=MAX_LISTED)] = 50


class FolderEntry(WireModel):
    name: str
    documents: int


class FolderEntries(WireModel):
    folders: list[FolderEntry]


class DuplicateQuestion(WireModel):
    sha256: Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")]
    target: TargetName = "user"


class Duplicate(WireModel):
    document: DocumentShape | None


class DocumentChange(WireModel):
    title: Title | None = None
    folder: FolderTitle | None = None
    """Null or empty: in none."""
    target: Literal["user"] | None = None
    """What was brought in a chat, into one's own library."""


class CopyWish(WireModel):
    target: TargetName


class PageShape(WireModel):
    page: int | None
    text: str


class PagesOfText(WireModel):
    version: int
    pages: list[PageShape]


class VersionShape(WireModel):
    number: int
    filename: str
    media_type: str
    bytes: int
    sha256: str
    extraction: ExtractedBy | None
    is_cut: bool
    source: str | None
    pages: int | None
    passages: int | None
    created_at: datetime


class VersionList(WireModel):
    versions: list[VersionShape]


@router.post(
    "/upload",
    status_code=201,
    response_model=UploadedShape,
    openapi_extra=_FORM,
    responses={200: {"model": UploadedShape}, **responses(400, 401, 403, 404, 413, 415, 422, 429, 503)},
)
async def upload_document(request: Request, caller: MayChat, response: Response) -> UploadedShape:
    """What it is, is read from its bytes. It is read and made findable afterwards; `status` says how far that is. With
    `versionOf` it is the newest version of that document, and its target is the document's."""
    form = await open_form(request, "file", most_bytes=MAX_BYTES, too_large=_TOO_LARGE)
    try:
        file, wish = form.get("file"), wish_of(form, "file")
        if not isinstance(file, UploadFile):
            raise Malformed("The form has no file in a field named file.")
        # Asked now that it is here: whoever sends slowly does not keep the rights they had at the first byte.
        access = await entitlements_of(request).access(caller.user_id)
        made = await upload(parts_of(request).documents, caller, access, file.file, file.filename or "", wish)
    finally:
        await form.close()
    response.status_code = 201 if made.duplicate_of is None else 200
    return UploadedShape(document=document_shape(made.document), duplicate_of=made.duplicate_of)


@router.post("/check-duplicate", responses=responses(400, 401, 403, 404, 422, 429, 503))
async def check_duplicate(request: Request, caller: MayReadChats, body: DuplicateQuestion) -> Duplicate:
    """Before anything is sent: whether these bytes are there already, by their SHA-256."""
    found = await find_duplicate(parts_of(request).documents, caller, body.sha256, body.target)
    return Duplicate(document=document_shape(found) if found else None)


@router.get("", responses=responses(401, 403, 404, 422, 429, 503))
async def list_documents(
    request: Request, caller: MayReadChats, query: Annotated[DocumentsQuery, Query()]
) -> DocumentList:
    """The latest change first; without a target, one's own library."""
    listing = Listing(**{name: getattr(query, name) for name in DocumentsQuery.model_fields})
    found = await documents.list_documents(parts_of(request).documents, caller, listing)
    return DocumentList(documents=[document_shape(one) for one in found.documents], next_cursor=found.next_cursor)


@router.get("/folders", responses=responses(401, 403, 404, 422, 429, 503))
async def list_folders(request: Request, caller: MayReadChats, target: TargetName = "user") -> FolderEntries:
    """Those that have a document in them, by name."""
    found = await documents.list_folders(parts_of(request).documents, caller, target)
    return FolderEntries(folders=[FolderEntry(name=one.name, documents=one.documents) for one in found])


@router.get("/{document_id}", responses=responses(401, 403, 404, 422, 429, 503))
async def get_document(request: Request, caller: MayReadChats, document_id: DocumentId) -> DocumentShape:
    return document_shape(await documents.get_document(parts_of(request).documents, caller, document_id))


@router.patch("/{document_id}", responses=responses(400, 401, 403, 404, 422, 429, 503))
async def change_document(
    request: Request, caller: MayChat, document_id: DocumentId, body: DocumentChange
) -> DocumentShape:
    if body.target:
        await keep_document(parts_of(request).documents, caller, document_id)
    changed = await documents.change_document(
        parts_of(request).documents,
        caller,
        document_id,
        title=body.title,
        folder=body.folder or None,
        sets_folder="folder" in body.model_fields_set,
    )
    return document_shape(changed)


@router.delete("/{document_id}", status_code=204, responses=responses(401, 403, 404, 422, 429, 503))
async def delete_document(request: Request, caller: MayChat, document_id: DocumentId) -> None:
    """With its bytes, its versions and all that is found in it."""
    await documents.delete_document(parts_of(request).documents, caller, document_id)


@router.post(
    "/{document_id}/copy",
    status_code=201,
    response_model=UploadedShape,
    responses={200: {"model": UploadedShape}, **responses(400, 401, 403, 404, 413, 415, 422, 429, 503)},
)
async def copy_to_target(
    request: Request, caller: MayChat, response: Response, document_id: DocumentId, body: CopyWish
) -> UploadedShape:
    """For another target, with bytes of its own: so it is shared with the organization."""
    access = await entitlements_of(request).access(caller.user_id)
    made = await copy_document(parts_of(request).documents, caller, access, document_id, body.target)
    response.status_code = 201 if made.duplicate_of is None else 200
    return UploadedShape(document=document_shape(made.document), duplicate_of=made.duplicate_of)


@router.post("/{document_id}/reindex", responses=responses(401, 403, 404, 422, 429, 503))
async def reindex_document(request: Request, caller: MayChat, document_id: DocumentId) -> DocumentShape:
    """Read again; until that is done, what was found before is found."""
    return document_shape(await documents.reindex(parts_of(request).documents, caller, document_id))


@router.post("/{document_id}/cancel", responses=responses(401, 403, 404, 422, 429, 503))
async def cancel_document(request: Request, caller: MayChat, document_id: DocumentId) -> DocumentShape:
    return document_shape(await documents.cancel(parts_of(request).documents, caller, document_id))


@router.get("/{document_id}/text", responses=responses(401, 403, 404, 422, 429, 503))
async def read_text(
    request: Request,
    caller: MayReadChats,
    document_id: DocumentId,
    page: Annotated[Ordinal | None, Query()] = None,
    version: Annotated[Ordinal | None, Query()] = None,
) -> PagesOfText:
    """What was read from it, page by page; without a version, of the one that is found."""
    number, pages = await documents.read_text(parts_of(request).documents, caller, document_id, page, version)
    return PagesOfText(version=number, pages=[PageShape(page=one.number, text=one.text) for one in pages])


@router.get("/{document_id}/versions", responses=responses(401, 403, 404, 422, 429, 503))
async def list_versions(request: Request, caller: MayReadChats, document_id: DocumentId) -> VersionList:
    """The newest first."""
    found = await documents.list_versions(parts_of(request).documents, caller, document_id)
    return VersionList(
        versions=[VersionShape(**{name: getattr(one, name) for name in VersionShape.model_fields}) for one in found]
    )


class ChangeShape(WireModel):
    kind: ChangeKind
    lines: int
    text: str
    """Empty of what is `skipped`: lines that are the same, and far from any that are not."""


class Comparison(WireModel):
    former: int
    later: int
    changes: list[ChangeShape]


@router.get("/{document_id}/versions/{number}/changes", responses=responses(401, 403, 404, 422, 429, 503))
async def compare_versions(
    request: Request,
    caller: MayReadChats,
    document_id: DocumentId,
    number: Ordinal,
    since: Annotated[Ordinal, Query()],
) -> Comparison:
    """What this version's text has otherwise than that of version `since`, line by line."""
    found = await documents.compare_versions(parts_of(request).documents, caller, document_id, since, number)
    changes = [ChangeShape(kind=one.kind, lines=one.lines, text=one.text) for one in found]
    return Comparison(former=since, later=number, changes=changes)


@router.post("/{document_id}/versions/{number}/restore", responses=responses(401, 403, 404, 422, 429, 503))
async def restore_version(request: Request, caller: MayChat, document_id: DocumentId, number: Ordinal) -> DocumentShape:
    """An earlier version becomes the newest again; none is lost."""
    return document_shape(await documents.restore(parts_of(request).documents, caller, document_id, number))


@router.get(
    "/{document_id}/content", responses={**responses(401, 403, 404, 422, 429, 503), 200: {"content": {"*/*": {}}}}
)
async def read_content(
    request: Request, caller: MayReadChats, document_id: DocumentId, version: Annotated[Ordinal | None, Query()] = None
) -> StreamingResponse:
    """The file itself, to be downloaded: whatever it holds, it may not run, frame or fetch anything here."""
    found, chunks = await documents.open_content(parts_of(request).documents, caller, document_id, version)
    headers = {
        "content-length": str(found.bytes),
        "content-disposition": f"attachment; filename*=UTF-8''{quote(found.filename, safe='')}",
        "content-security-policy": "sandbox; default-src 'none'",
        "x-content-type-options": "nosniff",
        "cross-origin-resource-policy": "same-origin",
        "cache-control": "no-store",
    }
    return StreamingResponse(chunks, media_type=found.media_type, headers=headers)


def document_shape(one: Document) -> DocumentShape:
    told = {name: getattr(one, name) for name in DocumentShape.model_fields if name != "error"}
    error = FaultShape(code=one.fault.code, message=one.fault.message) if one.fault else None
    return DocumentShape(**told, error=error)


def wish_of(form: FormData, file_field: str) -> UploadWish:
    told = {name: value for name in _TOLD if isinstance(value := form.get(name), str)}
    if unknown := set(form.keys()) - {file_field, "versionOf", *_TOLD}:
        raise Malformed(f"The form has a field that nobody knows: {min(unknown)[:40]}.")
    for name, most in (("title", MAX_TITLE_CHARACTERS), ("folder", MAX_FOLDER_CHARACTERS)):
        if len(told.get(name, "")) > most or "\0" in told.get(name, ""):
            raise Malformed(f"The field {name} may have at most {most} characters, and none of them NUL.")
    given = {name: value.strip() for name, value in told.items() if value.strip()}
    version_of = _document_id(form.get("versionOf"))
    if version_of is not None and given:
        raise Malformed("A new version of a document goes where that document is, under its title.")
    return UploadWish(**given, version_of=version_of)


def _document_id(told: object) -> DocumentId | None:
    try:
        return DocumentId(UUID(told)) if isinstance(told, str) and told else None
    except ValueError:
        raise Malformed("The field versionOf is the id of a document.") from None
