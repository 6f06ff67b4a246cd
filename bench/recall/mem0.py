"""Recall beside mem0 (embedded Qdrant, the same local embedder) at 10,000 memories of one person.

mem0 is no dependency of Holdfast. Install it into a folder of its own, and name the folder:

    pip install --target /some/folder mem0ai qdrant-client
    python -m bench.recall.mem0 --site /some/folder

Both hold the same number of synthetic memories, put in directly. What is timed is the whole search by text, the
embedding of the question included, in turn, so that a busy machine slows both alike.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from statistics import median
from typing import Any
from uuid import UUID

import asyncpg
import uvloop

from bench.recall.fill import fill, turns, vectors
from bench.recall.latency import questions
from holdfast.cli.eval import open_throw_away
from holdfast.core.config import load_settings
from holdfast.core.db import Owner
from holdfast.memory.recall.recall import recall
from holdfast.memory.types import RecallQuery
from holdfast.models.embed import MiniLM
from holdfast.models.local import find_local, models_folder
from holdfast.models.local_kinds import EMBEDDING_MODEL

LIMIT = 10.0


class SameEmbedder:
    """As mem0 asks for one."""

    def __init__(self) -> None:
        self._model = MiniLM(find_local(models_folder(load_settings()), EMBEDDING_MODEL).folder)

    def embed(self, text: str, memory_action: str | None = None) -> list[float]:
        return self._model.embed([text])[0].vector

    def embed_batch(self, texts: Sequence[str], memory_action: str | None = None) -> list[list[float]]:
        return [one.vector for one in self._model.embed(texts)]


def open_mem0(folder: Path, count: int) -> Any:
    os.environ.setdefault("MEM0_TELEMETRY", "False")
    os.environ.setdefault("OPENAI_API_KEY", "never-used")
    os.environ.setdefault("MEM0_DIR", str(folder / "home"))
    from mem0 import Memory  # type: ignore[import-not-found]

    store = {"path": str(folder / "qdrant"), "embedding_model_dims": MiniLM.dimensions, "on_disk": True}
    memory = Memory.from_config(
        {"vector_store": {"provider": "qdrant", "config": store}, "history_db_path": str(folder / "history.db")}
    )
    memory.embedding_model = SameEmbedder()
    texts = [text for text, _ in zip(turns(count), range(count), strict=False)]
    made = vectors(count, MiniLM.dimensions)
    for start in range(0, count, 1000):
        places = range(start, min(start + 1000, count))
        memory.vector_store.insert(
            vectors=[made[place].tolist() for place in places],
            payloads=[{"data": texts[place], "user_id": "one", "hash": str(place)} for place in places],
            ids=[str(UUID(int=place + 1)) for place in places],
        )
    return memory


async def run(count: int, queries: int) -> tuple[list[float], list[float]]:
    ours: list[float] = []
    theirs: list[float] = []
    owner = Owner("bench", "one")
    with tempfile.TemporaryDirectory(prefix="hf-mem0-") as folder:
        other = open_mem0(Path(folder), count)
        async with open_throw_away(load_settings()) as (memory, addresses):
            connection = await asyncpg.connect(addresses.owner.dsn)
            await fill(connection, memory, owner, count)
            await connection.close()
            for number, query in enumerate(questions(queries + 5)):
                began = time.perf_counter()
                await recall(memory, owner, RecallQuery(query))
                between = time.perf_counter()
                other.search(query, filters={"user_id": "one"}, top_k=10)
                if number >= 5:
                    ours.append((between - began) * 1000)
                    theirs.append((time.perf_counter() - between) * 1000)
    return ours, theirs


def main(given: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m bench.recall.mem0", description=__doc__)
    parser.add_argument("--site", help="the folder that mem0 was installed into")
    parser.add_argument("--memories", type=int, default=10_000)
    parser.add_argument("--queries", type=int, default=30)
    arguments = parser.parse_args(given)
    if arguments.site:
        sys.path.append(arguments.site)
    try:
        ours, theirs = uvloop.run(run(arguments.memories, arguments.queries))  # as the server does
    except ModuleNotFoundError as missing:
        print(f"{missing.name} is not here: pip install --target FOLDER mem0ai qdrant-client, then --site FOLDER.")
        return 2
    ratio = median(theirs) / median(ours)
    print(f"Holdfast p50 {median(ours):.1f} ms, mem0 p50 {median(theirs):.1f} ms: {ratio:.1f}x (wanted {LIMIT:.0f}x)")
    return 0 if ratio >= LIMIT else 1


if __name__ == "__main__":
    sys.exit(main())
