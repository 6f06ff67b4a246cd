"""What a session begins with, asked of the memory: all at once, each with a deadline, each outcome told.

The brief alone waits for something: that the memory has been given the session before. Where it could not be, it is not
asked: it would tell of an older one, and of a silence that was none.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import TypeVar

from holdfast.core.ask_within import Missing, ask_within
from holdfast.core.clock import zone_name
from holdfast.core.db import Owner
from holdfast.core.ids import SessionId, TurnId, UserId
from holdfast.memory.client.types import MemoryClient
from holdfast.memory.types import BriefQuery
from holdfast.turn.codes import Fetch
from holdfast.turn.context.opening.normalize import (
    is_packet,
    lines_of,
    normalize_brief,
    normalize_day,
    normalize_profile,
)
from holdfast.turn.types import SessionStart

CATCH_UP_SECONDS = 1.5
BRIEF_SECONDS = 1.5
REST_SECONDS = 1.0
NOT_HAD: frozenset[Fetch] = frozenset({"failed", "timed_out", "not_kept", "not_fed"})
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class OpeningRequest:
    """Who asks, and when."""

    user_id: UserId
    turn_id: TurnId
    session_id: SessionId
    persona_id: str
    now: datetime
    turn: int = 1
    """Of the session."""
    patience: float = 1.0
    """How many times its planned seconds each part may take."""


async def fetch_start(
    memory: MemoryClient,
    owner: Owner,
    asked: OpeningRequest,
    *,
    ready: Awaitable[datetime | None] | None = None,
    was: SessionStart = SessionStart(),
) -> SessionStart:
    """`ready`: done when the memory knows all it should; tells when the session began. `was`: what was had before."""
    (brief, outcome), rest = await asyncio.gather(
        _brief_when_ready(memory, owner, asked, ready), _rest(memory, owner, asked)
    )
    start = replace(
        normalize_brief(brief),
        profile=was.profile,
        steering=was.steering,
        daily_confidence=was.daily_confidence,
        loops=was.loops,
    )
    return _joined(start, rest, {**rest.outcomes, **_had(was), **_had(rest), "startbrief": outcome})


async def fetch_missing(memory: MemoryClient, owner: Owner, start: SessionStart, asked: OpeningRequest) -> SessionStart:
    """Once more, what beside the brief could not be had at the session's start; the brief stays as it was told."""
    if not NOT_HAD.intersection(outcome for part, outcome in start.outcomes.items() if part != "startbrief"):
        return start
    rest = await _rest(memory, owner, asked)
    return _joined(start, rest, {**start.outcomes, **_had(rest)})


def _had(start: SessionStart) -> Mapping[str, Fetch]:
    return {part: outcome for part, outcome in start.outcomes.items() if outcome not in NOT_HAD}


async def _rest(memory: MemoryClient, owner: Owner, asked: OpeningRequest) -> SessionStart:
    now, persona_id, seconds = asked.now, asked.persona_id, REST_SECONDS * asked.patience
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


async def _brief_when_ready(
    memory: MemoryClient, owner: Owner, asked: OpeningRequest, ready: Awaitable[datetime | None] | None
) -> tuple[object, Fetch]:
    if ready is None:
        return await _brief(memory, owner, asked, None)
    started_at, outcome = await _within("last_session", ready, CATCH_UP_SECONDS * asked.patience)
    return (None, "not_fed") if outcome in NOT_HAD else await _brief(memory, owner, asked, started_at)


async def _brief(
    memory: MemoryClient, owner: Owner, asked: OpeningRequest, started_at: datetime | None
) -> tuple[object, Fetch]:
    """The start brief; else the session's own; else nothing. The memory may know the zone of who told none."""
    # Of a session that has gone on for a while, the memory may know the beginning: that is not what came before it.
    since = started_at if asked.turn > 1 else None
    query = BriefQuery(str(asked.session_id), asked.persona_id, asked.now, zone_name(asked.now), since)
    seconds = BRIEF_SECONDS * asked.patience
    packet, outcome = await _within("startbrief", memory.start_brief(owner, query), seconds)
    if is_packet(packet):
        return packet, outcome
    second, _ = await _within("session_brief", memory.session_brief(owner, query), seconds)
    if is_packet(second):
        return second, "fallback"
    return None, "failed" if outcome == "fetched" else outcome


async def _within(source: str, answer: Awaitable[T], seconds: float) -> tuple[T | None, Fetch]:
    found = await ask_within(source, answer, seconds)
    if isinstance(found, Missing):
        return None, "timed_out" if found.is_late else "failed"
    return found, "fetched" if found else "empty"
