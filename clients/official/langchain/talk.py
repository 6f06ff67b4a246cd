"""LangChain's models over OpenAI's wire, told an address and a key by the environment."""

from __future__ import annotations

import os
import unittest

from langchain_core.messages import AIMessage, HumanMessage, SystemMessage, ToolMessage
from langchain_core.tools import tool
from langchain_openai import ChatOpenAI, OpenAIEmbeddings
from pydantic import BaseModel

PICTURE = f"data:image/png;base64,{os.environ['PICTURE']}"


class Seen(BaseModel):
    """What is to be seen."""

    colour: str
    count: int


@tool
def weather(place: str) -> str:
    """The weather in a place."""
    return f"rain in {place}"


class Talk(unittest.TestCase):
    def setUp(self):
        self.model = ChatOpenAI(model="assistant", max_retries=0)

    def test_an_answer_with_what_it_took(self):
        told = self.model.invoke([SystemMessage("Be kind."), HumanMessage("Hello")])
        self.assertEqual(told.content, "Hello.")
        self.assertGreater(told.usage_metadata["total_tokens"], 0)
        said = [HumanMessage("I am Ada."), AIMessage("Hello, Ada."), HumanMessage("Who am I?")]
        self.assertEqual(self.model.invoke(said).content, "You are Ada.")

    def test_a_stream_with_what_it_took(self):
        whole = None
        for piece in self.model.stream("Hello", stream_usage=True):
            whole = piece if whole is None else whole + piece
        self.assertEqual(whole.content, "Hello.")
        self.assertGreater(whole.usage_metadata["output_tokens"], 0)

    def test_several_at_once(self):
        told = self.model.batch(["Hello", "Hello"])
        self.assertEqual([one.content for one in told], ["Hello.", "Hello."])

    def test_tools(self):
        able = self.model.bind_tools([weather])
        question = HumanMessage("What is the weather in Oslo?")
        wanted = able.invoke([question])
        [call] = wanted.tool_calls
        self.assertEqual((call["name"], call["args"]), ("weather", {"place": "Oslo"}))
        told = able.invoke([question, wanted, ToolMessage(weather.invoke(call["args"]), tool_call_id=call["id"])])
        self.assertEqual(told.content, "The tool says: rain in Oslo")

    def test_answers_in_a_shape_by_schema_and_by_a_tool_it_has_to_use(self):
        for method in ("json_schema", "function_calling"):
            told = self.model.with_structured_output(Seen, method=method).invoke("What do you see?")
            self.assertEqual(told, Seen(colour="red", count=3))

    def test_an_image(self):
        parts = [{"type": "text", "text": "What is it?"}, {"type": "image_url", "image_url": {"url": PICTURE}}]
        self.assertEqual(self.model.invoke([HumanMessage(parts)]).content, "I see a picture.")

    def test_responses(self):
        told = ChatOpenAI(model="assistant", use_responses_api=True, max_retries=0).invoke("Hello")
        self.assertEqual(told.text, "Hello.")

    def test_vectors(self):
        # Asked to, it counts tokens first, and fetches what it counts them by from elsewhere.
        vectors = OpenAIEmbeddings(model=os.environ["EMBEDDER"], check_embedding_ctx_length=False, max_retries=0)
        one, other = vectors.embed_documents(["a garden", "a boat"])
        self.assertEqual(len(one), len(other))
        for number, same in zip(one, vectors.embed_query("a garden"), strict=True):
            self.assertAlmostEqual(number, same, places=5)


if __name__ == "__main__":
    unittest.main(verbosity=2)
