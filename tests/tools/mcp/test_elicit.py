"""A server asks its person something in the middle of a call: by which way it comes, who is asked, and what is not."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Annotated, Any, Literal

import orjson
import pytest
from mcp.server.elicitation import ElicitationResult
from mcp.server.mcpserver import Context, MCPServer
from mcp.server.mcpserver.resolve import Elicit, Resolve
from pydantic import BaseModel, Field
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse

from holdfast.core.ids import ChatId, new_id
from holdfast.core.migrate import Addresses
from holdfast.models.types import Done, TextDelta, TokenUsage, ToolCall
from holdfast.tools.mcp.elicit import MAX_FIELDS, CannotAsk, question_of
from holdfast.tools.question_types import QuestionAnswer, QuestionOption, ToolQuestion
from holdfast.tools.types import Tool
from tests.scripted import Line, ScriptedModel, says
from tests.serving import Person, Reader, Served
from tests.tools.mcp.given import added, caller, hand_of, served_with
from tests.tools.mcp.loopback import Handmade, on_loopback
from tests.tools.mcp.loopback import says as answers
from tests.waiting import until

pytestmark = pytest.mark.anyio


class Order(BaseModel):
    wood: Literal["oak", "pine"] = Field(title="Which wood")
    legs: int = Field(4, ge=3, le=8)
    is_urgent: bool = False


async def which_table(ctx: Context) -> Elicit[Order]:
    return Elicit("How is it to be?", Order)


def joinery() -> MCPServer:
    server = MCPServer("joinery", log_level="CRITICAL")

    @server.tool()
    async def order(told: Annotated[ElicitationResult[Order], Resolve(which_table)]) -> str:
        """Orders a table."""
        return f"{told.action}: {told.data.model_dump_json()}" if told.action == "accept" else str(told.action)

    return server


@dataclass
class Someone:
    """Answers what they are asked."""

    answer: QuestionAnswer
    asked: list[ToolQuestion] = field(default_factory=list)
    may_answer: asyncio.Event = field(default_factory=asyncio.Event)

    async def __call__(self, question: ToolQuestion) -> QuestionAnswer:
        self.asked.append(question)
        await self.may_answer.wait()
        return self.answer


async def test_a_form_reaches_the_person_of_the_call_and_their_answer_the_server(addresses: Addresses) -> None:
    app = joinery().streamable_http_app()
    async with on_loopback(app) as port, served_with(addresses, port) as served, served.person() as ada:
        await added(ada, port)
        tool = await hand_of(served, ada).tool("workshop__order")
        someone = Someone(QuestionAnswer("accept", {"wood": "oak", "legs": 3}))
        someone.may_answer.set()
        assert await run(tool, ada, someone) == 'accept: {"wood":"oak","legs":3,"is_urgent":false}'
        (question,) = someone.asked
        assert question.message == "How is it to be?"
        assert [(one.name, one.kind, one.title, one.is_required) for one in question.fields] == [
            ("wood", "choice", "Which wood", True),
            ("legs", "integer", "Legs", False),
            ("is_urgent", "yes_no", "Is Urgent", False),
        ]
        assert (question.fields[1].default, question.fields[1].least, question.fields[1].most) == (4, 3, 8)
        someone.answer = QuestionAnswer("decline")
        assert await run(tool, ada, someone) == "decline"
        assert (await tool.run(caller(ada.id), {}, lambda text, share: None)).text == "cancel", "nobody is there"


async def test_what_leads_elsewhere_is_declined_and_the_person_told(addresses: Addresses) -> None:
    heard: list[str] = []
    elsewhere = {"mode": "url", "message": "Sign here.", "url": "https://example.org/sign", "elicitationId": "1"}
    app = Older(asks=elsewhere).app()
    async with on_loopback(app) as port, served_with(addresses, port) as served, served.person() as ada:
        await added(ada, port)
        tool = await hand_of(served, ada).tool("workshop__hammer")
        someone = Someone(QuestionAnswer("accept"))
        asking = replace(caller(ada.id), asks=someone)
        answer = await tool.run(asking, {}, lambda text, share: heard.append(text))
        assert answer.text == '{"action":"decline"}'
        assert someone.asked == []
        assert "a page elsewhere" in heard[0]


async def run(tool: Tool, person: Person, someone: Someone, **arguments: Any) -> str:
    asking = replace(caller(person.id), asks=someone)
    return (await tool.run(asking, arguments, lambda text, share: None)).text


@dataclass
class Older(Handmade):
    """Asks by a request of its own, in the stream of the call, as servers up to 2025-11-25 do."""

    told: list[Mapping[str, Any]] = field(default_factory=list)
    asks: Mapping[str, Any] | None = None
    """Instead of who somebody is."""

    async def _take(self, request: Request) -> Response:
        body = orjson.loads(await request.body() or b"{}") if request.method == "POST" else {}
        if "result" in body or "error" in body:
            self.told.append(body)
            return Response(status_code=202)
        if body.get("method") == "tools/call":
            return StreamingResponse(self._events(body), media_type="text/event-stream")
        return await super()._take(request)

    async def _events(self, call: Mapping[str, Any]) -> Any:
        number = f"ask-{call['id']}"
        name = call["params"]["arguments"].get("who", "?")
        form = {"type": "object", "properties": {"answer": {"type": "string"}}}
        asked = self.asks or {"message": f"Who is {name}?", "requestedSchema": form}
        yield event({"jsonrpc": "2.0", "id": number, "method": "elicitation/create", "params": asked})
        await until(lambda: any(one["id"] == number for one in self.told))
        said = next(one for one in self.told if one["id"] == number)
        yield event({"jsonrpc": "2.0", "id": call["id"], "result": answers(orjson.dumps(said["result"]).decode())})


def event(message: Mapping[str, Any]) -> bytes:
    return b"event: message\ndata: " + orjson.dumps(message) + b"\n\n"


async def test_of_many_calls_on_one_connection_each_person_is_asked_about_their_own(addresses: Addresses) -> None:
    server = Older()
    async with (
        on_loopback(server.app()) as port,
        served_with(addresses, port) as served,
        served.person() as ada,
        served.person("bob") as bob,
    ):
        await added(ada, port, scope="everyone")
        tool = await hand_of(served, ada).tool("workshop__hammer")
        people = [Someone(QuestionAnswer("accept", {"answer": f"I am {n}"})) for n in range(6)]
        calls = [asyncio.create_task(run(tool, ada if n % 2 else bob, one, who=str(n))) for n, one in enumerate(people)]
        await until(lambda: all(one.asked for one in people))
        assert len(served.parts.mcp.parts.pool) == 1
        assert [one.asked[0].message for one in people] == [f"Who is {n}?" for n in range(6)]
        for one in reversed(people):
            one.may_answer.set()
        told = [orjson.loads(await call) for call in calls]
        assert told == [{"action": "accept", "content": {"answer": f"I am {n}"}} for n in range(6)]


async def test_a_call_that_is_stopped_takes_its_question_along(addresses: Addresses) -> None:
    server = Older()
    async with on_loopback(server.app()) as port, served_with(addresses, port) as served, served.person() as ada:
        await added(ada, port)
        tool = await hand_of(served, ada).tool("workshop__hammer")
        someone = Someone(QuestionAnswer("accept", {"answer": "too late"}))
        call = asyncio.create_task(run(tool, ada, someone))
        await until(lambda: someone.asked)
        call.cancel()
        await asyncio.gather(call, return_exceptions=True)
        await until(lambda: server.told)
        assert server.told[0]["result"] == {"action": "cancel"}


ASKS: list[Line] = [TextDelta("I order it."), ToolCall("1", "joinery__order", "{}"), Done(TokenUsage(1, 1))]


async def open_questions(person: Person) -> list[dict[str, Any]]:
    told = await person.http.get("/api/questions")
    assert told.status_code == 200, told.text
    found: list[dict[str, Any]] = told.json()["questions"]
    return found


async def begin(served: Served, ada: Person, port: int) -> tuple[ChatId, asyncio.Task[Any]]:
    server = await added(ada, port, "Joinery")
    await ada.http.put(f"/api/mcp/servers/{server['id']}/tools/order/trust", json={"trust": "always"})
    chat = ChatId(new_id())
    turn = asyncio.create_task(ada.say("A table, please.", chat=chat))

    async def is_asked() -> bool:
        return bool(await open_questions(ada))

    await until(is_asked)
    return chat, turn


async def test_while_an_answer_is_written_its_person_is_asked_and_the_answer_goes_on_with_what_they_say(
    addresses: Addresses, as_owner: Any
) -> None:
    app = joinery().streamable_http_app()
    model = ScriptedModel(ASKS, says("It is ordered."))
    async with (
        on_loopback(app) as port,
        served_with(addresses, port, models=[model]) as served,
        served.person() as ada,
        served.person("bob") as bob,
    ):
        chat, turn = await begin(served, ada, port)
        (asked,) = await open_questions(ada)
        assert (asked["chatId"], asked["title"], asked["message"]) == (str(chat), "order", "How is it to be?")
        assert asked["fields"][0] == {
            "name": "wood", "kind": "choice", "title": "Which wood", "description": "", "isRequired": True,
            "options": [{"value": "oak", "title": "oak"}, {"value": "pine", "title": "pine"}],
            "default": None, "least": None, "most": None, "format": None,
        }  # fmt: skip
        one = f"/api/questions/{asked['id']}"
        assert await open_questions(bob) == []
        theirs = await bob.http.post(one, json={"action": "decline"})
        assert (theirs.status_code, theirs.json()["error"]["code"]) == (404, "unknown_question")
        for content in ({}, {"wood": "steel"}, {"wood": "oak", "legs": 2}, {"wood": "oak", "more": 1}, {"legs": "x"}):
            refused = await ada.http.post(one, json={"action": "accept", "content": content})
            assert (refused.status_code, refused.json()["error"]["code"]) == (422, "bad_answer")
        unfit = await ada.http.post(one, json={"action": "decline", "content": {"wood": "oak"}})
        assert unfit.status_code == 422
        late = Reader(ada.http, f"/api/chat/{chat}/stream")
        done = await ada.http.post(one, json={"action": "accept", "content": {"wood": "oak", "is_urgent": True}})
        assert done.status_code == 204, done.text
        answer = await turn
        news = [part["data"]["isOpen"] for part in answer.parts if part["type"] == "data-tool-question"]
        assert news == [True, False]
        outputs = [part["output"] for part in answer.parts if part["type"] == "tool-output-available"]
        assert outputs == ['accept: {"wood":"oak","legs":4,"is_urgent":true}']
        assert answer.text.endswith("It is ordered.")
        assert (await late.to_its_end()).text == answer.text
        again = await ada.http.post(one, json={"action": "cancel"})
        assert again.status_code == 404
        assert await as_owner.fetchval("select count(*) from tool_questions") == 0
        kept = (await ada.messages(chat))[-1]["parts"]
        assert "How is it to be?" not in str(kept)


async def test_a_question_nobody_answers_expires_and_one_nobody_waits_for_is_none(
    addresses: Addresses, as_owner: Any
) -> None:
    app = joinery().streamable_http_app()
    model = ScriptedModel(ASKS, says("Then not."), ASKS)
    async with on_loopback(app) as port, served_with(addresses, port, models=[model]) as served, served.person() as ada:
        _, turn = await begin(served, ada, port)
        await as_owner.execute("update tool_questions set expires_at = now() - interval '1 second'")
        assert await open_questions(ada) == []
        answer = await turn
        assert [part["output"] for part in answer.parts if part["type"] == "tool-output-available"] == ["cancel"]
        await as_owner.execute(
            """
            insert into tool_questions (id, user_id, chat_id, turn_id, call_id, title, origin, question, expires_at,
              heard_at)
            select gen_random_uuid(), user_id, id, id, 'gone', 'x', 'x', '{"message": "?", "fields": []}',
                   now() + interval '5 minutes', now() - interval '1 minute' from chats
            """
        )
        assert await open_questions(ada) == []
        (left,) = await as_owner.fetch("select id from tool_questions")
        refused = await ada.http.post(f"/api/questions/{left['id']}", json={"action": "accept"})
        assert refused.status_code == 404


async def test_an_answer_that_is_stopped_asks_nothing_any_more(addresses: Addresses, as_owner: Any) -> None:
    app = joinery().streamable_http_app()
    async with (
        on_loopback(app) as port,
        served_with(addresses, port, models=[ScriptedModel(ASKS)]) as served,
        served.person() as ada,
    ):
        chat, turn = await begin(served, ada, port)
        assert (await ada.http.post(f"/api/chat/{chat}/stop")).json() == {"stopped": True}
        await turn

        async def is_gone() -> bool:
            return bool(await as_owner.fetchval("select count(*) from tool_questions") == 0)

        assert await until(is_gone)
        assert await open_questions(ada) == []


def form(**properties: Any) -> dict[str, Any]:
    return {"type": "object", "properties": properties}


def test_every_kind_of_field_of_the_protocol_is_read() -> None:
    titled = {"oneOf": [{"const": "r", "title": "Red"}, {"const": "g", "title": "Green"}]}
    several = {"type": "array", "items": {"anyOf": titled["oneOf"]}, "minItems": 1, "maxItems": 2, "default": ["r"]}
    named = {"type": "string", "enum": ["1", "2"], "enumNames": ["One", "Two"]}
    schema = form(
        mail={"type": "string", "format": "email", "maxLength": 50, "default": "a@b"},
        age={"type": "integer", "minimum": 0, "default": 3},
        share={"type": "number", "maximum": 1.5, "default": "no number"},
        sure={"type": "boolean", "default": True},
        colour={"type": "string", **titled, "default": "g"},
        named=named,
        colours=several,
        odd={"type": "string", "format": "regex"},
    )
    found = {one.name: one for one in question_of("?", schema).fields}
    assert {name: one.kind for name, one in found.items()} == {
        "mail": "text", "age": "integer", "share": "number", "sure": "yes_no", "colour": "choice", "named": "choice",
        "colours": "choices", "odd": "text",
    }  # fmt: skip
    assert (found["mail"].format, found["mail"].most, found["odd"].format) == ("email", 50, None)
    assert (found["share"].default, found["age"].default, found["colours"].default) == (None, 3, ["r"])
    assert found["named"].options == [QuestionOption("1", "One"), QuestionOption("2", "Two")]
    assert found["colours"].options == [QuestionOption("r", "Red"), QuestionOption("g", "Green")]
    assert (found["colours"].least, found["colours"].most) == (1, 2)


@pytest.mark.parametrize(
    "schema",
    [
        None,
        [],
        {},
        {"type": "object"},
        {"properties": 5},
        form(a=5),
        form(a={"type": "object"}),
        form(a={"type": ["string", "null"]}),
        form(a={"type": "array", "items": {"type": "string"}}),
        form(a={"type": "string", "enum": [1, 2]}),
        form(a={"type": "string", "enum": ["x", "x"]}),
        form(a={"type": "string", "enum": [str(n) for n in range(101)]}),
        form(**{"a\u202eb": {"type": "string"}}),
        form(**{f"f{n}": {"type": "string"} for n in range(MAX_FIELDS + 1)}),
        form(a={"type": "string", "description": "x" * 40_000}),
        {**form(a={"type": "string"}), "required": ["b"]},
    ],
)
def test_what_is_no_flat_form_is_not_asked(schema: Any) -> None:
    with pytest.raises(CannotAsk):
        question_of("?", schema)
