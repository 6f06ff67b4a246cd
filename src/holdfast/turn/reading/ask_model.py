"""One short question to the model, where neither rules nor meaning are sure: posture, intent and gate at once. Its
answer is not trusted."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

from holdfast.chats.types import Message
from holdfast.models.ask import ask_json
from holdfast.models.chain import Chain
from holdfast.turn.codes import GATES, Gate, Intent, Posture
from holdfast.turn.reading.rules import INTENTS, POSTURES
from holdfast.turn.reading.utterance import Utterance
from holdfast.turn.types import GateDecision, Reading, Signals

MAX_OUTPUT_TOKENS = 120
_EARLIER = 4
_EARLIER_CHARACTERS = 300
_SIGNALS = ("avoidance", "drift", "direct_request", "asks_about_tone")
T = TypeVar("T")


class Unreadable(ValueError):
    """The model answered, but not with what it was asked for."""


@dataclass(frozen=True, slots=True)
class Opinion:
    posture: Posture
    intent: Intent
    gate: Gate
    confidence: float
    signals: Mapping[str, bool]


async def ask_model(seen: Utterance, before: Sequence[Message], chain: Chain, *, timeout_seconds: float) -> Opinion:
    """`ModelFailed` or `Unreadable` when nothing usable came in time."""
    answer = await ask_json(
        chain, _instructions(), _shown(seen.text, before),
        max_output_tokens=MAX_OUTPUT_TOKENS, timeout_seconds=timeout_seconds, temperature=0.0,
    )  # fmt: skip
    return read_opinion(answer)


def read_opinion(answer: Any) -> Opinion:
    """Only listed values count; a confidence that is no number from 0 to 1 makes the rest doubtful too."""
    if not isinstance(answer, dict):
        raise Unreadable
    posture, intent = _listed(answer.get("posture"), POSTURES), _listed(answer.get("intent"), INTENTS)
    gate = _listed(answer.get("gate"), GATES)
    if intent == "recall" or gate == "explicit":  # one question: who says so once has said it
        intent, gate = "recall", "explicit"
    confidence = answer.get("confidence")
    if isinstance(confidence, bool) or not isinstance(confidence, int | float) or not 0 <= confidence <= 1:
        raise Unreadable
    return Opinion(posture, intent, gate, float(confidence), {name: answer.get(name) is True for name in _SIGNALS})


def agreed(reading: Reading, opinion: Opinion, *, is_gate_sure: bool) -> Reading:
    """The model decides what nobody was sure of. Whether the past is asked about is one question: where the gate is
    sure, the intent follows it. A signal that the rules saw stays; the model may see more."""
    gate, intent = reading.gate, reading.intent
    if not is_gate_sure:
        gate, intent = GateDecision(opinion.gate, "model", opinion.confidence, "asked_model"), opinion.intent
    elif "recall" not in (intent, opinion.intent):
        intent = opinion.intent
    return replace(
        reading,
        posture=opinion.posture,
        intent=intent,
        gate=gate,
        signals=_seen_by_both(reading.signals, opinion),
        by="model",
        confidence=opinion.confidence,
        scores={**reading.scores, "model": opinion.confidence},
    )


def _seen_by_both(seen: Signals, opinion: Opinion) -> Signals:
    return replace(
        seen,
        avoidance=seen.avoidance or opinion.signals["avoidance"],
        drift=seen.drift or opinion.signals["drift"],
        direct_request=seen.direct_request or opinion.signals["direct_request"],
        asks_about_tone=seen.asks_about_tone or opinion.signals["asks_about_tone"],
    )


def _listed(value: Any, allowed: Sequence[T]) -> T:
    for one in allowed:
        if value == one:
            return one
    raise Unreadable


def _shown(said: str, before: Sequence[Message]) -> str:
    earlier = [f"{one.role}: {' '.join(one.text[:_EARLIER_CHARACTERS].split())}" for one in before[-_EARLIER:]]
    said_before = "\n".join(earlier) or "(nothing)"
    return f"Earlier in the conversation:\n{said_before}\n\nThe message:\n{said}"


@cache
def _instructions() -> str:
    return (Path(__file__).parent / "prompts" / "reading.md").read_text(encoding="utf-8")
