"""Several documents at once, and one from an address (`/api/documents/bulk-upload`, `/api/documents/from-address`)."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Request
from pydantic import Field
from starlette.datastructures import UploadFile
from starlette.responses import Response

from holdfast.core.errors import Malformed
from holdfast.core.throttle import Limit
from holdfast.documents.from_address import MAX_ADDRESS_CHARACTERS, bring_from_address
from holdfast.documents.upload import RefusedFile, Uploaded, bulk_upload
from holdfast.web.body import StrictRoute
from holdfast.web.deps import MayChat, accounts_of, entitlements_of
from holdfast.web.errors import responses
from holdfast.web.forms import FILE, describe_form, open_form
from holdfast.web.routes.documents import DocumentShape, FaultShape, TargetName, UploadedShape, document_shape, wish_of
from holdfast.web.shapes import Text, WireModel
from holdfast.wiring import parts_of

router = APIRouter(prefix="/api/documents", tags=["documents"], route_class=StrictRoute)

MAX_FILES = 20
MAX_BYTES_AT_ONCE = 200_000_000
_TOO_LARGE = f"At most {MAX_BYTES_AT_ONCE // 1_000_000} MB can be brought at once; send the rest after it."
_ADDRESSES = Limit("document_addresses", 60, 3600)
_FIELD = {"type": "string"}
_FILES = {"type": "array", "maxItems": MAX_FILES, "items": FILE}
_FORM = describe_form({"files": _FILES, "target": _FIELD, "folder": _FIELD}, "files")


class RefusedShape(WireModel):
    filename: str
    error: FaultShape


class BulkShape(WireModel):
    documents: list[DocumentShape]
    """In the order of the files; the same bytes as before are a new version of what is there."""
    refused: list[RefusedShape]


class AddressWish(WireModel):
    url: Annotated[Text, Field(min_length=1, max_length=MAX_ADDRESS_CHARACTERS)]
    target: TargetName = "user"


@router.post("/bulk-upload", openapi_extra=_FORM, responses=responses(400, 401, 403, 404, 413, 415, 422, 429, 503))
async def bulk_upload_documents(request: Request, caller: MayChat) -> BulkShape:
    """Up to twenty files, each for itself: one that is refused says why, and hinders no other."""
    form = await open_form(request, "files", most_bytes=MAX_BYTES_AT_ONCE, too_large=_TOO_LARGE, most_files=MAX_FILES)
    try:
        wish = wish_of(form, "files")
        files = [(one.filename or "", one.file) for one in form.getlist("files") if isinstance(one, UploadFile)]
        if not files or len(files) != len(form.getlist("files")) or wish.title or wish.version_of:
            raise Malformed("The form has files in fields named files, and a target and a folder for all of them.")
        access = await entitlements_of(request).access(caller.user_id)
        done = await bulk_upload(parts_of(request).documents, caller, access, files, wish)
    finally:
        await form.close()
    return BulkShape(
        documents=[document_shape(one.document) for one in done if isinstance(one, Uploaded)],
        refused=[_refused(one) for one in done if isinstance(one, RefusedFile)],
    )


@router.post(
    "/from-address",
    status_code=201,
    responses={200: {"model": UploadedShape}, **responses(400, 401, 403, 404, 413, 415, 422, 429, 503)},
)
async def bring_document_from_address(
    request: Request, caller: MayChat, body: AddressWish, response: Response
) -> UploadedShape:
    """What lies at a public address, fetched once. Nothing of anybody's own network can be reached so."""
    await accounts_of(request).throttle.take(_ADDRESSES, str(caller.user_id))
    access = await entitlements_of(request).access(caller.user_id)
    made = await bring_from_address(parts_of(request).documents, caller, access, body.url, body.target)
    response.status_code = 201 if made.duplicate_of is None else 200
    return UploadedShape(document=document_shape(made.document), duplicate_of=made.duplicate_of)


def _refused(one: RefusedFile) -> RefusedShape:
    return RefusedShape(filename=one.filename, error=FaultShape(code=one.error.code, message=one.error.message))
