"""Calls that wait for their person: what is asked, by whom it is decided, and that nothing runs twice."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID

import asyncpg
import httpx2
import pytest

from holdfast.core.ids import new_id
from holdfast.core.migrate import Addresses
from holdfast.models.types import Done, TextDelta, TokenUsage, ToolCall
from holdfast.tools.types import Tool, ToolCaller, ToolProgress
from tests.architecture.belongings import make_key
from tests.scripted import Line, ScriptedModel, says
from tests.serving import Answer, Person, Reader, Served, chat_body, serving
from tests.tools.drawer import Drawer, answers, put_in, tool
from tests.waiting import until
from tests.working import work_off

pytestmark = pytest.mark.anyio

LETTER = {"type": "object", "required": ["to"], "properties": {"to": {"type": "string"}}}
POST: list[Line] = [TextDelta("I would send it."), ToolCall("1", "post", '{"to": "Bob"}'), Done(TokenUsage(1, 1))]
SENT = says("It is sent.")


@dataclass
class House:
    served: Served
    ada: Person
    bob: Person
    model: ScriptedModel
    drawer: Drawer
    sent: list[Mapping[str, Any]]
    now: list[datetime] = field(default_factory=list)
    chat: UUID = field(default_factory=new_id)

    async def ask(self, text: str = "Send it.", **fields: Any) -> Answer:
        answer = await self.ada.say(text, chat=self.chat, **fields)
        assert answer.status == 200
        return answer

    async def waiting(self, person: Person | None = None, **which: str) -> list[dict[str, Any]]:
        told = await (person or self.ada).http.get("/api/approvals", params=which or {"chatId": str(self.chat)})
        assert told.status_code == 200, told.text
        found: list[dict[str, Any]] = told.json()["approvals"]
        return found

    async def decide(self, approval: str, decision: str = "approve", **more: Any) -> httpx2.Response:
        return await self.ada.http.post(f"/api/approvals/{approval}", json={"decision": decision, **more})

    async def settle(self) -> None:
        await until(lambda: not list(self.served.parts.streams))

    async def parts(self) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = (await self.ada.messages(self.chat))[-1]["parts"]
        return found

    async def call(self) -> dict[str, Any]:
        return next(part for part in await self.parts() if part["type"] == "dynamic-tool")


@asynccontextmanager
async def house(
    addresses: Addresses, *scripts: list[Line], others: tuple[Tool, ...] = (), **settings: Any
) -> AsyncIterator[House]:
    sent: list[Mapping[str, Any]] = []
    now = [datetime.now(UTC)]

    async def post(by: ToolCaller, given: Mapping[str, Any], progress: ToolProgress) -> str:
        sent.append(given)
        return f"Sent to {given['to']}."

    model = ScriptedModel(*scripts)
    async with (
        serving(addresses, [model], clock=lambda: now[0], **settings) as served,
        served.person("ada") as ada,
        served.person("bob") as bob,
    ):
        letter = tool("post", post, LETTER, trust="ask", danger="dangerous")
        yield House(served, ada, bob, model, put_in(served, letter, *others), sent, now)


async def test_what_must_be_allowed_waits_and_runs_once_it_is(addresses: Addresses) -> None:
    async with house(addresses, POST, SENT) as here:
        first = await here.ask()
        assert here.sent == []
        assert first.kinds[-2:] == ["tool-approval-request", "finish"]
        assert first.parts[-1]["finishReason"] == "tool-calls"
        (asked,) = await here.waiting()
        assert first.parts[-2]["approvalId"] == asked["id"]
        assert {name: asked[name] for name in ("chatId", "toolCallId", "name", "source", "danger", "arguments")} == {
            "chatId": str(here.chat),
            "toolCallId": "1",
            "name": "post",
            "source": "holdfast",
            "danger": "dangerous",
            "arguments": {"to": "Bob"},
        }
        assert (await here.call())["state"] == "approval-requested"

        told = await here.decide(asked["id"])
        assert told.status_code == 200, told.text
        gone_on = told.json()
        assert (gone_on["waitingFor"], set(gone_on)) == ([], {"turnId", "streamId", "waitingFor"})
        await here.settle()
        assert here.sent == [{"to": "Bob"}]
        assert await here.waiting() == []
        assert [part.get("text") or part["state"] for part in await here.parts()] == [
            "I would send it.",
            "output-available",
            "It is sent.",
        ]
        call = await here.call()
        assert (call["output"], call["approval"]) == ("Sent to Bob.", {"id": asked["id"], "approved": True})
        (said,) = [one for one in here.model.calls[-1][0] if one.tool_calls]
        assert (said.content, said.tool_calls) == ("I would send it.", [ToolCall("1", "post", '{"to":"Bob"}')])
        assert "Sent to Bob." in str(here.model.calls[-1][0][-1].content)

        trace = (await here.ada.http.get(f"/api/turns/{gone_on['turnId']}/trace")).json()
        assert trace["continues"] == first.headers["x-holdfast-turn-id"]
        assert [(use["name"], use["outcome"]) for use in trace["tools"]] == [("post", "answered")]
        before = await here.ada.trace(first)
        assert [(use["name"], use["outcome"]) for use in before["tools"]] == [("post", "waits")]


async def test_whoever_reads_on_hears_the_answer_whole_and_the_request_no_more(addresses: Addresses) -> None:
    gate = asyncio.Event()
    async with house(addresses, POST, [TextDelta("It is "), gate, TextDelta("sent."), Done()]) as here:
        await here.ask()
        (asked,) = await here.waiting()
        await here.decide(asked["id"])
        await here.model.waits.wait()
        reader = Reader(here.ada.http, f"/api/chat/{here.chat}/stream")
        await until(lambda: b"tool-output-available" in reader.body)
        gate.set()
        told = await reader.to_its_end()
        assert told.text == "I would send it.It is sent."
        assert [kind for kind in told.kinds if kind.startswith("tool")] == [
            "tool-input-available",
            "tool-output-available",
        ]
        assert told.parts[0]["messageId"] == (await here.ada.messages(here.chat))[-1]["id"]


async def test_what_is_not_allowed_does_not_run_and_the_model_hears_why(addresses: Addresses) -> None:
    async with house(addresses, POST, says("Then not.")) as here:
        await here.ask()
        (asked,) = await here.waiting()
        assert (await here.decide(asked["id"], "deny", reason="Bob has moved.")).status_code == 200
        await here.settle()
        assert here.sent == []
        call = await here.call()
        approval = {"id": asked["id"], "approved": False, "reason": "Bob has moved."}
        assert (call["state"], call["approval"]) == ("output-denied", approval)
        assert "They said: Bob has moved." in str(here.model.calls[-1][0][-1].content)
        assert (await here.parts())[-1]["text"] == "Then not."


async def test_arguments_may_be_changed_before_they_are_allowed(addresses: Addresses) -> None:
    async with house(addresses, POST, SENT) as here:
        await here.ask()
        (asked,) = await here.waiting()
        for wrong, status in (({"to": 5}, 422), ({}, 422), ({"to": "Cy\u0000"}, 400)):
            refused = await here.decide(asked["id"], arguments=wrong)
            assert refused.status_code == status, refused.text
        assert (await here.decide(asked["id"], arguments={"to": "Cy"})).status_code == 200
        await here.settle()
        assert here.sent == [{"to": "Cy"}]
        assert (await here.call())["input"] == {"to": "Cy"}
        assert "The person changed the arguments" in str(here.model.calls[-1][0][-1].content)


async def test_of_two_who_decide_at_once_one_wins_and_nothing_runs_twice(addresses: Addresses) -> None:
    async with house(addresses, POST, SENT) as here:
        await here.ask()
        (asked,) = await here.waiting()
        told = await asyncio.gather(*[here.decide(asked["id"]) for _ in range(5)])
        assert sorted(one.status_code for one in told) == [200, 409, 409, 409, 409]
        await here.settle()
        assert here.sent == [{"to": "Bob"}]
        again = await here.decide(asked["id"])
        assert (again.status_code, again.json()["error"]["code"]) == (409, "approval_spent")


async def test_it_expires(addresses: Addresses) -> None:
    async with house(addresses, POST, SENT) as here:
        await here.ask()
        (asked,) = await here.waiting()
        assert datetime.fromisoformat(asked["expiresAt"]) == here.now[0] + timedelta(hours=24)
        here.now[0] += timedelta(hours=24, seconds=1)
        assert await here.waiting() == []
        late = await here.decide(asked["id"])
        assert (late.status_code, late.json()["error"]["code"]) == (409, "approval_expired")
        assert here.sent == []


@pytest.mark.parametrize("is_gone", [True, False])
async def test_a_tool_that_is_gone_or_says_something_else_since_is_not_run(addresses: Addresses, is_gone: bool) -> None:
    async with house(addresses, POST, SENT) as here:
        await here.ask()
        (asked,) = await here.waiting()
        (letter,) = here.drawer.tools
        assert isinstance(letter, Tool)
        changed = replace(letter, spec=replace(letter.spec, description="Does post. Also tells everybody."))
        here.drawer.tools = () if is_gone else (changed,)
        told = await here.decide(asked["id"])
        assert (told.status_code, told.json()["error"]["code"]) == (409, "tool_changed")
        assert here.sent == []
        assert (await here.decide(asked["id"], "deny")).status_code == 200, "it can still be denied"


async def test_a_new_message_withdraws_what_waits(addresses: Addresses) -> None:
    async with house(addresses, POST, says("As you like.")) as here:
        await here.ask()
        (asked,) = await here.waiting()
        await here.ask("Never mind.")
        assert await here.waiting() == []
        told = await here.decide(asked["id"])
        assert (told.status_code, told.json()["error"]["code"]) == (409, "approval_spent")
        kept = (await here.ada.messages(here.chat))[1]["parts"][1]
        assert (kept["state"], kept["approval"]["approved"]) == ("output-denied", False)
        history = [one.content for one in here.model.calls[-1][0]]
        assert "I would send it.\n\n(asked for and without result: post)" in history
        assert here.sent == []


async def test_other_calls_of_the_round_have_run_and_several_are_decided_one_by_one(addresses: Addresses) -> None:
    both: list[Line] = [
        ToolCall("1", "post", '{"to": "Bob"}'),
        ToolCall("2", "clock", "{}"),
        ToolCall("3", "post", '{"to": "Cy"}'),
        Done(),
    ]
    async with house(addresses, both, SENT, others=(tool("clock", answers("12:00")),)) as here:
        await here.ask()
        assert [part["state"] for part in await here.parts()] == [
            "approval-requested",
            "output-available",
            "approval-requested",
        ]
        one, two = await here.waiting()
        assert (await here.decide(one["id"])).json() == {"turnId": None, "streamId": None, "waitingFor": [two["id"]]}
        assert here.sent == [], "the answer goes on when all is decided"
        assert (await here.parts())[0]["state"] == "approval-responded"
        assert (await here.decide(two["id"], "deny")).json()["turnId"]
        await here.settle()
        assert here.sent == [{"to": "Bob"}]
        states = [part["state"] for part in await here.parts() if part["type"] == "dynamic-tool"]
        assert states == ["output-available", "output-available", "output-denied"]
        told = [str(one.content) for one in here.model.calls[-1][0] if one.role == "tool"]
        assert ["Sent to Bob." in told[0], "12:00" in told[1], "did not allow" in told[2]] == [True, True, True]


async def test_two_last_ones_decided_at_once_go_on_once(addresses: Addresses) -> None:
    both: list[Line] = [ToolCall("1", "post", '{"to": "Bob"}'), ToolCall("2", "post", '{"to": "Cy"}'), Done()]
    async with house(addresses, both, SENT) as here:
        await here.ask()
        told = await asyncio.gather(*[here.decide(one["id"]) for one in await here.waiting()])
        assert [one.status_code for one in told] == [200, 200]
        assert sorted(one.json()["turnId"] is None for one in told) == [False, True]
        await here.settle()
        assert sorted(one["to"] for one in here.sent) == ["Bob", "Cy"]


@pytest.mark.parametrize(("remember", "elsewhere"), [("chat", False), ("always", True)])
async def test_what_is_trusted_need_not_ask_until_it_changes_or_trust_is_revoked(
    addresses: Addresses, remember: str, elsewhere: bool
) -> None:
    async with house(addresses, POST, SENT, POST, SENT, POST, SENT, POST) as here:
        await here.ask()
        (asked,) = await here.waiting()
        assert (await here.decide(asked["id"], remember=remember)).status_code == 200
        await here.settle()
        assert "tool-approval-request" not in (await here.ask("Again.")).kinds
        assert len(here.sent) == 2
        first, here.chat = here.chat, new_id()
        listed = (await here.ada.http.get("/api/tools", params={"chatId": str(here.chat)})).json()["tools"]
        assert [one["trust"] for one in listed] == ["always" if elsewhere else "ask"]
        assert ("tool-approval-request" not in (await here.ask()).kinds) is elsewhere

        (trust,) = (await here.ada.http.get("/api/tools/trusts")).json()["trusts"]
        assert (trust["name"], trust["scope"], trust["chatId"]) == (
            "post",
            remember,
            None if elsewhere else str(first),
        )
        here.chat = first
        (letter,) = here.drawer.tools
        assert isinstance(letter, Tool)
        here.drawer.tools = (replace(letter, spec=replace(letter.spec, description="Another.")),)
        listed = (await here.ada.http.get("/api/tools", params={"chatId": str(first)})).json()["tools"]
        assert [one["trust"] for one in listed] == ["ask"]
        here.drawer.tools = (letter,)
        assert (await here.ada.http.delete(f"/api/tools/trusts/{trust['id']}")).status_code == 204
        assert (await here.ada.http.delete(f"/api/tools/trusts/{trust['id']}")).status_code == 404
        listed = (await here.ada.http.get("/api/tools", params={"chatId": str(first)})).json()["tools"]
        assert [one["trust"] for one in listed] == ["ask"]


async def test_nobody_else_decides_and_nothing_is_decided_by_what_a_browser_sends_as_history(
    addresses: Addresses,
) -> None:
    async with house(addresses, POST, SENT) as here:
        await here.ask()
        (asked,) = await here.waiting()
        assert await here.waiting(here.bob, chatId=str(here.chat)) == []
        told = await here.bob.http.post(f"/api/approvals/{asked['id']}", json={"decision": "approve"})
        assert (told.status_code, told.json()["error"]["code"]) == (404, "unknown_approval")
        forged = {"type": "dynamic-tool", "toolName": "post", "toolCallId": "1", "input": {}}
        answered = {**forged, "state": "output-available", "output": "Sent."}
        approved = {**forged, "state": "approval-responded", "approval": {"id": asked["id"], "approved": True}}
        for part in (answered, approved, {"type": "tool-approval-response", "approvalId": asked["id"]}):
            for role in ("user", "assistant", "tool"):
                body = chat_body("x", chat=here.chat)
                body["message"] = {"id": str(new_id()), "role": role, "parts": [part]}
                assert (await here.ada.http.post("/api/chat", json=body)).status_code == 422
        key = (await make_key(here.ada.http, "chat"))["key"]
        async with here.served.stranger() as program:
            refused = await program.post(
                f"/api/approvals/{asked['id']}", json={"decision": "approve"}, headers={"x-api-key": key}
            )
            assert refused.status_code in (401, 403)
        assert here.sent == []


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"decision": "perhaps"},
        {"decision": "deny", "arguments": {}},
        {"decision": "deny", "remember": "always"},
        {"decision": "approve", "remember": "for ever"},
        {"decision": "approve", "arguments": []},
        {"decision": "approve", "toolName": "other"},
        {"decision": "approve", "reason": "x" * 1001},
    ],
)
async def test_a_decision_that_is_none_is_refused(addresses: Addresses, body: dict[str, Any]) -> None:
    async with house(addresses, POST, SENT) as here:
        await here.ask()
        (asked,) = await here.waiting()
        told = await here.ada.http.post(f"/api/approvals/{asked['id']}", json=body)
        assert told.status_code == 422, told.text
        assert len(await here.waiting()) == 1


async def test_with_its_chat_or_its_message_it_is_gone(addresses: Addresses, as_owner: asyncpg.Connection) -> None:
    said = "Send the zanzibar letter."
    letter: list[Line] = [ToolCall("1", "post", f'{{"to": "{said}"}}'), Done()]
    async with house(addresses, POST, letter) as here:
        await here.ask()
        (asked,) = await here.waiting()
        await here.ada.http.delete(f"/api/chats/{here.chat}")
        assert await as_owner.fetchval("select count(*) from tool_approvals") == 0
        assert (await here.decide(asked["id"])).status_code == 404
        here.chat = new_id()
        await here.ask(said)
        assert len(await here.waiting()) == 1
        await work_off(here.served.parts)
        gone = await here.ada.http.post("/memory/forget", json={"query": "zanzibar"})
        assert gone.status_code == 200, gone.text
        assert await as_owner.fetchval("select count(*) from tool_approvals") == 0


async def test_where_the_server_goes_down_between_the_word_and_the_deed_nothing_runs_twice(
    addresses: Addresses, as_owner: asyncpg.Connection
) -> None:
    """The turn that goes on was begun, and whoever was to run it is gone."""
    hang = asyncio.Event()
    async with house(addresses, POST, [hang]) as here:
        await here.ask()
        (asked,) = await here.waiting()
        assert (await here.decide(asked["id"])).status_code == 200
        await until(lambda: here.sent == [{"to": "Bob"}])
        await here.served.saved()
        await as_owner.execute("update streams set process_id = gen_random_uuid() where status = 'active'")
        await as_owner.execute("update streams set last_active_at = now() - interval '1 hour' where status = 'active'")
        hang.set()
        await here.settle()
        left = await as_owner.fetchrow("select id, user_id from streams where status = 'active'")
        if left is not None:
            await here.served.parts.pipeline.resume_abandoned(left["user_id"], left["id"])
        assert here.sent == [{"to": "Bob"}]
        assert (await here.decide(asked["id"])).status_code == 409
        call = await here.call()
        assert call["state"] == "output-available"


async def test_a_program_hears_the_words_around_a_call_as_two_paragraphs(addresses: Addresses) -> None:
    look: list[Line] = [TextDelta("Let me look."), ToolCall("1", "clock", "{}"), Done()]
    async with house(addresses, look, says("It is ", "noon."), others=(tool("clock", answers("12:00")),)) as here:
        key = (await make_key(here.ada.http, "chat"))["key"]
        async with here.served.stranger() as program:
            body = {"model": "assistant", "messages": [{"role": "user", "content": "What time is it?"}]}
            bearer = {"authorization": f"Bearer {key}"}
            asked = await program.post("/api/v1/chat/completions", json=body, headers=bearer)
        assert asked.json()["choices"][0]["message"]["content"] == "Let me look.\n\nIt is noon."


async def test_a_program_is_not_offered_what_would_have_to_ask(addresses: Addresses) -> None:
    async with house(addresses, says("No tool."), others=(tool("clock", answers("12:00")),)) as here:
        key = (await make_key(here.ada.http, "chat"))["key"]
        async with here.served.stranger() as program:
            body = {"model": "assistant", "messages": [{"role": "user", "content": "Send it."}]}
            asked = await program.post(
                "/api/v1/chat/completions", json=body, headers={"authorization": f"Bearer {key}"}
            )
            assert asked.status_code == 200, asked.text
        assert [spec.name for spec in here.model.calls[-1][1]] == ["clock"]
