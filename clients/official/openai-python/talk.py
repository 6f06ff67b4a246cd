"""OpenAI's client for Python, which is told an address and a key by the environment, as it always is."""

from __future__ import annotations

import asyncio
import base64
import json
import os
import struct
import threading
import time
import unittest

import openai
from pydantic import BaseModel

MODEL = "assistant"
EMBEDDER = os.environ["EMBEDDER"]
WEATHER = {
    "type": "function",
    "function": {
        "name": "weather",
        "description": "The weather in a place.",
        "parameters": {"type": "object", "properties": {"place": {"type": "string"}}, "required": ["place"]},
    },
}
PICTURE = f"data:image/png;base64,{os.environ['PICTURE']}"


class Seen(BaseModel):
    colour: str
    count: int


def asks(text):
    return [{"role": "user", "content": text}]


class Completions(unittest.TestCase):
    def setUp(self):
        self.client = openai.OpenAI(max_retries=0)
        self.addCleanup(self.client.close)

    def test_a_whole_answer_with_what_it_took(self):
        answer = self.client.chat.completions.create(
            model=MODEL,
            messages=[{"role": "developer", "content": "Be kind."}, *asks("I am Ada."), *asks("Hello")],
            max_completion_tokens=50,
            metadata={"changes": "nothing"},
            service_tier="auto",
            parallel_tool_calls=False,
            reasoning_effort="low",
            seed=7,
        )
        self.assertEqual(answer.choices[0].message.content, "Hello.")
        self.assertEqual(answer.choices[0].finish_reason, "stop")
        self.assertGreater(answer.usage.total_tokens, 0)
        self.assertTrue(answer._request_id)

    def test_a_conversation_that_the_program_keeps(self):
        said = [*asks("I am Ada."), {"role": "assistant", "content": "Hello, Ada."}, *asks("Who am I?")]
        answer = self.client.chat.completions.create(model="sophie", messages=said)
        self.assertEqual(answer.choices[0].message.content, "You are Ada.")

    def test_a_stream_and_what_it_took(self):
        stream = self.client.chat.completions.create(
            model=MODEL, messages=asks("Hello"), stream=True, stream_options={"include_usage": True}
        )
        chunks = list(stream)
        words = [chunk.choices[0].delta.content for chunk in chunks if chunk.choices]
        self.assertEqual("".join(word or "" for word in words), "Hello.")
        self.assertEqual(chunks[-1].choices, [])
        self.assertGreater(chunks[-1].usage.completion_tokens, 0)
        with self.client.chat.completions.stream(model=MODEL, messages=asks("Hello")) as helped:
            kinds = {event.type for event in helped}
            self.assertEqual(helped.get_final_completion().choices[0].message.content, "Hello.")
        self.assertLessEqual({"chunk", "content.delta", "content.done"}, kinds)

    def test_tools_of_the_program(self):
        said = asks("What is the weather in Oslo?")
        wanted = self.client.chat.completions.create(model=MODEL, messages=said, tools=[WEATHER]).choices[0]
        self.assertEqual(wanted.finish_reason, "tool_calls")
        call = wanted.message.tool_calls[0]
        self.assertEqual(json.loads(call.function.arguments), {"place": "Oslo"})
        said += [wanted.message, {"role": "tool", "tool_call_id": call.id, "content": "rain"}]
        told = self.client.chat.completions.create(model=MODEL, messages=said, tools=[WEATHER])
        self.assertEqual(told.choices[0].message.content, "The tool says: rain")
        with self.client.chat.completions.stream(
            model=MODEL, messages=asks("What is the weather in Rome?"), tools=[WEATHER]
        ) as stream:
            call = stream.get_final_completion().choices[0].message.tool_calls[0]
        self.assertEqual(json.loads(call.function.arguments), {"place": "Rome"})

    def test_an_answer_in_a_shape(self):
        told = self.client.chat.completions.parse(model=MODEL, messages=asks("What do you see?"), response_format=Seen)
        self.assertEqual(told.choices[0].message.parsed, Seen(colour="red", count=3))

    def test_an_image(self):
        parts = [{"type": "text", "text": "What is it?"}, {"type": "image_url", "image_url": {"url": PICTURE}}]
        told = self.client.chat.completions.create(model=MODEL, messages=[{"role": "user", "content": parts}])
        self.assertEqual(told.choices[0].message.content, "I see a picture.")

    def test_people_of_the_program_and_what_is_not_stored(self):
        for user in ("bo", "cy"):
            told = self.client.chat.completions.create(model=MODEL, messages=asks("Hello"), user=user, store=False)
            self.assertEqual(told.choices[0].message.content, "Hello.")

    def test_the_asynchronous_one(self):
        async def talk():
            async with openai.AsyncOpenAI() as client:
                stream = await client.chat.completions.create(model=MODEL, messages=asks("Hello"), stream=True)
                return "".join([chunk.choices[0].delta.content or "" async for chunk in stream])

        self.assertEqual(asyncio.run(talk()), "Hello.")


