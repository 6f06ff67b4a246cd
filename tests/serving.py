"""A whole server on loopback, with real parts and a model of the test's choosing."""

from __future__ import annotations

import asyncio
import socket
import tempfile
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any
from uuid import UUID

import httpx2
import orjson
import uvicorn
from pwdlib.hashers.argon2 import Argon2Hasher

from holdfast.accounts.passwords import Hasher
from holdfast.core.clock import Clock, utc_now
from holdfast.core.config import Settings
from holdfast.core.ids import UserId, new_id
from holdfast.core.migrate import Addresses
from holdfast.models.chain import Chain
from holdfast.models.types import Embedder, Model
from holdfast.web.app import create_app
from holdfast.web.protocol import BoundedHttp
from holdfast.wiring import Given, Parts, open_parts
from tests.embedded.folders import in_memory
from tests.quick_server import QuickServer
from tests.waiting import HANGS_SECONDS, until
from tests.words import WordEmbedder

PASSWORD = "correct horse battery"
CHEAP = Argon2Hasher(time_cost=1, memory_cost=8, parallelism=1)
"""Passwords cost nothing here; what they really cost is tested where passwords are."""
PATIENCE = 10.0
"""No source of a turn is missing because the machine is busy. 1.0 is as it is lived with, for tests of what hangs."""


@dataclass(frozen=True, slots=True)
class Answer:
    """An event stream, read to its end."""

    status: int
    headers: httpx2.Headers
    parts: Sequence[dict[str, Any]]
    seqs: Sequence[int]
    is_done: bool

    @property
    def text(self) -> str:
        return "".join(part["delta"] for part in self.parts if part["type"] == "text-delta")

    @property
    def kinds(self) -> list[str]:
        return [part["type"] for part in self.parts]


def read_events(body: bytes, status: int = 200, headers: httpx2.Headers | None = None) -> Answer:
    parts, seqs, is_done = [], [], False
    for event in body.decode().split("\n\n"):
        lines = dict(line.split(": ", 1) for line in event.split("\n") if ": " in line and not line.startswith(":"))
        if lines.get("data") == "[DONE]":
            is_done = True
        elif "data" in lines:
            parts.append(orjson.loads(lines["data"]))
            seqs += [int(lines["id"])] if "id" in lines else []  # what goes by and is not kept has no number
    return Answer(status, headers or httpx2.Headers(), parts, seqs, is_done)


class Person:
    """Someone signed in, with a browser's manners."""

    def __init__(self, client: httpx2.AsyncClient, user_id: UserId) -> None:
        self.http = client
        self.id = user_id

    async def say(self, text: str, *, chat: UUID | None = None, **fields: Any) -> Answer:
        body = chat_body(text, chat=chat, **fields)
        response = await self.http.post("/api/chat", json=body)
        return read_events(response.content, response.status_code, response.headers)

    async def messages(self, chat: UUID) -> list[dict[str, Any]]:
        response = await self.http.get("/api/chats/messages", params={"chatId": str(chat)})
        found: list[dict[str, Any]] = response.json()["messages"]
        return found

    async def trace(self, answer: Answer) -> dict[str, Any]:
        response = await self.http.get(f"/api/turns/{answer.headers['x-holdfast-turn-id']}/trace")
        assert response.status_code == 200, response.text
        found: dict[str, Any] = response.json()
        return found


def chat_body(text: str, *, chat: UUID | None = None, message: UUID | None = None, **fields: Any) -> dict[str, Any]:
    parts = [{"type": "text", "text": text}]
    return {
        "id": str(chat or new_id()),
        "message": {"id": str(message or new_id()), "role": "user", "parts": parts},
        **fields,
    }


class Reader:
    """Somebody who reads an event stream while it is written: what they have heard so far."""

    def __init__(self, client: httpx2.AsyncClient, url: str, **wishes: Any) -> None:
        self.body = b""
        self._reading = asyncio.create_task(self._read(client, url, wishes))

    async def _read(self, client: httpx2.AsyncClient, url: str, wishes: dict[str, Any]) -> None:
        async with client.stream("GET", url, **wishes) as response:
            assert response.status_code == 200
            async for piece in response.aiter_bytes():
                self.body += piece

    async def to_its_end(self) -> Answer:
        await self._reading
        return read_events(self.body)


@dataclass(frozen=True, slots=True)
class Served:
    url: str
    parts: Parts

    async def saved(self) -> None:
        """Postgres has all that was said here so far, and the next beat will only renew the leases."""
        await until(lambda: all(live.saved == live.next_seq for live in self.parts.streams))

    @asynccontextmanager
    async def stranger(self) -> AsyncIterator[httpx2.AsyncClient]:
        headers = {"origin": self.url}
        # Nothing is encrypted here, and reading the world's certificates for each client takes a tenth of a second.
        async with httpx2.AsyncClient(
            base_url=self.url, headers=headers, timeout=HANGS_SECONDS, trust_env=False, verify=False
        ) as client:
            yield client

    @asynccontextmanager
    async def person(self, name: str = "ada") -> AsyncIterator[Person]:
        async with self.stranger() as client:
            body = {"email": f"{name}@example.org", "password": PASSWORD, "name": name.title()}
            response = await client.post("/api/auth/register", json=body)
            assert response.status_code == 201, response.text
            me = (await client.get("/api/auth/me")).json()
            yield Person(client, UserId(UUID(me["id"])))


@asynccontextmanager
async def serving(
    addresses: Addresses,
    models: Sequence[Model] | None = None,
    *,
    chain: Chain | None = None,
    is_memory_only: bool = False,
    clock: Clock = utc_now,
    embedder: Embedder | None = None,
    patience: float = PATIENCE,
    **settings: Any,
) -> AsyncIterator[Served]:
    # Named as TCP, so that asyncio sends small packets at once: unnamed, every answer would wait 40 ms for its end.
    listener = socket.socket(proto=socket.IPPROTO_TCP)
    with tempfile.TemporaryDirectory(prefix="hf-data-", dir=in_memory()) as folder, listener:
        listener.bind(("127.0.0.1", 0))
        port = listener.getsockname()[1]
        configured = Settings.model_validate(
            {
                "data_dir": Path(folder),
                "port": port,
                "stop_grace_seconds": 1,
                "log_level": "warning",
                "memory": {"learn_delay_seconds": 0},
                **settings,
            }
        )
        given = chain or (Chain(models) if models else None)
        swapped = Given(given, embedder or WordEmbedder(), Hasher(CHEAP), clock)
        async with open_parts(configured, addresses, swapped) as parts:
            parts.pipeline.parts = replace(parts.pipeline.parts, patience=patience)
            app = create_app(parts, is_memory_only=is_memory_only)
            config = uvicorn.Config(
                app, http=BoundedHttp, log_config=None, lifespan="off", access_log=False, proxy_headers=False
            )
            server = QuickServer(config)
            serving = asyncio.create_task(server.serve(sockets=[listener]))
            await until(lambda: server.started)
            try:
                yield Served(f"http://127.0.0.1:{port}", parts)
            finally:
                server.leave()
                await parts.pipeline.close(0)
                await serving
