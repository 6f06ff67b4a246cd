"""Replays of turns that are not simple: routed, of a session, of another branch, of a persona that has left."""

from __future__ import annotations

from pathlib import Path
from typing import Any
from uuid import UUID

import pytest

from holdfast.chats.sessions import close_idle_sessions
from holdfast.core.ids import new_id
from holdfast.core.migrate import Addresses
from tests.journeys.test_replay import replay
from tests.journeys.test_sessions_under_stress import SOPHIE, Hands
from tests.scripted import ScriptedModel, says
from tests.serving import Answer, Person, serving
from tests.working import work_off

pytestmark = pytest.mark.anyio


def changes(replayed: dict[str, Any]) -> dict[str, str]:
    return {one["kind"]: one["change"] for one in replayed["difference"] if one["kind"] != "real_time"}


def told(replayed: dict[str, Any], kind: str) -> str:
    (text,) = [block["text"] for block in replayed["blocks"] if block["kind"] == kind]
    return str(text)


async def report(person: Person, text: str, chat: UUID, **fields: Any) -> Answer:
    answer = await person.say(text, chat=chat, selectedPersonaId="incident", **fields)
    assert answer.status == 200
    return answer


async def test_a_routed_turn_gets_the_installations_own_words_again(addresses: Addresses) -> None:
    async with serving(addresses, [ScriptedModel()]) as served, served.person() as ada:
        asked = await report(ada, "There's a warehouse fire at 12 Dock Road.", new_id())
        then = await replay(ada, asked, memory="then", asksModel=False)
        assert set(changes(then).values()) == {"same"}
        assert then["promptBudget"] == (await ada.trace(asked))["promptBudget"]


async def test_the_model_that_answered_is_asked_again(addresses: Addresses) -> None:
    first, second = ScriptedModel(name="test:first"), ScriptedModel(says("Second."), name="test:second")
    async with serving(addresses, [first, second]) as served, served.person() as ada:
        asked = await ada.say("Hello there", selectedModel="test:second")
        assert asked.text == "Second."
        replayed: dict[str, Any] = await replay(ada, asked)
        assert [one["name"] for one in replayed["models"]] == ["test:second"]


async def test_the_memory_of_then_hands_over_what_it_did_and_that_of_now_what_it_would(addresses: Addresses) -> None:
    hands, chat = Hands(), new_id()
    async with serving(addresses, [ScriptedModel()], clock=hands) as served, served.person() as ada:
        await ada.say("My sister Ana is visiting me next week with her two kids.", chat=chat, **SOPHIE)
        hands.pass_by(60)
        await close_idle_sessions(served.parts.db)
        await work_off(served.parts)
        asked = await ada.say("Hello", chat=chat, **SOPHIE)
        assert "handover" in (await ada.trace(asked))["systemBlocks"]
        hands.pass_by(600)
        await close_idle_sessions(served.parts.db)
        await work_off(served.parts)
        await ada.say("I sold the boat to a man from Lisbon.", chat=chat, **SOPHIE)
        hands.pass_by(60)
        await close_idle_sessions(served.parts.db)
        await work_off(served.parts)
        then: dict[str, Any] = await replay(ada, asked, memory="then", asksModel=False)
        assert set(changes(then).values()) == {"same"}
        now: dict[str, Any] = await replay(ada, asked, memory="now", asksModel=False)
        assert changes(now)["handover"] == "changed"
        assert "Lisbon" in told(now, "handover")

        gone = await ada.http.post("/memory/forget", json={"query": "I sold the boat to a man from Lisbon"})
        assert gone.status_code == 200, gone.text
        after: dict[str, Any] = await replay(ada, asked, memory="then", asksModel=False)
        assert {"source": "startbrief", "reason": "not_kept"} in after["missing"], "what is known now is not of then"
        assert "handover" not in {block["kind"] for block in after["blocks"]}


async def test_an_incident_is_told_as_its_own_branch_knew_it(addresses: Addresses) -> None:
    async with serving(addresses, [ScriptedModel()]) as served, served.person() as ada:
        chat, edited = new_id(), new_id()
        await report(ada, "There's a warehouse fire at 12 Dock Road.", chat)
        await ada.http.post(
            "/api/chat",
            json={
                "id": str(chat),
                "message": {"id": str(edited), "role": "user", "parts": [{"type": "text", "text": "Two are trapped."}]},
                "selectedPersonaId": "incident",
            },
        )
        asked = await report(ada, "What do we do first?", chat)
        await report(ada, "Three are trapped.", chat, messageId=str(edited))
        then: dict[str, Any] = await replay(ada, asked, memory="then", asksModel=False)
        assert "Two are trapped" in told(then, "envelope")
        assert "Three" not in told(then, "envelope")
        assert set(changes(then).values()) == {"same"}


async def test_a_turn_of_a_persona_that_has_left_is_refused_and_its_trace_stays(
    addresses: Addresses, tmp_path: Path
) -> None:
    pack = tmp_path / "brief"
    pack.mkdir()
    (pack / "kernel.md").write_text("You are brief.", encoding="utf-8")
    (pack / "persona.toml").write_text('name = "Brief"\ndescription = "Short."\n', encoding="utf-8")
    async with serving(addresses, [ScriptedModel()], personas_dir=tmp_path) as served, served.person() as ada:
        asked = await ada.say("Hello there", selectedPersonaId="brief")
        cookies = ada.http.cookies
    async with serving(addresses, [ScriptedModel()]) as served, served.stranger() as http:
        http.cookies = cookies
        turn = asked.headers["x-holdfast-turn-id"]
        assert (await http.get(f"/api/turns/{turn}/trace")).json()["persona"] == "brief"
        response = await http.post(f"/api/turns/{turn}/replay", json={})
        assert (response.status_code, response.json()["error"]["code"]) == (404, "unknown_persona")
