"""Nearness in meaning to the prototypes, for what the rules are unsure of.

The prototypes are embedded once for each embedder and kept as two tables; a message then costs one vector.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Generic, TypeVar

import numpy as np
from numpy.typing import NDArray

from holdfast.models.types import Embedder
from holdfast.turn.types import Intent, Posture
from holdfast.turn.understand.prototypes import INTENT_PROTOTYPES, POSTURE_PROTOTYPES
from holdfast.turn.understand.read_by_rules import INTENTS, POSTURES
from holdfast.turn.understand.vectors import Vector, unit
from holdfast.turn.understand.weigh import Decision, decide

Label = TypeVar("Label", bound=str)
_SHARPNESS = 12.0
"""How much a little more nearness counts; measured on the labelled utterances of the tests."""
_WEIGHT = 0.9
"""What meaning alone may count for, beside what the rules found."""
LEAVES_DEFAULT_FROM = 0.35
"""Most of what people say is plain company; another posture needs more than being the least unlikely."""


@dataclass(frozen=True, slots=True)
class Table(Generic[Label]):
    """Where each label lies, seen from the middle of all prototypes: what they have in common tells nothing apart."""

    labels: Sequence[Label]
    middle: Vector
    directions: NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Tables:
    postures: Table[Posture]
    intents: Table[Intent]


_ready: dict[tuple[str, int], Tables] = {}
_on_the_way: dict[tuple[str, int], asyncio.Task[Tables]] = {}


async def load_prototypes(embedder: Embedder) -> Tables:
    """Made once, for everybody who waits; whoever gives up waiting does not stop the work."""
    key = (embedder.name, embedder.dimensions)
    if key in _ready:
        return _ready[key]
    task = _on_the_way.get(key)
    if task is None or task.done() or task.get_loop() is not asyncio.get_running_loop():
        task = asyncio.create_task(_make_tables(embedder))
        task.add_done_callback(lambda done: done.cancelled() or done.exception())  # whoever waited has heard of it
        _on_the_way[key] = task
    _ready[key] = await asyncio.shield(task)
    _on_the_way.pop(key, None)
    return _ready[key]


async def _make_tables(embedder: Embedder) -> Tables:
    texts = [text for group in (*POSTURE_PROTOTYPES.values(), *INTENT_PROTOTYPES.values()) for text in group]
    rows = np.stack([unit(vector) for vector in await embedder.embed(texts)])
    count = sum(map(len, POSTURE_PROTOTYPES.values()))
    return Tables(_table(POSTURE_PROTOTYPES, rows[:count]), _table(INTENT_PROTOTYPES, rows[count:]))


def _table(groups: Mapping[Label, Sequence[str]], rows: NDArray[np.float32]) -> Table[Label]:
    ends = np.cumsum([len(group) for group in groups.values()])[:-1]
    means = np.stack([part.mean(axis=0) for part in np.split(rows, ends)])
    middle = means.mean(axis=0)
    return Table(list(groups), middle, np.stack([unit(mean - middle) for mean in means]))


def posture_by_meaning(ruled: Decision[Posture], vector: Vector, tables: Tables) -> Decision[Posture]:
    found = decide(_joined(ruled.scores, _nearness(tables.postures, vector)), POSTURES)
    return replace(found, label="COMPANIONSHIP") if found.confidence < LEAVES_DEFAULT_FROM else found


def intent_by_meaning(ruled: Decision[Intent], vector: Vector, tables: Tables) -> Decision[Intent]:
    return decide(_joined(ruled.scores, _nearness(tables.intents, vector)), INTENTS)


def fitting(intent: Decision[Intent], posture: Posture) -> Decision[Intent]:
    """A bare statement has the intent of its posture: who tells of the step they are taking is on the way."""
    told: Mapping[Posture, Intent] = {"MOMENTUM": "momentum", "TASK": "output_task"}
    return replace(intent, label=told[posture]) if intent.label == "share" and posture in told else intent


def _nearness(table: Table[Label], vector: Vector) -> Mapping[Label, float]:
    """How near each label is beside the others; they add up to one."""
    cosines = table.directions @ unit(vector - table.middle)
    powers = np.exp(_SHARPNESS * (cosines - cosines.max()))
    return dict(zip(table.labels, (powers / powers.sum()).tolist(), strict=True))


def _joined(ruled: Mapping[Label, float], near: Mapping[Label, float]) -> Mapping[Label, float]:
    return {label: 1 - (1 - ruled.get(label, 0.0)) * (1 - _WEIGHT * near[label]) for label in near}
