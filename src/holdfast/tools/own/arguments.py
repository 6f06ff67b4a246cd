"""What a tool of the house takes: a model of its arguments is its schema, and refuses what does not fit."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, TypeVar

from pydantic import BaseModel, ConfigDict, ValidationError

from holdfast.models.types import ToolSpec
from holdfast.tools.types import (
    HOUSE,
    Tool,
    ToolAnswer,
    ToolCaller,
    ToolDanger,
    ToolFailed,
    ToolOff,
    ToolProgress,
    ToolTrust,
)

_MAX_FAULTS = 3


class ToolArguments(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, str_strip_whitespace=True, hide_input_in_errors=True)


Taken = TypeVar("Taken", bound=ToolArguments)
Doing = Callable[[ToolCaller, Taken, ToolProgress], Awaitable[ToolAnswer]]


@dataclass(frozen=True, slots=True)
class ToolCard:
    """What a tool says of itself."""

    name: str
    title: str
    description: str
    """For models: when to use it, and what comes back."""
    danger: ToolDanger = "reads"


def offer(card: ToolCard, takes: type[Taken], do: Doing[Taken], *, seconds: float = 20.0) -> Tool:
    async def run(caller: ToolCaller, arguments: Mapping[str, Any], progress: ToolProgress) -> ToolAnswer:
        return await do(caller, taken(takes, arguments), progress)

    trust: ToolTrust = "ask" if card.danger == "dangerous" else "always"
    spec = ToolSpec(card.name, card.description, schema_of(takes))
    return Tool(spec, card.title, HOUSE, card.danger, run, seconds, trust)


def not_offered(card: ToolCard, reason: str, remedy: str | None = None) -> ToolOff:
    return ToolOff(card.name, card.title, card.description, HOUSE, card.danger, reason, remedy)


@cache
def schema_of(takes: type[ToolArguments]) -> dict[str, Any]:
    """As models read it: without the titles that repeat each name. Made once a process; nobody changes it."""
    schema: dict[str, Any] = _plain(takes.model_json_schema())
    schema.pop("description", None)
    return schema


def _plain(schema: Any) -> Any:
    """What may be left out is left out, and not null besides."""
    if isinstance(schema, list):
        return [_plain(one) for one in schema]
    if not isinstance(schema, dict):
        return schema
    found = {name: _plain(value) for name, value in schema.items() if not (name == "title" and isinstance(value, str))}
    kinds = found.get("anyOf")
    if isinstance(kinds, list) and {"type": "null"} in kinds and len(kinds) == 2:
        del found["anyOf"]
        found |= next(kind for kind in kinds if kind != {"type": "null"})
    if "default" in found and found["default"] is None:
        del found["default"]
    return found


def taken(takes: type[Taken], arguments: Mapping[str, Any]) -> Taken:
    try:
        return takes.model_validate(arguments)
    except ValidationError as error:
        faults = error.errors(include_input=False, include_url=False, include_context=False)[:_MAX_FAULTS]
        told = "; ".join(f"{'.'.join(str(step) for step in one['loc']) or 'arguments'}: {one['msg']}" for one in faults)
        raise ToolFailed(f"The arguments do not fit: {told}.") from None
