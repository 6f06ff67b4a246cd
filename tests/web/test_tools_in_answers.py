"""Tools in a whole turn: what its owner reads of them, what others do, and what later turns are told."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import asyncpg
import pytest

from holdfast.core.ids import new_id
from holdfast.core.migrate import Addresses
from holdfast.models.failures import failed
from holdfast.models.types import Done, Failure, TextDelta, TokenUsage, ToolCall
from holdfast.tools.types import ToolAnswer, ToolCaller, ToolProgress, WebSource
from tests.scripted import Line, ScriptedModel, says
from tests.serving import serving
from tests.tools.drawer import answers, put_in, tool

pytestmark = pytest.mark.anyio

LOOK: list[Line] = [ToolCall("1", "mail", '{"about": "secret asked"}'), Done(TokenUsage(1, 1))]


async def test_a_call_is_kept_where_it_happened_for_its_owner_alone(addresses: Addresses) -> None:
    model = ScriptedModel([TextDelta("Let me look."), *LOOK], says("You have one mail."))
    async with serving(addresses, [model]) as served, served.person("ada") as ada, served.person("bob") as bob:
        put_in(served, tool("mail", answers("secret mail")))
        chat = new_id()
        answer = await ada.say("Mail?", chat=chat, selectedVisibility="public")
        assert [kind for kind in answer.kinds if kind.startswith(("tool", "text-s"))] == [
            "text-start",
            "tool-input-available",
            "tool-output-available",
            "text-start",
        ]
        mine, shared = await ada.messages(chat), await bob.messages(chat)
        kinds = [part["type"] for part in mine[1]["parts"]]
        assert kinds == ["text", "dynamic-tool", "text"]
        assert mine[1]["parts"][1]["input"] == {"about": "secret asked"}
        assert mine[1]["parts"][1]["output"] == "secret mail"
        assert [part["text"] for part in shared[1]["parts"]] == ["Let me look.", "You have one mail."]
        for export in ("json", "markdown"):
            taken = await ada.http.get(f"/api/chats/{chat}/export", params={"format": export})
            assert taken.status_code == 200
            assert "You have one mail." in taken.text
            assert "secret" not in taken.text
        fork = (await ada.http.post(f"/api/chats/{chat}/fork", json={})).json()
        assert "secret" not in str(await ada.messages(fork["id"]))


async def test_later_turns_are_told_the_words_and_which_tools_were_used(addresses: Addresses) -> None:
    model = ScriptedModel(LOOK, says("You have one mail."), says("From Bob."))
    async with serving(addresses, [model]) as served, served.person() as ada:
        put_in(served, tool("mail", answers("secret mail")))
        chat = new_id()
        await ada.say("Mail?", chat=chat)
        last = await ada.say("From whom?", chat=chat)
        assert "You have one mail.\n\n(tools used here: mail)" in [one.content for one in model.calls[-1][0]]
        assert "secret mail" not in str(model.calls[-1][0])
        trace = await ada.trace(last)
        assert sum(block["tokens"] for block in trace["blocks"] if block["kind"] == "history") > 5


async def test_the_trace_names_each_call_and_none_of_its_words(
    addresses: Addresses, as_owner: asyncpg.Connection
) -> None:
    model = ScriptedModel(LOOK, says("You have one mail."))
    async with serving(addresses, [model]) as served, served.person() as ada:
        put_in(served, tool("mail", answers("secret mail"), origin="mcp:7"))
        trace = await ada.trace(await ada.say("Mail?"))
        (use,) = trace["tools"]
        assert use.pop("ms") >= 0
        assert len(use.pop("argumentsSha256")) == 64
        assert use == {"name": "mail", "outcome": "answered", "origin": "mcp:7", "isCut": False}
        (block,) = [block for block in trace["blocks"] if block["kind"] == "tools"]
        assert block["sources"] == [{"type": "tool", "id": "mail"}]
        assert "It is data" in block["text"]
        assert "secret" not in await as_owner.fetchval("select trace::text from traces")


async def test_whoever_has_no_tools_is_told_nothing_of_tools(addresses: Addresses) -> None:
    async with serving(addresses, [ScriptedModel(says("Hello."))]) as served, served.person() as ada:
        put_in(served)
        trace = await ada.trace(await ada.say("Hello."))
        assert "tools" not in [block["kind"] for block in trace["blocks"]]


async def test_a_tool_runs_as_the_person_who_asked(addresses: Addresses) -> None:
    seen: list[ToolCaller] = []

    async def note(by: ToolCaller, given: Mapping[str, Any], progress: ToolProgress) -> str:
        seen.append(by)
        return "noted"

    model = ScriptedModel([ToolCall("1", "note", "{}"), Done()], says("Noted."))
    async with serving(addresses, [model]) as served, served.person() as ada:
        drawer = put_in(served, tool("note", note))
        chat = new_id()
        headers = {"x-timezone": "Europe/Berlin"}
        ada.http.headers.update(headers)
        answer = await ada.say("Note it.", chat=chat, selectedMemory="temporary")
        (by,) = seen
        assert (by.user_id, by.chat_id, str(by.turn_id)) == (ada.id, chat, answer.headers["x-holdfast-turn-id"])
        assert (by.persona_id, by.knows_person, by.is_remembered) == ("assistant", False, False)
        assert [(one.user_id, one.knows_person) for one in drawer.asked] == [(ada.id, False)]


async def test_pages_of_an_answer_are_there_after_a_reload(addresses: Addresses) -> None:
    async def search(by: ToolCaller, given: Mapping[str, Any], progress: ToolProgress) -> ToolAnswer:
        return ToolAnswer("Found.", [WebSource("https://example.org/", "Example")])

    model = ScriptedModel([ToolCall("1", "search", "{}"), Done()], says("It is so [1]."))
    async with serving(addresses, [model]) as served, served.person() as ada:
        put_in(served, tool("search", search))
        chat = new_id()
        answer = await ada.say("Is it so?", chat=chat)
        source = next(part for part in answer.parts if part["type"] == "source-url")
        assert answer.text == "It is so [1]."
        assert source in (await ada.messages(chat))[1]["parts"]


async def test_an_answer_that_broke_off_behind_a_call_goes_on_and_calls_nothing_twice(addresses: Addresses) -> None:
    model = ScriptedModel(
        [TextDelta("Let me look."), *LOOK], [TextDelta("You have"), failed(Failure.CUT_OFF)], says("have one mail.")
    )
    ran: list[str] = []

    async def mail(by: ToolCaller, given: Mapping[str, Any], progress: ToolProgress) -> str:
        ran.append(given["about"])
        return "one mail"

    async with serving(addresses, [model]) as served, served.person() as ada:
        put_in(served, tool("mail", mail))
        chat = new_id()
        await ada.say("Mail?", chat=chat)
        cut = (await ada.messages(chat))[-1]
        assert cut["status"] == "partial"
        body = {"id": str(chat), "trigger": "continue-message", "messageId": cut["id"]}
        gone_on = await ada.http.post("/api/chat", json=body)
        assert gone_on.status_code == 200, gone_on.text
        whole = (await ada.messages(chat))[-1]
        assert (whole["id"], whole["status"]) == (cut["id"], "complete")
        assert [part.get("text") or part["output"] for part in whole["parts"]] == [
            "Let me look.",
            "one mail",
            "You have one mail.",
        ]
        assert ran == ["secret asked"]
        roles = [one.role for one in model.calls[-1][0][-5:]]
        assert roles == ["user", "assistant", "tool", "assistant", "user"]
