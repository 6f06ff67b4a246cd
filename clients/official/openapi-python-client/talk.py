"""A client that was generated from `openapi.json` a moment ago, in a short conversation."""

from __future__ import annotations

import os
import unittest

from holdfast_generated import AuthenticatedClient
from holdfast_generated.api.memory import get_export, post_ingest, post_query
from holdfast_generated.api.programs import (
    create_completion,
    create_conversation,
    create_embeddings,
    create_response,
    get_response,
    get_usage,
    list_items,
    list_models,
)
from holdfast_generated.models import (
    CompletionBody,
    EmbeddingsBody,
    ErrorEnvelope,
    IngestedTurn,
    NewConversation,
    RecallBody,
    ResponseBody,
    SentByProgram,
    SentByProgramRole,
    TurnBody,
)


def asks(text):
    return [SentByProgram(role=SentByProgramRole.USER, content=text)]


class Talk(unittest.TestCase):
    def setUp(self):
        address, key = os.environ["HOLDFAST_URL"], os.environ["OPENAI_API_KEY"]
        self.client = AuthenticatedClient(base_url=address, token=key)

    def test_a_question_in_a_conversation_that_is_kept(self):
        kept = create_conversation.sync(client=self.client, body=NewConversation(title="Garden"))
        for text, answer in (("I am Ada.", "Hello."), ("Who am I?", "You are Ada.")):
            body = CompletionBody(model="assistant", messages=asks(text), conversation=kept.id)
            told = create_completion.sync(client=self.client, body=body)
            self.assertEqual(told.choices[0].message.content, answer)
            self.assertEqual(told.conversation, kept.id)
            self.assertGreater(told.usage.total_tokens, 0)
        said = list_items.sync(kept.id, client=self.client)
        self.assertEqual([item.content[0].text for item in said.data][-1], "You are Ada.")

    def test_a_response_is_found_again(self):
        made = create_response.sync(client=self.client, body=ResponseBody(model="assistant", input_="Hello"))
        self.assertEqual(made.output[0].content[0].text, "Hello.")
        again = get_response.sync(made.id, client=self.client)
        self.assertEqual((again.id, again.output[0].content[0].text), (made.id, "Hello."))

    def test_models_vectors_and_use(self):
        self.assertIn("sophie", [model.id for model in list_models.sync(client=self.client).data])
        body = EmbeddingsBody(model=os.environ["EMBEDDER"], input_="a garden")
        self.assertGreater(len(create_embeddings.sync(client=self.client, body=body).data[0].embedding), 1)
        self.assertIsNotNone(get_usage.sync(client=self.client).total)

    def test_the_memory(self):
        kept = post_ingest.sync(client=self.client, body=TurnBody.from_dict({"role": "user", "text": "I keep bees."}))
        self.assertIsInstance(kept, IngestedTurn)
        found = post_query.sync(client=self.client, body=RecallBody(query="bees"))
        self.assertEqual(found.episodes[0].text, "I keep bees.")
        self.assertIn(b"I keep bees.", get_export.sync_detailed(client=self.client).content)

    def test_a_refusal_has_its_words_and_its_code(self):
        body = CompletionBody(model="nobody", messages=asks("Hello"))
        refused = create_completion.sync(client=self.client, body=body)
        self.assertIsInstance(refused, ErrorEnvelope)
        self.assertEqual(refused.error.code, "model_not_found")


if __name__ == "__main__":
    unittest.main(verbosity=2)
