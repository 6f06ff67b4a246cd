"""The tables as vectors of an embedder: made once on a machine, when first needed, out of everybody's way.

Whoever cannot wait for that goes on by words alone, and finds them ready the next time.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from functools import partial
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from holdfast.memory.kinds.tables import tables
from holdfast.models.embed_aside import embed_aside
from holdfast.models.types import Embedder
from holdfast.models.vector_cache import embed_cached

FloatVector = NDArray[np.float32]
Which = Literal["statements", "requests"]
"""Sentences that stand, those of circumstances behind them, then those that pass; or requests, and those of
circumstances."""

_Key = tuple[str, int, Which]
_learned: dict[_Key, FloatVector] = {}
"""By the embedder's name and length; one process speaks with few."""
_learning: dict[_Key, asyncio.Task[FloatVector]] = {}


async def learn_meaning(embedder: Embedder, which: Which) -> FloatVector:
    """One row a sentence, of length one. Whoever gives up waiting leaves the work going, for the next one."""
    known = _learned.get((embedder.name, embedder.dimensions, which))
    return known if known is not None else await asyncio.shield(_begin(embedder, which))


def known_meaning(embedder: Embedder, which: Which) -> FloatVector | None:
    """What is there already. If nothing is, it is begun, and nobody waits for it."""
    known = _learned.get((embedder.name, embedder.dimensions, which))
    if known is None:
        _begin(embedder, which)
    return known


def unit(vectors: Sequence[float] | Sequence[Sequence[float]] | FloatVector) -> FloatVector:
    made = np.asarray(vectors, dtype=np.float32)
    if not np.isfinite(made).all():
        raise ValueError("an embedder gave no numbers")
    return np.asarray(made / np.maximum(np.linalg.norm(made, axis=-1, keepdims=True), 1e-9), dtype=np.float32)


def nearest(
    vector: FloatVector, known: FloatVector, *, most: int, sharpness: float
) -> tuple[NDArray[np.intp], FloatVector]:
    """Places of the nearest rows, and their shares: they add up to one, and the nearest weighs most."""
    nearness = known @ vector
    places = np.argsort(-nearness)[:most]
    weights = np.exp(sharpness * (nearness[places] - nearness[places[0]]))
    return places, weights / weights.sum()


def _begin(embedder: Embedder, which: Which) -> asyncio.Task[FloatVector]:
    key = (embedder.name, embedder.dimensions, which)
    task = _learning.get(key)
    if task is None or task.done() or task.get_loop() is not asyncio.get_running_loop():
        task = _learning[key] = asyncio.get_running_loop().create_task(_embed(embedder, which))
        task.add_done_callback(lambda done: _keep(key, done))
    return task


async def _embed(embedder: Embedder, which: Which) -> FloatVector:
    known = tables()
    if which == "statements":
        texts = [*(one.text for one in [*known.stands, *known.said]), *known.passes]
    else:
        texts = [one.text for one in [*known.requests, *known.asked]]
    return unit(await embed_cached(embedder, which, texts, partial(embed_aside, embedder)))


def _keep(key: _Key, done: asyncio.Task[FloatVector]) -> None:
    """A failure is not kept: the next one tries again."""
    if not done.cancelled() and done.exception() is None:
        _learned[key] = done.result()
