"""`/api/v1/responses`, asked by OpenAI's own client over the real wire."""

from __future__ import annotations

import asyncio
from typing import Any

import openai
import pytest

from holdfast.core.migrate import Addresses
from holdfast.models.failures import failed
from holdfast.models.types import Done, Failure, TextDelta, TokenUsage, ToolCall
from tests.scripted import ScriptedModel, says
from tests.serving import serving
from tests.waiting import until
from tests.web.test_completions import program_of

pytestmark = pytest.mark.anyio

WEATHER: Any = {"type": "function", "name": "weather", "parameters": {"type": "object"}, "strict": False}


async def test_a_response_is_made_streamed_found_again_and_gone_on_with(addresses: Addresses) -> None:
    model = ScriptedModel(says("Hel", "lo."))
    async with (
        serving(addresses, [model]) as served,
        served.person() as ada,
        served.person("eve") as eve,
        program_of(served, ada) as own,
        program_of(served, eve) as others,
    ):
        first = await own.responses.create(model="assistant", input="I am Ada.", instructions="Be kind.", user="bo")
        assert (first.output_text, first.status) == ("Hello.", "completed")
        assert first.usage is not None
        assert first.usage.total_tokens == 12
        assert "Be kind." in str(model.calls[-1][0][0].content)
        async with own.responses.stream(
            model="assistant", input="Who am I?", user="bo", previous_response_id=first.id
        ) as stream:
            kinds = [event.type async for event in stream]
            last = await stream.get_final_response()
        assert (last.output_text, kinds[0], kinds[-1]) == ("Hello.", "response.created", "response.completed")
        assert kinds.count("response.output_text.delta") == 2
        assert "I am Ada." in "\n".join(str(one.content) for one in model.calls[-1][0])
        again = await own.responses.retrieve(first.id)
        assert (again.output_text, again.status, again.id) == ("Hello.", "completed", first.id)
        for theirs in (first.id, "resp_none"):
            with pytest.raises(openai.NotFoundError):
                await others.responses.retrieve(theirs)
            with pytest.raises(openai.NotFoundError):
                await others.responses.cancel(theirs)


async def test_a_response_calls_the_programs_tools_and_is_told_what_they_answered(addresses: Addresses) -> None:
    call = ToolCall("call_1", "weather", '{"place":"Oslo"}')
    model = ScriptedModel([call, Done(TokenUsage(5, 5), "tool_calls")], says("Rain."))
    async with serving(addresses, [model]) as served, served.person() as ada, program_of(served, ada) as own:
        question: Any = {"role": "user", "content": [{"type": "input_text", "text": "The weather in Oslo?"}]}
        async with own.responses.stream(model="assistant", input=[question], tools=[WEATHER]) as stream:
            wanted = await stream.get_final_response()
        [asked] = [item for item in wanted.output if item.type == "function_call"]
        assert (asked.call_id, asked.name, asked.arguments) == ("call_1", "weather", '{"place":"Oslo"}')
        told: Any = [
            question,
            asked.model_dump(exclude_none=True),
            {"type": "function_call_output", "call_id": "call_1", "output": "rain"},
        ]
        answered = await own.responses.create(model="assistant", input=told, tools=[WEATHER])
        assert answered.output_text == "Rain."
        assert [one.role for one in model.calls[-1][0][-3:]] == ["user", "assistant", "tool"]


async def test_one_in_the_background_is_asked_for_again_and_can_be_cancelled(addresses: Addresses) -> None:
    more = asyncio.Event()
    model = ScriptedModel([TextDelta("Well, "), more, *says("never.")])
    async with serving(addresses, [model]) as served, served.person() as ada, program_of(served, ada) as own:
        begun = await own.responses.create(model="assistant", input="Tell me all.", background=True)
        assert begun.status == "in_progress"
        await until(model.waits.is_set)
        assert (await own.responses.retrieve(begun.id)).status == "in_progress"
        ended = await own.responses.cancel(begun.id)
        assert (ended.status, ended.output_text) == ("cancelled", "Well, ")
        assert (await own.responses.cancel(begun.id)).status == "cancelled"
        with pytest.raises(openai.BadRequestError) as refused:
            await own.responses.create(model="assistant", input="Hi", background=True, store=False)
        assert refused.value.param == "background"


async def test_one_that_fails_says_so_in_its_stream(addresses: Addresses) -> None:
    model = ScriptedModel([failed(Failure.SERVER_ERROR)])
    async with serving(addresses, [model]) as served, served.person() as ada, program_of(served, ada) as own:
        kinds = [event.type async for event in await own.responses.create(model="assistant", input="Hi", stream=True)]
        assert kinds == ["response.created", "response.failed"]
