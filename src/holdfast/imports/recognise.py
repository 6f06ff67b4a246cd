"""Whose file it is, told by what stands in it, and its conversations, one after the other.

A file is JSON, or a zip with such a file in it, as exports have. It is a stranger's: what it unfolds to is
bounded before it is read, and of its conversations one at a time is taken apart.
"""

from __future__ import annotations

import json
import re
import zipfile
from collections.abc import Callable, Iterator, Mapping
from datetime import datetime
from typing import IO, Any

from holdfast.chats.types import BroughtChat
from holdfast.imports.from_chatgpt import read_chatgpt
from holdfast.imports.from_claude import read_claude
from holdfast.imports.from_mem0 import AT_ONCE, read_mem0
from holdfast.imports.from_open_webui import read_open_webui
from holdfast.imports.types import ImportOrigin, UnreadableExport

MAX_BYTES = 50_000_000
MAX_UNFOLDED_BYTES = 150_000_000
_PIECE = 1 << 20
_MEMBER = re.compile(r"(?:[^/]{1,100}/)?conversations(?:-\d{1,4})?\.json")
_READERS: Mapping[ImportOrigin, Callable[[Mapping[str, Any], datetime], BroughtChat]] = {
    "chatgpt": read_chatgpt,
    "claude": read_claude,
    "open-webui": read_open_webui,
}
_MARKS: Mapping[str, ImportOrigin] = {
    "mapping": "chatgpt",
    "chat_messages": "claude",
    "chat": "open-webui",
    "memory": "mem0",
}
"""A field that only this one writes."""
_NOT_ONE = UnreadableExport(
    "This is no export that is known here. Bring the zip or conversations.json of ChatGPT or Claude, the exported "
    "chats of Open WebUI, or the memories of mem0 as JSON."
)


def recognise_export(file: IO[bytes]) -> tuple[ImportOrigin, int]:
    """And how many conversations it holds."""
    origin, count = None, 0
    for found, batch in _read(file):
        origin, count = origin or found, count + len(batch)
    if origin is None:
        raise _NOT_ONE
    return origin, count if origin != "mem0" else -(-count // AT_ONCE)


def conversations(file: IO[bytes], now: datetime) -> Iterator[BroughtChat]:
    for place, (origin, batch) in enumerate(_read(file)):
        if origin == "mem0":
            yield read_mem0(batch, place, now)
        else:
            yield from (_READERS[origin](one, now) for one in batch)


def _read(file: IO[bytes]) -> Iterator[tuple[ImportOrigin, list[Mapping[str, Any]]]]:
    """Each conversation; of memories so many at once."""
    origin: ImportOrigin | None = None
    memories: list[Mapping[str, Any]] = []
    for one in _elements(file):
        if not isinstance(one, dict):
            raise _NOT_ONE
        found = next((_MARKS[field] for field in _MARKS if field in one), None)
        if found is None or origin not in (None, found):
            raise _NOT_ONE
        origin = found
        if origin == "mem0":
            memories.append({name: one[name] for name in ("id", "memory", "created_at", "updated_at") if name in one})
        else:
            yield origin, [one]
    memories.sort(key=lambda one: str(one.get("created_at") or ""))
    for at in range(0, len(memories), AT_ONCE):
        yield "mem0", memories[at : at + AT_ONCE]


def _elements(file: IO[bytes]) -> Iterator[Any]:
    try:
        for text in _texts(file):
            yield from _each(text)
    except (ValueError, RecursionError, zipfile.BadZipFile, NotImplementedError, RuntimeError, EOFError):
        raise _NOT_ONE from None


def _each(text: str) -> Iterator[Any]:
    """Of a list one element after the other, so that no more than one is there as objects."""
    decoder, at = json.JSONDecoder(), _next(text, 0)
    if text[at : at + 1] != "[":
        value = decoder.decode(text)
        inner = value.get("results", value.get("memories")) if isinstance(value, dict) else None
        yield from inner if isinstance(inner, list) else [value]
        return
    at = _next(text, at + 1)
    while text[at : at + 1] != "]":
        value, at = decoder.raw_decode(text, at)
        yield value
        at = _next(text, at)
        if text[at : at + 1] == ",":
            at = _next(text, at + 1)
        elif text[at : at + 1] != "]":
            raise _NOT_ONE


def _next(text: str, at: int) -> int:
    while at < len(text) and text[at] in " \t\r\n":
        at += 1
    return at


def _texts(file: IO[bytes]) -> Iterator[str]:
    file.seek(0)
    is_zip = file.read(2) == b"PK"
    file.seek(0)
    if not is_zip:
        yield _whole(file)
        return
    with zipfile.ZipFile(file) as archive:
        members = sorted(name for name in archive.namelist() if _MEMBER.fullmatch(name))
        left = MAX_UNFOLDED_BYTES
        for name in members:
            with archive.open(name) as member:
                text = _whole(member, left)
            left -= len(text)
            yield text


def _whole(file: IO[bytes], most: int = MAX_UNFOLDED_BYTES) -> str:
    whole = bytearray()
    while piece := file.read(_PIECE):
        most -= len(piece)
        if most < 0:
            raise UnreadableExport(
                f"The file unfolds to more than {MAX_UNFOLDED_BYTES // 1_000_000} MB; bring it in parts.",
                code="export_too_large",
            )
        whole += piece
    return whole.decode("utf-8-sig")
