"""The momentum guard: who knows the next step and wants to go must not be slowed down with questions."""

from __future__ import annotations

from collections.abc import Sequence

from holdfast.chats.types import Message
from holdfast.turn.reading.rules import read_by_rules
from holdfast.turn.types import Reading

_TURNED = ("SUPPORT", "RELATIONSHIP", "REFLECTION", "PLANNING")
"""Postures in which somebody has stopped going, whatever they said a moment ago."""


def has_momentum(reading: Reading, before: Sequence[Message]) -> bool:
    """Now, or since the person's last turn: a nod, a thanks or a task in between does not end it."""
    if reading.signals.avoidance or reading.posture == "SUPPORT":
        return False
    if _goes(reading):
        return True
    if reading.signals.drift or reading.posture in _TURNED:
        return False
    if not (reading.signals.is_low_signal or reading.posture == "TASK" or reading.intent == "output_task"):
        return False
    last = next((message.text for message in reversed(before) if message.role == "user"), "")
    return _goes(earlier := read_by_rules(last, before_texts=(), tracked=())) and not earlier.signals.avoidance


def _goes(reading: Reading) -> bool:
    return reading.intent == "momentum" or reading.posture == "MOMENTUM"
