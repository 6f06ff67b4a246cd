"""`/api/v1`, asked by OpenAI's own client over the real wire."""

from __future__ import annotations

import base64
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import openai
import pytest

from holdfast.core.migrate import Addresses
from holdfast.models.failures import failed
from holdfast.models.types import Done, Failure, Image, TextContent, TokenUsage, ToolCall
from tests.architecture.belongings import make_key, png
from tests.scripted import ScriptedModel, says
from tests.serving import Person, Served, serving
from tests.working import work_off

pytestmark = pytest.mark.anyio

WEATHER: Any = {
    "type": "function",
    "function": {
        "name": "weather",
        "description": "The weather in a place.",
        "parameters": {"type": "object", "properties": {"place": {"type": "string"}}},
    },
}


def hello(text: str) -> Any:
    return [{"role": "user", "content": text}]


@asynccontextmanager
async def program_of(served: Served, person: Person, scope: str = "chat") -> AsyncIterator[openai.AsyncOpenAI]:
    key = (await make_key(person.http, scope))["key"]
    async with openai.AsyncOpenAI(base_url=f"{served.url}/api/v1", api_key=key, max_retries=0) as client:
        yield client


async def test_a_program_asks_as_it_would_ask_openai(addresses: Addresses) -> None:
    model = ScriptedModel(says("Hel", "lo."))
    async with serving(addresses, [model]) as served, served.person() as ada, program_of(served, ada) as client:
        whole = await client.chat.completions.create(
            model="assistant",
            messages=[
                {"role": "system", "content": "Speak like a pirate."},
                {"role": "user", "content": "I am called Ada."},
                {"role": "assistant", "content": "Ahoy, Ada."},
                {"role": "user", "content": [{"type": "text", "text": "What am I called?"}]},
            ],
            max_tokens=7,
            temperature=0.5,
            stop=["END"],
            metadata={"ignored": "yes"},
            service_tier="auto",
            parallel_tool_calls=False,
        )
        choice = whole.choices[0]
        assert (choice.message.content, choice.finish_reason, choice.message.role) == ("Hello.", "stop", "assistant")
        assert whole.usage is not None
        assert (whole.usage.prompt_tokens, whole.usage.completion_tokens, whole.usage.total_tokens) == (10, 2, 12)
        assert whole._request_id
        asked, _, settings = model.calls[-1]
        assert "Speak like a pirate." in str(asked[0].content)
        assert [(one.role, one.content) for one in asked[1:3]] == [
            ("user", "I am called Ada."),
            ("assistant", "Ahoy, Ada."),
        ]
        assert str(asked[3].content).endswith("What am I called?")
        assert (settings.max_output_tokens, settings.temperature, list(settings.stop)) == (7, 0.5, ["END"])

        chunks = [
            chunk
            async for chunk in await client.chat.completions.create(
                model="assistant", messages=hello("And streamed?"), stream=True, stream_options={"include_usage": True}
            )
        ]
        assert "".join(chunk.choices[0].delta.content or "" for chunk in chunks if chunk.choices) == "Hello."
        assert chunks[0].choices[0].delta.role == "assistant"
        assert chunks[-2].choices[0].finish_reason == "stop"
        assert chunks[-1].choices == []
        assert chunks[-1].usage is not None
        assert chunks[-1].usage.total_tokens == 12
        async with client.chat.completions.stream(model="assistant", messages=hello("Once more")) as stream:
            told = await stream.get_final_completion()
        assert told.choices[0].message.content == "Hello."
        # What programs hold stands on a shelf of its own, and is not among a person's chats.
        assert (await ada.http.get("/api/chats")).json()["chats"] == []
        assert len((await ada.http.get("/api/chats", params={"shelf": "programs"})).json()["chats"]) == 3


