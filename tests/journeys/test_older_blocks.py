"""With the shadow path switched on, the older runtime's blocks stand behind the envelope, in their order."""

from __future__ import annotations

from typing import Any
from uuid import UUID

import asyncpg
import pytest

from holdfast.chats.sessions import close_idle_sessions
from holdfast.core.ids import new_id
from holdfast.core.migrate import Addresses
from holdfast.turn.context.legacy import GIVES_WAY, GUARD_TOKENS, LEGACY_KINDS
from tests.journeys.test_replay import replay
from tests.scripted import ScriptedModel
from tests.serving import Person, Served, serving
from tests.working import work_off

pytestmark = pytest.mark.anyio

ALL = {"shadow_path": True, "memory_curator": True}


async def test_they_follow_their_order_and_nothing_is_told_twice(addresses: Addresses) -> None:
    features = {"shadow_path": True}
    async with serving(addresses, [ScriptedModel()], features=features) as served, served.person() as ada:
        chat = new_id()
        await ada.http.put("/memory/about", json={"about": "I am Ada, and I keep bees."})
        await ada.say("I need to call the dentist tomorrow.", chat=chat)
        await ada.say("My sister Ana lives in Rome.", chat=chat)
        await work_off(served.parts)
        facts = (await ada.http.get("/memory/facts")).json()["facts"]
        await ada.http.patch(f"/memory/facts/{facts[0]['id']}", json={"isPinned": True})
        answer = await ada.say("Tell me something about the weather on the moon.", chat=chat)
        trace = await ada.trace(answer)
        told = [block for block in trace["blocks"] if block["kind"] in LEGACY_KINDS]
        kinds = [block["kind"] for block in told]
        assert kinds == [kind for kind in LEGACY_KINDS if kind in kinds]
        assert {"session_state", "foundation_memories", "commitments", "user_seed"} <= set(kinds)
        assert {block["order"] for block in told} == {7}
        texts = [block["text"] for block in trace["blocks"] if block["kind"] in trace["systemBlocks"]]
        assert sum("keep bees" in text for text in texts) == 1
        assert sum(facts[0]["text"] in text for text in texts) == 1


SOPHIE = "sophie"
YESTERDAY = ("My sister Ana lives in Rome.", "I need to finish the tax report.", "I finished the tax report!")
TODAY = (
    "I need to call the dentist. I need to pay the rent. I need to write to Berta. I need to buy bread. "
    "I need to fix the bike. I need to book the train.",
    "Maybe I will move to Porto. I might learn the cello. I am thinking about selling the car. Perhaps I should paint "
    "the shed.",
    "I keep putting off letters. I always forget birthdays. I struggle with early mornings. I keep losing my keys.",
    "The garden is full of snow.",
)


async def a_full_life(served: Served, ada: Person, as_owner: asyncpg.Connection) -> UUID:
    """Two sessions with a companion that learns by session, the second under way; what is pinned, what is written."""
    chat = new_id()
    for text in YESTERDAY:
        await ada.say(text, chat=chat, selectedPersonaId=SOPHIE)
        await work_off(served.parts)
    await as_owner.execute("update sessions set closes_at = now() - interval '1 second'")
    await close_idle_sessions(served.parts.db)
    await work_off(served.parts)
    for text in TODAY:
        await ada.say(text, chat=chat, selectedPersonaId=SOPHIE)
        await work_off(served.parts)
    (sister,) = [
        fact for fact in (await ada.http.get("/memory/facts")).json()["facts"] if "sister" in fact["text"].lower()
    ]
    await ada.http.patch(f"/memory/facts/{sister['id']}", json={"isPinned": True})
    await ada.http.put("/memory/about", json={"about": "I am Ada, and I keep bees."})
    return chat


async def told_to(ada: Person, chat: UUID) -> dict[str, dict[str, Any]]:
    """To words that share something with what is known, and need nothing of it."""
    said = await ada.say("The report is finished, what a day.", chat=chat, selectedPersonaId=SOPHIE)
    trace = await ada.trace(said)
    return {block["kind"]: block for block in trace["blocks"] if block["kind"] in LEGACY_KINDS}


