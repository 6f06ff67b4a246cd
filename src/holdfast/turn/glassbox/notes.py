"""What the sources have to say for the trace: decisions, counts and scores; never a text."""

from __future__ import annotations

from holdfast.turn.context.opening.inject import Injection
from holdfast.turn.context.opening.overlay import Overlay
from holdfast.turn.glassbox.types import ContextNotes, ReadingTrace, SessionStartTrace, SignalsTrace
from holdfast.turn.types import AcceptedTurn, Opening, Reading, SessionStart


def trace_reading(reading: Reading, *, has_momentum: bool) -> ReadingTrace:
    signals = reading.signals
    return ReadingTrace(
        posture=reading.posture,
        intent=reading.intent,
        by=reading.by,
        confidence=round(reading.confidence, 3),
        scores={name: round(score, 3) for name, score in reading.scores.items()},
        reasons=tuple(reading.reasons),
        momentum_guard=has_momentum,
        signals=SignalsTrace(
            avoidance=signals.avoidance,
            drift=signals.drift,
            direct_request=signals.direct_request,
            names_tracked_person=bool(signals.tracked_people),
            asks_about_tone=signals.asks_about_tone,
            low_signal=signals.is_low_signal,
        ),
    )


def note_session(
    turn: AcceptedTurn,
    opening: Opening | None,
    given: Injection,
    overlay: Overlay | None,
    turns_seen: int,
    closeness: float | None,
) -> ContextNotes:
    start = opening.start if opening else SessionStart()
    outcome = start.outcomes.get("startbrief")
    return ContextNotes(
        startbrief_used=outcome in ("fetched", "fallback"),
        startbrief_fallback="session_brief" if outcome == "fallback" else None,
        startbrief_items_count=len(start.items),
        bridge_chars=len(start.bridge or ""),
        session_start=SessionStartTrace(
            session_id=turn.ids.session_id,
            user_turns_seen=turns_seen,
            handover_injected=given.handover is not None,
            bridge_injected=given.bridge is not None,
            ops_injected=given.ops is not None,
            ops_source=given.ops_source,
            startbrief_fetch="cached" if opening and opening.is_cached else outcome or "not_asked",
            reinjection_used=given.is_reinjection,
            handover_closeness=closeness,
            depth=start.depth,
            gap_minutes=start.gap_minutes,
            outcomes=dict(start.outcomes),
            daily_confidence=start.daily_confidence,
            overlay_sections=tuple(overlay.sections) if overlay else (),
            overlay_loops=overlay.loops if overlay else 0,
            steering_used=overlay.has_steering if overlay else False,
        ),
    )
