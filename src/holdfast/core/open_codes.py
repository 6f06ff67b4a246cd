"""Codes that outlive the release that wrote them: what was stored under one that is not known any more, or not yet, is
read all the same."""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum
from typing import Annotated, Any, TypeVar, get_args

from pydantic import GetCoreSchemaHandler, GetJsonSchemaHandler
from pydantic.json_schema import JsonSchemaValue
from pydantic_core import CoreSchema, core_schema

T = TypeVar("T")


class _AsWritten:
    """Any text is read; the document lists the codes of today."""

    def __get_pydantic_core_schema__(self, source: Any, _: GetCoreSchemaHandler) -> CoreSchema:
        return core_schema.str_schema(metadata={"codes": list(_codes(source))})

    def __get_pydantic_json_schema__(self, schema: CoreSchema, handler: GetJsonSchemaHandler) -> JsonSchemaValue:
        return {**handler(schema), "enum": schema["metadata"]["codes"]}


def _codes(source: Any) -> Iterator[str]:
    if isinstance(source, type) and issubclass(source, StrEnum):
        yield from (str(one) for one in source)
    for one in get_args(source):
        yield from [one] if isinstance(one, str) else _codes(one)


Code = Annotated[T, _AsWritten()]
"""`Code[Literal["kept", "dropped"]]`: one of these when it is written, and any text when it is read."""
