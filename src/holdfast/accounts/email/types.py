"""A change of address, before and after."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from holdfast.core.ids import UserId


@dataclass(frozen=True, slots=True)
class PendingChange:
    """A change of address that waits for its link to be followed."""

    email: str
    expires_at: datetime


@dataclass(frozen=True, slots=True)
class FinishedChange:
    outcome: str
    """`changed`, `taken` or `dead`."""
    old_email: str | None
    """To be written to, with the way back."""


@dataclass(frozen=True, slots=True)
class Undoable:
    """What a link to the old address brings back."""

    user_id: UserId
    email: str
    has_password: bool
