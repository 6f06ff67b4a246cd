"""What a server answered, as text for a model: bounded, and nothing in it is followed."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import orjson

MAX_TEXT_CHARACTERS = 200_000
"""The turn cuts what it tells a model far shorter; more than this nobody even holds."""
_NOT_SHOWN = "was left out: only text is read here."


def as_text(blocks: Iterable[Any], structured: Any = None) -> str:
    """`blocks`: of the library, by their `type`. What is structured is told where there are no words."""
    texts = [text for block in blocks if (text := _of(block))]
    if not any(texts) and structured is not None:
        texts = [_json(structured)]
    return bounded("\n\n".join(texts))


def bounded(text: str) -> str:
    storable = text.replace("\x00", "").encode("utf-8", "replace").decode()
    if len(storable) <= MAX_TEXT_CHARACTERS:
        return storable
    return f"{storable[:MAX_TEXT_CHARACTERS]}\n[… cut here: the answer was {len(storable):,} characters long]"


def _of(block: Any) -> str:
    match block.type:
        case "text":
            return str(block.text)
        case "image" | "audio":
            return f"[{block.type.capitalize()}, {block.mime_type}, {_NOT_SHOWN}]"
        case "resource_link":
            return f"[Resource: {block.title or block.name}, {block.uri}]"
        case "resource":
            return of_resource([block.resource])
    return ""


def of_resource(contents: Sequence[Any]) -> str:
    """The words of a resource; of what is none, that it is there."""
    told = []
    for part in contents:
        text = getattr(part, "text", None)
        told.append(str(text) if text is not None else f"[{part.mime_type or 'A file'}, {part.uri}, {_NOT_SHOWN}]")
    return bounded("\n\n".join(told))


def _json(value: Any) -> str:
    try:
        return orjson.dumps(value, option=orjson.OPT_INDENT_2).decode()
    except (TypeError, ValueError):
        return ""
