"""What a server offers, brought into bounds: kept so, told to models so, and held against what a person trusted.

All of it is a stranger's text. What is too large is left out and counted, not cut: half a schema is a lie.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

import orjson

from holdfast.tools.mcp.types import AboutServer, Catalogue, FoundPrompt, FoundResource, FoundTool

MAX_TOOLS = 200
MAX_MENTIONED = 500
"""Resources, and prompts, that are kept of one server."""
MAX_SCHEMA_BYTES = 32_000
MAX_DESCRIPTION_CHARACTERS = 8_000
MAX_DEPTH = 40
_MAX_NAME = 256
_WIRE_NAME = 64
_NOT_A_NAME = re.compile(r"[^A-Za-z0-9_-]")
_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f\u202a-\u202e\u2066-\u2069]")


def tool_of(told: Any) -> FoundTool:
    hints = told.annotations
    title = told.title or (hints and hints.title) or told.name
    return FoundTool(
        told.name,
        line_of(title, 200),
        plain_of(told.description or title),
        told.input_schema,
        bool(hints and hints.read_only_hint),
    )


def resource_of(told: Any) -> FoundResource:
    name = line_of(told.name, 200)
    return FoundResource(
        told.uri, name, line_of(told.title or name, 200), line_of(told.description or "", 500), told.mime_type
    )


def template_of(told: Any) -> FoundResource:
    name = line_of(told.name, 200)
    title, description = line_of(told.title or name, 200), line_of(told.description or "", 500)
    return FoundResource(told.uri_template, name, title, description, told.mime_type, is_template=True)


def prompt_of(told: Any) -> FoundPrompt:
    arguments = [
        {"name": one.name, "description": line_of(one.description or "", 300), "isRequired": bool(one.required)}
        for one in (told.arguments or [])[:20]
    ]
    return FoundPrompt(
        told.name, line_of(told.title or told.name, 200), line_of(told.description or "", 500), arguments
    )


def listed(tools: Sequence[FoundTool], resources: Sequence[FoundResource], prompts: Sequence[FoundPrompt]) -> Catalogue:
    once = {tool.name: tool for tool in reversed(tools)}
    fitting = [tool for name, tool in reversed(once.items()) if _fits(tool)][:MAX_TOOLS]
    return Catalogue(
        fitting,
        [one for one in resources if 0 < len(one.uri) <= 2_000][:MAX_MENTIONED],
        [one for one in prompts if 0 < len(one.name) <= _MAX_NAME][:MAX_MENTIONED],
        left=len(tools) - len(fitting),
    )


def _fits(tool: FoundTool) -> bool:
    if not 0 < len(tool.name) <= _MAX_NAME or not tool.name.isprintable() or _CONTROL.search(tool.name):
        return False
    if len(tool.description) > MAX_DESCRIPTION_CHARACTERS or not _is_shallow(tool.schema, MAX_DEPTH):
        return False
    try:
        return len(orjson.dumps(tool.schema)) <= MAX_SCHEMA_BYTES and tool.schema.get("type") == "object"
    except (TypeError, ValueError):  # lone surrogates, numbers without end
        return False


def _is_shallow(value: Any, left: int) -> bool:
    if left == 0:
        return False
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return all(_is_shallow(one, left - 1) for one in inner)


def wire_names(slug: str, tools: Sequence[FoundTool]) -> list[str]:
    """What a model calls each of them: `slug__tool`, in the letters and the length that every provider takes. Where two
    would read alike, or one is too long, a few digits of its own name tell them apart."""
    plain = [f"{slug}__{_NOT_A_NAME.sub('_', tool.name)}" for tool in tools]
    return [
        name if len(name) <= _WIRE_NAME and plain.count(name) == 1 else f"{name[: _WIRE_NAME - 9]}_{_digits(tool.name)}"
        for name, tool in zip(plain, tools, strict=True)
    ]


def write_catalogue(catalogue: Catalogue) -> str:
    return orjson.dumps(asdict(catalogue)).decode()


def read_catalogue(kept: str | None) -> Catalogue:
    if kept is None:
        return Catalogue()
    told = orjson.loads(kept)
    return Catalogue(
        [FoundTool(**one) for one in told["tools"]],
        [FoundResource(**one) for one in told.get("resources", ())],
        [FoundPrompt(**one) for one in told.get("prompts", ())],
        told["left"],
    )


def read_about(kept: str | None) -> AboutServer | None:
    return AboutServer(**orjson.loads(kept)) if kept else None


def _digits(name: str) -> str:
    return hashlib.sha256(name.encode("utf-8", "surrogatepass")).hexdigest()[:8]


def plain_of(text: str) -> str:
    """Nothing that cannot be stored, or that turns the writing around."""
    return _CONTROL.sub("", text).encode("utf-8", "replace").decode()


def line_of(text: str, most: int) -> str:
    return " ".join(plain_of(text).split())[:most]
