"""What is known of somebody, laid out for them: kinds, words with their place, people and things, as it once was."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from holdfast.core.ids import new_id
from holdfast.core.migrate import Addresses
from tests.scripted import ScriptedModel, says
from tests.serving import Person, Served, serving
from tests.working import work_off

pytestmark = pytest.mark.anyio

PAULA = "I'm Paula. I live in Coimbra and I am allergic to peanuts. My sister Ana works at a bakery."
MAY = datetime(2026, 5, 2, 18, tzinfo=UTC)
JUNE = datetime(2026, 6, 20, 18, tzinfo=UTC)


@asynccontextmanager
async def known(addresses: Addresses) -> AsyncIterator[tuple[Served, Person]]:
    """Two conversations that a program brought: in May she lived in Lisbon, in June in Porto."""
    model = ScriptedModel(says("Good to know."), is_demo=True)
    async with serving(addresses, [model]) as served, served.person("paula") as paula:
        for session, at, text in (
            ("may", MAY, "I'm Paula. I live in Lisbon with my sister Ana."),
            ("june", JUNE, "Big news: I moved to Porto last week. Ana works at a bakery."),
        ):
            said = [{"externalId": f"{session}-0", "role": "user", "text": text, "timestamp": at.isoformat()}]
            answer = await paula.http.post("/session/ingest", json={"sessionId": session, "messages": said})
            assert answer.status_code == 202, answer.text
            await work_off(served.parts)
        yield served, paula


async def ask(person: Person, path: str, **params: Any) -> Any:
    answer = await person.http.get(path, params=params)
    assert answer.status_code == 200, answer.text
    return answer.json()


async def texts(person: Person, **params: Any) -> set[str]:
    return {fact["text"] for fact in (await ask(person, "/memory/facts", **params))["facts"]}


async def test_the_words_a_fact_came_from_are_told_with_the_chat_and_the_message_they_stand_in(
    addresses: Addresses,
) -> None:
    model = ScriptedModel(says("Good to know."), is_demo=True)
    async with serving(addresses, [model]) as served, served.person("paula") as paula, served.person("eve") as eve:
        chat = new_id()
        await paula.say(PAULA, chat=chat)
        await work_off(served.parts)
        facts = (await ask(paula, "/memory/facts"))["facts"]
        ids = ",".join({one["episodeId"] for fact in facts for one in fact["evidence"]})
        (episode,) = (await ask(paula, "/memory/episodes", ids=ids))["episodes"]
        assert (episode["text"], episode["role"], episode["chatId"]) == (PAULA, "user", str(chat))
        messages = (await ask(paula, "/api/chats/messages", chatId=str(chat)))["messages"]
        assert episode["messageId"] == messages[0]["id"]
        assert (await ask(eve, "/memory/episodes", ids=ids))["episodes"] == [], "nobody else reads them"
        for wrong in ("", "1,", "x", "0"):
            assert (await paula.http.get("/memory/episodes", params={"ids": wrong})).status_code == 422


async def test_words_that_a_program_brought_stand_in_no_chat(addresses: Addresses) -> None:
    async with known(addresses) as (_, paula):
        facts = (await ask(paula, "/memory/facts"))["facts"]
        ids = ",".join({one["episodeId"] for fact in facts for one in fact["evidence"]})
        found = (await ask(paula, "/memory/episodes", ids=ids))["episodes"]
        assert found
        assert {(one["chatId"], one["messageId"]) for one in found} == {(None, None)}


async def test_kinds_count_every_fact_once_and_each_leads_to_its_own(addresses: Addresses) -> None:
    async with known(addresses) as (_, paula):
        counted = await ask(paula, "/memory/kinds")
        facts = (await ask(paula, "/memory/facts"))["facts"]
        assert sum(one["facts"] for one in counted["kinds"]) == len(facts) > 0
        for one in counted["kinds"]:
            of_kind = (await ask(paula, "/memory/facts", kind=one["kind"]))["facts"]
            assert len(of_kind) == one["facts"]
            assert all((fact["kinds"] or ["other"])[0] == one["kind"] for fact in of_kind)
        assert datetime.fromisoformat(counted["firstAt"]) == MAY


async def test_facts_kinds_people_and_picture_are_told_as_they_were_known_on_a_day(addresses: Addresses) -> None:
    async with known(addresses) as (_, paula):
        then = (MAY + timedelta(days=1)).isoformat()
        assert "Lives in Lisbon" in await texts(paula, asOf=then)
        assert "Lives in Porto" not in await texts(paula, asOf=then)
        assert "Lives in Porto" in await texts(paula)
        assert "Lives in Lisbon" not in await texts(paula)
        assert await texts(paula, asOf=(MAY - timedelta(days=1)).isoformat()) == set()
        counted = await ask(paula, "/memory/kinds", asOf=then)
        assert sum(one["facts"] for one in counted["kinds"]) == len(await texts(paula, asOf=then))
        names = {one["name"] for one in (await ask(paula, "/memory/entities", asOf=then))["entities"]}
        assert "Lisbon" in names
        assert "Porto" not in names
        joined = {edge["text"] for edge in (await ask(paula, "/memory/graph", asOf=then))["edges"]}
        assert "Lives in Lisbon" in joined
        assert "Lives in Porto" not in joined
        for path in ("/memory/facts", "/memory/kinds", "/memory/entities", "/memory/graph"):
            answer = await paula.http.get(path, params={"asOf": "1850-01-01T00:00:00Z"})
            assert answer.json()["error"]["code"] == "time_out_of_bounds", path


async def test_people_and_things_tell_what_is_known_of_them_page_by_page(addresses: Addresses) -> None:
    async with known(addresses) as (_, paula):
        everybody = (await ask(paula, "/memory/entities"))["entities"]
        assert not [one for one in everybody if one["isSelf"]]
        (ana,) = (await ask(paula, "/memory/entities", query="ana"))["entities"]
        assert (ana["kind"], ana["relation"]) == ("person", "sister")
        of_ana = await texts(paula, entityId=ana["id"])
        assert "Has a sister named Ana" in of_ana
        assert "Lives in Porto" not in of_ana
        assert len(of_ana) == ana["facts"]
        seen: list[str] = []
        cursor = None
        while True:
            page = await ask(paula, "/memory/entities", limit=1, **({"cursor": cursor} if cursor else {}))
            seen += [one["id"] for one in page["entities"]]
            if (cursor := page["nextCursor"]) is None:
                break
        assert seen == [one["id"] for one in everybody]


async def test_the_picture_begins_with_the_person_and_joins_only_what_it_shows(addresses: Addresses) -> None:
    async with known(addresses) as (_, paula):
        drawn = await ask(paula, "/memory/graph")
        assert drawn["isWhole"]
        assert [one["isSelf"] for one in drawn["entities"]].index(True) == 0
        shown = {one["id"] for one in drawn["entities"]}
        assert drawn["edges"]
        assert {edge["fromId"] for edge in drawn["edges"]} | {edge["toId"] for edge in drawn["edges"]} <= shown


async def test_a_period_is_counted_forgotten_and_gone_and_what_was_said_outside_of_it_stays(
    addresses: Addresses,
) -> None:
    async with known(addresses) as (served, paula):
        period = {"from": (MAY - timedelta(days=1)).isoformat(), "to": (MAY + timedelta(days=1)).isoformat()}
        counts = (await paula.http.post("/memory/forget/count", json={"period": period})).json()["counts"]
        assert counts["turns"] == 1
        receipt = (await paula.http.post("/memory/forget", json={"period": period})).json()
        assert (receipt["kind"], receipt["verified"]) == ("period", True)
        assert {name: receipt["counts"].get(name, 0) for name in counts} == counts
        left = await texts(paula, includeRetired="true")
        assert not [text for text in left if "Lisbon" in text]
        assert "Lives in Porto" in left
        await work_off(served.parts)
        assert not [text for text in await texts(paula, includeRetired="true") if "Lisbon" in text]
        backwards = {"period": {"from": period["to"], "to": period["from"]}}
        assert (await paula.http.post("/memory/forget", json=backwards)).status_code == 422


async def test_what_was_learned_from_messages_is_taken_back_and_the_messages_stay_where_they_were_said(
    addresses: Addresses,
) -> None:
    model = ScriptedModel(says("Good to know."), is_demo=True)
    async with serving(addresses, [model]) as served, served.person("paula") as paula:
        chat = new_id()
        await paula.say(PAULA, chat=chat)
        await work_off(served.parts)
        messages = (await ask(paula, "/api/chats/messages", chatId=str(chat)))["messages"]
        wish = {"messageIds": [message["id"] for message in messages]}
        receipt = (await paula.http.post("/memory/forget", json=wish)).json()
        assert (receipt["kind"], receipt["verified"], receipt["counts"]["turns"]) == ("messages", True, 2)
        assert await texts(paula, includeRetired="true") == set()
        found = (await paula.http.post("/memory/query", json={"query": "Where do I live? Peanuts?"})).json()
        assert (found["facts"], found["episodes"]) == ([], [])
        assert (await ask(paula, "/api/chats/messages", chatId=str(chat)))["messages"] == messages
        verified = await ask(paula, f"/memory/receipts/{receipt['id']}/verify")
        assert (verified["valid"], verified["gone"]) == (True, True)
        again = await paula.http.post("/memory/forget", json=wish)
        assert (again.status_code, again.json()["error"]["code"]) == (404, "unknown_message")


async def test_what_was_learned_from_a_message_alone_is_told_once_the_job_has_run(addresses: Addresses) -> None:
    model = ScriptedModel(*[says("Good to know.")] * 4, is_demo=True)
    async with serving(addresses, [model]) as served, served.person("paula") as paula, served.person("eve") as eve:
        chat = new_id()
        await paula.say("I live in Coimbra.", chat=chat)
        await work_off(served.parts)
        await paula.say("I live in Coimbra. I am allergic to peanuts, and I promised to call Rui by Friday.", chat=chat)
        messages = (await ask(paula, "/api/chats/messages", chatId=str(chat)))["messages"]
        said = [message["id"] for message in messages if message["role"] == "user"]
        learned = await ask(paula, "/memory/learned", externalId=said[1])
        assert (learned["isDone"], learned["facts"]) == (False, [])
        await work_off(served.parts)
        learned = await ask(paula, "/memory/learned", externalId=said[1])
        assert learned["isDone"]
        assert [fact["text"] for fact in learned["facts"]] == ["Is allergic to peanuts"], "not what was known before"
        assert [loop["text"] for loop in learned["loops"]] == ["Call Rui by Friday"]
        nothing = {"isDone": False, "facts": [], "loops": []}
        assert await ask(eve, "/memory/learned", externalId=said[1]) == nothing
