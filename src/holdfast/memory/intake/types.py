"""What a transcript's sender is told; a session whose words are still to come, and one that is being folded."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Accepted:
    session_id: str
    accepted: int
    """How many messages of the transcript are kept now. A repeat of the same request is answered alike."""
    embedded: int
    """How many of them have a vector already; the others follow by a job."""
    stored: int
    """How many of them were new."""


@dataclass(frozen=True, slots=True)
class AwaitedSession:
    """A memory session that is read before its words come, and what must still be so when something is written."""

    session: int
    session_id: str
    generation: int
    next_seq: int


@dataclass(frozen=True, slots=True)
class ToFold:
    """A session whose evicted turns somebody has just taken on."""

    session: int
    generation: int
    rolling_summary: str
    folded_to: int
    window_from: int
    attempts: int
    """This one counted."""
