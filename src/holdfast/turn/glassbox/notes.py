"""What the sources have to say for the trace: decisions, counts and scores; never a text."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from holdfast.turn.context.opening.inject import Injection
from holdfast.turn.context.opening.overlay import Overlay
from holdfast.turn.types import AcceptedTurn, Opening, Reading, SessionStart


def reading_notes(reading: Reading, *, has_momentum: bool) -> Mapping[str, Any]:
    signals = reading.signals
    return {
        "posture": reading.posture,
        "intent": reading.intent,
        "by": reading.by,
        "confidence": round(reading.confidence, 3),
        "scores": {name: round(score, 3) for name, score in reading.scores.items()},
        "reasons": list(reading.reasons),
        "momentumGuard": has_momentum,
        "signals": {
            "avoidance": signals.avoidance,
            "drift": signals.drift,
            "directRequest": signals.direct_request,
            "namesTrackedPerson": bool(signals.tracked_people),
            "asksAboutTone": signals.asks_about_tone,
            "lowSignal": signals.is_low_signal,
        },
    }


def opening_notes(
    turn: AcceptedTurn,
    opening: Opening | None,
    given: Injection,
    overlay: Overlay | None,
    turns_seen: int,
    closeness: float | None,
) -> Mapping[str, Any]:
    """The fields of the start brief, spelt as the debuggers of companions know them."""
    start = opening.start if opening else SessionStart()
    outcome = start.outcomes.get("startbrief")
    return {
        "startbrief_used": outcome in ("fetched", "fallback"),
        "startbrief_fallback": "session_brief" if outcome == "fallback" else None,
        "startbrief_items_count": len(start.items),
        "bridgeText_chars": len(start.bridge or ""),
        "startbriefRuntime": {
            "session_id": str(turn.ids.session_id) if turn.ids.session_id else None,
            "userTurnsSeen": turns_seen,
            "handover_injected": given.handover is not None,
            "bridge_injected": given.bridge is not None,
            "ops_injected": given.ops is not None,
            "ops_source": given.ops_source,
            "startbrief_fetch": "cached" if opening and opening.is_cached else outcome or "not_asked",
            "reinjection_used": given.is_reinjection,
            "handover_closeness": closeness,
            "depth": start.depth,
            "gap_minutes": start.gap_minutes,
            "outcomes": dict(start.outcomes),
            "daily_confidence": start.daily_confidence,
            "overlay_sections": list(overlay.sections) if overlay else [],
            "overlay_loops": overlay.loops if overlay else 0,
            "steering_used": overlay.has_steering if overlay else False,
        },
    }
