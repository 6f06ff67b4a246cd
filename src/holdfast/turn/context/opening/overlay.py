"""The words of OVERLAY: what is open with this person, what of their profile the message calls for, a day's steering.

Loops are the person's, whichever persona heard of them. A section of the profile waits until something asks for it:

relationships             the posture is RELATIONSHIP, or somebody we know of is named
patterns                  the message avoids something, or the session drifts
work_context              the intent is momentum or output_task
long_term_direction       the intent is momentum, and it is a direct request
communication_preference  the person asks about tone, style or wording
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from holdfast.turn.codes import Section
from holdfast.turn.context.escape_headings import on_one_line
from holdfast.turn.types import Evidenced, Reading, SessionStart, Source

MAX_LOOPS = 5
MAX_LINES = 3
_LOOP_KINDS = ("commitment", "thread", "friction", "habit", "win")
_HEADINGS: dict[Section, str] = {
    "relationships": "People in their life",
    "patterns": "Patterns seen before",
    "work_context": "What they work on",
    "long_term_direction": "Where they want to get to",
    "communication_preference": "How they like to be spoken to",
}


@dataclass(frozen=True, slots=True)
class Overlay:
    text: str
    sections: Sequence[Section]
    loops: int
    sources: Sequence[Source]
    has_steering: bool


def deferred_sections(reading: Reading) -> Sequence[Section]:
    signals = reading.signals
    called: dict[Section, bool] = {
        "relationships": reading.posture == "RELATIONSHIP" or bool(signals.tracked_people),
        "patterns": signals.avoidance or signals.drift,
        "work_context": reading.intent in ("momentum", "output_task"),
        "long_term_direction": reading.intent == "momentum" and signals.direct_request,
        "communication_preference": signals.asks_about_tone,
    }
    return [section for section, is_called in called.items() if is_called]


def open_loops(start: SessionStart) -> Sequence[Evidenced]:
    """The memory's own list; where that was not to be had, the loops among the brief's items."""
    if start.loops or start.outcomes.get("loops") in ("fetched", "empty"):
        return start.loops[:MAX_LOOPS]
    return tuple(item for item in start.items if item.kind in _LOOP_KINDS)[:MAX_LOOPS]


def compose_overlay(start: SessionStart, reading: Reading, *, has_momentum: bool) -> Overlay | None:
    loops = () if has_momentum else open_loops(start)
    sections = [section for section in deferred_sections(reading) if start.profile.get(section)]
    lines, sources = [], []
    if loops:
        lines += [
            "Open with them:",
            *(f"- {loop.kind or 'open'}: {loop.text}" for loop in loops),
        ]
        sources += [Source("loop", one) for loop in loops for one in loop.evidence if start.loops]
    for section in sections:
        rows = start.profile[section][:MAX_LINES]
        lines += [f"{_HEADINGS[section]}:", *(f"- {row.text}" for row in rows)]
        sources += [Source("episode", one) for row in rows for one in row.evidence]
    if start.steering:
        lines.append(f"Today: {on_one_line(start.steering)}")
    if not lines:
        return None
    return Overlay("\n".join(["OVERLAY", *lines]), sections, len(loops), sources, start.steering is not None)
