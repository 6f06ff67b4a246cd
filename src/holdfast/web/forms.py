"""Multipart forms with one file, read by hand and after the caller is known.

FastAPI would read them first, and a stranger could fill our disk.
"""

from __future__ import annotations

from collections.abc import AsyncGenerator, Mapping
from dataclasses import dataclass
from typing import Any, TypeVar

from fastapi.exceptions import RequestValidationError
from pydantic import BaseModel, ValidationError
from starlette.datastructures import FormData, UploadFile
from starlette.formparsers import MultiPartException, MultiPartParser
from starlette.requests import Request

from holdfast.core.errors import Malformed, TooLarge

_FRAMING_BYTES = 16_384
"""What multipart adds around the file and the fields."""
_MAX_FIELDS = 20
_FIELD_BYTES = 4_096
FILE: Mapping[str, Any] = {"type": "string", "format": "binary"}
Fields = TypeVar("Fields", bound=BaseModel)


@dataclass(frozen=True, slots=True)
class MultipartForm:
    fields: Mapping[str, str]
    file: bytes | None


def describe_form(properties: Mapping[str, Any], *required: str, **more: Any) -> dict[str, Any]:
    """For the document of the API, which cannot know what is read by hand. `more`: of the schema."""
    schema = {"type": "object", "required": list(required), "properties": dict(properties), **more}
    return {"requestBody": {"required": True, "content": {"multipart/form-data": {"schema": schema}}}}


async def read_opened(form: FormData, file_field: str, *, most_bytes: int, too_large: str) -> MultipartForm:
    """The fields, and the bytes of the one file, which are in memory from here on. The form is closed."""
    try:
        sent = form.get(file_field)
        file = await sent.read() if isinstance(sent, UploadFile) else None
        if file is not None and len(file) > most_bytes:
            raise TooLarge(too_large)
        fields = {name: value if isinstance(value, str) else "" for name, value in form.multi_items()}
        if file is not None:
            del fields[file_field]
        return MultipartForm(fields, file)
    finally:
        await form.close()


def read_fields(form: MultipartForm, shape: type[Fields]) -> Fields:
    """As strict as a body of JSON, and refused in the same words."""
    try:
        return shape.model_validate(form.fields)
    except ValidationError as error:
        found = error.errors(include_url=False, include_context=False, include_input=False)
        raise RequestValidationError([{**one, "loc": ("body", *one["loc"])} for one in found]) from None


async def open_form(
    request: Request, file_field: str, *, most_bytes: int, too_large: str, most_files: int = 1
) -> FormData:
    """The form with its files on disk, for the caller to close. A field that comes twice is nobody's word, but for that
    of several files."""
    body = _bounded(request, most_bytes + _FRAMING_BYTES, too_large)
    parser = MultiPartParser(
        request.headers, body, max_files=most_files, max_fields=_MAX_FIELDS, max_part_size=_FIELD_BYTES
    )
    try:
        form = await parser.parse()
    except (MultiPartException, KeyError, UnicodeDecodeError):
        raise Malformed(
            f"The body is not the multipart/form-data it should be, with a file in a field named {file_field}."
        ) from None
    names = [name for name, _ in form.multi_items() if most_files == 1 or name != file_field]
    if len(names) != len(set(names)):
        await form.close()
        raise Malformed("A field of the form occurs twice.")
    return form


async def _bounded(request: Request, most_bytes: int, too_large: str) -> AsyncGenerator[bytes, None]:
    """A body a little too large is read to its end and dropped, because many a sender listens only afterwards."""
    seen = 0
    async for chunk in request.stream():
        seen += len(chunk)
        if seen <= most_bytes:
            yield chunk
    if seen > most_bytes:
        raise TooLarge(too_large)
