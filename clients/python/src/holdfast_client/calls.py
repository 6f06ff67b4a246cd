"""What each call sends, and how its answer is read; both clients send the same values."""

from __future__ import annotations

import base64
import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from os import PathLike
from pathlib import Path
from typing import Any, Generic, Literal, TypeVar

from holdfast_client.errors import HoldfastError
from holdfast_client.types import Analysis, Answer, Episode, KnownFact, OpenLoop, Passage, RecallResult, Wire

T_co = TypeVar("T_co", covariant=True)
Role = Literal["user", "assistant", "system", "tool"]
LoopStatus = Literal["open", "completed", "dropped"]


@dataclass(frozen=True)
class Call(Generic[T_co]):
    method: str
    path: str
    read: Callable[[Wire, Mapping[str, str]], T_co]
    """The answer, and its headers."""
    body: Mapping[str, Any] | None = None
    query: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Question:
    text: str
    persona: str = "assistant"
    conversation: str | None = None
    user: str | None = None
    remember: bool = True

    def body(self, *, is_stream: bool) -> Mapping[str, Any]:
        told = {"conversation": self.conversation, "user": self.user}
        return {
            "model": self.persona,
            "messages": [{"role": "user", "content": self.text}],
            "stream": is_stream,
            "store": self.remember,
            **{name: value for name, value in told.items() if value is not None},
        }


_OF_MEMORY = ("/ingest", "/session/", "/memory/", "/brief")


def about(call: Call[T_co], whose: Mapping[str, str]) -> Call[T_co]:
    """The same, of another than whose key it is; only the memory knows others."""
    if not whose or not call.path.startswith(_OF_MEMORY):
        return call
    if call.body is None:
        return replace(call, query={**call.query, **whose})
    return replace(call, body={**call.body, **whose})


def whose(tenant: str | None, user: str | None) -> Mapping[str, str]:
    if (tenant is None) != (user is None):
        raise ValueError("Say both tenant and user, or neither.")
    return {} if tenant is None or user is None else {"tenantId": tenant, "userId": user}


def credentials(key: str) -> Mapping[str, str]:
    """The operator's service key comes in a header of its own; people's keys look like keys."""
    return {"authorization": f"Bearer {key}"} if key.startswith("hf_") else {"x-api-key": key}


ASK_PATH = "/api/v1/chat/completions"


def ask(question: Question) -> Call[Answer]:
    return Call("POST", ASK_PATH, _answer, question.body(is_stream=False))


def piece_of(line: str) -> str | None:
    """The words in one line of the stream; None: it has none."""
    if not line.startswith("data: {"):
        return None
    told = json.loads(line[6:])
    if "error" in told:
        raise HoldfastError(200, str(told["error"].get("code")), str(told["error"].get("message")))
    choices = told.get("choices") or [{}]
    words = choices[0].get("delta", {}).get("content")
    return words or None


def remember(text: str, role: Role, session: str | None, at: datetime | None, external_id: str | None) -> Call[str]:
    told = {"sessionId": session, "timestamp": at and at.isoformat(), "externalId": external_id}
    body = {"role": role, "text": text, **{name: value for name, value in told.items() if value is not None}}
    return Call("POST", "/ingest", lambda wire, _: str(wire["sessionId"]), body)


def remember_all(messages: Sequence[Mapping[str, str]], session: str) -> Call[int]:
    """`role` and `content` of each, and `id` where the same may be sent again."""
    now = datetime.now(UTC)
    told = [
        {
            "role": one["role"],
            "text": one["content"],
            "timestamp": one.get("timestamp") or now.isoformat(),
            **({"externalId": one["id"]} if "id" in one else {}),
        }
        for one in messages
    ]
    return Call(
        "POST", "/session/ingest", lambda wire, _: int(wire["accepted"]), {"sessionId": session, "messages": told}
    )


def change_fact(fact: str, text: str) -> Call[KnownFact]:
    return Call("PATCH", f"/memory/facts/{fact}", lambda wire, _: _fact(wire), {"text": text})


def fact_history(fact: str) -> Call[Sequence[KnownFact]]:
    return Call("GET", f"/memory/facts/{fact}/history", lambda wire, _: [_fact(one) for one in wire["versions"]])


