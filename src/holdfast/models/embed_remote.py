"""Vectors from an OpenAI-compatible endpoint. The call is idempotent, so it alone among model calls is repeated."""

from __future__ import annotations

import asyncio
import math
import random
from collections.abc import Sequence
from typing import Any

import orjson

from holdfast.models.endpoint import Endpoint
from holdfast.models.failures import failed
from holdfast.models.types import Failure, ModelFailed

_BATCH = 64
_MAX_ANSWER_BYTES = 32 << 20
_TRIES = 3
_MAX_PAUSE_SECONDS = 10.0
_PASSING = {
    Failure.UNREACHABLE,
    Failure.SLOW_FIRST_BYTE,
    Failure.STALLED,
    Failure.CUT_OFF,
    Failure.RATE_LIMITED,
    Failure.SERVER_ERROR,
}


class RemoteEmbedder:
    def __init__(
        self, endpoint: Endpoint, model: str, dimensions: int, *, asks_for_dimensions: bool = False, at_once: int = 2
    ) -> None:
        self._endpoint = endpoint
        self._model = model
        self.dimensions = dimensions
        self._extra = {"dimensions": dimensions} if asks_for_dimensions else {}
        self._turns = asyncio.Semaphore(at_once)

    @property
    def name(self) -> str:
        return self._model

    async def embed(self, texts: Sequence[str]) -> list[list[float]]:
        batches = [texts[start : start + _BATCH] for start in range(0, len(texts), _BATCH)]
        # A task group, so that the first failure ends the batches that nobody needs any more.
        try:
            async with asyncio.TaskGroup() as group:
                tasks = [group.create_task(self._one_batch(batch)) for batch in batches]
        except ExceptionGroup as failures:
            raise failures.exceptions[0] from None
        return [vector for task in tasks for vector in task.result()]

    async def _one_batch(self, texts: Sequence[str]) -> list[list[float]]:
        tries_left = _TRIES
        async with self._turns:
            while True:
                tries_left -= 1
                try:
                    return await self._ask(texts)
                except ModelFailed as error:
                    if not tries_left or error.failure not in _PASSING:
                        raise
                    pause = error.retry_after_seconds or 1.0 / 2**tries_left
                await asyncio.sleep(min(pause, _MAX_PAUSE_SECONDS) * random.uniform(1.0, 1.3))

    async def _ask(self, texts: Sequence[str]) -> list[list[float]]:
        # Some servers refuse an empty text, and NUL; both mean nothing to an embedding.
        readable = [text.encode("utf-8", "replace").decode().replace("\0", " ") or " " for text in texts]
        body = orjson.dumps({"model": self._model, "input": readable, **self._extra})
        async with self._endpoint.answering("embeddings", body) as answer:
            document = await answer.read_all(_MAX_ANSWER_BYTES)
        try:
            rows = sorted(orjson.loads(document)["data"], key=lambda row: row["index"])
            vectors = [_vector(row["embedding"]) for row in rows]
        except (orjson.JSONDecodeError, KeyError, TypeError, ValueError):
            raise failed(Failure.MALFORMED, upstream="malformed embeddings") from None
        if len(vectors) != len(texts) or any(len(vector) != self.dimensions for vector in vectors):
            raise failed(Failure.MALFORMED, upstream="wrong number or length of vectors")
        return vectors

    async def aclose(self) -> None:
        await self._endpoint.aclose()


def _vector(numbers: Any) -> list[float]:
    vector = [float(number) for number in numbers]
    if not all(map(math.isfinite, vector)):
        raise ValueError
    return vector