async def test_tools_of_a_program_are_asked_for_and_their_answers_told(addresses: Addresses) -> None:
    call = ToolCall("call_1", "weather", '{"place":"Oslo"}')
    model = ScriptedModel([call, Done(TokenUsage(5, 5), "tool_calls")], says("It rains in Oslo."))
    async with serving(addresses, [model]) as served, served.person() as ada, program_of(served, ada) as client:
        messages = hello("What is the weather in Oslo?")
        wanted = await client.chat.completions.create(model="assistant", messages=messages, tools=[WEATHER])
        said = wanted.choices[0]
        assert said.finish_reason == "tool_calls"
        assert said.message.tool_calls is not None
        function: Any = said.message.tool_calls[0]
        assert (function.id, function.function.name, function.function.arguments) == (
            call.id,
            call.name,
            call.arguments,
        )
        offered = [spec for spec in model.calls[0][1] if spec.name == "weather"]
        assert [spec.parameters for spec in offered] == [WEATHER["function"]["parameters"]], "ours gives way to theirs"
        messages += [
            said.message.model_dump(exclude_none=True),
            {"role": "tool", "tool_call_id": function.id, "content": "rain, 7 degrees"},
        ]
        answered = await client.chat.completions.create(model="assistant", messages=messages, tools=[WEATHER])
        assert answered.choices[0].message.content == "It rains in Oslo."
        told = model.calls[-1][0]
        assert [one.role for one in told[-3:]] == ["user", "assistant", "tool"]
        assert told[-1].content == "rain, 7 degrees"
        chats = (await ada.http.get("/api/chats", params={"shelf": "programs"})).json()["chats"]
        assert [one["role"] for one in await ada.messages(chats[0]["id"])] == ["user", "assistant"]


async def test_a_schema_a_forced_tool_and_an_image_reach_the_model(addresses: Addresses) -> None:
    model = ScriptedModel(says('{"colour":"red"}'), sees_images=True)
    schema: Any = {"type": "json_schema", "json_schema": {"name": "colour", "schema": {"type": "object"}}}
    seen = f"data:image/png;base64,{base64.b64encode(png()).decode()}"
    async with serving(addresses, [model]) as served, served.person() as ada, program_of(served, ada) as client:
        await client.chat.completions.create(
            model="test:scripted",
            messages=[
                {
                    "role": "user",
                    "content": [
                        {"type": "text", "text": "Which colour?"},
                        {"type": "image_url", "image_url": {"url": seen}},
                    ],
                }
            ],
            response_format=schema,
            tools=[WEATHER],
            tool_choice={"type": "function", "function": {"name": "weather"}},
        )
        asked, _, settings = model.calls[-1]
        assert (settings.answer_format, settings.forced_tool) == (schema, "weather")
        assert [type(part) for part in asked[-1].content] == [TextContent, Image]


NOT_DONE: list[tuple[str, dict[str, Any]]] = [
    ("n", {"n": 2}),
    ("logprobs", {"logprobs": True}),
    ("audio", {"modalities": ["text", "audio"]}),
    ("functions", {"functions": [{"name": "f"}]}),
    ("messages", {"messages": [{"role": "assistant", "content": "Hi"}]}),
    ("messages", {"messages": [{"role": "user", "content": [{"type": "input_audio", "input_audio": {}}]}]}),
    *(
        ("messages", {"messages": [{"role": "user", "content": [{"type": "image_url", "image_url": {"url": url}}]}]})
        for url in ("https://x.example", "data:image/png;base64,?", "data:image/png;base64,ünï")
    ),
    ("tool_choice", {"tools": [WEATHER], "tool_choice": {"type": "function", "function": {"name": "other"}}}),
]


async def test_what_would_make_an_answer_wrong_is_refused_by_name(addresses: Addresses) -> None:
    async with serving(addresses, [ScriptedModel()]) as served, served.person() as ada, program_of(served, ada) as own:
        for param, fields in NOT_DONE:
            body = {"model": "assistant", "messages": hello("Hi"), **fields}
            with pytest.raises(openai.BadRequestError) as refused:
                await own.post("/chat/completions", body=body, cast_to=object)
            assert (refused.value.code, refused.value.param) == ("unsupported_parameter", param)
            assert refused.value.type == "invalid_request_error"
            assert refused.value.request_id


async def test_refusals_come_as_the_clients_know_them(addresses: Addresses) -> None:
    model = ScriptedModel([failed(Failure.SERVER_ERROR)])
    async with serving(addresses, [model]) as served, served.person() as ada, program_of(served, ada) as client:
        with pytest.raises(openai.NotFoundError) as unknown:
            await client.chat.completions.create(model="nobody", messages=hello("Hi"))
        assert (unknown.value.code, unknown.value.param) == ("model_not_found", "model")
        with pytest.raises(openai.InternalServerError) as broke:
            await client.chat.completions.create(model="assistant", messages=hello("Hi"))
        assert broke.value.code == "answer_failed"
        with pytest.raises(openai.APIError) as midway:
            async for _ in await client.chat.completions.create(
                model="assistant", messages=hello("Hi there"), stream=True
            ):
                pass
        assert midway.value.code == "answer_failed"
        wrong = client.with_options(api_key="hf_wrong")
        with pytest.raises(openai.AuthenticationError) as stranger:
            await wrong.models.list()
        assert stranger.value.type == "authentication_error"
        async with program_of(served, ada, "chat:read") as reader:
            with pytest.raises(openai.PermissionDeniedError):
                await reader.chat.completions.create(model="assistant", messages=hello("Hi"))


