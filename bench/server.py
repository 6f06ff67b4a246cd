"""A real `holdfast up` with its own Postgres, and the people who use it, met over HTTP like anybody."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit
from uuid import uuid4

import httpx2
import orjson

from bench.process import children_of, command_of
from tests.cli.running import Running, up

_PEOPLE = 4
_READY_SECONDS = 30.0


@dataclass(frozen=True, slots=True)
class Person:
    port: int
    """Of the server they use."""
    cookie: str


@dataclass(frozen=True, slots=True)
class Chat:
    id: str
    owner: Person


@dataclass(frozen=True, slots=True)
class Server:
    running: Running
    seconds_to_ready: float

    @property
    def pid(self) -> int:
        return self.running.process.pid

    @property
    def postgres_pid(self) -> int:
        return next(pid for pid in children_of(self.pid) if command_of(pid) == "postgres")

    @property
    def port(self) -> int:
        return urlsplit(self.running.address).port or 0

    def meet_people(self) -> Sequence[Person]:
        return [self.register(f"person{number}@example.org") for number in range(_PEOPLE)]

    def register(self, email: str) -> Person:
        body = {"email": email, "password": "correct horse battery", "name": "Person"}
        answer = httpx2.post(f"{self.running.address}/api/auth/register", json=body, trust_env=False, timeout=60)
        answer.raise_for_status()
        return Person(self.port, "; ".join(f"{name}={value}" for name, value in answer.cookies.items()))


def turn_request(chat: Chat, behaviour: str = "", *, words: str | None = None, persona: str | None = None) -> str:
    """One turn as a whole HTTP message."""
    parts = [{"type": "text", "text": words or _words(behaviour)}]
    body = {"id": chat.id, "message": {"id": str(uuid4()), "role": "user", "parts": parts}}
    if persona:
        body["selectedPersonaId"] = persona
    return _post(chat.owner.port, "/api/chat", body, f"cookie: {chat.owner.cookie}")


def plain_request(port: int, behaviour: str) -> str:
    """The same question to the model itself."""
    messages = [{"role": "user", "content": _words(behaviour)}]
    body = {"model": "told", "messages": messages, "stream": True, "stream_options": {"include_usage": True}}
    return _post(port, "/v1/chat/completions", body, "authorization: Bearer none")


def _words(behaviour: str) -> str:
    return f"What did I say about the garden last week, and what is still open there? {behaviour}"


def _post(port: int, path: str, body: dict[str, Any], header: str) -> str:
    written = orjson.dumps(body).decode()
    lines = [
        f"POST {path} HTTP/1.1",
        f"host: 127.0.0.1:{port}",
        "accept: text/event-stream",
        "content-type: application/json",
        f"content-length: {len(written)}",
        header,
    ]
    return "\r\n".join([*lines, "", written])


@contextmanager
def holdfast(data_dir: Path, model_port: int, **settings: str) -> Iterator[Server]:
    """Started and ready; ended gently at the end of the block, and with us whatever ends us."""
    began = time.perf_counter()
    address = f"http://127.0.0.1:{model_port}/v1"
    settings = {"HOLDFAST_MODEL_BASE_URL": address, "HOLDFAST_MODEL_NAME": "told", **settings}
    with up(data_dir, "--with-parent", words=(), is_cold=True, **settings) as running:
        _wait_until_ready(running.address)
        yield Server(running, time.perf_counter() - began)
        running.end()


def _wait_until_ready(address: str) -> None:
    deadline = time.monotonic() + _READY_SECONDS
    while httpx2.get(f"{address}/readyz", trust_env=False, timeout=60).status_code != 200:
        if time.monotonic() > deadline:
            raise TimeoutError("the server did not become ready")
        time.sleep(0.02)
