"""What an OpenAI-compatible server writes, as bytes, and the behaviours a model name can ask for."""

from __future__ import annotations

import base64
import hashlib
import json
import struct
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain, repeat
from typing import Any, Literal

from tests.loopback.structured import fill_in

Body = Mapping[str, Any]
DONE = b"data: [DONE]\n\n"
WORD = " word"
UPSTREAM_SECRET = "upstream-internal-text sk-leaky-000"
"""Stands in every error this server sends: a test that finds it elsewhere has found a leak."""


@dataclass(frozen=True, slots=True)
class Reply:
    """How one request is answered. Pieces are written one by one, each as one HTTP chunk."""

    pieces: Iterable[bytes] = ()
    status: int = 200
    headers: Mapping[str, str] = field(default_factory=lambda: {"content-type": "text/event-stream"})
    before_headers_seconds: float = 0.0
    before_first_seconds: float = 0.0
    gap_seconds: float = 0.0
    """Between pieces. 0: as fast as the reader takes them."""
    burst: int = 1
    """Pieces written without a gap."""
    ending: Literal["whole", "drop", "hang", "refuse"] = "whole"
    """drop: the connection breaks after the pieces. hang: it stays open, silent. refuse: closed without one byte."""


def event(payload: Mapping[str, Any]) -> bytes:
    return b"data: " + json.dumps(payload, ensure_ascii=False).encode() + b"\n\n"


def delta(fields: Mapping[str, Any], finish: str | None = None) -> bytes:
    choice = {"index": 0, "delta": fields, "finish_reason": finish}
    return event({"id": "chatcmpl-1", "object": "chat.completion.chunk", "model": "loopback", "choices": [choice]})


def text(words: str) -> bytes:
    return delta({"content": words})


def usage(prompt: int, completion: int, **more: Any) -> bytes:
    counted = {"prompt_tokens": prompt, "completion_tokens": completion, "total_tokens": prompt + completion, **more}
    return event({"id": "chatcmpl-1", "object": "chat.completion.chunk", "choices": [], "usage": counted})


def answered(words: Iterable[str], finish: str = "stop") -> list[bytes]:
    spoken = [text(word) for word in words]
    return [delta({"role": "assistant", "content": ""}), *spoken, delta({}, finish), usage(7, len(spoken)), DONE]


def failing(status: int, headers: Mapping[str, str] | None = None) -> Reply:
    body = json.dumps({"error": {"message": UPSTREAM_SECRET, "type": "some_error", "code": status}}).encode()
    return Reply([body], status=status, headers={"content-type": "application/json", **(headers or {})})


def _words(count: int) -> Iterable[bytes]:
    word = text(WORD)
    return chain(repeat(word, count), (delta({}, "stop"), usage(7, count), DONE))


def last_user_text(body: Body) -> str:
    content = next((m["content"] for m in reversed(body["messages"]) if m["role"] == "user"), "")
    return content if isinstance(content, str) else " ".join(part.get("text", "[image]") for part in content)


def _echo(body: Body, *_: str) -> Reply:
    words = last_user_text(body).split(" ")
    return Reply(answered([words[0], *(f" {word}" for word in words[1:])]))


def numbered(question: str, count: int) -> list[str]:
    """An answer in which every word tells whose it is and where it stands."""
    return [f" {question}.{number}" for number in range(count)]


def _counting(body: Body, count: str = "50", gap: str = "0.05") -> Reply:
    return Reply(answered(numbered(last_user_text(body).split()[-1], int(count))), gap_seconds=float(gap))


def _tool(body: Body, *_: str) -> Reply:
    """Calls the first tool offered, its arguments in two pieces; answers in words once a result is there."""
    if body["messages"][-1]["role"] == "tool" or not body.get("tools"):
        return Reply(answered(["The tool said: ", str(body["messages"][-1]["content"])]))
    name = body["tools"][0]["function"]["name"]
    first = {"index": 0, "id": "call_1", "type": "function", "function": {"name": name, "arguments": '{"city": '}}
    second = {"index": 0, "function": {"arguments": '"Paris"}'}}
    calls = [delta({"tool_calls": [first]}), delta({"tool_calls": [second]}), delta({}, "tool_calls")]
    return Reply([*calls, usage(9, 5), DONE])


def _in_band(_: Body, after: str = "1", code: str = "502") -> Reply:
    error = {"error": {"code": int(code), "message": UPSTREAM_SECRET}, "choices": [{"finish_reason": "error"}]}
    return Reply([*repeat(text(WORD), int(after)), event(error)])


