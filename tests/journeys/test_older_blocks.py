"""With the shadow path switched on, the older runtime's blocks stand behind the envelope, in their order."""

from __future__ import annotations

import pytest

from holdfast.core.ids import new_id
from holdfast.core.migrate import Addresses
from holdfast.turn.legacy import LEGACY_KINDS
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
