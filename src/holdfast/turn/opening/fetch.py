"""What a session begins with, asked of the memory: all at once, each with a deadline, each outcome told."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Mapping
from dataclasses import replace
from datetime import datetime
from typing import TypeVar

from holdfast.core.clock import zone_name
from holdfast.core.db import Owner
from holdfast.core.log import get_logger
from holdfast.core.metrics import SOURCES_MISSING
from holdfast.memory.client.types import MemoryClient
from holdfast.turn.opening.normalize import (
    is_packet,
    lines_of,
    normalize_brief,
    normalize_day,
    normalize_profile,
)
from holdfast.turn.types import Fetch, SessionStart

BRIEF_SECONDS = 1.5
REST_SECONDS = 1.0
NOT_HAD: frozenset[Fetch] = frozenset({"failed", "timed_out", "not_kept"})
T = TypeVar("T")
log = get_logger()


async def fetch_start(
    memory: MemoryClient,
    owner: Owner,
    *,
    session_id: str,
    persona_id: str,
    now: datetime,
    seconds: float = BRIEF_SECONDS,
) -> SessionStart:
    (brief, outcome), rest = await asyncio.gather(
        _brief(memory, owner, session_id, persona_id, now, seconds),
        _rest(memory, owner, persona_id, now, min(seconds, REST_SECONDS)),
    )
    return _joined(normalize_brief(brief), rest, {"startbrief": outcome, **rest.outcomes})


async def fetch_missing(
    memory: MemoryClient, owner: Owner, start: SessionStart, *, persona_id: str, now: datetime
) -> SessionStart:
    """Once more, what beside the brief could not be had at the session's start; the brief stays as it was told."""
    if not NOT_HAD.intersection(outcome for part, outcome in start.outcomes.items() if part != "startbrief"):
        return start
    rest = await _rest(memory, owner, persona_id, now, REST_SECONDS)
    had = {part: outcome for part, outcome in rest.outcomes.items() if outcome not in NOT_HAD}
    return _joined(start, rest, {**start.outcomes, **had})


async def _rest(memory: MemoryClient, owner: Owner, persona_id: str, now: datetime, seconds: float) -> SessionStart:
    (model, model_outcome), (day, day_outcome), (loops, loops_outcome) = await asyncio.gather(
        _within("user_model", memory.user_model(owner), seconds),
        _within("daily", memory.daily(owner), seconds),
        _within("loops", memory.loops(owner, status="open", persona_id=persona_id), seconds),
    )
    steering, confidence = normalize_day(day)
    return SessionStart(
        profile=normalize_profile(model),
        steering=steering,
        daily_confidence=confidence,
        loops=lines_of([loop for loop in loops or () if not (loop.snoozed_until and loop.snoozed_until > now)], now),
        outcomes={"user_model": model_outcome, "daily": day_outcome, "loops": loops_outcome},
    )


def _joined(start: SessionStart, rest: SessionStart, outcomes: Mapping[str, Fetch]) -> SessionStart:
    """What of the rest was had takes the place of what was not."""
    had = {part for part, outcome in rest.outcomes.items() if outcome not in NOT_HAD}
    return replace(
        start,
        profile=rest.profile if "user_model" in had else start.profile,
        steering=rest.steering if "daily" in had else start.steering,
        daily_confidence=rest.daily_confidence if "daily" in had else start.daily_confidence,
        loops=rest.loops if "loops" in had else start.loops,
        outcomes=outcomes,
    )


async def _brief(
    memory: MemoryClient, owner: Owner, session_id: str, persona_id: str, now: datetime, seconds: float
) -> tuple[object, Fetch]:
    """The start brief; else the session's own; else nothing. The memory may know the zone of who told none."""
    asked = {"session_id": session_id, "persona_id": persona_id, "now": now, "timezone": zone_name(now)}
    packet, outcome = await _within("startbrief", memory.start_brief(owner, **asked), seconds)  # type: ignore[arg-type]
    if is_packet(packet):
        return packet, outcome
    second, _ = await _within("session_brief", memory.session_brief(owner, **asked), seconds)  # type: ignore[arg-type]
    if is_packet(second):
        return second, "fallback"
    return None, "failed" if outcome == "fetched" else outcome


async def _within(source: str, answer: Awaitable[T], seconds: float) -> tuple[T | None, Fetch]:
    try:
        async with asyncio.timeout(seconds):
            found = await answer
    except TimeoutError:
        log.warning("source_missing", source=source, error="TimeoutError")
        SOURCES_MISSING.labels(source).inc()
        return None, "timed_out"
    except Exception as error:  # noqa: BLE001 — border: a memory that fails in whatever way costs its part, not the turn
        log.warning("source_missing", source=source, error=type(error).__name__)
        SOURCES_MISSING.labels(source).inc()
        return None, "failed"
    return found, "fetched" if found else "empty"
