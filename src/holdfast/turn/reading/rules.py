"""Cues counted, and decisions made of them. Pure, and a fifth of a millisecond for what people usually write."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import get_args

from holdfast.turn.codes import Intent, Posture
from holdfast.turn.reading.cues import SURE, GateCue, rule_gate
from holdfast.turn.reading.signals import read_signals
from holdfast.turn.reading.utterance import Utterance, read_utterance
from holdfast.turn.reading.weigh import CueEvidence, Decision, decide
from holdfast.turn.types import GateDecision, Reading, Signals

POSTURES: tuple[Posture, ...] = get_args(Posture)
INTENTS: tuple[Intent, ...] = get_args(Intent)
_LOW_SIGNAL = 0.95
_DEFAULT = 0.25
"""What speaks for plain company when nothing else does."""


@dataclass(frozen=True, slots=True)
class Ruled:
    """What the rules found, with each decision's own confidence."""

    seen: Utterance
    gate: GateCue
    posture: Decision[Posture]
    intent: Decision[Intent]
    signals: Signals
    cues: Sequence[str]


def read_by_rules(text: str, *, before_texts: Sequence[str], tracked: Sequence[str], last_answer: str = "") -> Reading:
    """`before_texts`: what the person said earlier in the session, oldest first."""
    return as_reading(apply_rules(read_utterance(text), earlier=before_texts, tracked=tracked, last_answer=last_answer))


def apply_rules(seen: Utterance, *, earlier: Sequence[str], tracked: Sequence[str], last_answer: str) -> Ruled:
    signals = read_signals(seen, earlier=earlier, last_answer=last_answer, tracked=tracked)
    gate = rule_gate(seen, known=signals.tracked_people)
    if signals.is_low_signal and not _asks(gate):
        posture: Decision[Posture] = Decision("COMPANIONSHIP", _LOW_SIGNAL, {"COMPANIONSHIP": _LOW_SIGNAL})
        casual: Decision[Intent] = Decision("casual", _LOW_SIGNAL, {"casual": _LOW_SIGNAL})
        return Ruled(seen, gate, posture, casual, signals, ["low_signal"])
    intent = _intent(seen, gate)
    posture_evidence = _posture(seen, intent, signals)
    return Ruled(
        seen,
        gate,
        decide(posture_evidence.scores, POSTURES),
        decide(intent.scores, INTENTS),
        signals,
        [*intent.names, *posture_evidence.names],
    )


def _intent(seen: Utterance, gate: GateCue) -> CueEvidence[Intent]:
    found: CueEvidence[Intent] = CueEvidence()
    if _asks(gate):
        found.add("recall", gate.confidence, gate.name)
    found.find(seen.cues("intents"))
    # A question about the past is asked, a request is often put as one: what it is about says more than its form.
    if found.of("recall"):
        found.weaken(("question", "output_task", "momentum", "casual"), 0.4)
    elif found.of("output_task") >= 0.7:
        found.weaken(("question",), 0.3)
    if found.of("question") >= 0.5:
        found.weaken(("momentum",), 0.6)
    if found.of("casual") >= 0.8:
        found.weaken(("question",), 0.5)
    if not found.of("question") and len(seen.words) >= 4:
        found.add("share", 0.66 if seen.shows("self") else 0.5)
    if found.of("momentum") >= 0.7 or found.of("output_task") >= 0.7 or found.of("recall"):
        found.weaken(("share",), 0.4)
    if len(seen.words) < 4:
        found.add("casual", 0.3)
    return found


def _posture(seen: Utterance, intent: CueEvidence[Intent], signals: Signals) -> CueEvidence[Posture]:
    found: CueEvidence[Posture] = CueEvidence()
    found.find(seen.cues("postures"))
    found.add("COMPANIONSHIP", _DEFAULT)
    found.add("COMPANIONSHIP", 0.7 * intent.of("casual"))
    found.add("MOMENTUM", 0.95 * intent.of("momentum"))
    if signals.tracked_people:
        found.add("RELATIONSHIP", 0.3)
    is_planned = found.of("PLANNING") >= 0.5
    found.add("TASK", (0.3 if is_planned else 0.9) * intent.of("output_task"))
    if "begins_as_a_question" in intent.names and found.of("SUPPORT") < 0.5 and not seen.shows("personal"):
        found.add("TASK", 0.3 if is_planned else 0.55, "asks_about_the_world")
    if found.of("TASK") >= 0.7:  # the letter is to somebody, and is about something; still it is a letter
        found.weaken(("RELATIONSHIP", "SUPPORT", "REFLECTION"), 0.5)
    if found.of("SUPPORT") >= 0.7:
        found.weaken(("RELATIONSHIP", "PLANNING", "REFLECTION"), 0.6)
    return found


def _asks(gate: GateCue) -> bool:
    return gate.gate == "explicit" and gate.confidence >= SURE


def gate_by_rules(ruled: Ruled) -> GateDecision:
    """As far as the rules know; where they only lean, others may be asked. Who leans does not say that the past is
    asked about: the intent would have to say so too."""
    cue = ruled.gate
    if cue.confidence < SURE and ruled.signals.is_low_signal:
        return GateDecision("none", "rules", 0.9, "low_signal")
    gate = "ambient" if cue.gate == "explicit" and cue.confidence < SURE else cue.gate
    return GateDecision(gate, "rules", cue.confidence, cue.name)


def as_reading(ruled: Ruled) -> Reading:
    return Reading(
        posture=ruled.posture.label,
        intent=ruled.intent.label,
        signals=ruled.signals,
        gate=gate_by_rules(ruled),
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
