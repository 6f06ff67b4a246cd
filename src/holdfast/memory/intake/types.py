"""What a transcript's sender is told."""

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
