"""Turns and loops for tables."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from holdfast.memory.learning.types import WindowTurn
from holdfast.memory.loops.types import LoopState
from holdfast.memory.loops.words import signature
from holdfast.memory.types import LoopKind, LoopStatus

NOON = datetime(2026, 5, 11, 12, tzinfo=UTC)


def turn(text: str, n: int = 0, *, minutes: float | None = None, is_new: bool = True) -> WindowTurn:
    at = NOON + timedelta(minutes=n if minutes is None else minutes)
    return WindowTurn(100 + n, n, "user", None, text, at, at, is_new)


def loop(
    text: str,
    id: int = 1,
    kind: LoopKind = "commitment",
    status: LoopStatus = "open",
    *,
    days_ago: float = 1,
    changed_at: datetime | None = None,
) -> LoopState:
    at = NOON - timedelta(days=days_ago)
    return LoopState(
        id=id, kind=kind, status=status, text=text, signature=signature(text), confidence=0.7, salience=0.5,
        time_horizon="ongoing", source="rules", opened_at=at, last_episode=1, person_changed_at=changed_at,
    )  # fmt: skip
