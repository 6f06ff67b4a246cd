"""A flood has one share, however many send it; people who are known have their own, behind the same address too."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest
from pydantic import SecretStr
from starlette.types import Message, Receive, Scope, Send

from holdfast.core.config import Settings
from holdfast.core.fair_line import Terms
from holdfast.core.ids import UserId, new_id
from holdfast.core.migrate import Addresses
from holdfast.web.fair_share import FairShare, note_caller
from tests.core.test_loop_time import be_busy
from tests.journeys.test_slow_and_endless import connection, head
from tests.serving import serving
from tests.waiting import HANGS_SECONDS, until

pytestmark = pytest.mark.anyio

SERVICE_KEY = "k" * 40
FLOOD = 60


class House:
    """Recognises people by their cookie, and serves nobody to the end until it may."""

    def __init__(self) -> None:
        self.people: dict[bytes, UserId] = {b"ada": UserId(new_id()), b"bob": UserId(new_id())}
        self.served: list[str] = []
        self.answers: list[dict[str, Any]] = []
        self.may_answer = asyncio.Event()
        terms = Terms(seconds=HANGS_SECONDS, served_seconds=HANGS_SECONDS, look_seconds=0.001)
        self.door = FairShare(self._serve, Settings(service_key=SecretStr(SERVICE_KEY)), terms)
        self.coming: list[asyncio.Task[None]] = []

    async def _serve(self, scope: Scope, receive: Receive, send: Send) -> None:
        self.served.append(scope["name"])
        cookies = [value for name, value in scope["headers"] if name == b"cookie"]
        if cookies:
            note_caller(scope, self.people.get(cookies[0]))
        be_busy(0.03 if scope["name"] == "before" else 0.001)
        if scope["path"] == "/wait":
            await self.may_answer.wait()
        await send({"type": "http.response.start", "status": 200, "headers": []})

    async def ask(self, name: str, path: str = "/wait", *, peer: str = "10.0.0.1", **headers: str) -> None:
        scope = {
            "type": "http",
            "path": path,
            "name": name,
            "client": (peer, 1),
            "headers": [(key.replace("_", "-").encode(), value.encode()) for key, value in headers.items()],
        }

        async def receive() -> Message:
            return {"type": "http.request", "body": b"", "more_body": False}

        async def send(message: Message) -> None:
            if message["type"] == "http.response.start":
                self.answers.append({"name": name, **message})

        self.coming.append(asyncio.create_task(self.door(scope, receive, send)))
        for _ in range(5):
            await asyncio.sleep(0)

    def count(self, name: str) -> int:
        return self.served.count(name)


@asynccontextmanager
async def a_house() -> AsyncIterator[House]:
    """Where Ada and Bob were recognised a moment ago."""
    house = House()
    for name in ("ada", "bob"):
        for _ in range(2):  # the first is a stranger's, whoever brings it
            await house.ask("before", "/", cookie=name)

    async def some_wait() -> bool:
        await house.ask("flood")
        return house.count("flood") < sum(not task.done() for task in house.coming)

    await until(some_wait)
    house.served.clear()
    yield house
    for task in house.coming:
        task.cancel()
    await asyncio.gather(*house.coming, return_exceptions=True)


async def test_a_flood_stands_in_line_and_people_behind_its_address_do_not() -> None:
    async with a_house() as house:
        for _ in range(FLOOD):
            await house.ask("flood")
        assert house.count("flood") == 0, "as many as may are served already"
        await house.ask("ada", cookie="ada")
        await house.ask("bob", cookie="bob")
        assert house.count("ada") == house.count("bob") == 1


async def test_a_flood_from_many_addresses_and_with_cookies_of_nobody_is_one_flood() -> None:
    async with a_house() as house:
        for number in range(FLOOD):
            await house.ask("flood", peer=f"10.0.1.{number}", cookie=f"nobody{number}")
        assert house.count("flood") == 0
        await house.ask("ada", peer="10.0.1.5", cookie="ada")
        assert house.count("ada") == 1


async def test_whoever_is_recognised_no_more_is_a_stranger_again() -> None:
    async with a_house() as house:
        del house.people[b"ada"]
        await house.ask("ada", "/", cookie="ada")
        assert house.count("ada") == 1, "it was not known yet"
        await house.ask("ada", "/", cookie="ada")
        assert house.count("ada") == 1


async def test_what_asks_after_our_health_and_the_operators_program_do_not_stand_in_line() -> None:
    async with a_house() as house:
        await house.ask("health", "/healthz")
        for _ in range(10):
            await house.ask("service", x_api_key=SERVICE_KEY)
        await house.ask("wrong", x_api_key="w" * 40)
        assert (house.count("health"), house.count("service"), house.count("wrong")) == (1, 10, 0)


async def test_a_line_that_is_full_is_told_so_and_hung_up_on() -> None:
    async with a_house() as house:
        while not house.answers or house.answers[-1]["status"] == 200:
            assert len(house.coming) < 2000
            await house.ask("flood")
        headers = dict(house.answers[-1]["headers"])
        assert house.answers[-1]["status"] == 429
        assert headers[b"connection"] == b"close"
        assert int(headers[b"retry-after"]) > 0


async def test_somebody_who_sends_nothing_holds_no_place(addresses: Addresses) -> None:
    """Three bodies that never come would otherwise be all that strangers may send."""
    async with serving(addresses) as served, served.person("ada") as ada, served.stranger() as stranger:
        promises = {"content-type": "application/json", "content-length": "9"}
        silent = head(served.url, "POST", "/api/auth/login", promises)
        async with (
            connection(served.url, silent),
            connection(served.url, silent),
            connection(served.url, silent),
            connection(served.url, silent),
        ):
            assert (await ada.http.get("/api/auth/me")).status_code == 200
            assert (await stranger.get("/api/auth/me")).status_code == 401
