"""What only few may do at once: have a recording in memory, be spoken to, and forget or import a memory."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Literal

from fastapi import Request

from holdfast.core.config import LimitSettings
from holdfast.core.db import Owner
from holdfast.core.errors import AppError, Conflict
from holdfast.core.ids import UserId
from holdfast.core.shares import Shares
from holdfast.wiring import parts_of

_RECORDING_SECONDS = 60.0
_PIECE_SECONDS = 30.0
_FORGET_SECONDS = 20.0


def _is_changing() -> AppError:
    return Conflict(
        "This memory is being forgotten from, imported or exported already; try again when that is done.",
        code="memory_is_changing",
        retry_after_seconds=5,
    )


@dataclass(frozen=True, slots=True)
class SharedPlaces:
    recordings: Shares[Literal["all"]]
    recordings_of: Shares[UserId]
    pieces_of: Shares[UserId]
    """What is being spoken of one person: a piece, and the next while it plays."""
    changes: Shares[Owner]
    """Forgets, imports and exports: one of an owner, and few in line, who hold no connection meanwhile."""

    @asynccontextmanager
    async def recording(self, user_id: UserId) -> AsyncIterator[None]:
        # One's own line first: whoever has many waits for themselves, and not in the line of all.
        async with self.recordings_of.of(user_id), self.recordings.of("all"):
            yield


def make_places(limits: LimitSettings) -> SharedPlaces:
    at_once = limits.recordings_at_once
    return SharedPlaces(
        Shares(at_once, in_line=8 * at_once, seconds=_RECORDING_SECONDS),
        Shares(1, in_line=2, seconds=_RECORDING_SECONDS),
        Shares(2, in_line=4, seconds=_PIECE_SECONDS),
        Shares(1, in_line=2, seconds=_FORGET_SECONDS, refusal=_is_changing),
    )


def places_of(request: Request) -> SharedPlaces:
    state = request.app.state
    if not hasattr(state, "places"):
        state.places = make_places(parts_of(request).settings.limits)
    places: SharedPlaces = state.places
    return places
