"""Pairs of requests of one person, sent at the same moment again and again, with a worker beside them.

No fault of ours is answered, and Postgres has undone nothing because of a ring: neither for whoever asked, where trying
again hides it, nor in a job.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack
from uuid import UUID

import asyncpg
import httpx2
import pytest

from holdfast.core.ids import new_id
from holdfast.core.migrate import Addresses
from tests.journeys.test_races import at_once, quiet
from tests.scripted import ScriptedModel, says
from tests.serving import PASSWORD, Person, chat_body, serving
from tests.working import worked_off, working

pytestmark = pytest.mark.anyio

ROUNDS = 20
PATIENT = {"lock_seconds": 30, "share_of_a_person": 1}
"""A busy machine is no ring."""
Ask = Callable[[], Awaitable[httpx2.Response]]
WORDS = "My sister Lena lives in Bremen. I want to call the plumber about the kitchen on Friday."


async def test_chats_and_memory_bear_two_requests_at_once(addresses: Addresses, as_owner: asyncpg.Connection) -> None:
    model = ScriptedModel(says("Lena", " will", " see to", " the kitchen."))
    async with (
        serving(addresses, [model], limits=PATIENT) as served,
        working(served.parts),
        served.person("root"),
        served.person() as ada,
    ):
        answered: dict[str, Counter[int]] = {}
        for name, pair in PAIRS.items():
            answered[name] = Counter()
            for _ in range(ROUNDS):
                chat, session = new_id(), str(new_id())
                await ada.say(WORDS, chat=chat)
                await ada.http.post("/ingest", json=turn(session))
                answered[name].update(one.status_code for one in await at_once(*pair(ada, chat, session)))
        await quiet(served)
        await worked_off(served.parts)
    assert {name: codes for name, codes in answered.items() if any(code >= 500 for code in codes)} == {}
    assert await rings(as_owner) == 0


async def test_accounts_and_organizations_bear_two_requests_at_once(
    addresses: Addresses, as_owner: asyncpg.Connection
) -> None:
    async with (
        serving(addresses, [ScriptedModel(says("Yes."))], limits=PATIENT) as served,
        working(served.parts),
        served.person("root"),
        served.person("owner") as owner,
    ):
        org = UUID((await owner.http.post("/api/organizations", json={"name": "Acme"})).json()["id"])
        codes: Counter[int] = Counter()
        for number in range(ROUNDS):
            async with AsyncExitStack() as stack:
                bob = await stack.enter_async_context(served.person(f"bob{number}"))
                await joins(owner, org, bob)
                session = str(new_id())
                codes.update(
                    one.status_code
                    for one in await at_once(
                        lambda bob=bob: bob.http.post(f"/api/organizations/{org}/leave", json={}),  # type: ignore[misc]
                        lambda bob=bob: goes(bob),  # type: ignore[misc]
                        lambda bob=bob, s=session: bob.http.post("/ingest", json=turn(s)),  # type: ignore[misc]
                        lambda bob=bob: bob.http.delete(f"/api/organizations/{org}/members/{bob.id}"),  # type: ignore[misc]
                    )
                )
        await worked_off(served.parts)
    assert [code for code in codes if code >= 500] == []
    assert await rings(as_owner) == 0


def turn(session: str) -> dict[str, str]:
    return {"sessionId": session, "role": "user", "text": WORDS, "externalId": str(new_id())}


def posting(ada: Person, address: str, body: object) -> Ask:
    return lambda: ada.http.post(address, json=body)


def _forgetting(ada: Person, **wish: object) -> Ask:
    return posting(ada, "/memory/forget", wish)


def _saying(ada: Person, chat: UUID) -> Ask:
    return posting(ada, "/api/chat", chat_body("What about the kitchen?", chat=chat))


def _deleting(ada: Person, chat: UUID) -> Ask:
    return lambda: ada.http.delete(f"/api/chats/{chat}")


def _rating(ada: Person, chat: UUID) -> Ask:
    async def rate() -> httpx2.Response:
        found = await ada.http.get("/api/chats/messages", params={"chatId": str(chat)})
        answers = [one["id"] for one in found.json().get("messages", []) if one["role"] == "assistant"]
        address = f"/api/chats/{chat}/messages/{(answers or [new_id()])[0]}/feedback"
        return await ada.http.put(address, json={"rating": "up", "comment": "the kitchen, yes"})

    return rate


def _moving(ada: Person) -> Ask:
    async def move() -> httpx2.Response:
        lines = await ada.http.get("/memory/export")
        return await ada.http.post("/memory/import", content=lines.content, headers={"content-type": NDJSON})

    return move


NDJSON = "application/x-ndjson"
PAIRS: dict[str, Callable[[Person, UUID, str], list[Ask]]] = {
    "begin × delete": lambda ada, chat, session: [_saying(ada, chat), _deleting(ada, chat)],
    "finish × forget": lambda ada, chat, session: [_saying(ada, chat), _forgetting(ada, query="kitchen")],
    "two answers × forget everything": lambda ada, chat, session: [
        _saying(ada, chat), _saying(ada, new_id()), _forgetting(ada, everything=True)
    ],
    "delete × forget": lambda ada, chat, session: [_deleting(ada, chat), _forgetting(ada, query="kitchen")],
    "delete × rate": lambda ada, chat, session: [_deleting(ada, chat), _rating(ada, chat)],
    "forget × import": lambda ada, chat, session: [_forgetting(ada, everything=True), _moving(ada)],
    "forget × forget": lambda ada, chat, session: [
        _forgetting(ada, sessionIds=[session]), _forgetting(ada, query="Lena")
    ],
    "close × ingest": lambda ada, chat, session: [
        posting(ada, "/session/close", {"sessionId": session}), posting(ada, "/ingest", turn(session))
    ],
    "ingest × forget": lambda ada, chat, session: [
        posting(ada, "/ingest", turn(session)), _forgetting(ada, sessionIds=[session])
    ],
    "refresh × forget": lambda ada, chat, session: [
        posting(ada, "/user/model", {}), _forgetting(ada, everything=True)
    ],
}  # fmt: skip


async def joins(owner: Person, org: UUID, bob: Person) -> None:
    made = await owner.http.post(f"/api/organizations/{org}/invites", json={"role": "member"})
    assert made.status_code == 201, made.text
    joined = await bob.http.post("/api/invites/accept", json={"code": made.json()["code"]})
    assert joined.status_code == 200, joined.text


async def goes(bob: Person) -> httpx2.Response:
    return await bob.http.request("DELETE", "/api/auth/me", json={"password": PASSWORD})


async def rings(as_owner: asyncpg.Connection) -> int:
    """As Postgres has counted them. Whoever met one has told of it when its connection is closed."""
    met: int = await as_owner.fetchval("select deadlocks from pg_stat_database where datname = current_database()")
    return met
