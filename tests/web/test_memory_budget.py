"""What goes into the memory, and what a model is asked for it in the background, is counted and limited like chats."""

from __future__ import annotations

import asyncpg
import pytest

from holdfast.core.db import owner_of
from holdfast.core.migrate import Addresses
from holdfast.memory.learning.facts.facts import list_facts
from tests.scripted import ScriptedModel
from tests.serving import Person, Served, serving
from tests.waiting import until
from tests.web.test_usage import plan, refusal, usage
from tests.working import work_off, working

pytestmark = pytest.mark.anyio

CHARACTERS, CALLS = "memory_characters_per_day", "background_calls_per_day"


def transcript(*texts: str) -> dict[str, object]:
    lines = [{"role": "user", "text": text, "externalId": f"m-{n}"} for n, text in enumerate(texts)]
    return {"sessionId": "s", "messages": lines}


async def known(served: Served, person: Person) -> list[str]:
    memory = served.parts.memory
    return [fact.text for fact in (await list_facts(memory, owner_of(person.id))).facts]


async def test_characters_brought_into_the_memory_are_counted_once_and_refused_beyond_the_plan(
    addresses: Addresses, as_owner: asyncpg.Connection
) -> None:
    async with serving(addresses, [ScriptedModel()]) as served, served.person() as ada:
        await plan(served, ada, "free", memory_characters_per_day=30)
        line = {"role": "user", "text": "0123456789", "externalId": "one"}
        for _ in range(2):  # the second is the first again
            assert (await ada.http.post("/ingest", json=line)).status_code == 200
        assert (await usage(ada))["usage"][CHARACTERS]["used"] == 10
        for _ in range(2):
            assert (await ada.http.post("/session/ingest", json=transcript("01234", "56789"))).status_code == 202
        assert (await usage(ada))["usage"][CHARACTERS]["used"] == 20

        refused = refusal(await ada.http.post("/session/ingest", json=transcript("01234", "56789", "01234567890")))
        details = refused["details"]
        assert (details["feature"], details["used"], details["limit"]) == (CHARACTERS, 20, 30)
        assert refusal(await ada.http.post("/ingest", json={"role": "user", "text": "01234567890"}))
        assert await as_owner.fetchval("select count(*) from episodes") == 3, "of what was refused nothing is kept"
        assert (await ada.http.post("/ingest", json={"role": "user", "text": "the last 10"[:10]})).status_code == 200


async def test_the_operators_own_program_brings_what_it_likes(addresses: Addresses) -> None:
    key = "k" * 40
    async with (
        serving(addresses, [ScriptedModel()], service_key=key) as served,
        served.person() as ada,
        served.stranger() as service,
    ):
        await plan(served, ada, "free", memory_characters_per_day=1)
        body = {**transcript("a" * 50), "tenantId": "default", "userId": str(ada.id)}
        answer = await service.post("/session/ingest", json=body, headers={"x-api-key": key})
        assert answer.status_code == 202, answer.text


async def test_with_no_question_left_the_memory_learns_by_rules_and_asks_no_model(addresses: Addresses) -> None:
    model = ScriptedModel()
    async with serving(addresses, [model]) as served, served.person() as ada:
        await plan(served, ada, "free", background_calls_per_day=0)
        answer = await ada.http.post("/session/ingest", json=transcript("I live in Lisbon.", "I love green tea."))
        assert answer.status_code == 202
        await ada.http.post("/session/close", json={"sessionId": "s"})
        await work_off(served.parts)
        assert model.calls == []
        assert "Lives in Lisbon" in await known(served, ada)


async def test_each_question_in_the_background_is_counted_as_its_owners(addresses: Addresses) -> None:
    model = ScriptedModel()
    async with serving(addresses, [model]) as served, served.person() as ada, served.person("bob") as bob:
        await ada.http.post("/session/ingest", json=transcript("I live in Lisbon.", "I love green tea."))
        await ada.http.post("/session/close", json={"sessionId": "s"})
        await work_off(served.parts)
        assert model.calls
        assert (await usage(ada))["usage"][CALLS]["used"] == len(model.calls)
        assert (await usage(bob))["usage"][CALLS]["used"] == 0


async def test_work_for_somebody_who_is_suspended_rests_until_they_are_back(
    addresses: Addresses, as_owner: asyncpg.Connection
) -> None:
    model = ScriptedModel()
    async with serving(addresses, [model]) as served, served.person() as ada, served.person("bob") as bob:
        for person in (ada, bob):
            await person.http.post("/session/ingest", json=transcript("I live in Lisbon."))
        await as_owner.execute("update users set suspended_at = now() where id = $1", ada.id)
        async with working(served.parts):

            async def bob_is_known() -> bool:
                return "Lives in Lisbon" in await known(served, bob)

            await until(bob_is_known)
            assert await known(served, ada) == []
            waiting = await as_owner.fetchval(
                "select count(*) from jobs.pgqueuer where entrypoint = 'memory_learn' and headers ->> 'user_id' = $1",
                str(ada.id),
            )
            assert waiting == 1
            await as_owner.execute("update users set suspended_at = null where id = $1", ada.id)

            async def ada_is_known() -> bool:
                return "Lives in Lisbon" in await known(served, ada)

            await until(ada_is_known)


async def test_who_leaves_while_suspended_is_not_remembered_as_resting(
    addresses: Addresses, as_owner: asyncpg.Connection
) -> None:
    async with serving(addresses, [ScriptedModel()]) as served, served.person("root"), served.person() as ada:
        await as_owner.execute("update users set suspended_at = now() where id = $1", ada.id)
        assert await as_owner.fetchval("select count(*) from jobs.resting") == 1
        await as_owner.execute("delete from users where id = $1", ada.id)
        assert await as_owner.fetchval("select count(*) from jobs.resting") == 0
