"""The `llm` command line, told of Holdfast as its documentation says: a file of models, and a key."""

from __future__ import annotations

import base64
import json
import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

MODELS = """
- model_id: holdfast
  model_name: assistant
  api_base: {address}
  api_key_name: holdfast
  supports_tools: true
  supports_schema: true
  vision: true
"""


class Talk(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.folder = Path(folder.name)
        (cls.folder / "extra-openai-models.yaml").write_text(MODELS.format(address=os.environ["OPENAI_BASE_URL"]))
        cls.run_llm("keys", "set", "holdfast", "--value", os.environ["OPENAI_API_KEY"])

    @classmethod
    def run_llm(cls, *words):
        command = [str(Path(sys.executable).with_name("llm")), *words]
        env = {**os.environ, "LLM_USER_PATH": str(cls.folder)}
        done = subprocess.run(command, env=env, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=60)
        assert done.returncode == 0, done.stderr
        return done.stdout.strip()

    def ask(self, *words):
        return self.run_llm("-m", "holdfast", *words)

    def test_a_question_streamed_and_whole(self):
        self.assertEqual(self.ask("Hello"), "Hello.")
        self.assertEqual(self.ask("--no-stream", "-s", "Be kind.", "Hello"), "Hello.")

    def test_a_conversation_that_goes_on(self):
        self.ask("I am Ada.")
        self.assertEqual(self.ask("-c", "Who am I?"), "You are Ada.")

    def test_an_answer_in_a_shape(self):
        told = self.ask("--schema", "colour, count int", "What do you see?")
        self.assertEqual(json.loads(told), {"colour": "red", "count": 3})

    def test_tools(self):
        tool = 'def weather(place: str) -> str:\n    "The weather in a place."\n    return "rain in " + place\n'
        told = self.ask("--functions", tool, "What is the weather in Oslo?")
        self.assertEqual(told, "The tool says: rain in Oslo")

    def test_an_image(self):
        picture = self.folder / "picture.png"
        picture.write_bytes(base64.b64decode(os.environ["PICTURE"]))
        self.assertEqual(self.ask("-a", str(picture), "What is it?"), "I see a picture.")


if __name__ == "__main__":
    unittest.main(verbosity=2)