BEHAVIOURS: Mapping[str, Callable[..., Reply]] = {
    "echo": _echo,
    "counting": _counting,
    "tool": _tool,
    "fixed": lambda _, words="Hello.": Reply(answered([words])),
    "instant": lambda _, count="100": Reply(_words(int(count))),
    "slow": lambda _, count="20", gap="0.05": Reply(_words(int(count)), gap_seconds=float(gap)),
    "bursty": lambda _, count="100", burst="10", gap="0.05": Reply(
        _words(int(count)), gap_seconds=float(gap), burst=int(burst)
    ),
    "late": lambda _, seconds="1": Reply(_words(3), before_first_seconds=float(seconds)),
    "mute": lambda _, seconds="1": Reply(_words(3), before_headers_seconds=float(seconds)),
    "stall": lambda _, after="2": Reply(repeat(text(WORD), int(after)), ending="hang"),
    "drop": lambda _, after="2": Reply(repeat(text(WORD), int(after)), ending="drop"),
    "cut": lambda _, after="2": Reply(repeat(text(WORD), int(after))),
    "malformed": lambda _, after="2": Reply([*repeat(text(WORD), int(after)), b'data: {"choices": [{"del\n\n']),
    "status": lambda _, status="500", wait="": failing(int(status), {"retry-after": wait} if wait else None),
    "empty": lambda _: Reply([delta({"role": "assistant", "content": ""}), delta({}, "stop"), usage(7, 0), DONE]),
    "endless": lambda _: Reply(repeat(text(WORD))),
    "in_band": _in_band,
    "structured": lambda body: Reply(answered([fill_in(last_user_text(body))])),
}
"""`name:argument:argument` as the model's name, e.g. `slow:20:0.01` (20 words, 10 ms apart) or `status:429:7`."""


def behave(body: Body) -> Reply:
    """The reply that the request's model name asks for. An unknown name echoes."""
    name, *arguments = str(body.get("model", "")).split("/")[-1].split(":")
    return BEHAVIOURS[name](body, *arguments) if name in BEHAVIOURS else _echo(body)


def gathered(reply: Reply) -> Reply:
    """The same answer to a request without `stream`: one JSON document."""
    if reply.status != 200:
        return reply
    said, finish, counted = "", "stop", None
    calls: dict[int, dict[str, Any]] = {}
    for piece in reply.pieces:
        if piece.startswith(b"data: {"):
            chunk = json.loads(piece[6:])
            counted = chunk.get("usage") or counted
            for choice in chunk["choices"]:
                said += choice["delta"].get("content") or ""
                for call in choice["delta"].get("tool_calls") or ():
                    whole_call = calls.setdefault(call["index"], call)
                    if whole_call is not call:
                        whole_call["function"]["arguments"] += call["function"]["arguments"]
                finish = choice["finish_reason"] or finish
    message = {"role": "assistant", "content": said, **({"tool_calls": [*calls.values()]} if calls else {})}
    whole: dict[str, Any] = {"id": "chatcmpl-1", "object": "chat.completion", "usage": counted}
    whole["choices"] = [{"index": 0, "message": message, "finish_reason": finish}]
    return Reply([json.dumps(whole).encode()], headers={"content-type": "application/json"})


def embedded(body: Body) -> Reply:
    """Vectors made of word hashes: equal texts are equal, texts that share words are near."""
    texts: Sequence[str] = [body["input"]] if isinstance(body["input"], str) else body["input"]
    size = int(body.get("dimensions") or 384)
    data = []
    for index, one in enumerate(texts):
        vector: Any = _vector(one, size)
        if body.get("encoding_format") == "base64":
            vector = base64.b64encode(struct.pack(f"<{size}f", *vector)).decode()
        data.append({"object": "embedding", "index": index, "embedding": vector})
    answer = {"object": "list", "model": body.get("model"), "data": data, "usage": {"prompt_tokens": len(texts)}}
    return Reply([json.dumps(answer).encode()], headers={"content-type": "application/json"})


def _vector(words: str, size: int) -> list[float]:
    vector = [0.0] * size
    for word in words.lower().split() or [""]:
        vector[int.from_bytes(hashlib.sha256(word.encode()).digest()[:4], "big") % size] += 1.0
    length = sum(value * value for value in vector) ** 0.5
    return [value / length for value in vector]
