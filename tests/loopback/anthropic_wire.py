"""What Anthropic's messages API writes, as bytes for `model_server.Reply`."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any

from tests.loopback.openai_wire import UPSTREAM_SECRET, Reply


def event(kind: str, **fields: Any) -> bytes:
    return f"event: {kind}\ndata: {json.dumps({'type': kind, **fields})}\n\n".encode()


def begun() -> bytes:
    message = {"id": "msg_1", "type": "message", "role": "assistant", "model": "claude-sonnet-5-5", "content": []}
    counted = {"input_tokens": 11, "output_tokens": 1}
    return event("message_start", message={**message, "stop_reason": None, "stop_sequence": None, "usage": counted})


def block(index: int, start: Mapping[str, Any], deltas: Iterable[Mapping[str, Any]]) -> list[bytes]:
    return [
        event("content_block_start", index=index, content_block=dict(start)),
        *(event("content_block_delta", index=index, delta=dict(delta)) for delta in deltas),
        event("content_block_stop", index=index),
    ]


def words(*pieces: str, index: int = 0) -> list[bytes]:
    return block(index, {"type": "text", "text": ""}, [{"type": "text_delta", "text": piece} for piece in pieces])


def thoughts(*pieces: str, index: int = 0) -> list[bytes]:
    start = {"type": "thinking", "thinking": "", "signature": ""}
    return block(index, start, [{"type": "thinking_delta", "thinking": piece} for piece in pieces])


def tool_call(name: str, *arguments: str, index: int = 0) -> list[bytes]:
    start = {"type": "tool_use", "id": "toolu_1", "name": name, "input": {}}
    return block(index, start, [{"type": "input_json_delta", "partial_json": piece} for piece in arguments])


def ended(reason: str = "end_turn", output_tokens: int = 5) -> list[bytes]:
    change = {"stop_reason": reason, "stop_sequence": None}
    return [event("message_delta", delta=change, usage={"output_tokens": output_tokens}), event("message_stop")]


def failing(status: int, kind: str, headers: Mapping[str, str] | None = None) -> Reply:
    body = {"type": "error", "error": {"type": kind, "message": UPSTREAM_SECRET}}
    return Reply(
        [json.dumps(body).encode()], status=status, headers={"content-type": "application/json", **(headers or {})}
    )
