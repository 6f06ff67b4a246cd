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
from tests.cli.running import Running, children_of, up

_PEOPLE = 4
_READY_SECONDS = 30.0
_TITLES_SECONDS = 15.0


@dataclass(frozen=True, slots=True)
class Chat:
    id: str
    cookie: str


@dataclass(frozen=True, slots=True)
class Server:
    running: Running
    seconds_to_ready: float
    model_address: str

    @property
    def pid(self) -> int:
        return self.running.process.pid

    @property
    def postgres_pid(self) -> int:
        return next(pid for pid in children_of(self.pid) if _command(pid).startswith("postgres"))

    @property
    def port(self) -> int:
        return urlsplit(self.running.address).port or 0

    def meet_people(self) -> Sequence[httpx2.Client]:
        clients = []
        for number in range(_PEOPLE):
            client = httpx2.Client(base_url=self.running.address, timeout=30, trust_env=False)
            body = {"email": f"person{number}@example.org", "password": "correct horse battery", "name": "Person"}
            client.post("/api/auth/register", json=body).raise_for_status()
            clients.append(client)
        return clients

    def open_chats(self, people: Sequence[httpx2.Client], count: int) -> Sequence[Chat]:
        """New chats, each with a first answer and its title: what a new chat costs is not what a turn costs."""
        answered = self._model_answers()
        chats = []
        for number in range(count):
            client = people[number % len(people)]
            chat = Chat(str(uuid4()), "; ".join(f"{name}={value}" for name, value in client.cookies.items()))
            client.post("/api/chat", json=question(chat, "fixed:Hello.")).raise_for_status()
            chats.append(chat)
        deadline = time.monotonic() + _TITLES_SECONDS
        while self._model_answers() < answered + 2 * count:
            if time.monotonic() > deadline:
                raise TimeoutError("the new chats' titles were not made")
            time.sleep(0.02)
        return chats

    def request(self, chat: Chat, behaviour: str) -> str:
        """One turn as a whole HTTP message."""
        headers = f"cookie: {chat.cookie}\r\naccept: text/event-stream"
        return post(self.port, "/api/chat", headers, orjson.dumps(question(chat, behaviour)).decode())

    def _model_answers(self) -> int:
        return int(httpx2.get(f"{self.model_address}/stats", trust_env=False).json()["answered"])


def question(chat: Chat, behaviour: str) -> dict[str, Any]:
    parts = [{"type": "text", "text": words(behaviour)}]
    return {"id": chat.id, "message": {"id": str(uuid4()), "role": "user", "parts": parts}}


def words(behaviour: str) -> str:
    return f"What did I say about the garden last week, and what is still open there? {behaviour}"


def post(port: int, path: str, headers: str, body: str) -> str:
    return (
        f"POST {path} HTTP/1.1\r\nhost: 127.0.0.1:{port}\r\ncontent-type: application/json\r\n{headers}\r\n"
        f"content-length: {len(body)}\r\n\r\n{body}"
    )


@contextmanager
def holdfast(data_dir: Path, model_port: int) -> Iterator[Server]:
    """Started and ready; ended gently at the end of the block, and with us whatever ends us."""
    address = f"http://127.0.0.1:{model_port}"
    began = time.perf_counter()
    with up(data_dir, "--with-parent", HOLDFAST_MODEL_BASE_URL=f"{address}/v1", HOLDFAST_MODEL_NAME="told") as running:
        _wait_until_ready(running.address)
        yield Server(running, time.perf_counter() - began, address)
        running.end()


def _wait_until_ready(address: str) -> None:
    deadline = time.monotonic() + _READY_SECONDS
    while httpx2.get(f"{address}/readyz", trust_env=False).status_code != 200:
        if time.monotonic() > deadline:
            raise TimeoutError("the server did not become ready")
        time.sleep(0.02)


def _command(pid: int) -> str:
    try:
        return Path(f"/proc/{pid}/comm").read_text()
    except OSError:
        return ""
