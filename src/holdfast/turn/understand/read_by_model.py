"""One short question to the model, for what neither rules nor meaning are sure of. Its answer is not trusted."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

from holdfast.chats.types import Message
from holdfast.models.ask import ask_json
from holdfast.models.chain import Chain
from holdfast.turn.types import Intent, Posture, Reading, Signals
from holdfast.turn.understand.glance import glance
from holdfast.turn.understand.read_by_rules import INTENTS, POSTURES

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
    confidence: float
    signals: Mapping[str, bool]


async def ask_model(text: str, before: Sequence[Message], chain: Chain, *, timeout_seconds: float) -> Opinion:
    """`ModelFailed` or `Unreadable` when nothing usable came in time."""
    answer = await ask_json(
        chain, _instructions(), _shown(text, before),
        max_output_tokens=MAX_OUTPUT_TOKENS, timeout_seconds=timeout_seconds, temperature=0.0,
    )  # fmt: skip
    return read_opinion(answer)


def read_opinion(answer: Any) -> Opinion:
    """Only listed values count; a confidence that is no number from 0 to 1 makes the rest doubtful too."""
    if not isinstance(answer, dict):
        raise Unreadable
    posture, intent = _listed(answer.get("posture"), POSTURES), _listed(answer.get("intent"), INTENTS)
    confidence = answer.get("confidence")
    if isinstance(confidence, bool) or not isinstance(confidence, int | float) or not 0 <= confidence <= 1:
        raise Unreadable
    return Opinion(posture, intent, float(confidence), {name: answer.get(name) is True for name in _SIGNALS})


def agreed(reading: Reading, opinion: Opinion) -> Reading:
    """The model decides posture and intent. A signal that the rules saw stays; the model may see more."""
    seen = reading.signals
    signals = Signals(
        avoidance=seen.avoidance or opinion.signals["avoidance"],
        drift=seen.drift or opinion.signals["drift"],
        direct_request=seen.direct_request or opinion.signals["direct_request"],
        asks_about_tone=seen.asks_about_tone or opinion.signals["asks_about_tone"],
        is_low_signal=seen.is_low_signal,
        tracked_people=seen.tracked_people,
    )
    return replace(
        reading,
        posture=opinion.posture,
        intent=opinion.intent,
        signals=signals,
        by="model",
        confidence=opinion.confidence,
        scores={**reading.scores, "model": opinion.confidence},
    )


def _listed(value: Any, allowed: Sequence[T]) -> T:
    for one in allowed:
        if value == one:
            return one
    raise Unreadable


def _shown(text: str, before: Sequence[Message]) -> str:
    earlier = [f"{one.role}: {' '.join(one.text[:_EARLIER_CHARACTERS].split())}" for one in before[-_EARLIER:]]
    said_before = "\n".join(earlier) or "(nothing)"
    return f"Earlier in the conversation:\n{said_before}\n\nThe message:\n{glance(text).text}"


@cache
def _instructions() -> str:
    return (Path(__file__).parent / "prompts" / "understand.md").read_text(encoding="utf-8")