async def test_all_eleven_stand_in_their_order_with_their_caps_for_a_companion_that_learns_by_session(
    addresses: Addresses, as_owner: asyncpg.Connection
) -> None:
    model = ScriptedModel(is_demo=True)  # it answers; whatever else is asked goes by rules
    async with serving(addresses, [model], features=ALL) as served, served.person() as ada:
        chat = await a_full_life(served, ada, as_owner)
        told = await told_to(ada, chat)
        assert list(told) == list(LEGACY_KINDS)
        assert {block["status"] for block in told.values()} == {"kept"}
        lines = {kind: block["text"].splitlines()[1:] for kind, block in told.items()}
        assert "in this session so far: 5" in lines["session_state"][0]
        assert [line for line in lines["foundation_memories"] if "sister" in line.lower()]
        assert lines["relevant_memories"] == ["- Finished the tax report"]
        assert (len(lines["commitments"]), len(lines["threads"]), len(lines["frictions"])) == (5, 3, 3)
        assert lines["wins"] == ["- Finish the tax report"]
        assert lines["user_seed"] == ["I am Ada, and I keep bees."]
        assert "Ana" in told["summary_spine"]["text"]
        assert "call the dentist" in told["current_session"]["text"].lower(), (
            "what the path tells of the session so far"
        )
        assert "tax report" not in told["current_session"]["text"]
        assert "tax report" in told["latest_session"]["text"]
        assert "dentist" not in told["latest_session"]["text"]

        await as_owner.execute("update loops set opened_at = opened_at - interval '49 hours' where kind = 'win'")
        await as_owner.execute("update loops set closed_at = closed_at - interval '49 hours' where kind = 'win'")
        assert "wins" not in await told_to(ada, chat), "of the last 48 hours"


async def test_above_their_budget_three_give_way_one_after_another(
    addresses: Addresses, as_owner: asyncpg.Connection
) -> None:
    async with serving(addresses, [ScriptedModel(is_demo=True)], features=ALL) as served, served.person() as ada:
        chat = await a_full_life(served, ada, as_owner)
        tokens = {kind: block["tokens"] for kind, block in (await told_to(ada, chat)).items()}
        gone: list[str] = []
        for kind in GIVES_WAY:
            total = sum(tokens.values()) - sum(tokens[one] for one in gone)
            missing = GUARD_TOKENS - total + tokens[kind] // 2
            about = "I am Ada, and I keep bees." + " Ж" * missing  # a token each
            assert (await ada.http.put("/memory/about", json={"about": about})).status_code == 200
            told = await told_to(ada, chat)
            gone.append(kind)
            assert [one for one, block in told.items() if block["status"] == "dropped"] == sorted(
                gone, key=LEGACY_KINDS.index
            )
            assert "legacy blocks took" in told[kind]["reason"]


async def test_switched_off_none_of_them_appears(addresses: Addresses) -> None:
    async with serving(addresses, [ScriptedModel()]) as served, served.person() as ada:
        await ada.http.put("/memory/about", json={"about": "I am Ada, and I keep bees."})
        trace = await ada.trace(await ada.say("What do I keep?"))
        assert not {block["kind"] for block in trace["blocks"]} & set(LEGACY_KINDS)
        assert "about" in trace["systemBlocks"]


async def test_a_persona_that_is_told_nothing_of_the_memory_gets_none_of_them(addresses: Addresses) -> None:
    """What was true of another incident must not pass for a fact of this one."""
    async with serving(addresses, [ScriptedModel()], features={"shadow_path": True}) as served, served.person() as ada:
        await ada.say("My sister Ana lives in Rome.", chat=new_id())
        await work_off(served.parts)
        answer = await ada.say("The fire is in the house of my sister Ana.", selectedPersonaId="incident")
        assert not set((await ada.trace(answer))["systemBlocks"]) & set(LEGACY_KINDS)


async def test_messages_are_counted_beyond_what_the_persona_sees(addresses: Addresses) -> None:
    async with serving(addresses, [ScriptedModel()], features={"shadow_path": True}) as served, served.person() as ada:
        chat = new_id()
        for number in range(6):
            answer = await ada.say(f"Shed part {number} is painted.", chat=chat, selectedPersonaId="sophie")
        (state,) = [one for one in (await ada.trace(answer))["blocks"] if one["kind"] == "session_state"]
        assert "in this session so far: 6" in state["text"]


async def test_looking_back_they_tell_what_was_known_then(addresses: Addresses) -> None:
    async with serving(addresses, [ScriptedModel()], features={"shadow_path": True}) as served, served.person() as ada:
        await ada.say("I need to call the dentist tomorrow.", chat=new_id())
        await work_off(served.parts)
        chat = new_id()
        asked = await ada.say("Tell me something about the weather on the moon.", chat=chat)
        assert "commitments" in (await ada.trace(asked))["systemBlocks"]
        await ada.say("I called the dentist, that is done. I need to write to my aunt Berta by Friday.", chat=chat)
        await work_off(served.parts)
        then: dict[str, Any] = await replay(ada, asked, memory="then", asksModel=False)
        (commitments,) = [one for one in then["blocks"] if one["kind"] == "commitments"]
        assert "dentist" in commitments["text"]
        assert "Berta" not in "".join(one["text"] for one in then["blocks"])
