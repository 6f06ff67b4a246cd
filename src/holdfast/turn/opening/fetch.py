"""What a session begins with, asked of the memory: all at once, each with a deadline, each outcome told."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable
from dataclasses import replace
from datetime import datetime
from typing import TypeVar

from holdfast.core.db import Owner
from holdfast.core.log import get_logger
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
    rest = min(seconds, REST_SECONDS)
    (brief, brief_outcome), (model, model_outcome), (day, day_outcome), (loops, loops_outcome) = await asyncio.gather(
        _brief(memory, owner, session_id, persona_id, now, seconds),
        _within("user_model", memory.user_model(owner), rest),
        _within("daily", memory.daily(owner), rest),
        _within("loops", memory.loops(owner, status="open", persona_id=persona_id), rest),
    )
    steering, confidence = normalize_day(day)
    return replace(
        normalize_brief(brief),
        profile=normalize_profile(model),
        steering=steering,
        daily_confidence=confidence,
        loops=lines_of([loop for loop in loops or () if not (loop.snoozed_until and loop.snoozed_until > now)]),
        outcomes={
            "startbrief": brief_outcome,
            "user_model": model_outcome,
            "daily": day_outcome,
            "loops": loops_outcome,
        },
    )


async def _brief(
    memory: MemoryClient, owner: Owner, session_id: str, persona_id: str, now: datetime, seconds: float
) -> tuple[object, Fetch]:
    """The start brief; else the session's own; else nothing."""
    asked = {"session_id": session_id, "persona_id": persona_id, "now": now}
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
        return None, "timed_out"
    except Exception as error:  # noqa: BLE001 — border: a memory that fails in whatever way costs its part, not the turn
        log.warning("source_missing", source=source, error=type(error).__name__)
        return None, "failed"
    return found, "fetched" if found else "empty"
