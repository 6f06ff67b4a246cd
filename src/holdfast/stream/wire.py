"""The AI SDK's UI message stream. Parts are encoded once; the same bytes go to the wire and to the buffer."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

import orjson

from holdfast.stream.tool_parts import cut_short, is_of_program, with_told

HEADERS: Mapping[str, str] = {
    "x-vercel-ai-ui-message-stream": "v1",
    "cache-control": "no-store, no-transform",
    "x-accel-buffering": "no",
}
SOURCE = "source-document"
"""The part that tells which passage of a document an answer cites."""
WEB_SOURCE = "source-url"
"""And this one, which page of the web."""
SOURCES = (SOURCE, WEB_SOURCE)
BETWEEN = "\n\n"
"""Between the texts of an answer that something else stands between."""
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
class PlacedTool:
    """A call of a tool, as the message keeps it (`tool_parts.py`), and how much of the answer's text stands before."""

    at: int
    part: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Written:
    """An answer, as far as it was written."""

    text: str
    thoughts: str = ""
    """What the model thought before it: its owner's alone, and told to no model again."""
    thought_ms: int = 0
    sources: Sequence[Mapping[str, Any]] = ()
    """What it cites, as parts of the wire."""
    tools: Sequence[PlacedTool] = ()

    @property
    def is_something(self) -> bool:
        return bool(self.text or self.tools)

    def pieces(self) -> Iterator[str | Mapping[str, Any]]:
        """Texts and calls, in the order in which they came."""
        begins = 0
        for placed in self.tools:
            yield from self._text(begins, placed.at)
            begins = max(begins, placed.at)
            yield placed.part
        yield from self._text(begins, len(self.text))

    def _text(self, begins: int, ends: int) -> Iterator[str]:
        text = self.text[begins:ends]
        if begins:
            text = text.removeprefix(BETWEEN)
        if text:
            yield text


class _Read:
    """What chunks have told so far."""

    def __init__(self) -> None:
        self.said: dict[str, list[str]] = {"text": [], "reasoning": []}
        self.thought_ms = 0
        self.sources: list[Mapping[str, Any]] = []
        self.tools: dict[str, tuple[int, dict[str, Any]]] = {}

    def take(self, part: Mapping[str, Any]) -> None:
        kind, _, event = part["type"].partition("-")
        if kind in self.said and event == "start" and self.said[kind]:
            self.said[kind].append(BETWEEN)
        elif kind in self.said and event == "delta":
            self.said[kind].append(part["delta"])
        elif part["type"] in SOURCES:
            self.sources.append(part)
        elif kind == "tool" and not is_of_program(part):
            at, kept = self.tools.get(part["toolCallId"], (sum(map(len, self.said["text"])), {}))
            self.tools[part["toolCallId"]] = at, with_told(kept, part)
        elif part["type"] == "reasoning-end":
            self.thought_ms += part.get("providerMetadata", {}).get("holdfast", {}).get("ms", 0)

    @property
    def written(self) -> Written:
        text, thoughts = ("".join(self.said[kind]) for kind in ("text", "reasoning"))
        tools = [PlacedTool(at, cut_short(kept)) for at, kept in self.tools.values()]
        return Written(text, thoughts, self.thought_ms, self.sources, tools)


def written_in(chunks: Iterable[bytes]) -> Written:
    """The answer as its chunks tell it, for saving what a lost process had written.

    What was said before the answer was begun anew is not part of it.
    """
    read = _Read()
    for data in chunks:
        part = orjson.loads(data)
        if part["type"] == RESTARTED:
            read = _Read()
        else:
            read.take(part)
    return read.written


def thought_for(ms: int) -> dict[str, Any]:
    """How long a model thought, as a part of the wire and of a message may say it."""
    return {"providerMetadata": {"holdfast": {"ms": ms}}}


def stored_parts(written: Written, restarts: int) -> list[dict[str, Any]] | None:
    """The answer as its message keeps it: that it was begun anew, what was thought, and the words, with the calls of
    tools where they happened. None: nothing was said."""
    if not written.is_something:
        return None
    thoughts = written.thoughts.strip()[:MAX_THOUGHT_CHARACTERS]
    return [
        *([{"type": RESTARTED, "data": {"number": restarts}}] if restarts else []),
        *([{"type": "reasoning", "text": thoughts, **thought_for(written.thought_ms)}] if thoughts else []),
        *({"type": "text", "text": piece} if isinstance(piece, str) else dict(piece) for piece in written.pieces()),
        *map(dict, written.sources),
    ]