class Refusals(unittest.TestCase):
    def setUp(self):
        self.client = openai.OpenAI(max_retries=0)
        self.addCleanup(self.client.close)

    def test_each_is_raised_as_what_it_is(self):
        for status, wrong in (
            (openai.NotFoundError, {"model": "nobody"}),
            (openai.BadRequestError, {"n": 2}),
            (openai.UnprocessableEntityError, {"temperature": 9}),
            (openai.InternalServerError, {"messages": asks("Please fail")}),
        ):
            with self.assertRaises(status) as refused:
                self.client.chat.completions.create(**{"model": MODEL, "messages": asks("Hello"), **wrong})
            self.assertTrue(refused.exception.code)
            self.assertTrue(refused.exception.type)
            self.assertTrue(refused.exception.request_id)
        with self.assertRaises(openai.BadRequestError) as refused:
            self.client.chat.completions.create(model=MODEL, messages=asks("Hello"), logprobs=True)
        self.assertEqual(refused.exception.param, "logprobs")
        with self.assertRaises(openai.AuthenticationError):
            self.client.with_options(api_key="hf_wrong").models.list()

    def test_one_in_the_middle_of_a_stream_is_raised_too(self):
        with self.assertRaises(openai.APIError) as broke:
            list(self.client.chat.completions.create(model=MODEL, messages=asks("Please fail"), stream=True))
        self.assertEqual(broke.exception.code, "answer_failed")

    def test_whoever_asks_too_much_waits_as_long_as_they_are_told(self):
        """So many at once is what this server allows one person; one more is to come again in two seconds."""
        waiting = [
            self.client.chat.completions.create(model=MODEL, messages=asks("Please wait"), stream=True)
            for _ in range(int(os.environ["AT_ONCE"]))
        ]
        for stream in waiting:
            next(iter(stream))
        with self.assertRaises(openai.RateLimitError) as refused:
            self.client.models.list()
        self.assertEqual(refused.exception.response.headers["retry-after"], "2")
        threading.Timer(1, lambda: [stream.close() for stream in waiting]).start()
        began = time.monotonic()
        told = self.client.with_options(max_retries=4).chat.completions.with_raw_response.create(
            model=MODEL, messages=asks("Hello")
        )
        self.assertGreaterEqual(told.retries_taken, 1)
        self.assertGreaterEqual(time.monotonic() - began, 1.9 * told.retries_taken)
        self.assertEqual(told.parse().choices[0].message.content, "Hello.")


class Besides(unittest.TestCase):
    def setUp(self):
        self.client = openai.OpenAI(max_retries=0)
        self.addCleanup(self.client.close)

    def test_models(self):
        names = [model.id for model in self.client.models.list()]
        self.assertLessEqual({"assistant", "sophie", "test:telling"}, set(names))
        self.assertEqual(self.client.models.retrieve("test:telling").owned_by, "holdfast")

    def test_vectors_in_both_forms(self):
        packed = self.client.embeddings.create(model=EMBEDDER, input=["a garden", "a boat"])
        floats = self.client.embeddings.create(model=EMBEDDER, input="a garden", encoding_format="float")
        raw = self.client.embeddings.create(model=EMBEDDER, input="a garden", encoding_format="base64")
        told = struct.unpack(f"<{len(floats.data[0].embedding)}f", base64.b64decode(raw.data[0].embedding))
        for one, other, third in zip(packed.data[0].embedding, floats.data[0].embedding, told, strict=True):
            self.assertAlmostEqual(one, other, places=6)
            self.assertAlmostEqual(one, third, places=6)
        same = self.client.embeddings.create(model=EMBEDDER, input="a garden", dimensions=len(told))
        self.assertEqual(len(same.data[0].embedding), len(told))

    def test_responses_whole_streamed_found_again_and_cancelled(self):
        first = self.client.responses.create(model=MODEL, input="I am Ada.", instructions="Be kind.")
        self.assertEqual((first.output_text, first.status), ("Hello.", "completed"))
        with self.client.responses.stream(model=MODEL, input="Who am I?", previous_response_id=first.id) as stream:
            kinds = [event.type for event in stream]
            self.assertEqual(stream.get_final_response().output_text, "You are Ada.")
        self.assertEqual((kinds[0], kinds[-1]), ("response.created", "response.completed"))
        self.assertEqual(self.client.responses.retrieve(first.id).output_text, "Hello.")
        begun = self.client.responses.create(model=MODEL, input="Please wait", background=True)
        self.assertEqual(begun.status, "in_progress")
        self.assertEqual(self.client.responses.cancel(begun.id).status, "cancelled")
        told = self.client.responses.parse(model=MODEL, input="What do you see?", text_format=Seen)
        self.assertEqual(told.output_parsed, Seen(colour="red", count=3))

    def test_tools_by_responses(self):
        tool = {"type": "function", **WEATHER["function"], "strict": False}
        question = asks("What is the weather in Oslo?")
        wanted = self.client.responses.create(model=MODEL, input=question, tools=[tool])
        [call] = [item for item in wanted.output if item.type == "function_call"]
        said = [*question, call, {"type": "function_call_output", "call_id": call.call_id, "output": "rain"}]
        self.assertEqual(
            self.client.responses.create(model=MODEL, input=said, tools=[tool]).output_text, "The tool says: rain"
        )

    def test_conversations_that_are_kept_here(self):
        kept = self.client.conversations.create()
        self.client.responses.create(model=MODEL, input="I am Ada.", conversation=kept.id)
        told = self.client.responses.create(model=MODEL, input="Who am I?", conversation=kept.id)
        self.assertEqual(told.output_text, "You are Ada.")
        self.assertEqual(len(list(self.client.conversations.items.list(kept.id))), 4)
        self.assertTrue(self.client.conversations.delete(kept.id).deleted)


if __name__ == "__main__":
    unittest.main(verbosity=2)
