"""The AI SDK's UI message stream. Parts are encoded once; the same bytes go to the wire and to the buffer."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import orjson

HEADERS: Mapping[str, str] = {
    "x-vercel-ai-ui-message-stream": "v1",
    "cache-control": "no-store, no-transform",
    "x-accel-buffering": "no",
}
RESTARTED = "data-restarted"
"""The part behind which an answer begins anew."""
DONE = b"data: [DONE]\n\n"
ALIVE = b": alive\n\n"


def encode(part: Mapping[str, Any]) -> bytes:
    # Copied, because orjson's own bytes stand in a block of 4 kB at least and up to twelve times their length, and
    # what is encoded here is kept.
    return b"".join((orjson.dumps(part), b""))


def text_delta(text_id: str, delta: str) -> bytes:
    # The one part there are thousands of: built by hand, a third of the cost of encoding a dict.
    return b'{"type":"text-delta","id":"' + text_id.encode() + b'","delta":' + orjson.dumps(delta) + b"}"


def frame(seq: int, data: bytes) -> bytes:
    """One server-sent event; its id is the chunk's seq, so that `Last-Event-ID` says where to go on."""
    return b"id: %d\ndata: %b\n\n" % (seq, data)


def frame_of_transient(data: bytes) -> bytes:
    """Without an id: whoever comes back goes on after the last chunk that has one."""
    return b"data: %b\n\n" % data


def text_in(chunks: Iterable[bytes]) -> str:
    """The answer's text as its chunks tell it, for saving what a lost process had written.

    What was said before the answer was begun anew is not part of it.
    """
    said: list[str] = []
    for data in chunks:
        part = orjson.loads(data)
        if part["type"] == RESTARTED:
            said.clear()
        elif part["type"] == "text-start" and said:
            said.append("\n\n")
        elif part["type"] == "text-delta":
            said.append(part["delta"])
    return "".join(said)


def stored_parts(text: str, restarts: int) -> list[dict[str, Any]] | None:
    """The answer as its message keeps it; that it was begun anew stays known. None: nothing was said."""
    if not text:
        return None
    begun_anew = [{"type": RESTARTED, "data": {"number": restarts}}] if restarts else []
    return [*begun_anew, {"type": "text", "text": text}]
