"""What bodies share: OpenAI's names, unknown fields let be, and what would make an answer wrong refused by name."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict

from holdfast.core.errors import Malformed


class ProgramModel(BaseModel):
    model_config = ConfigDict(extra="ignore", frozen=True)


def not_taken(field: str, why: str) -> Malformed:
    return Malformed(why, code="unsupported_parameter", details={"param": field})
