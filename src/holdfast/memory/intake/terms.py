"""How what comes in is taken in: when, with whom, on which clock, and by which settings."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from holdfast.core.clock import find_zone
from holdfast.memory.parts import MemoryParts


@dataclass(frozen=True, slots=True)
class IntakeTerms:
    now: datetime
    persona_id: str | None
    clock_zone: str | None
    """Of the speaker; None: it was not told, or this machine does not know it."""
    gap: timedelta
    window: int
    pause: timedelta
    """Before it is learned from."""

    @classmethod
    def of(cls, memory: MemoryParts, persona_id: str | None, timezone: str | None) -> IntakeTerms:
        zone, settings = find_zone(timezone), memory.settings
        return cls(
            memory.clock(),
            persona_id,
            zone.key if zone else None,
            gap=timedelta(minutes=settings.session_close_gap_minutes),
            window=settings.window_messages,
            pause=timedelta(seconds=settings.learn_delay_seconds),
        )
