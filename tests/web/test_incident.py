"""An incident by chat, over HTTP: facts over several turns, reports, actions, and what is known after the trimming."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from uuid import UUID

import asyncpg
import httpx2
import pytest

from holdfast.core.db import Db
from holdfast.core.ids import new_id
from holdfast.core.migrate import Addresses
from holdfast.models.types import Done, TokenUsage, ToolCall
from holdfast.tools.types import ToolCaller, ToolProgress
from holdfast.turn.settings.defaults import DEFAULTS
from tests.loopback.speech_server import speech_server
from tests.scripted import ScriptedModel, says
from tests.serving import Answer, Person, chat_body, serving
from tests.tools.drawer import put_in, tool
from tests.web.test_recordings import send

pytestmark = pytest.mark.anyio

UNIT = {"type": "object", "properties": {"unit": {"type": "string"}}}
DEFAULT_SETTINGS = DEFAULTS.model_dump(mode="json", by_alias=True)


async def report(person: Person, text: str, chat: UUID, **fields: Any) -> Answer:
    answer = await person.say(text, chat=chat, selectedPersonaId="incident", **fields)
    assert answer.status == 200
    return answer


async def refused(person: Person, text: str, chat: UUID, **fields: Any) -> httpx2.Response:
    return await person.http.post("/api/chat", json=chat_body(text, chat=chat, selectedPersonaId="incident", **fields))


def prompt(model: ScriptedModel) -> str:
    """The system message of the last call."""
    content = model.calls[-1][0][0].content
    assert isinstance(content, str)
    return content


async def envelope(as_owner: asyncpg.Connection, chat: UUID) -> str:
    return str(await as_owner.fetchval("select envelope::text from envelopes where chat_id = $1", chat))


async def test_from_the_first_word_to_a_grounded_report(addresses: Addresses, as_owner: asyncpg.Connection) -> None:
    model = ScriptedModel(says("Copy."))
    async with serving(addresses, [model]) as served, served.person() as ada:
        chat = new_id()
        await report(ada, "There's a warehouse fire at 12 Dock Road, started at 14:05.", chat)
        await report(ada, "Two workers are trapped. There are propane tanks.", chat)
        asked = len(model.calls)

        early = await report(ada, "Give me a CAN report.", chat)
        assert early.text == (
            "A CAN report needs a little more. Tell me:\n\n"
            "**Conditions**\n- How big is it? Growing, holding or under control?\n\n"
            "**Actions**\n- What has been done so far, and what is being done now?\n\n"
            '**Needs**\n- What do you need? Say "no needs" if nothing is needed.'
        )
        assert len(model.calls) == asked
        trace = await ada.trace(early)
        assert trace["route"]["kind"] == "answer"
        assert trace["route"]["reason"].endswith("missing size or progress, actions taken, needs")
        assert (trace["models"], trace["blocks"]) == ([], [])
        turn = await as_owner.fetchrow(
            "select status, counted_in, model, output_tokens from turns where id = $1", UUID(trace["turnId"])
        )
        assert turn is not None
        assert tuple(turn) == ("completed", None, None, 0)
        stored = await ada.messages(chat)
        assert (stored[-1]["parts"][0]["text"], stored[-1]["status"]) == (early.text, "complete")

        await report(ada, "It is spreading to the roof. We have evacuated the yard.", chat)
        await report(ada, "We need two more engines.", chat)
        whole = await report(ada, "CAN report now.", chat)
        assert whole.text == "Copy."
        told = prompt(model)
        assert "CAN REPORT" in told
        for fact in ("warehouse fire", "12 Dock Road", "14:05", "Two workers are trapped", "propane tanks", "engines"):
            assert fact in told
        assert "Not reported" in told
        trace = await ada.trace(whole)
        assert trace["route"]["kind"] == "conversational"
        assert trace["route"]["details"]["can"] == "complete"
        assert {"envelope", "instructions"} <= set(trace["systemBlocks"])
        (block,) = [one for one in trace["blocks"] if one["kind"] == "envelope"]
        assert block["text"].startswith("INCIDENT\n")
        assert {source["type"] for source in block["sources"]} == {"message"}
        assert model.calls[-1][1] == [], "a report gets no tools"


async def test_an_answer_at_once_is_the_same_for_every_reader_and_every_time(addresses: Addresses) -> None:
    model = ScriptedModel(says("Copy."))
    async with serving(addresses, [model]) as served, served.person() as ada:
        chat, message = new_id(), new_id()
        first = await report(ada, "CAN report", chat, message=message)
        assert first.kinds == ["start", "text-start", "text-delta", "text-end", "finish"]
        await report(ada, "Gas leak at 3 Hill Street.", chat)
        body = chat_body("CAN report", chat=chat, message=message, selectedPersonaId="incident")
        again = await ada.http.post("/api/chat", json=body, headers={"accept": "application/json"})
        told = again.json()
        assert (told["response"], told["turnId"]) == (first.text, first.headers["x-holdfast-turn-id"])
        assert (told["status"], told["timing"]["llm"]) == ("completed", None)
        streamed = await report(ada, "CAN report", chat, message=message)
        assert (streamed.text, streamed.is_done) == (first.text, True)
        assert (await ada.http.get(f"/api/chat/{chat}/stream")).status_code == 204
        assert [one["id"] for one in await ada.messages(chat)].count(str(message)) == 1
        assert len(model.calls) == 1


async def test_a_report_asked_for_again_is_decided_again(addresses: Addresses) -> None:
    async with serving(addresses, [ScriptedModel(says("Copy."))]) as served, served.person() as ada:
        chat = new_id()
        await report(ada, "CAN report", chat)
        body = {"id": str(chat), "trigger": "regenerate-message", "selectedPersonaId": "incident"}
        again = await ada.http.post("/api/chat", json=body, headers={"accept": "application/json"})
        assert again.json()["response"].startswith("A CAN report needs a little more.")
        unknown = await ada.http.post("/api/chat", json={**body, "id": str(new_id())})
        assert unknown.status_code == 404


async def test_what_was_trimmed_from_the_transcript_is_still_known(addresses: Addresses) -> None:
    model = ScriptedModel(says("Copy."))
    async with serving(addresses, [model]) as served, served.person() as ada:
        chat = new_id()
        small = {**DEFAULT_SETTINGS, "historyTokens": 60, "promptTokens": 3_000}
        changed = await ada.http.put("/api/admin/prompt-settings", json={"version": 0, "settings": small})
        assert changed.status_code == 200, changed.text
        await report(ada, "Chemical spill at 9 Canal Street. Three injured.", chat)
        for number in range(6):
            await report(ada, f"Nothing new to tell here, line number {number}, still looking around the place.", chat)
        said = [str(message.content) for message in model.calls[-1][0][1:]]
        assert "9 Canal Street" not in "\n".join(said)
        assert "9 Canal Street" in prompt(model)
        assert "Three injured" in prompt(model)
        trace = await ada.trace(await report(ada, "How is it?", chat))
        dropped = [block for block in trace["blocks"] if block["kind"] == "history" and block["status"] == "dropped"]
        assert dropped
        assert trace["promptBudget"] == 3_000


async def test_an_edited_message_takes_its_facts_and_the_later_ones_along(
    addresses: Addresses, as_owner: asyncpg.Connection
) -> None:
    async with serving(addresses, [ScriptedModel(says("Copy."))]) as served, served.person() as ada:
        chat, edited = new_id(), new_id()
        await report(ada, "Gas leak at 3 Hill Street.", chat)
        await report(ada, "Four injured.", chat, message=edited)
        await report(ada, "We need a ladder.", chat)
        assert "Four injured" in await envelope(as_owner, chat)
        await report(ada, "Nobody is hurt.", chat, messageId=str(edited))
        told = await envelope(as_owner, chat)
        assert "3 Hill Street" in told
        assert "Four injured" not in told
        assert "ladder" not in told
        head = next(one for one in await ada.messages(chat) if one["role"] == "user" and len(one["siblings"]) > 1)
        back = await ada.http.patch(
            f"/api/chats/{chat}", json={"headMessageId": next(one for one in head["siblings"] if one == str(edited))}
        )
        assert back.status_code == 200, back.text
        await report(ada, "Still here.", chat)
        told = await envelope(as_owner, chat)
        assert "Four injured" in told
        assert "ladder" in told


async def test_an_action_without_a_connection_is_503_and_leaves_nothing(
    addresses: Addresses, as_owner: asyncpg.Connection
) -> None:
    model = ScriptedModel(says("Copy."))
    async with serving(addresses, [model]) as served, served.person() as ada:
        chat = new_id()
        answer = await refused(ada, "Dispatch Engine 4 to 12 Dock Road.", chat)
        assert answer.status_code == 503
        error = answer.json()["error"]
        assert error["code"] == "mcp_unavailable"
        assert "has no tool" in error["message"]
        assert (error["retryable"], "retry-after" in answer.headers) == (False, False), "waiting does not connect one"
        for table in ("chats", "messages", "turns", "streams", "envelopes", "sessions"):
            assert await as_owner.fetchval(f"select count(*) from {table}") == 0, table
        assert model.calls == []
        assert (await report(ada, "How do I dispatch an engine?", chat)).text == "Copy."
        assert model.calls[-1][1] == []


async def test_an_action_with_a_tool_runs_and_talk_gets_no_tool(addresses: Addresses) -> None:
    used: list[str] = []

    async def dispatch(caller: ToolCaller, arguments: Mapping[str, Any], progress: ToolProgress) -> str:
        used.append(arguments["unit"])
        return "Engine 4 is on its way."

    model = ScriptedModel(
        [ToolCall("1", "radio__dispatch", '{"unit": "Engine 4"}'), Done(TokenUsage(5, 1))],
        says("Engine 4 is on its way."),
    )
    async with serving(addresses, [model]) as served, served.person() as ada:
        connected = put_in(served, tool("radio__dispatch", dispatch, UNIT, origin="mcp:7"))
        chat, message = new_id(), new_id()
        acted = await report(ada, "Dispatch Engine 4.", chat, message=message)
        assert used == ["Engine 4"]
        assert acted.text == "Engine 4 is on its way."
        trace = await ada.trace(acted)
        assert trace["route"]["kind"] == "actionable"
        assert trace["route"]["reason"] == "action dispatch, settings version 0"
        assert "Act only when the person asks for an action." in prompt(model)
        await report(ada, "Thanks, what do we know?", chat)
        assert model.calls[-1][1] == []

        connected.tools = ()
        again = await report(ada, "Dispatch Engine 4.", chat, message=message)
        assert again.text == acted.text, "the same message gets its first answer, whatever is connected now"
        assert (await refused(ada, "Dispatch Engine 4.", chat)).status_code == 503


async def test_what_is_spoken_is_routed_as_well(addresses: Addresses) -> None:
    model = ScriptedModel(says("Copy."))
    async with speech_server() as provider:
        provider.words = "Dispatch Engine 4, please."
        ears = {"transcribe": {"base_url": provider.base_url}}
        async with serving(addresses, [model], speech=ears) as served, served.person() as ada:
            answer = await send(ada, personaId="incident")
            assert (answer.status_code, answer.json()["error"]["code"]) == (503, "mcp_unavailable")
            provider.words = "Give me a can report."
            told = (await send(ada, personaId="incident")).json()
            assert told["response"].startswith("A CAN report needs a little more.")
            assert model.calls == []


async def test_a_change_of_the_settings_holds_with_the_next_turn_in_every_process(addresses: Addresses) -> None:
    first, second = ScriptedModel(says("One.")), ScriptedModel(says("Two."))
    async with (
        serving(addresses, [first]) as here,
        serving(addresses, [second]) as there,
        here.person("ada") as ada,
        there.person("bob") as bob,
    ):
        for person in (ada, bob):
            assert (await refused(person, "Dispatch Engine 4.", new_id())).status_code == 503
        ours = {**DEFAULT_SETTINGS, "actionEntities": ["frobnicate"], "thinPrompt": "Say over at the end."}
        changed = await ada.http.put("/api/admin/prompt-settings", json={"version": 0, "settings": ours})
        assert (changed.status_code, changed.json()["version"]) == (200, 1)
        for person, model in ((ada, first), (bob, second)):
            await report(person, "Dispatch Engine 4.", new_id())
            assert "Say over at the end." in prompt(model)
            assert (await refused(person, "Frobnicate it.", new_id())).status_code == 503
        back = await ada.http.post("/api/admin/prompt-settings/restore", json={"version": 0})
        assert back.json()["version"] == 2
        assert (await refused(bob, "Dispatch Engine 4.", new_id())).status_code == 503


async def test_a_message_larger_than_the_budget_of_the_settings_is_refused_with_the_limit(addresses: Addresses) -> None:
    async with serving(addresses, [ScriptedModel()]) as served, served.person() as ada:
        small = {**DEFAULT_SETTINGS, "promptTokens": 2_500}
        await ada.http.put("/api/admin/prompt-settings", json={"version": 0, "settings": small})
        answer = await refused(ada, "word " * 3_000, new_id())
        assert (answer.status_code, answer.json()["error"]["code"]) == (413, "message_too_large")
        assert answer.json()["error"]["details"]["limit"] < 2_500


async def test_an_envelope_is_its_owners_alone(addresses: Addresses, db: Db, as_owner: asyncpg.Connection) -> None:
    async with (
        serving(addresses, [ScriptedModel(says("Copy."))]) as served,
        served.person("ada") as ada,
        served.person("eve") as eve,
        served.stranger() as stranger,
    ):
        chat = new_id()
        await report(ada, "Gas leak at 3 Hill Street.", chat)
        before = await envelope(as_owner, chat)
        assert (await refused(eve, "CAN report", chat)).status_code == 403
        assert (await refused(eve, "Dispatch Engine 4.", chat)).status_code == 403
        body = chat_body("CAN report", chat=chat, selectedPersonaId="incident")
        assert (await stranger.post("/api/chat", json=body)).status_code == 401
        async with db.as_user(eve.id) as tx:
            assert await tx.fetchval("select count(*) from envelopes") == 0
            assert await tx.execute("update envelopes set through_id = null") == "UPDATE 0"
        assert await envelope(as_owner, chat) == before
        assert (await ada.http.delete(f"/api/chats/{chat}")).status_code == 204
        assert await as_owner.fetchval("select count(*) from envelopes") == 0
