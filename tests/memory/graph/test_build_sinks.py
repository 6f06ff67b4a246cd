from __future__ import annotations

import subprocess
import sys

import pytest
from pydantic import SecretStr

from holdfast.core.config import GraphSettings, MemorySettings, Settings
from holdfast.core.errors import Setup
from holdfast.memory.graph.build_sinks import build_sinks
from tests.words import WordEmbedder

_QUIETLY = """
import sys
from holdfast.core.config import GraphSettings, MemorySettings, Settings
from holdfast.memory.graph.build_sinks import build_sinks
assert build_sinks(Settings(), None, None) == ()
print([name for name in ("graphiti_core", "falkordb", "openai", "posthog") if name in sys.modules])
"""
_WITHOUT_THE_EXTRA = """
import sys
sys.modules["graphiti_core"] = None
from holdfast.core.config import GraphSettings, MemorySettings, Settings
from holdfast.core.errors import Setup
from holdfast.memory.graph.build_sinks import build_sinks
try:
    build_sinks(Settings(memory=MemorySettings(graph=GraphSettings(url="redis://localhost"))), None, None)
except Setup as setup:
    print(setup)
"""
_TO_ITSELF = """
import asyncio, os, sys
import dotenv.main
os.environ["GRAPHITI_TELEMETRY_ENABLED"] = "true"
dotenv.main.find_dotenv = lambda *_, **__: print("looked for a file") or ""
from holdfast.memory.graph.graphiti_sink import GraphitiSink
from tests.words import WordEmbedder

async def build():
    sink = GraphitiSink("redis://localhost:1", None, WordEmbedder())
    async with sink.drivers.hold("group") as graph:
        sink._graphiti(graph, None)

asyncio.run(build())
print("posthog" in sys.modules)
dotenv.load_dotenv()
"""


def _with(url: str | None) -> Settings:
    return Settings(memory=MemorySettings(graph=GraphSettings(url=SecretStr(url) if url is not None else None)))


def _printed(program: str) -> str:
    return subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout.strip()


def test_without_an_address_there_is_no_sink_and_nothing_is_imported() -> None:
    assert build_sinks(_with(""), None, WordEmbedder()) == ()
    assert _printed(_QUIETLY) == "[]"


def test_with_an_address_there_is_one() -> None:
    (sink,) = build_sinks(_with("falkor://localhost:1"), None, WordEmbedder())
    assert sink.name == "graphiti"


@pytest.mark.parametrize("url", ["localhost:6379", "http://localhost", "bolt://localhost:7687"])
def test_an_address_of_another_kind_is_refused_in_words(url: str) -> None:
    with pytest.raises(Setup, match="HOLDFAST_MEMORY_GRAPH_URL is not an address like"):
        build_sinks(_with(url), None, WordEmbedder())


def test_a_missing_package_gets_one_sentence_that_says_what_to_run() -> None:
    said = _printed(_WITHOUT_THE_EXTRA)
    assert said.startswith("HOLDFAST_MEMORY_GRAPH_URL is set, but the packages it needs are not installed; run ")
    assert "requirements-graph.lock" in said


def test_nothing_is_reported_to_the_makers_of_the_library_and_no_environment_file_is_read() -> None:
    # The last line is our own asking, which shows that asking would have been seen.
    assert _printed(_TO_ITSELF).splitlines() == ["False", "looked for a file"]
