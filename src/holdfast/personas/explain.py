"""What is wrong with a `persona.toml`, in words for whoever wrote it: the field's path, and what is allowed there."""

from __future__ import annotations

import difflib
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from pydantic import BaseModel, ValidationError

from holdfast.personas.types import PersonaFile, Profile

_KINDS = {
    "string_type": "must be text in quotes",
    "int_type": "must be a whole number",
    "float_type": "must be a number",
    "bool_type": "must be true or false",
    "tuple_type": "must be a list in square brackets",
    "model_type": "must be a table of its own",
    "finite_number": "must be a number",
}


def explain(error: ValidationError) -> str:
    """The first thing that is wrong; with several, the rest is seen after the first is mended."""
    first = error.errors(include_url=False, include_input=False)[0]
    where, what = first["loc"], _what(first["type"], first.get("ctx", {}), first["msg"])
    if first["type"] == "extra_forbidden":
        return f"there is no field {_path(where)}{_nearest(where)}"
    return f"{_path(where)} {what}" if where else what


def _what(kind: str, limits: Mapping[str, Any], message: str) -> str:
    if kind in _KINDS:
        return _KINDS[kind]
    match kind:
        case "missing":
            return "is missing"
        case "value_error":
            return str(limits["error"])
        case "literal_error":
            return f"must be {limits['expected']}"
        case "string_too_short":
            return "is empty"
        case "string_too_long":
            return f"has more than {limits['max_length']} characters"
        case "string_pattern_mismatch":
            return "must be small letters, digits, - and _, at most 64, the first a letter or digit"
        case "greater_than" | "greater_than_equal" | "less_than" | "less_than_equal":
            bound = limits.get("gt", limits.get("ge", limits.get("lt", limits.get("le"))))
            return f"must be {kind.replace('_than_equal', '_than or equal to').replace('_', ' ')} {bound}"
        case _:
            return f"is wrong: {message}"


def _path(where: Sequence[str | int]) -> str:
    """`profiles[2].text`: entries of a list are counted from one, as people count them."""
    path = ""
    for step in where:
        path += f"[{step + 1}]" if isinstance(step, int) else f".{step}"
    return path.removeprefix(".")


def _nearest(where: Sequence[str | int]) -> str:
    """Among its neighbours first; else anywhere, because a field in the wrong table is the commonest slip."""
    names = [step for step in where if isinstance(step, str)]
    everywhere = list(fields_of(PersonaFile))
    here = ".".join(names[:-1])
    beside = {path.rpartition(".")[2]: path for path in everywhere if path.rpartition(".")[0] == here}
    if near := difflib.get_close_matches(names[-1], beside, n=1):
        return f"; did you mean {near[0]}?"
    elsewhere = [path for path in everywhere if path.rpartition(".")[2] == names[-1]]
    return f"; did you mean {elsewhere[0]}?" if elsewhere else ""


def fields_of(part: type[BaseModel], before: str = "") -> Iterator[str]:
    """Every field of the file by its path: `answering.temperature`, `profiles.text`."""
    for name, field in part.model_fields.items():
        path, kind = f"{before}{name}", field.annotation
        if name == "profiles":
            kind = Profile
        yield path
        if isinstance(kind, type) and issubclass(kind, BaseModel):
            yield from fields_of(kind, f"{path}.")
