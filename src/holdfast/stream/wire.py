"""The AI SDK's UI message stream. Parts are encoded once; the same bytes go to the wire and to the buffer."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

import orjson

HEADERS: Mapping[str, str] = {
    "x-vercel-ai-ui-message-stream": "v1",
    "cache-control": "no-store, no-transform",
    "x-accel-buffering": "no",
}
SOURCE = "source-document"
"""The part that tells what an answer cites."""
RESTARTED = "data-restarted"
"""The part behind which an answer begins anew."""
EndedBecause = Literal["stopped", "failed", "lost"]
"""Why an answer ended before its time: its person stopped it, its model failed, or its server went down."""
MAX_THOUGHT_CHARACTERS = 100_000
"""Of what a model thought before it answered, so much is kept."""
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


@dataclass(frozen=True, slots=True)
class Written:
    """An answer, as far as it was written."""

    text: str
    thoughts: str = ""
    """What the model thought before it: its owner's alone, and told to no model again."""
    thought_ms: int = 0
    sources: Sequence[Mapping[str, Any]] = ()
    """What it cites, as parts of the wire."""


def written_in(chunks: Iterable[bytes]) -> Written:
    """The answer as its chunks tell it, for saving what a lost process had written.

    What was said before the answer was begun anew is not part of it.
    """
    said: dict[str, list[str]] = {"text": [], "reasoning": []}
    thought_ms = 0
    sources: list[Mapping[str, Any]] = []
    for data in chunks:
        part = orjson.loads(data)
        kind, _, event = part["type"].partition("-")
        if part["type"] == RESTARTED:
            said, thought_ms, sources = {"text": [], "reasoning": []}, 0, []
        elif kind in said and event == "start" and said[kind]:
            said[kind].append("\n\n")
        elif kind in said and event == "delta":
            said[kind].append(part["delta"])
        elif part["type"] == SOURCE:
            sources.append(part)
        elif part["type"] == "reasoning-end":
            thought_ms += part.get("providerMetadata", {}).get("holdfast", {}).get("ms", 0)
    return Written("".join(said["text"]), "".join(said["reasoning"]), thought_ms, sources)


def thought_for(ms: int) -> dict[str, Any]:
    """How long a model thought, as a part of the wire and of a message may say it."""
    return {"providerMetadata": {"holdfast": {"ms": ms}}}


def stored_parts(written: Written, restarts: int) -> list[dict[str, Any]] | None:
    """The answer as its message keeps it: that it was begun anew, what was thought, and the words. None: nothing was
    said."""
    if not written.text:
        return None
    thoughts = written.thoughts.strip()[:MAX_THOUGHT_CHARACTERS]
    return [
        *([{"type": RESTARTED, "data": {"number": restarts}}] if restarts else []),
        *([{"type": "reasoning", "text": thoughts, **thought_for(written.thought_ms)}] if thoughts else []),
        {"type": "text", "text": written.text},
        *map(dict, written.sources),
    ]
