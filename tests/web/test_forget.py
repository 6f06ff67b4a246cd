"""Forgetting, receipts, export, import and quality over HTTP, with the service key and as a person."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import Any

import httpx2
import orjson
import pytest
from fastapi import FastAPI

from holdfast.core.crypto import Signer
from holdfast.core.db import Owner
from holdfast.core.ids import new_id
from holdfast.core.migrate import Addresses
from holdfast.memory.forget.receipts import verify_receipt
from holdfast.turn.memory_feed.forget import ChatEraser
from holdfast.web.errors import install_errors
from holdfast.web.routes import forget, ingest
from tests.scripted import ScriptedModel
from tests.serving import PASSWORD, serving
from tests.words import WordEmbedder
from tests.working import work_off

pytestmark = pytest.mark.anyio

KEY = "a service key of sixteen and more"
ADA = {"tenantId": "acme", "userId": "ada"}
BOB = {"tenantId": "acme", "userId": "bob"}


@asynccontextmanager
async def door(addresses: Addresses) -> AsyncIterator[tuple[httpx2.AsyncClient, httpx2.AsyncClient]]:
    """With the service key, and as a person who is signed in."""
    async with serving(addresses, [ScriptedModel()], service_key=KEY) as served, served.person() as person:
        memory = replace(
            served.parts.memory,
            embedder=WordEmbedder(),
            signer=Signer([b"a secret of ours"]),
            erasers=[ChatEraser()],
        )
        app = FastAPI()
        app.state.parts = replace(served.parts, memory=memory)
        install_errors(app)
        for room in (forget, ingest):
            app.include_router(room.router)
        way = httpx2.ASGITransport(app)
        async with (
            httpx2.AsyncClient(transport=way, base_url=served.url, headers={"x-api-key": KEY}) as service,
            httpx2.AsyncClient(transport=way, base_url=served.url, cookies=person.http.cookies) as ada,
        ):
            yield service, ada


async def told(client: httpx2.AsyncClient, text: str, session: str = "s", **whose: str) -> None:
    line = {"role": "user", "text": text, "externalId": str(new_id())}
    answer = await client.post("/session/ingest", json={"sessionId": session, "messages": [line], **whose})
    assert answer.status_code == 202, answer.text


async def test_a_session_is_forgotten_and_its_receipt_verified(addresses: Addresses) -> None:
    async with door(addresses) as (service, _):
        await told(service, "The treasure lies under the oak.", **ADA)
        answer = await service.post("/memory/forget", json={**ADA, "sessionIds": ["s"]})
        assert answer.status_code == 200, answer.text
        receipt = answer.json()
        assert (receipt["kind"], receipt["verified"], receipt["counts"]["turns"]) == ("sessions", True, 1)
        assert "oak" not in answer.text
        listed = (await service.get("/memory/receipts", params=ADA)).json()["receipts"]
        assert [one["id"] for one in listed] == [receipt["id"]]
        found = (await service.get(f"/memory/receipts/{receipt['id']}/verify", params=ADA)).json()
        rows = ["turns", "words", "vectors", "facts", "loops", "sessions"]
        assert found == {
            "id": receipt["id"], "valid": True, "gone": True, "found": {}, "waitingSinks": [],
            "checked": [*rows, "sameWords"], "sameWords": 0,
        }  # fmt: skip
        written = orjson.dumps(receipt["body"], option=orjson.OPT_SORT_KEYS)
        assert Signer([b"a secret of ours"]).is_signed(written, bytes.fromhex(receipt["signature"]))


@pytest.mark.parametrize(
    ("wish", "status"),
    [
        ({}, 422),
        ({"everything": False}, 422),
        ({"query": "x", "everything": True}, 422),
        ({"factIds": []}, 422),
        ({"factIds": ["-1"]}, 422),
        ({"factIds": [1]}, 422),
        ({"factIds": ["99999999999999999999999"]}, 422),
        ({"factIds": ["1' or true"]}, 422),
        ({"factIds": ["123456789"]}, 404),
        ({"sessionIds": ["not there"]}, 404),
        ({"query": "the of"}, 422),
        ({"query": "x" * 1001}, 422),
        ({"query": "x", "owner": "bob"}, 422),
    ],
)
async def test_a_bad_wish_is_refused(addresses: Addresses, wish: dict[str, Any], status: int) -> None:
    async with door(addresses) as (service, _):
        assert (await service.post("/memory/forget", json={**ADA, **wish})).status_code == status


async def test_another_owners_receipt_is_unknown(addresses: Addresses) -> None:
    async with door(addresses) as (service, person):
        receipt = (await service.post("/memory/forget", json={**ADA, "everything": True})).json()["id"]
        for client, whose in ((service, BOB), (person, {})):
            assert (await client.get(f"/memory/receipts/{receipt}/verify", params=whose)).status_code == 404
            assert (await client.get("/memory/receipts", params=whose)).json()["receipts"] == []
        assert (await service.get("/memory/receipts/nonsense/verify", params=ADA)).status_code == 422
        assert (await service.get("/memory/receipts", params={**ADA, "cursor": "x"})).status_code == 422


async def test_a_person_asks_about_themselves_alone(addresses: Addresses) -> None:
    async with door(addresses) as (service, person):
        await told(service, "The treasure lies under the oak.", **ADA)
        await told(person, "My own treasure lies under the elm.")
        for path in ("/memory/receipts", "/memory/export", "/memory/quality"):
            assert (await person.get(path, params=ADA)).status_code == 403
        assert (await person.post("/memory/forget", json={**ADA, "everything": True})).status_code == 403
        assert (await person.post("/memory/import", params=ADA, content=b"")).status_code == 403
        assert (await person.post("/memory/forget", json={"query": "treasure"})).json()["counts"]["turns"] == 1
        assert "oak" in (await service.get("/memory/export", params=ADA)).text


async def test_a_memory_is_taken_along(addresses: Addresses) -> None:
    async with door(addresses) as (service, _):
        await told(service, "The treasure lies under the oak.", **ADA)
        out = await service.get("/memory/export", params=ADA)
        assert out.headers["content-type"].startswith("application/x-ndjson")
        assert "attachment" in out.headers["content-disposition"]
        answer = await service.post("/memory/import", params=BOB, content=out.content)
        assert answer.json()["counts"] == {"session": 1, "turn": 1}
        assert (await service.post("/memory/import", params=BOB, content=out.content)).status_code == 409
        bad = await service.post("/memory/import", params={**BOB, "userId": "eve"}, content=out.content[:-20])
        assert bad.status_code == 422
        assert "oak" not in bad.text
        assert orjson.loads(bad.content)["error"]["details"] == {"line": 4}


async def test_an_export_that_cannot_be_made_is_refused_before_it_begins(addresses: Addresses) -> None:
    async with door(addresses) as (service, _):
        assert (await service.get("/memory/export", params={**ADA, "userId": " "})).status_code == 422


@pytest.mark.parametrize("field", ["dueAt", "snoozedUntil"])
@pytest.mark.parametrize("moment", ["0001-01-01T00:00:00+14:00", "9999-12-31T23:59:59-14:00"])
async def test_a_loop_is_due_within_the_years_a_calendar_has(addresses: Addresses, field: str, moment: str) -> None:
    async with serving(addresses, [ScriptedModel()]) as served, served.person() as person:
        answer = await person.http.patch("/memory/loops/1", json={field: moment})
        assert answer.status_code == 422


async def test_when_a_loop_is_due_is_told_in_utc_however_it_was_sent(addresses: Addresses) -> None:
    async with serving(addresses, [ScriptedModel()]) as served, served.person() as person:
        await told(person.http, "I need to call the dentist tomorrow.")
        await work_off(served.parts)
        (loop,) = (await person.http.post("/memory/loops", json={})).json()["loops"]
        sent = {"dueAt": "2027-01-01T00:00:00+05:30", "snoozedUntil": "2026-12-31T23:00:00.5-01:00"}
        changed = (await person.http.patch(f"/memory/loops/{loop['id']}", json=sent)).json()
        assert (changed["dueAt"], changed["snoozedUntil"]) == ("2026-12-31T18:30:00Z", "2027-01-01T00:00:00.500000Z")
        (kept,) = (await person.http.post("/memory/loops", json={})).json()["loops"]
        assert kept == changed


async def test_pages_of_receipts_are_turned_by_an_address_put_together_by_hand(addresses: Addresses) -> None:
    async with door(addresses) as (service, _):
        for number in range(3):
            await service.post("/memory/forget", json={**ADA, "query": f"thing{number}"})
        whose = f"/memory/receipts?tenantId={ADA['tenantId']}&userId={ADA['userId']}&limit=2&cursor="
        first = (await service.get(whose)).json()
        last = await service.get(whose + first["nextCursor"])
        assert last.status_code == 200, last.text
        assert (len(first["receipts"]), len(last.json()["receipts"]), last.json()["nextCursor"]) == (2, 1, None)


async def test_quality_is_told(addresses: Addresses) -> None:
    async with door(addresses) as (service, _):
        found = (await service.get("/memory/quality", params=ADA)).json()
        assert found == {"duplicate": 0.0, "junk": 0.0, "echo": 0.0, "stale": 0.0, "contradicted": 0.0,
                         "factsHeld": 0, "candidates": 0}  # fmt: skip


async def test_leaving_takes_the_memories_along(addresses: Addresses) -> None:
    async with serving(addresses, [ScriptedModel()]) as served, served.person("root"), served.person() as person:
        memory, owner = served.parts.memory, Owner("default", str(person.id))
        await person.say("The treasure lies under the oak.")
        told = await person.http.post("/ingest", json={"role": "user", "text": "The treasure lies under the oak."})
        assert told.status_code == 200, told.text
        left = await person.http.request("DELETE", "/api/auth/me", json={"password": PASSWORD})
        assert left.status_code == 204, left.text
        async with memory.db.as_owner(owner) as tx:
            for table in ("episodes", "memory_sessions", "chats", "messages"):
                assert await tx.fetchval(f"select count(*) from {table}") == 0, table
            receipt = await tx.fetchval("select id from forget_receipts")
        assert (await verify_receipt(memory, owner, receipt)).is_gone
        assert (await person.http.get("/api/auth/me")).status_code == 401
