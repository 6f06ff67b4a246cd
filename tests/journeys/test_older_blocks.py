"""With the shadow path switched on, the older runtime's blocks stand behind the envelope, in their order."""

from __future__ import annotations

from typing import Any

import pytest

from holdfast.core.ids import new_id
from holdfast.core.migrate import Addresses
from holdfast.turn.legacy import LEGACY_KINDS
from tests.journeys.test_replay import replay
from tests.scripted import ScriptedModel
from tests.serving import serving
from tests.working import work_off

pytestmark = pytest.mark.anyio


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
