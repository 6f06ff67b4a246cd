"""What an answer was told of its person, in their own words: asked by them, corrected by them, forgotten by them."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any
from uuid import UUID

import pytest

from holdfast.core.ids import new_id
from holdfast.core.migrate import Addresses
from tests.scripted import ScriptedModel, says
from tests.serving import Answer, Person, Served, serving
from tests.working import work_off

pytestmark = pytest.mark.anyio

PAULA = "I'm Paula. I live in Coimbra and I am allergic to peanuts."
ASKED = "What am I allergic to?"


@asynccontextmanager
async def known(addresses: Addresses, *texts: str) -> AsyncIterator[tuple[Served, Person, UUID]]:
    """Said in one chat, and learned."""
    model = ScriptedModel(says("Good to know."), is_demo=True)
    async with serving(addresses, [model]) as served, served.person("paula") as paula:
        chat = new_id()
        for text in texts or (PAULA,):
            await paula.say(text, chat=chat)
        await work_off(served.parts)
        yield served, paula, chat


async def told(person: Person, answer: Answer) -> Any:
    found = await person.http.get(f"/api/turns/{answer.headers['x-holdfast-turn-id']}/told")
    assert found.status_code == 200, found.text
    return found.json()


def fact_texts(found: Any) -> list[str]:
    return [one["fact"]["text"] for one in found["facts"]]


async def test_what_an_answer_was_told_is_named_with_the_words_it_came_from_and_where_they_stand(
    addresses: Addresses,
) -> None:
    async with known(addresses) as (_, paula, chat):
        found = await told(paula, await paula.say(ASKED))
        allergic = next(one for one in found["facts"] if one["fact"]["text"] == "Is allergic to peanuts")
        assert allergic["toldIn"] == "memory"
        (words,) = allergic["words"]
        assert (words["text"], words["role"]) == (PAULA, "user")
        assert words["chatId"] == str(chat)
        assert words["messageId"] == (await paula.messages(chat))[0]["id"]
        assert found["chatId"] != str(chat), "it was asked in another chat"
        assert found["words"] == [], "the words stand with the fact, and not once more beside it"
        assert not found["isPartGone"]
        assert not found["isElsewhere"]


async def test_a_message_that_was_told_nothing_says_so_with_nothing(addresses: Addresses) -> None:
    async with known(addresses) as (_, paula, _chat):
        found = await told(paula, await paula.say("What is the capital of Norway?", selectedMemory="temporary"))
    assert found["facts"] == found["loops"] == found["words"] == []
    assert (found["about"], found["isPartGone"], found["isElsewhere"]) == (None, False, False)


async def test_words_that_taught_no_fact_are_told_as_they_were_said(addresses: Addresses) -> None:
    said = "The old lighthouse keeper waved at the ferry in the fog."
    async with known(addresses, said) as (_, paula, _chat):
        found = await told(paula, await paula.say("What did I say about the lighthouse keeper?"))
        assert said in [one["said"]["text"] for one in found["words"]]
        assert all(one["said"]["messageId"] for one in found["words"])


async def test_what_was_written_about_oneself_and_pinned_is_told_as_such(addresses: Addresses) -> None:
    async with known(addresses) as (_, paula, _chat):
        facts = (await paula.http.get("/memory/facts")).json()["facts"]
        home = next(one for one in facts if "Coimbra" in one["text"])
        await paula.http.patch(f"/memory/facts/{home['id']}", json={"isPinned": True})
        about = "I teach history.\n- and I sail\nCall me Paula."
        put = await paula.http.put("/memory/about", json={"about": about})
        assert put.status_code == 200, put.text
        found = await told(paula, await paula.say("Good morning"))
        assert found["about"] == about
        assert [(one["fact"]["text"], one["toldIn"]) for one in found["facts"]] == [("Lives in Coimbra", "about")]


async def test_a_correction_shows_that_the_old_one_was_told_and_stands_no_more(addresses: Addresses) -> None:
    async with known(addresses) as (_, paula, _chat):
        answer = await paula.say(ASKED)
        fact = next(one["fact"] for one in (await told(paula, answer))["facts"] if "peanuts" in one["fact"]["text"])
        changed = await paula.http.patch(f"/memory/facts/{fact['id']}", json={"text": "Is allergic to walnuts"})
        assert changed.status_code == 200
        old = next(one["fact"] for one in (await told(paula, answer))["facts"] if one["fact"]["id"] == fact["id"])
        assert old["retiredBecause"] == "edited"
        assert old["supersededBy"] == changed.json()["id"]


async def test_what_was_forgotten_since_is_not_named_and_that_there_was_something_is_said(
    addresses: Addresses,
) -> None:
    said = ("I am allergic to peanuts.", "My sister Ana works at a bakery.")
    async with known(addresses, *said) as (_, paula, _chat):
        answer = await paula.say("What do you know about my sister Ana and what I am allergic to?")
        before = await told(paula, answer)
        peanuts = next(one["fact"] for one in before["facts"] if "peanuts" in one["fact"]["text"])
        others = [one for one in fact_texts(before) if "peanuts" not in one]
        assert others
        gone = await paula.http.post("/memory/forget", json={"factIds": [peanuts["id"]]})
        assert gone.status_code == 200, gone.text
        after = await told(paula, answer)
        assert fact_texts(after) == others, "what else was told is still the person's, and still told"
        assert after["isPartGone"]
        trace = await paula.trace(answer)
        assert [one["kind"] for one in trace["forgotten"]] == ["memory"]
        assert "peanuts" not in str(after) + str(trace)


async def test_nobody_else_learns_what_an_answer_was_told(addresses: Addresses) -> None:
    async with known(addresses) as (served, paula, _chat), served.person("eve") as eve:
        answer = await paula.say(ASKED)
        turn = answer.headers["x-holdfast-turn-id"]
        assert (await eve.http.get(f"/api/turns/{turn}/told")).status_code == 404
        assert (await eve.http.get(f"/api/turns/{new_id()}/told")).json()["error"]["code"] == "unknown_turn"


async def test_a_block_that_found_no_room_told_nothing(addresses: Addresses) -> None:
    async with known(addresses) as (served, paula, _chat):
        answer = await paula.say(ASKED)
        turn_id = UUID(answer.headers["x-holdfast-turn-id"])
        async with served.parts.db.as_user(paula.id) as tx:
            await tx.execute(
                """update traces set trace = jsonb_set(trace, '{blocks}', (
                     select jsonb_agg(b || jsonb_build_object('status', 'dropped'))
                       from jsonb_array_elements(trace -> 'blocks') b)) where turn_id = $1""",
                turn_id,
            )
        assert (await told(paula, answer))["facts"] == []
