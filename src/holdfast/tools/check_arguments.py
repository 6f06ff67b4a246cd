"""Whether arguments fit what a tool asks for, as far as JSON Schema says it plainly. Pure.

Looked at: `type`, `enum`, `required`, `properties`, `additionalProperties: false` and `items`. Whatever else a schema
says is the tool's own to check. What does not fit is told to the model in a sentence that it can mend its call by.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import orjson

_MAX_RAW = 4_000
_MAX_DEPTH = 12
_MAX_ITEMS = 200
_MAX_SHOWN = 200
_TYPES: Mapping[str, tuple[type, ...]] = {
    "object": (dict,),
    "array": (list,),
    "string": (str,),
    "integer": (int,),
    "number": (int, float),
    "boolean": (bool,),
    "null": (type(None),),
}


def read_arguments(raw: str) -> Any:
    """What a model wrote, as it can be kept: without NUL, and not deeper than can be told again. What is no JSON stays
    the text it is."""
    try:
        found = _without_nul(orjson.loads(raw or "{}"))
        orjson.dumps(found)
    except (orjson.JSONDecodeError, TypeError, RecursionError):
        return storable(raw[:_MAX_RAW])
    return found


def storable(text: str) -> str:
    """Without what no column and no wire can hold."""
    return text.replace("\0", "").encode("utf-8", "replace").decode()


def _without_nul(value: Any) -> Any:
    match value:
        case str():
            return value.replace("\0", "")
        case dict():
            return {name.replace("\0", ""): _without_nul(one) for name, one in value.items()}
        case list():
            return [_without_nul(one) for one in value]
    return value


def fault_in(schema: Mapping[str, Any], arguments: Any) -> str | None:
    """The first thing that is wrong; None: nothing is."""
    return _fault(schema, arguments, "the arguments", 0)


def _fault(schema: Any, value: Any, where: str, depth: int) -> str | None:
    if not isinstance(schema, Mapping) or depth > _MAX_DEPTH:
        return None
    if (kinds := _kinds(schema.get("type"))) and not any(_is(kind, value) for kind in kinds):
        return f"{where} must be {' or '.join(kinds)}"
    choices = schema.get("enum")
    if isinstance(choices, Sequence) and not isinstance(choices, str) and choices and value not in choices:
        return f"{where} must be one of {_shown(choices)}"
    if isinstance(value, dict):
        return _in_object(schema, value, where, depth)
    if isinstance(value, list):
        of_items = (_fault(schema.get("items"), one, f"{where}[{n}]", depth + 1) for n, one in enumerate(value))
        return next((fault for fault, _ in zip(of_items, range(_MAX_ITEMS), strict=False) if fault), None)
    return None


def _in_object(schema: Mapping[str, Any], value: Mapping[str, Any], where: str, depth: int) -> str | None:
    listed = schema.get("properties")
    properties: Mapping[str, Any] = listed if isinstance(listed, Mapping) else {}
    required = schema.get("required")
    for name in required if isinstance(required, list) else ():
        if name not in value:
            return f"{where} need {_shown(name)}" if depth == 0 else f"{where} needs {_shown(name)}"
    if schema.get("additionalProperties") is False and (more := [name for name in value if name not in properties]):
        return f"{where} may not have {_shown(more[0])}"
    for name, inner in properties.items():
        if name in value and (fault := _fault(inner, value[name], _shown(name), depth + 1)):
            return fault
    return None


def _kinds(type_: Any) -> Sequence[str]:
    named = [type_] if isinstance(type_, str) else type_ if isinstance(type_, list) else []
    # One that we do not know may be anything, so it forbids nothing.
    return named if all(isinstance(one, str) and one in _TYPES for one in named) else ()


def _is(kind: str, value: Any) -> bool:
    if isinstance(value, bool):
        return kind == "boolean"
    if kind == "integer" and isinstance(value, float):
        return value.is_integer()
    return isinstance(value, _TYPES[kind])


def _shown(value: Any) -> str:
    return str(value)[:_MAX_SHOWN]
