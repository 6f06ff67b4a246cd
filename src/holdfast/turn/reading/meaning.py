"""Nearness in meaning beside what the rules found, where these are unsure. Pure: vectors in, decisions out.

Whether the past is asked about is settled first, by the gate: then the intent is `recall`, and otherwise it is not.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TypeVar

from holdfast.turn.codes import GATES, Gate, Intent, Posture
from holdfast.turn.reading.index import Index
from holdfast.turn.reading.rules import INTENTS, POSTURES, Ruled, gate_by_rules
from holdfast.turn.reading.vectors import UnitVector
from holdfast.turn.reading.weigh import Decision, decide
from holdfast.turn.types import GateDecision

Label = TypeVar("Label", bound=str)
_WEIGHT = 0.9
"""What meaning alone may count for, beside what the rules found."""
_LEAN = 0.6
"""How much a leaning rule of the gate weighs beside the neighbours, which weigh one."""
EXPLICIT_FROM = 0.66
"""Share of the votes from which meaning alone says that the past is asked about. Measured on the messages to tune on:
below it, as many that lie near such a question ask something else."""
LEAVES_DEFAULT_FROM = 0.35
"""Most of what people say is plain company; another posture needs more than being the least unlikely."""


def gate_by_meaning(ruled: Ruled, vector: UnitVector, index: Index) -> GateDecision:
    """The rule's leaning and the neighbours' votes, added up."""
    cue, neighbours = ruled.gate, index.gates_of(ruled.seen.languages)
    if neighbours is None:
        return gate_by_rules(ruled)
    votes = neighbours.shares(vector)
    added = {one: votes[one] + (_LEAN * cue.confidence if one == cue.gate else 0.0) for one in GATES}
    # Explicit and ambient both ask, so between asking and not asking their votes stand together.
    asks, total = added["explicit"] + added["ambient"], sum(added.values())
    best: Gate = "none"
    if asks > added["none"]:
        best = "explicit" if added["explicit"] >= EXPLICIT_FROM * total and may_ask(ruled) else "ambient"
    return GateDecision(best, "meaning", round(max(asks, added["none"]) / total, 3), cue.name)


def may_ask(ruled: Ruled) -> bool:
    """Who neither asks nor wants anything does not ask about the past, whatever their words are near to."""
    intents = ruled.intent.scores
    is_asked = intents.get("question", 0.0) >= 0.3 or intents.get("output_task", 0.0) >= 0.5
    return is_asked or ruled.gate.gate == "explicit"


def posture_by_meaning(ruled: Decision[Posture], vector: UnitVector, index: Index) -> Decision[Posture]:
    found = decide(_joined(ruled.scores, index.postures.shares(vector)), POSTURES)
    return replace(found, label="COMPANIONSHIP") if found.confidence < LEAVES_DEFAULT_FROM else found


def intent_by_meaning(ruled: Decision[Intent], vector: UnitVector, index: Index) -> Decision[Intent]:
    return decide(_joined(ruled.scores, index.intents.shares(vector)), INTENTS)


def fitting(intent: Decision[Intent], posture: Posture) -> Decision[Intent]:
    """A bare statement has the intent of its posture: who tells of the step they are taking is on the way."""
    told: Mapping[Posture, Intent] = {"MOMENTUM": "momentum", "TASK": "output_task"}
    return replace(intent, label=told[posture]) if intent.label == "share" and posture in told else intent


def recalling(intent: Decision[Intent], gate: GateDecision) -> Decision[Intent]:
    """Who asks for the past wants it recalled: one question, whoever answered it."""
    if gate.gate != "explicit" or intent.label == "recall":
        return intent
    return Decision("recall", gate.confidence, {**intent.scores, "recall": gate.confidence})


def _joined(ruled: Mapping[Label, float], near: Mapping[Label, float]) -> Mapping[Label, float]:
    """With what meaning says nothing of as the rules have it."""
    joined = {label: 1 - (1 - ruled.get(label, 0.0)) * (1 - _WEIGHT * share) for label, share in near.items()}
    return {**ruled, **joined}
