"""The door on loopback: real routes, guards and errors on a real socket, with accounts behind them and nothing else."""

from __future__ import annotations

import asyncio
import socket
import tempfile
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from uuid import UUID

import httpx2
import uvicorn
from fastapi import FastAPI
from pwdlib.hashers.argon2 import Argon2Hasher
from starlette.types import ASGIApp

from holdfast.accounts.issuers import FetchPace
from holdfast.accounts.parts import LIMITS, AccountLimits, Accounts, open_accounts
from holdfast.accounts.passwords import Hasher
from holdfast.analytics.events import Events
from holdfast.core.config import Settings
from holdfast.core.db import Db
from holdfast.core.ids import UserId
from holdfast.web.body import BodyLimit
from holdfast.web.errors import install_errors
from holdfast.web.guards import Guards
from holdfast.web.routes import (
    admin,
    admin_invites,
    auth,
    email,
    identities,
    keys,
    oidc,
    passkeys,
    passwords,
    second_factor,
)
from tests.quick_server import QuickServer
from tests.waiting import HANGS_SECONDS, until

PASSWORD = "correct horse battery"
CHEAP = Argon2Hasher(time_cost=1, memory_cost=8, parallelism=1)


@dataclass(frozen=True, slots=True)
class Door:
    url: str
    accounts: Accounts
    settings: Settings

    @asynccontextmanager
    async def browser(self, **headers: str) -> AsyncIterator[httpx2.AsyncClient]:
        """Sends what a browser sends with a page of ours."""
        sent = {"origin": self.url, "sec-fetch-site": "same-origin", **headers}
        async with self.program(**sent) as client:
            yield client

    @asynccontextmanager
    async def program(self, **headers: str) -> AsyncIterator[httpx2.AsyncClient]:
        """Sends what it is told to and nothing more, as curl does."""
        async with httpx2.AsyncClient(
            base_url=self.url, headers=headers, timeout=HANGS_SECONDS, trust_env=False, verify=False
        ) as client:
            yield client

    @asynccontextmanager
    async def person(self, name: str = "ada") -> AsyncIterator[Person]:
        async with self.browser() as client:
            yield Person(client, await register(client, name))


@dataclass(frozen=True, slots=True)
class Person:
    http: httpx2.AsyncClient
    id: UserId

    @property
    def cookie(self) -> str:
        return self.http.cookies["holdfast_session"]


def form(name: str, password: str = PASSWORD) -> dict[str, str]:
    return {"email": f"{name}@example.org", "password": password, "name": name.title()}


async def register(client: httpx2.AsyncClient, name: str) -> UserId:
    answer = await client.post("/api/auth/register", json=form(name))
    assert answer.status_code == 201, answer.text
    return UserId(UUID(answer.json()["id"]))


async def log_in(client: httpx2.AsyncClient, name: str, password: str = PASSWORD) -> httpx2.Response:
    return await client.post("/api/auth/login", json={"email": f"{name}@example.org", "password": password})


@asynccontextmanager
async def opened(
    db: Db,
    *,
    hasher: Hasher | None = None,
    limits: AccountLimits = LIMITS,
    patience: FetchPace = FetchPace(),
    **settings: Any,
) -> AsyncIterator[Door]:
    async with AsyncExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory(prefix="hf-data-"))
        listener = stack.enter_context(socket.socket(proto=socket.IPPROTO_TCP))
        listener.bind(("127.0.0.1", 0))
        port = listener.getsockname()[1]
        configured = Settings.model_validate({"data_dir": Path(folder), "port": port, **settings})
        accounts = await open_accounts(configured, db, hasher=hasher or Hasher(CHEAP), limits=limits, patience=patience)
        stack.push_async_callback(accounts.aclose)
        await stack.enter_async_context(running(_app(configured, accounts), listener))
        yield Door(f"http://127.0.0.1:{port}", accounts, configured)


def _app(settings: Settings, accounts: Accounts) -> ASGIApp:
    app = FastAPI()
    app.state.parts = SimpleNamespace(settings=settings, db=accounts.db, accounts=accounts, events=Events(accounts.db))
    install_errors(app)
    for room in (auth, passwords, email, oidc, identities, second_factor, passkeys, keys, admin, admin_invites):
        app.include_router(room.router)
    return Guards(BodyLimit(app, settings), settings)


@asynccontextmanager
async def running(app: ASGIApp, listener: socket.socket) -> AsyncIterator[None]:
    config = uvicorn.Config(app, log_config=None, lifespan="off", access_log=False, proxy_headers=False)
    server = QuickServer(config)
    task = asyncio.create_task(server.serve(sockets=[listener]))
    await until(lambda: server.started)
    try:
        yield
    finally:
        server.force_exit = True
        server.leave()
        await task
