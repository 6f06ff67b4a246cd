"""What a message means, by the labelled ones it lies nearest to: a second opinion where the rules only lean.

Works with any embedder, since only nearness among its own vectors counts. The examples are embedded once for each
embedder, when first needed; whoever cannot wait for that goes on without, and finds them ready the next time.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from holdfast.core.language.spelling import ends_of
from holdfast.models.types import Embedder
from holdfast.turn.librarian.examples import examples
from holdfast.turn.librarian.types import GATES, Gate

NEIGHBOURS = 9
_SHARPNESS = 12.0
"""How much more the nearest counts than the last of the neighbours."""
_SAME = 0.999

Vectors = NDArray[np.float32]
_learned: dict[tuple[str, int], Vectors] = {}
"""By the embedder's name and length; one process speaks with few."""
_learning: dict[tuple[str, int], asyncio.Task[Vectors]] = {}


async def read_meaning(text: str, embedder: Embedder) -> Mapping[Gate, float]:
    """Shares of the three gates among the nearest examples; they add up to one."""
    known = await learn_examples(embedder)
    (vector,) = await embedder.embed([ends_of(text)])
    return shares(np.asarray(vector, dtype=np.float32), known)


async def learn_examples(embedder: Embedder) -> Vectors:
    """The examples' vectors. Whoever gives up waiting leaves the work going, for the next one."""
    key = (embedder.name, embedder.dimensions)
    if (known := _learned.get(key)) is not None:
        return known
    task = _learning.get(key)
    if task is None or task.done() or task.get_loop() is not asyncio.get_running_loop():
        task = _learning[key] = asyncio.get_running_loop().create_task(_embed_examples(embedder))
        task.add_done_callback(lambda done: _keep(key, done))
    return await asyncio.shield(task)


def shares(vector: Vectors, known: Vectors) -> Mapping[Gate, float]:
    nearness = known @ vector
    if not np.isfinite(nearness).all():
        raise ValueError("an embedder gave no numbers")
    nearness[nearness > _SAME] = -1.0  # the example itself: measured, it must not be its own witness
    nearest = np.argsort(-nearness)[:NEIGHBOURS]
    weights = np.exp(_SHARPNESS * nearness[nearest])
    labels = [one.gate for one in examples("tune")]
    total = float(weights.sum()) or 1.0
    return {gate: sum(_of(gate, nearest, weights, labels)) / total for gate in GATES}


def _of(gate: Gate, nearest: NDArray[np.intp], weights: Vectors, labels: Sequence[Gate]) -> Sequence[float]:
    return [float(weight) for place, weight in zip(nearest, weights, strict=True) if labels[place] == gate]


async def _embed_examples(embedder: Embedder) -> Vectors:
    return np.asarray(await embedder.embed([one.text for one in examples("tune")]), dtype=np.float32)


def _keep(key: tuple[str, int], done: asyncio.Task[Vectors]) -> None:
    """A failure is not kept: the next message tries again."""
    if not done.cancelled() and done.exception() is None:
        _learned[key] = done.result()