def recall(query: str, limit: int, as_of: datetime | None) -> Call[RecallResult]:
    body = {"query": query, "limit": limit, **({"asOf": as_of.isoformat()} if as_of else {})}
    return Call("POST", "/memory/query", _recalled, body)


def facts(limit: int) -> Call[Sequence[KnownFact]]:
    return Call(
        "GET", "/memory/facts", lambda wire, _: [_fact(one) for one in wire["facts"]], query={"limit": str(limit)}
    )


def loops(status: LoopStatus | None) -> Call[Sequence[OpenLoop]]:
    body = {"status": status} if status else {}
    return Call("POST", "/memory/loops", lambda wire, _: [_loop(one) for one in wire["loops"]], body)


def forget(facts: Sequence[str], sessions: Sequence[str], query: str | None, *, everything: bool) -> Call[Wire]:
    wishes: list[Mapping[str, Any]] = [
        *([{"factIds": list(facts)}] if facts else []),
        *([{"sessionIds": list(sessions)}] if sessions else []),
        *([{"query": query}] if query else []),
        *([{"everything": True}] if everything else []),
    ]
    if len(wishes) != 1:
        raise ValueError("Say one of facts, sessions, query and everything.")
    return Call("POST", "/memory/forget", _whole, wishes[0])


def brief(session: str | None) -> Call[Wire]:
    return Call("POST", "/brief", _whole, {"sessionId": session} if session else {})


def search_documents(query: str, limit: int) -> Call[Sequence[Passage]]:
    body = {"query": query, "limit": limit}
    return Call("POST", "/api/documents/search", lambda wire, _: [_passage(one) for one in wire["passages"]], body)


@dataclass(frozen=True, slots=True)
class DocumentTask:
    question: str | None = None
    document: str | None = None
    file: str | PathLike[str] | None = None
    schema: Mapping[str, Any] | None = None
    model: str = "assistant"

    def body(self) -> Mapping[str, Any]:
        told = {"question": self.question, "document": self.document, "file": self._file(), "schema": self.schema}
        return {"model": self.model, **{name: value for name, value in told.items() if value is not None}}

    def _file(self) -> Mapping[str, str] | None:
        if self.file is None:
            return None
        path = Path(self.file)
        return {"filename": path.name, "file_data": base64.b64encode(path.read_bytes()).decode()}


def analyze(task: DocumentTask) -> Call[Analysis]:
    return Call("POST", "/api/v1/documents/analyze", _analysis, task.body())


def trace(turn: str) -> Call[Wire]:
    return Call("GET", f"/api/turns/{turn}/trace", _whole)


def _whole(wire: Wire, headers: Mapping[str, str]) -> Wire:
    return wire


def _analysis(wire: Wire, headers: Mapping[str, str]) -> Analysis:
    return Analysis(wire["answer"], wire["data"], wire["citations"], wire["is_whole"], wire)


def _answer(wire: Wire, headers: Mapping[str, str]) -> Answer:
    usage = wire.get("usage") or {}
    return Answer(
        text=wire["choices"][0]["message"]["content"] or "",
        conversation=headers.get("x-holdfast-conversation", ""),
        turn=headers.get("x-holdfast-turn-id", ""),
        model=wire.get("model", ""),
        input_tokens=usage.get("prompt_tokens", 0),
        output_tokens=usage.get("completion_tokens", 0),
    )


def _recalled(wire: Wire, headers: Mapping[str, str]) -> RecallResult:
    return RecallResult([_fact(one) for one in wire["facts"]], [_episode(one) for one in wire["episodes"]])


def _fact(wire: Wire) -> KnownFact:
    return KnownFact(wire["id"], wire["text"], wire["confidence"], wire.get("score"), wire)


def _episode(wire: Wire) -> Episode:
    return Episode(wire["id"], wire["role"], wire["text"], wire["timestamp"], wire.get("score"), wire)


def _loop(wire: Wire) -> OpenLoop:
    return OpenLoop(wire["id"], wire["kind"], wire["status"], wire["text"], wire.get("dueAt"), wire)


def _passage(wire: Wire) -> Passage:
    return Passage(
        wire["passageId"], wire["documentId"], wire["title"], wire.get("page"), wire["text"], wire["score"], wire
    )
