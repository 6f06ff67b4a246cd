"""What all bodies share: camelCase on the wire, unknown fields refused, text that can be stored."""

from __future__ import annotations

from typing import Annotated

from pydantic import AfterValidator, BaseModel, ConfigDict, Field
from pydantic.alias_generators import to_camel


class WireModel(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, alias_generator=to_camel, validate_by_name=True)


def _storable(text: str) -> str:
    if "\x00" in text:
        raise ValueError("text may not hold NUL")
    return text


Text = Annotated[str, AfterValidator(_storable)]
PersonaName = Annotated[str, Field(min_length=1, max_length=100), AfterValidator(_storable)]
