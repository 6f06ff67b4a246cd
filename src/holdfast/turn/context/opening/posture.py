"""The words of CONVERSATION_POSTURE: how to meet this message, and when not to slow somebody down."""

from __future__ import annotations

from collections.abc import Mapping

from holdfast.turn.codes import Posture

GUIDANCE: Mapping[Posture, str] = {
    "COMPANIONSHIP": "Be good company. Nothing has to be solved; stay with what was said.",
    "SUPPORT": "This is hard for them right now. Name what you hear before anything else; advise only if asked.",
    "RELATIONSHIP": "This is about somebody in their life. Keep both people human, and be slow to take a side.",
    "REFLECTION": "They are thinking aloud. Give one observation that carries the thought on, rather than a list.",
    "MOMENTUM": "They know the next step. Confirm it in a sentence and let them go.",
    "PLANNING": "They are laying out what is ahead. Help them choose few things, in order, with a time for the first.",
    "TASK": "They want something made or done. Do it; ask only what the work cannot do without.",
}
MOMENTUM_GUARD = (
    "Momentum guard: they are moving. Open no new subject, ask no question that is not needed to act, and do not bring "
    "up what is unfinished elsewhere."
)


def posture_text(posture: Posture, *, has_momentum: bool) -> str:
    lines = [f"CONVERSATION_POSTURE: {posture}", GUIDANCE[posture]]
    return "\n".join([*lines, MOMENTUM_GUARD] if has_momentum else lines)
