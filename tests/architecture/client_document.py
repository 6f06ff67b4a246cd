"""What the client is told of the server: of the server's own document, the addresses and shapes that it uses.

The addresses are those that stand in the client's source as the server spells them (`/api/chats/{chat_id}`); the shapes
are what these take and give, and those that `client/src/api/types.ts` names besides. Refusals are left out: they are
one shape everywhere, which `client/src/api/http.ts` makes an error of. So are titles, which say a name once more.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

CLIENT = Path(__file__).parents[2] / "client"
KEPT = CLIENT / "openapi.json"
_SOURCE = CLIENT / "src"
_LITERAL = re.compile(r"""['"`](/[^'"`\n]*)""")
_SHAPE = re.compile(r"Shape\['([\w-]+)'\]")
_REFERENCE = re.compile(r'"#/components/schemas/([^"]+)"')

Schemas = Mapping[str, Any]


def addresses_in_client() -> Mapping[str, str]:
    """What is written there like an address, and in which file. Tests are left out: they play the server."""
    return {
        address: file.relative_to(_SOURCE).as_posix()
        for file in sorted(_SOURCE.rglob("*.ts*"))
        if ".test." not in file.name and file.name != "generated.ts"
        for address in _LITERAL.findall(file.read_text(encoding="utf-8"))
    }


def document_for_client(document: Mapping[str, Any]) -> dict[str, Any]:
    used = sorted(addresses_in_client().keys() & document["paths"].keys())
    paths = {path: {how: _told(one) for how, one in document["paths"][path].items()} for path in used}
    named = _SHAPE.findall((_SOURCE / "api" / "types.ts").read_text(encoding="utf-8"))
    answers = [operation["responses"] for item in paths.values() for operation in item.values()]
    schemas = document["components"]["schemas"]
    taken = _with_what_they_name(_names_in(paths), schemas)
    shapes = {
        **_with_what_they_name(named, schemas),
        **{name: _as_sent(shape) for name, shape in taken.items()},
        **_with_what_they_name(_names_in(answers), schemas),
    }
    return {
        "openapi": document["openapi"],
        "info": {"title": "What the client uses", "version": "1"},
        "paths": _legible(paths),
        "components": {"schemas": _legible(dict(sorted(shapes.items())))},
    }


def _told(operation: Mapping[str, Any]) -> dict[str, Any]:
    kept = {name: operation[name] for name in ("parameters", "requestBody") if name in operation}
    return {**kept, "responses": {status: one for status, one in operation["responses"].items() if int(status) < 400}}


def _names_in(told: object) -> Iterator[str]:
    yield from _REFERENCE.findall(json.dumps(told))


def _with_what_they_name(names: Iterable[str], schemas: Schemas) -> dict[str, Any]:
    found: dict[str, Any] = {}
    waiting = list(names)
    while waiting:
        name = waiting.pop()
        if name not in found:
            found[name] = schemas[name]
            waiting += _names_in(schemas[name])
    return found


def _as_sent(shape: Mapping[str, Any]) -> dict[str, Any]:
    """The generator takes what has a default for something that is always there. Whoever sends may leave it out."""
    fields = shape.get("properties", {})
    bare = {name: {key: told for key, told in field.items() if key != "default"} for name, field in fields.items()}
    return {**shape, **({"properties": bare} if fields else {})}


def _legible(told: Any) -> Any:
    """As the generator reads it."""
    if isinstance(told, dict):
        # A field may be called title; a title is a text.
        kept = {key: _legible(one) for key, one in told.items() if key != "title" or not isinstance(one, str)}
        return _with_its_keys(kept) if "enum" in kept.get("propertyNames", ()) else kept
    return [_legible(one) for one in told] if isinstance(told, list) else told


def _with_its_keys(told: dict[str, Any]) -> dict[str, Any]:
    """Of a table whose keys are codes, the generator knows only that they are texts. Each may be there."""
    keys = told["propertyNames"]["enum"]
    return {**told, "properties": dict.fromkeys(keys, told["additionalProperties"]), "additionalProperties": False}
