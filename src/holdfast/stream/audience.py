"""For whom a chunk is: `all` who may read the chat, or its `owner` alone.

Whoever follows a public chat reads what the stored messages will tell them, and nothing besides: thoughts, what tools
were given and what they answered, approvals, sources and figures are the owner's. A chunk's kind says it, and its kind
stands in its first bytes, so the audience travels with the chunk through memory, Redis and Postgres and can be lost in
none of them. A kind that nobody listed here is the owner's.

Owners are never filtered; for the others a few bytes are compared, and only the last part is read.
"""

from __future__ import annotations

import orjson

from holdfast.stream.wire import RESTARTED, encode

_KIND = b'{"type":"'
_FOR_ALL = frozenset(
    kind.encode()
    for kind in (
        "start", "start-step", "text-start", "text-delta", "text-end", "finish-step",
        "finish", "message-metadata", "error", "abort", RESTARTED,
    )
)  # fmt: skip
_MAX_KIND_BYTES = 40
_WITH_FIGURES = (b"finish", b"message-metadata")
_FIGURES = ("usage",)
"""What the answer cost: told to whoever pays for it."""


def for_others(data: bytes) -> bytes | None:
    """The chunk as somebody who is not its owner reads it; None: it is not for them."""
    kind = _kind(data)
    if kind not in _FOR_ALL:
        return None
    return _without_figures(data) if kind in _WITH_FIGURES else data


def _kind(data: bytes) -> bytes:
    if not data.startswith(_KIND):
        return b""
    kind, closed, _ = data[len(_KIND) : len(_KIND) + _MAX_KIND_BYTES].partition(b'"')
    return kind if closed else b""


def _without_figures(data: bytes) -> bytes:
    part = orjson.loads(data)
    told = {name: value for name, value in part.get("messageMetadata", {}).items() if name not in _FIGURES}
    return encode({**part, "messageMetadata": told})
