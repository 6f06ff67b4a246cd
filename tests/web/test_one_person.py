"""One person cannot hold the house: whoever asks for very much at once is told to wait, and nobody else notices."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack

import asyncpg
import pytest

from holdfast.core.db import owner_of
from holdfast.core.ids import new_id
from holdfast.core.migrate import Addresses
from holdfast.models.types import Done, TextDelta, TokenUsage
from tests.journeys.test_slow_and_endless import connection, cookie, head
from tests.scripted import Line, ScriptedModel, says
from tests.serving import Person, Served, serving
from tests.waiting import HANGS_SECONDS, until

pytestmark = pytest.mark.anyio

NO_LINE = {"share_of_a_person": 1}
"""Nobody waits for their share of the loop: here it is counted how many come, not how much they take."""
MEMORY_LOCK = "select pg_advisory_lock(hashtextextended(jsonb_build_array('memory', $1::text, $2::text)::text, 0))"
MEMORY_UNLOCK = MEMORY_LOCK.replace("pg_advisory_lock", "pg_advisory_unlock")


async def have_come_in(served: Served) -> None:
    """Whoever connected before: a connection is taken up after those that were there, and our health is not counted."""
    async with served.stranger() as another:
        assert (await another.get("/healthz")).status_code == 200


async def test_a_person_follows_only_so_many_streams(addresses: Addresses) -> None:
    gate = asyncio.Event()
    model = ScriptedModel([TextDelta("slow"), gate, Done(TokenUsage(1, 1))], says("At once."))
    async with (
        serving(addresses, [model], limits={"requests_of_a_person": 8, **NO_LINE}) as served,
        served.person("ada") as ada,
        served.person("bob") as bob,
        AsyncExitStack() as stack,
    ):
        chat = new_id()
        asked = asyncio.create_task(ada.say("go", chat=chat))
        await until(lambda: len(model.calls) > 0)
        following = head(served.url, "GET", f"/api/chat/{chat}/stream", cookie(ada))
        async with asyncio.timeout(HANGS_SECONDS):
            # One more each time: some may be refused themselves, or let go for their silence.
            while (refused := await ada.http.get("/api/auth/me")).status_code == 200:
                await stack.enter_async_context(connection(served.url, following))
                await have_come_in(served)
        assert refused.status_code == 429
        assert refused.json()["error"]["code"] == "too_many_at_once"
        assert int(refused.headers["retry-after"]) > 0
        assert (await bob.say("Are you there?")).text == "At once."
        await stack.aclose()
        gate.set()
        assert (await asked).text == "slow"

        async def is_welcome() -> bool:
            return (await ada.http.get("/api/auth/me")).status_code == 200

        await until(is_welcome)  # readers who left are noticed within seconds


async def test_only_so_many_answers_are_written_for_one_person(addresses: Addresses) -> None:
    gate = asyncio.Event()
    slow: list[Line] = [TextDelta("slow"), gate, Done(TokenUsage(1, 1))]
    model = ScriptedModel([*slow], [*slow], says("At once."))
    async with (
        serving(addresses, [model], limits={"turns_of_a_person": 2}) as served,
        served.person("ada") as ada,
        served.person("bob") as bob,
    ):
        asked = [asyncio.create_task(ada.say("go")) for _ in range(2)]
        await until(lambda: len(model.calls) == 2)
        refused = await ada.say("And this?")
        assert refused.status == 429
        assert int(refused.headers["retry-after"]) > 0
        assert (await bob.say("Are you there?")).text == "At once."
        gate.set()
        assert [(await one).text for one in asked] == ["slow", "slow"]
        assert (await ada.say("And now?")).status == 200


async def test_a_memory_is_changed_by_one_at_a_time_and_the_rest_are_told_when_to_come_back(
    addresses: Addresses, as_owner: asyncpg.Connection
) -> None:
    async with (
        serving(addresses, [ScriptedModel(says("At once."))], limits={"lock_seconds": 20}) as served,
        served.person("ada") as ada,
        served.person("bob") as bob,
    ):
        owner = owner_of(ada.id)
        await as_owner.execute(MEMORY_LOCK, owner.tenant_id, owner.user_id)
        forgets = [asyncio.create_task(_forget(ada)) for _ in range(13)]
        await until(lambda: sum(task.done() for task in forgets) >= 10)
        assert (await bob.say("Are you there?")).text == "At once."
        await as_owner.execute(MEMORY_UNLOCK, owner.tenant_id, owner.user_id)
        answers = await asyncio.gather(*forgets)
        assert sorted(answers) == [200] * 3 + [409] * 10


async def _forget(person: Person) -> int:
    response = await person.http.post("/memory/forget", json={"query": "herring in aspic"})
    if response.status_code == 409:
        assert response.json()["error"]["code"] == "memory_is_changing"
        assert int(response.headers["retry-after"]) > 0
    return response.status_code


async def test_whoever_waits_for_a_lock_too_long_is_told_so(addresses: Addresses, as_owner: asyncpg.Connection) -> None:
    async with (
        serving(addresses, [ScriptedModel()], limits={"lock_seconds": 0.2}) as served,
        served.person("ada") as ada,
    ):
        owner = owner_of(ada.id)
        await as_owner.execute(MEMORY_LOCK, owner.tenant_id, owner.user_id)
        refused = await ada.say("Are you there?")
        assert refused.status == 503
        assert int(refused.headers["retry-after"]) > 0
        await as_owner.execute(MEMORY_UNLOCK, owner.tenant_id, owner.user_id)
        assert (await ada.say("Are you there?")).text == "Hello."


async def test_beyond_what_the_server_bears_it_says_so_and_still_answers_for_its_health(addresses: Addresses) -> None:
    async with (
        serving(addresses, [ScriptedModel()], limits={"requests_at_once": 10, **NO_LINE}) as served,
        served.person("ada") as ada,
        AsyncExitStack() as stack,
    ):
        asking = head(
            served.url, "POST", "/api/auth/login", {"content-type": "application/json", "content-length": "9"}
        )
        async with asyncio.timeout(HANGS_SECONDS):
            while (refused := await ada.http.get("/api/auth/me")).status_code == 200:
                await stack.enter_async_context(connection(served.url, asking))
                await have_come_in(served)
        assert (refused.status_code, refused.json()["error"]["code"]) == (503, "busy")
        assert (await ada.http.get("/healthz")).status_code == 200
