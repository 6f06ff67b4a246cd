"""What a transcript's sender is told; a session whose words are still to come, and one that is being folded."""

from __future__ import annotations

from dataclasses import dataclass

from holdfast.core.ids import SessionRow


@dataclass(frozen=True, slots=True)
class TranscriptResult:
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

    session_row: SessionRow
    session_id: str
    generation: int
    next_seq: int


@dataclass(frozen=True, slots=True)
class ToFold:
    """A session whose evicted turns somebody has just taken on."""

    session_row: SessionRow
    generation: int
    rolling_summary: str
    folded_to: int
    window_from: int
    attempts: int
    """This one counted."""
