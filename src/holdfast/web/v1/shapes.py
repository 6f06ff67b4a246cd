"""What bodies share: OpenAI's names, unknown fields let be, and what would make an answer wrong refused by name."""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel, ConfigDict

from holdfast.core.errors import Malformed
from holdfast.web.errors import responses


class ProgramModel(BaseModel):
    model_config = ConfigDict(extra="ignore", frozen=True)


def told_whole_or_streamed(description: str, whole: type[BaseModel]) -> dict[int | str, dict[str, Any]]:
    """What the document says of an answer, and of its refusals."""
    streamed = {"text/event-stream": {"schema": {"type": "string"}}}
    refused = responses(400, 401, 403, 404, 409, 413, 415, 422, 429, 503)
    return {200: {"model": whole, "content": streamed, "description": description}, **refused}


def not_taken(field: str, why: str) -> Malformed:
    return Malformed(why, code="unsupported_parameter", details={"param": field})
