"""How the bytes of an answer on the OpenAI chat wire become events. No network here.

This is the hot path, run for every few characters of every answer: bytes are split on line ends and each line goes
through orjson once. Servers differ in small ways (no `[DONE]`, no index on tool calls, usage in every chunk, errors
inside a stream that began well); each is handled where it occurs.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, Literal

import orjson

from holdfast.core.ids import new_id
from holdfast.models.failures import failed, failed_with_status
from holdfast.models.types import (
    Done,
    Failure,
    ModelEvent,
    ModelFailed,
    ReasoningDelta,
    TextDelta,
    TokenUsage,
    ToolCall,
)

MAX_ANSWER_BYTES = 64 << 20
"""Of wire, not of text: 100,000 tokens in chunks of 330 bytes are half of it."""
MAX_LINE_BYTES = 4 << 20
_MAX_TOOL_CALLS = 128

_Finish = Literal["stop", "length", "tool_calls", "content_filter", "other"]
_FINISH: dict[str, _Finish] = {
    "stop": "stop",
    "length": "length",
    "tool_calls": "tool_calls",
    "function_call": "tool_calls",
    "content_filter": "content_filter",
}
_ERROR_CODES = {"rate_limit_exceeded": 429, "insufficient_quota": 402, "invalid_api_key": 401}


@dataclass(slots=True)
class _Call:
    """A tool call as it grows."""

    id: str = ""
    name: str = ""
    arguments: list[str] = field(default_factory=list)

    def whole(self) -> ToolCall:
        if not self.name:
            raise failed(Failure.MALFORMED, upstream="tool call without a name")
        return ToolCall(self.id or f"call_{new_id().hex}", self.name, "".join(self.arguments).strip() or "{}")


class AnswerReader:
    """Bytes in, events out. `feed` what arrives, then `end`; both raise `ModelFailed`."""

    def __init__(
        self,
        *,
        is_document: bool = False,
        max_answer_bytes: int = MAX_ANSWER_BYTES,
        max_line_bytes: int = MAX_LINE_BYTES,
    ) -> None:
        self._is_document = is_document
        self._bytes_left = max_answer_bytes
        self._max_line_bytes = max_line_bytes
        self._unfinished: list[bytes] = []
        self._unfinished_bytes = 0
        self._calls: dict[int | str, _Call] = {}
        self._usage: TokenUsage | None = None
        self._finish: str | None = None
        self._has_text = False
        self.is_done = False
        """The server said that nothing more will come."""

    @property
    def is_complete(self) -> bool:
        """Nothing of the answer is missing, though usage may still follow."""
        return self.is_done or self._finish is not None

    def feed(self, data: bytes) -> Iterator[ModelEvent]:
        """Events up to the end, or up to what is wrong: what stood before that is told first."""
        self._bytes_left -= len(data)
        if self._bytes_left < 0:
            raise failed(Failure.CUT_OFF, upstream="endless answer")
        last_line_end = data.rfind(b"\n")
        if last_line_end < 0 or self._is_document:
            self._keep(data)
            return
        # Pieces of a line are joined once, when its end is there: joining at every read would be quadratic.
        whole = b"".join((*self._unfinished, data[:last_line_end]))
        self._unfinished.clear()
        self._unfinished_bytes = 0
        self._keep(data[last_line_end + 1 :])
        for line in whole.split(b"\n"):
            # Everything else is a comment (": OPENROUTER PROCESSING"), an event name or an empty line.
            if line.startswith(b"data:") and not self.is_done:
                events: list[ModelEvent] = []
                self._take(line[5:].strip(), events)
                yield from events

    def _keep(self, data: bytes) -> None:
        if data:
            self._unfinished.append(data)
            self._unfinished_bytes += len(data)
            if self._unfinished_bytes > self._max_line_bytes:
                raise failed(Failure.MALFORMED, upstream="endless line")

    def _take(self, payload: bytes, events: list[ModelEvent]) -> None:
        if payload == b"[DONE]":
            self.is_done = True
            return
        try:
            self._read(orjson.loads(payload), events)
        except (orjson.JSONDecodeError, AttributeError, TypeError, KeyError, IndexError, ValueError):
            raise failed(Failure.MALFORMED, upstream="malformed chunk") from None

    def _read(self, chunk: dict[str, Any], events: list[ModelEvent]) -> None:
        if (error := chunk.get("error")) is not None:
            raise _in_band(error)
        if (usage := chunk.get("usage")) is not None:
            self._usage = _usage(usage)
        choices = chunk.get("choices")
        if not choices:
            return
        choice = choices[0]
        delta = choice.get("delta") or choice.get("message")
        if delta:
            if text := delta.get("content"):
                self._has_text = True
                events.append(TextDelta(_clean(text)))
            if thought := (delta.get("reasoning") or delta.get("reasoning_content")):
                events.append(ReasoningDelta(_clean(thought)))
            for position, call in enumerate(delta.get("tool_calls") or ()):
                self._add_to_call(position, call)
        if (finish := choice.get("finish_reason")) is not None:
            if finish == "error":
                raise failed(Failure.SERVER_ERROR, upstream="finish_reason error")
            self._finish = str(finish)

    def _add_to_call(self, position: int, delta: dict[str, Any]) -> None:
        index = delta.get("index")
        if index is None:
            # Servers that leave out the index send whole calls; an id then tells them apart.
            index = delta.get("id") or position
        call = self._calls.setdefault(index, _Call())
        if len(self._calls) > _MAX_TOOL_CALLS:
            raise failed(Failure.MALFORMED, upstream="too many tool calls")
        function = delta.get("function") or {}
        call.id = call.id or _clean(delta.get("id") or "")
        call.name = call.name or _clean(function.get("name") or "")
        call.arguments.append(_clean(function.get("arguments") or ""))

    def end(self) -> list[ModelEvent]:
        """The tool calls and `Done`, once the connection has nothing more; or the truth about how it ended."""
        rest: list[ModelEvent] = self._rest()
        if not self.is_complete:
            raise failed(Failure.CUT_OFF, upstream="stream ended early")
        calls = [call.whole() for call in self._calls.values()]
        if not calls and not self._has_text:
            raise failed(Failure.REJECTED if self._finish == "content_filter" else Failure.EMPTY)
        finish = _FINISH.get(self._finish or "stop", "other")
        return [*rest, *calls, Done(self._usage, finish)]

    def _rest(self) -> list[ModelEvent]:
        """What stood after the last line end: a whole document, a last line, or the half of one."""
        events: list[ModelEvent] = []
        rest = b"".join(self._unfinished).strip()
        if self._is_document:
            # A server that does not stream writes one JSON document; its message reads like one large delta.
            self._take(rest, events)
            self._finish = self._finish or "stop"
        elif rest.startswith(b"data:") and not self.is_complete:
            try:
                self._take(rest[5:].strip(), events)
            except ModelFailed as error:
                if error.failure is not Failure.MALFORMED:
                    raise
        return events


def _clean(text: str) -> str:
    if type(text) is not str:
        raise TypeError
    # Postgres cannot store NUL, and no answer is worth failing for one.
    return text.replace("\0", "") if "\0" in text else text


def _usage(usage: dict[str, Any]) -> TokenUsage:
    cost = usage.get("cost")
    return TokenUsage(
        _count(usage.get("prompt_tokens")),
        _count(usage.get("completion_tokens")),
        None if cost is None else max(float(cost), 0.0),
    )


def _count(number: Any) -> int:
    return min(max(int(number or 0), 0), 2**31 - 1)


def _in_band(error: Any) -> ModelFailed:
    """An error inside a stream that began with 200. Only its number is used."""
    code = error.get("code") if isinstance(error, dict) else None
    status = _ERROR_CODES.get(code, 500) if isinstance(code, str) and not code.isdigit() else int(code or 500)
    return failed_with_status(status if 400 <= status < 600 else 500)