async def test_each_persona_profile_and_model_is_listed_and_found(addresses: Addresses) -> None:
    async with serving(addresses, [ScriptedModel()]) as served, served.person() as ada, program_of(served, ada) as own:
        listed = {one.id: one for one in (await own.models.list()).data}
        assert {"assistant", "sophie", "test:scripted"} <= set(listed)
        profiles = [one for one in listed if one.startswith("eos-implementer/")]
        assert len(profiles) == 4
        for name in ("sophie", profiles[0], "test:scripted"):
            assert (await own.models.retrieve(name)).id == name
        with pytest.raises(openai.NotFoundError):
            await own.models.retrieve("sophie/none")
        assert listed["sophie"].model_dump()["kind"] == "persona"


async def test_a_programs_people_are_kept_apart_and_remembered(addresses: Addresses) -> None:
    model = ScriptedModel()
    async with serving(addresses, [model]) as served, served.person() as ada, program_of(served, ada) as client:
        await client.chat.completions.create(
            model="assistant", messages=hello("My sister's name is Ana."), user="bo", extra_body={"conversation": "one"}
        )
        await client.chat.completions.create(
            model="assistant", messages=hello("I hate herring."), user="bo", store=False
        )
        await work_off(served.parts)
        await client.chat.completions.create(model="assistant", messages=hello("What is my sister called?"), user="bo")
        assert "Ana" in told_to(model)
        for user in ("cy", openai.omit):
            await client.chat.completions.create(
                model="assistant", messages=hello("What is my sister called?"), user=user
            )
            assert "Ana" not in told_to(model)
        await client.chat.completions.create(model="assistant", messages=hello("Which fish do I hate?"), user="bo")
        assert "herring" not in told_to(model)
        # A conversation that is kept here goes on with what was said in it, and nobody else's of the same name does.
        await client.chat.completions.create(
            model="assistant", messages=hello("And then?"), user="bo", extra_body={"conversation": "one"}
        )
        assert "sister's name is Ana" in told_to(model)
        await client.chat.completions.create(
            model="assistant", messages=hello("And then?"), user="cy", extra_body={"conversation": "one"}
        )
        assert "Ana" not in told_to(model)


def told_to(model: ScriptedModel) -> str:
    return "\n".join(str(message.content) for message in model.calls[-1][0])


async def test_what_is_not_to_be_stored_is_gone_when_it_was_answered(addresses: Addresses, as_owner: Any) -> None:
    async with serving(addresses, [ScriptedModel()]) as served, served.person() as ada, program_of(served, ada) as own:
        await own.chat.completions.create(model="sophie", messages=hello("Between us."), store=False)
        async for _ in await own.chat.completions.create(
            model="sophie", messages=hello("Between us too."), store=False, stream=True
        ):
            pass
        assert (await ada.http.get("/api/chats", params={"shelf": "programs"})).json()["chats"] == []
        await work_off(served.parts)
        assert await as_owner.fetchval("select count(*) from episodes") == 0


async def test_a_persons_turn_is_one_of_the_accounts(addresses: Addresses) -> None:
    async with (
        serving(addresses, [ScriptedModel()], default_plan="free") as served,
        served.person() as ada,
        program_of(served, ada) as client,
    ):
        asked = 0
        with pytest.raises(openai.RateLimitError) as spent:  # noqa: PT012
            while (asked := asked + 1) < 200:
                await client.chat.completions.create(model="assistant", messages=hello("Hi"), user=f"person {asked}")
        assert spent.value.code == "quota_exhausted"
        assert asked > 2


async def test_people_of_a_program_go_with_the_account(addresses: Addresses, as_owner: Any) -> None:
    async with serving(addresses, [ScriptedModel()]) as served, served.person() as ada, program_of(served, ada) as own:
        await own.chat.completions.create(model="assistant", messages=hello("My name is Bo Ek."), user="bo")
        await work_off(served.parts)
        assert await as_owner.fetchval("select count(*) from users where program_of is not null") == 1
        gone = await ada.http.request("DELETE", "/api/auth/me", json={"password": "correct horse battery"})
        assert gone.status_code == 204, gone.text
        for table in ("users", "chats", "episodes"):
            assert await as_owner.fetchval(f"select count(*) from {table}") == 0
