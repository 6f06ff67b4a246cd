"""Cues counted, and decisions made of them. Pure, and a fifth of a millisecond for what people usually write."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import get_args

from holdfast.turn.types import Intent, Posture, Reading, Signals
from holdfast.turn.understand.glance import Glance, glance
from holdfast.turn.understand.intent_cues import INTENT_CUES
from holdfast.turn.understand.posture_cues import POSTURE_CUES
from holdfast.turn.understand.signals import read_signals
from holdfast.turn.understand.weigh import Decision, Evidence, decide

POSTURES: tuple[Posture, ...] = get_args(Posture)
INTENTS: tuple[Intent, ...] = get_args(Intent)
_ONESELF = re.compile(r"\b(?:i|i'm|i've|i'd|i'll|me|my|mine|myself|we|we're|we've|us|our)\b")
_PERSONAL = re.compile(
    r"\b(?:i|i'm|i've|i'd|i'll|me|my|mine|myself|we|we're|us|our|you|you're|your|he|she|him|her|his)\b"
)
_LOW_SIGNAL = 0.95
_DEFAULT = 0.25
"""What speaks for plain company when nothing else does."""


@dataclass(frozen=True, slots=True)
class Ruled:
    """What the rules found, with each decision's own confidence."""

    seen: Glance
    posture: Decision[Posture]
    intent: Decision[Intent]
    signals: Signals
    cues: Sequence[str]


def read_by_rules(text: str, *, before_texts: Sequence[str], tracked: Sequence[str], last_answer: str = "") -> Reading:
    """`before_texts`: what the person said earlier in the session, oldest first."""
    return as_reading(apply_rules(glance(text), earlier=before_texts, tracked=tracked, last_answer=last_answer))


def apply_rules(seen: Glance, *, earlier: Sequence[str], tracked: Sequence[str], last_answer: str) -> Ruled:
    signals = read_signals(seen, earlier=earlier, last_answer=last_answer, tracked=tracked)
    if signals.is_low_signal:
        posture: Decision[Posture] = Decision("COMPANIONSHIP", _LOW_SIGNAL, {"COMPANIONSHIP": _LOW_SIGNAL})
        casual: Decision[Intent] = Decision("casual", _LOW_SIGNAL, {"casual": _LOW_SIGNAL})
        return Ruled(seen, posture, casual, signals, ["low_signal"])
    intent = _intent(seen)
    posture_evidence = _posture(seen, intent, signals)
    return Ruled(
        seen,
        decide(posture_evidence.scores, POSTURES),
        decide(intent.scores, INTENTS),
        signals,
        [*intent.names, *posture_evidence.names],
    )


def _intent(seen: Glance) -> Evidence[Intent]:
    found: Evidence[Intent] = Evidence()
    found.find(INTENT_CUES, seen.low)
    # A question about the past is asked, a request is often put as one: what it is about says more than its form.
    if found.of("recall") >= 0.7:
        found.weaken(("question", "output_task", "momentum"), 0.4)
    elif found.of("output_task") >= 0.7:
        found.weaken(("question",), 0.3)
    elif not found.of("question"):
        found.weaken(("recall",), 0.5)
    if found.of("question") >= 0.5:
        found.weaken(("momentum",), 0.6)
    if found.of("casual") >= 0.8:
        found.weaken(("question",), 0.5)
    if not found.of("question") and len(seen.words) >= 4:
        found.add("share", 0.66 if _ONESELF.search(seen.low) else 0.5)
    if found.of("momentum") >= 0.7 or found.of("output_task") >= 0.7 or found.of("recall") >= 0.7:
        found.weaken(("share",), 0.4)
    if len(seen.words) < 4:
        found.add("casual", 0.3)
    return found


def _posture(seen: Glance, intent: Evidence[Intent], signals: Signals) -> Evidence[Posture]:
    found: Evidence[Posture] = Evidence()
    found.find(POSTURE_CUES, seen.low)
    found.add("COMPANIONSHIP", _DEFAULT)
    found.add("COMPANIONSHIP", 0.7 * intent.of("casual"))
    found.add("MOMENTUM", 0.95 * intent.of("momentum"))
    if signals.tracked_people:
        found.add("RELATIONSHIP", 0.3)
    is_planned = found.of("PLANNING") >= 0.5
    found.add("TASK", (0.3 if is_planned else 0.9) * intent.of("output_task"))
    if "begins_as_a_question" in intent.names and found.of("SUPPORT") < 0.5 and not _PERSONAL.search(seen.low):
        found.add("TASK", 0.3 if is_planned else 0.55, "asks_about_the_world")
    if found.of("TASK") >= 0.7:  # the letter is to somebody, and is about something; still it is a letter
        found.weaken(("RELATIONSHIP", "SUPPORT", "REFLECTION"), 0.5)
    if found.of("SUPPORT") >= 0.7:
        found.weaken(("RELATIONSHIP", "PLANNING", "REFLECTION"), 0.6)
    return found


def as_reading(ruled: Ruled) -> Reading:
    return Reading(
        posture=ruled.posture.label,
        intent=ruled.intent.label,
        signals=ruled.signals,
        by="rules",
        confidence=min(ruled.posture.confidence, ruled.intent.confidence),
        scores=score_card(ruled.posture, ruled.intent),
        reasons=ruled.cues,
    )


def score_card(posture: Decision[Posture], intent: Decision[Intent]) -> dict[str, float]:
    """Every score above nothing, by `posture:…` and `intent:…`, and how sure each decision is."""
    return {
        "posture": posture.confidence,
        "intent": intent.confidence,
        **{f"posture:{label}": round(score, 3) for label, score in posture.scores.items() if score},
        **{f"intent:{label}": round(score, 3) for label, score in intent.scores.items() if score},
    }
