"""Labelled messages by their meaning: what a message lies near to, where the rules are unsure of it.

Works with any embedder, since only nearness among its own vectors counts. The examples are embedded once for each
embedder, when first needed; whoever cannot wait for that goes on without, and finds them ready the next time. Postures
and intents have a few typical examples each, and a message is held against where these lie together; the gate has
hundreds that are unlike each other, and the nearest of them vote.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Generic, TypeVar

import numpy as np
from numpy.typing import NDArray

from holdfast.core.language.tables import LANGUAGES, Language
from holdfast.models.types import Embedder
from holdfast.models.vector_cache import embed_cached
from holdfast.turn.codes import GATES, Gate, Intent, Posture
from holdfast.turn.reading.examples import examples, gated
from holdfast.turn.reading.vectors import UnitVector, unit

Label = TypeVar("Label", bound=str)
Rows = NDArray[np.float32]
NEIGHBOURS = 9
_SHARPNESS = 12.0
"""How much a little more nearness counts; measured on the labelled messages."""
_SAME = 0.999


@dataclass(frozen=True, slots=True)
class Directions(Generic[Label]):
    """Where each label lies, seen from the middle of all examples: what they have in common tells nothing apart."""

    labels: Sequence[Label]
    middle: UnitVector
    rows: Rows

    def shares(self, vector: UnitVector) -> Mapping[Label, float]:
        """How near each label is beside the others; they add up to one."""
        cosines = self.rows @ unit(vector - self.middle)
        powers = np.exp(_SHARPNESS * (cosines - cosines.max()))
        return dict(zip(self.labels, (powers / powers.sum()).tolist(), strict=True))


@dataclass(frozen=True, slots=True)
class Neighbours:
    gates: NDArray[np.intp]
    """Of each row, by its place in `GATES`."""
    rows: Rows

    def shares(self, vector: UnitVector) -> Mapping[Gate, float]:
        """Of the three gates among the nearest; they add up to one."""
        nearness = self.rows @ vector
        nearness[nearness > _SAME] = -1.0  # the example itself: measured, it must not be its own witness
        nearest = np.argsort(-nearness)[:NEIGHBOURS]
        votes = np.bincount(self.gates[nearest], np.exp(_SHARPNESS * nearness[nearest]), len(GATES))
        return dict(zip(GATES, (votes / (votes.sum() or 1.0)).tolist(), strict=True))


@dataclass(frozen=True, slots=True)
class Index:
    postures: Directions[Posture]
    intents: Directions[Intent]
    gates: Mapping[Language, Neighbours]

    def gates_of(self, languages: Sequence[Language]) -> Neighbours | None:
        """Of the first of these that has examples."""
        return next((self.gates[one] for one in languages if one in self.gates), None)


_Key = tuple[str, int]
_ready: dict[_Key, Index] = {}
"""By the embedder's name and length; one process speaks with few."""
_on_the_way: dict[_Key, asyncio.Task[Index]] = {}


async def load_index(embedder: Embedder) -> Index:
    """Made once, for everybody who waits; whoever gives up waiting leaves the work going, for the next one."""
    key = (embedder.name, embedder.dimensions)
    if (known := _ready.get(key)) is not None:
        return known
    task = _on_the_way.get(key)
    if task is None or task.done() or task.get_loop() is not asyncio.get_running_loop():
        task = _on_the_way[key] = asyncio.create_task(_make_index(embedder))
        task.add_done_callback(lambda done: _keep(key, done))
    return await asyncio.shield(task)


def _keep(key: _Key, done: asyncio.Task[Index]) -> None:
    """A failure is not kept: the next message tries again."""
    if not done.cancelled() and done.exception() is None:
        _ready[key] = done.result()
        _on_the_way.pop(key, None)


async def _make_index(embedder: Embedder) -> Index:
    known = [one for language in LANGUAGES for one in examples("tune", language)]
    texts = list(dict.fromkeys(one.text for one in known))
    rows = await embed_cached(embedder, "labelled", texts, embedder.embed)
    vectors = dict(zip(texts, map(unit, rows), strict=True))
    return Index(
        postures=_directions([(one.posture, vectors[one.text]) for one in known if one.posture]),
        intents=_directions([(one.intent, vectors[one.text]) for one in known if one.intent]),
        gates={
            language: Neighbours(
                np.asarray([GATES.index(gate) for _, gate in found]), np.stack([vectors[text] for text, _ in found])
            )
            for language in LANGUAGES
            if (found := gated("tune", language))
        },
    )


def _directions(rows: Sequence[tuple[Label, UnitVector]]) -> Directions[Label]:
    groups = {label: [row for _, row in group] for label, group in groupby(rows, key=lambda row: row[0])}
    means = np.stack([np.mean(group, axis=0) for group in groups.values()])
    middle = means.mean(axis=0)
    return Directions(list(groups), middle, np.stack([unit(mean - middle) for mean in means]))
