"""Plans and usage over HTTP: told before something runs out, refused with everything one needs to know when it does."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta
from typing import Any

import asyncpg
import httpx2
import orjson
import pytest

from holdfast.core.ids import new_id
from holdfast.core.migrate import Addresses
from holdfast.entitlements.assign import assign
from holdfast.entitlements.plans import PLANS, Plan
from holdfast.worker.jobs_page import SCHEDULE
from tests.architecture.belongings import make_key
from tests.entitlements.people import add_org
from tests.loopback.speech_server import speech_server
from tests.scripted import ScriptedModel
from tests.serving import Person, Served, serving
from tests.sounds import encoded, sentence, silence
from tests.valkeys import valkey_server
from tests.waiting import HANGS_SECONDS, takes, until
from tests.web.test_recordings import elsewhere, send

pytestmark = pytest.mark.anyio


async def plan(served: Served, person: Person, plan: Plan | None, **features: int | None) -> None:
    await assign(served.parts.entitlements, None, person.id, plan, {"features": features} if features else {})


async def usage(person: Person) -> dict[str, Any]:
    answer = await person.http.get("/api/usage")
    assert answer.status_code == 200, answer.text
    told: dict[str, Any] = answer.json()
    return {**told, "usage": {entry["feature"]: entry for entry in told["usage"]}}


def refusal(answer: httpx2.Response) -> dict[str, Any]:
    assert answer.status_code == 429, answer.text
    error: dict[str, Any] = answer.json()["error"]
    assert (error["code"], error["category"]) == ("quota_exhausted", "rate_limit")
    return error


async def blocked(as_owner: asyncpg.Connection) -> list[tuple[Any, str, Any]]:
    rows = await as_owner.fetch("select user_id, feature, detail from analytics_events order by id")
    return [(row["user_id"], row["feature"], orjson.loads(row["detail"])) for row in rows]


async def test_the_plans_are_told_and_a_self_hosters_has_no_limit(addresses: Addresses) -> None:
    async with serving(addresses, [ScriptedModel()]) as served, served.person() as ada:
        plans = (await ada.http.get("/api/plans")).json()["plans"]
        assert [entry["id"] for entry in plans] == ["free", "pro", "business", "unlimited"]
        assert [entry["features"]["chats_per_day"] for entry in plans] == [20, 200, 1000, None]
        told = await usage(ada)
        assert (told["plan"], told["source"], told["planVersion"]) == ("unlimited", "installation", 2)
        assert set(told["features"].values()) == {None}
        assert all(entry["limit"] is None for entry in told["usage"].values())


async def test_the_operator_chooses_the_plan_of_whoever_has_none(addresses: Addresses) -> None:
    async with serving(addresses, [ScriptedModel()], default_plan="free") as served, served.person() as ada:
        told = await usage(ada)
        assert (told["plan"], told["features"]["chats_per_day"]) == ("free", 20)


async def test_usage_tells_what_was_used_of_how_much_and_until_when(addresses: Addresses) -> None:
    async with serving(addresses, [ScriptedModel()], default_plan="free") as served, served.person() as ada:
        zone = await ada.http.put("/api/usage/time-zone", json={"timeZone": "Asia/Tokyo"})
        assert zone.json() == {"timeZone": "Asia/Tokyo", "holdsFrom": None}
        before = datetime.now(UTC)
        assert (await ada.say("Hello.")).status == 200
        kept = await ada.http.post("/api/files", files={"file": ("a.txt", b"twelve bytes", "text/plain")})
        assert kept.status_code == 201
        told = await usage(ada)
        assert told["timeZone"] == "Asia/Tokyo"
        chats = told["usage"]["chats_per_day"]
        tokyo = before + timedelta(hours=9)
        midnight = datetime(tokyo.year, tokyo.month, tokyo.day, tzinfo=UTC) + timedelta(days=1) - timedelta(hours=9)
        assert (chats["used"], chats["limit"], chats["period"]) == (1, 20, f"{tokyo:%Y-%m-%d}")
        assert datetime.fromisoformat(chats["resetsAt"]) == midnight
        storage = told["usage"]["storage_bytes"]
        assert storage == {
            "feature": "storage_bytes", "used": 12, "limit": PLANS["free"].storage_bytes, "resetsAt": None,
            "period": None, "sentence": "Your files fill 12 bytes of 200 MB.", "wouldHelp": None,
        }  # fmt: skip
        assert chats["sentence"].startswith("19 of your 20 messages for today are left; they come back on ")
        assert chats["sentence"].endswith(" at 00:00 (Asia/Tokyo).")
        await ada.http.delete(f"/api/files/{kept.json()['id']}")
        assert (await usage(ada))["usage"]["storage_bytes"]["used"] == 0


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({"timeZone": "Mars/Base"}, "unknown_time_zone"),
        ({"timeZone": "../../etc/passwd"}, "unknown_time_zone"),
        ({"timeZone": ""}, "invalid_request"),
        ({"timeZone": None}, "invalid_request"),
        ({"timeZone": "UTC", "plan": "business"}, "invalid_request"),
        ({}, "invalid_request"),
    ],
)
async def test_a_zone_must_be_one(addresses: Addresses, body: dict[str, Any], code: str) -> None:
    async with serving(addresses, [ScriptedModel()]) as served, served.person() as ada:
        answer = await ada.http.put("/api/usage/time-zone", json=body)
        assert (answer.status_code, answer.json()["error"]["code"]) == (422, code)


async def test_files_fill_their_room_exactly_whoever_comes_at_once(
    addresses: Addresses, as_owner: asyncpg.Connection
) -> None:
    async with serving(addresses, [ScriptedModel()]) as served, served.person() as ada:
        await plan(served, ada, "free", storage_bytes=1_000)

        async def upload(size: int) -> httpx2.Response:
            return await ada.http.post("/api/files", files={"file": ("a.txt", b"x" * size, "text/plain")})

        answers = await asyncio.gather(*(upload(100) for _ in range(30)))
        kept = [answer for answer in answers if answer.status_code == 201]
        assert len(kept) == 10
        error = refusal(await upload(1))
        assert error["details"] == {
            "feature": "storage_bytes", "used": 1000, "limit": 1000, "resetsAt": None, "plan": "free",
            "wouldHelp": "pro",
        }  # fmt: skip
        assert not error["retryable"]
        assert await as_owner.fetchval("select sum(bytes) from blobs") == 1000
        await ada.http.delete(f"/api/files/{kept[0].json()['id']}")
        assert (await upload(101)).status_code == 429
        assert (await upload(100)).status_code == 201


async def test_voice_minutes_are_counted_when_heard_and_given_back_when_not(
    addresses: Addresses, as_owner: asyncpg.Connection
) -> None:
    async with (
        speech_server() as provider,
        serving(addresses, [ScriptedModel()], speech=elsewhere(provider)) as served,
        served.person() as ada,
    ):
        await plan(served, ada, "free", voice_minutes_per_month=1)
        recording = encoded(sentence() + silence(25), "mp3")

        async def seconds() -> int:
            found: int = await as_owner.fetchval(
                "select coalesce(sum(used), 0)::int from usage_counters where feature = 'voice_minutes_per_month'"
            )
            return found

        provider.status = 500
        assert (await send(ada, recording)).status_code == 503
        assert await seconds() == 0
        provider.status = 200
        assert (await send(ada, encoded(silence(5), "mp3"))).status_code == 422
        assert await seconds() == 0
        for total in (28, 56):
            assert (await send(ada, recording)).status_code == 200
            assert total <= await seconds() <= total + 4
            assert (await usage(ada))["usage"]["voice_minutes_per_month"]["used"] == 1
        error = refusal(await send(ada, recording))
        assert error["details"]["feature"] == "voice_minutes_per_month"
        assert error["details"]["limit"] == 1


async def test_api_keys_share_the_requests_of_a_minute_and_people_have_none_to_share(
    addresses: Addresses, as_owner: asyncpg.Connection
) -> None:
    async with serving(addresses, [ScriptedModel()]) as served, served.person() as ada:
        await plan(served, ada, "free", api_requests_per_minute=5)
        keys = [(await make_key(ada.http, "chat"))["key"] for _ in range(2)]
        async with served.stranger() as program:

            async def ask(number: int) -> httpx2.Response:
                return await program.get("/api/chats", headers={"x-api-key": keys[number % 2]})

            answers = await asyncio.gather(*(ask(number) for number in range(12)))
            assert sorted(answer.status_code for answer in answers) == [200] * 5 + [429] * 7
            refused = next(answer for answer in answers if answer.status_code == 429)
            error = refusal(refused)
            assert error["details"]["feature"] == "api_requests_per_minute"
            assert error["details"]["wouldHelp"] == "pro"
            assert 1 <= int(refused.headers["retry-after"]) <= 60
            assert error["retryable"]
            await plan(served, ada, "free", api_requests_per_minute=None)
            assert (await ask(0)).status_code == 200
        for _ in range(12):
            assert (await ada.http.get("/api/chats")).status_code == 200
        await served.parts.events.write()
        noted = await blocked(as_owner)
        assert {one[:2] for one in noted} == {(ada.id, "api_requests_per_minute")}
        assert sum(one[2].get("times", 1) for one in noted) == 7
        assert noted[0][2] | {"times": 7} == {"plan": "free", "used": 5, "limit": 5, "wouldHelp": "pro", "times": 7}


async def test_leaving_an_organization_ends_its_plan_at_the_very_next_request(
    addresses: Addresses, as_owner: asyncpg.Connection
) -> None:
    async with serving(addresses, [ScriptedModel()], default_plan="free") as served, served.person() as ada:
        org = await add_org(as_owner, ada.id, plan="business")
        await served.parts.entitlements.invalidate([ada.id])
        told = await usage(ada)
        assert (told["plan"], told["source"]) == ("business", "organization")
        assert (await ada.http.delete(f"/api/organizations/{org}")).status_code == 204
        told = await usage(ada)
        assert (told["plan"], told["source"]) == ("free", "installation")


async def test_a_change_made_at_one_server_holds_at_the_other_with_redis_killed_in_between(
    addresses: Addresses,
) -> None:
    with valkey_server() as valkey:
        url = f"valkey://127.0.0.1:{valkey.port}/0"
        async with (
            serving(addresses, [ScriptedModel()], redis_url=url) as one,
            serving(addresses, [ScriptedModel()], redis_url=url) as other,
            one.person() as ada,
            httpx2.AsyncClient(
                base_url=other.url, cookies=ada.http.cookies, trust_env=False, timeout=HANGS_SECONDS
            ) as there,
        ):
            assert (await there.get("/api/usage")).json()["plan"] == "unlimited"
            await plan(one, ada, "pro")
            await _until(there, "pro")
            valkey.stop()
            await plan(one, ada, "free")
            await _until(there, "free")


async def _until(client: httpx2.AsyncClient, plan: Plan) -> None:
    async def is_told() -> bool:
        return bool((await client.get("/api/usage")).json()["plan"] == plan)

    await until(is_told)


async def test_strangers_learn_nothing_and_a_key_of_the_other_scope_neither(addresses: Addresses) -> None:
    async with serving(addresses, [ScriptedModel()]) as served, served.person() as ada, served.stranger() as nobody:
        for path in ("/api/plans", "/api/usage"):
            assert (await nobody.get(path)).status_code == 401
            key = (await make_key(ada.http, "memory"))["key"]
            assert (await nobody.get(path, headers={"x-api-key": key})).status_code == 403


async def test_what_is_old_is_taken_away_on_schedule(addresses: Addresses, as_owner: asyncpg.Connection) -> None:
    names = {entry.name for entry in SCHEDULE}
    assert {"prune_usage", "prune_events"} <= names


async def test_an_unknown_chat_of_nobody_is_not_counted(addresses: Addresses) -> None:
    async with serving(addresses, [ScriptedModel()], default_plan="free") as served, served.person() as ada:
        body = {"id": str(new_id()), "trigger": "regenerate-message"}
        assert (await ada.http.post("/api/chat", json=body)).status_code == 404
        assert (await usage(ada))["usage"]["chats_per_day"]["used"] == 0


async def test_a_plan_that_goes_while_a_file_is_on_its_way_is_gone_when_it_arrives(
    addresses: Addresses, as_owner: asyncpg.Connection
) -> None:
    """Whoever sends slowly does not keep the rights they had at the first byte."""
    async with serving(addresses, [ScriptedModel()]) as served, served.person() as ada:
        await plan(served, ada, "business")

        async def slowly() -> AsyncIterator[bytes]:
            yield b'--x\r\ncontent-disposition: form-data; name="file"; filename="a.txt"\r\n\r\n' + b"a" * 100
            await takes(0.3)
            await plan(served, ada, "free", storage_bytes=50)
            yield b"\r\n--x--\r\n"

        form = {"content-type": "multipart/form-data; boundary=x"}
        refusal(await ada.http.post("/api/files", content=slowly(), headers=form))
        assert await as_owner.fetchval("select count(*) from blobs") == 0
