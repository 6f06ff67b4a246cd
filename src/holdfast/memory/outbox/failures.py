"""Which failure is worth another try, and when. Pure but for the dice."""

from __future__ import annotations

from holdfast.core.errors import AppError
from holdfast.core.pause import doubling_pause
from holdfast.memory.outbox.types import DrainPace
from holdfast.memory.types import SinkRefused


def is_permanent(error: Exception) -> bool:
    """No further try will help. Whatever is not known to be so is tried again, a bounded number of times."""
    return isinstance(error, SinkRefused)


def name_of(error: Exception) -> str:
    """For `last_error`: a code or a class. What the error says may quote somebody."""
    return error.code if isinstance(error, AppError) else type(error).__name__


def pause_seconds(attempt: int, pace: DrainPace) -> float:
    return doubling_pause(attempt, first_seconds=pace.first_pause_seconds, max_seconds=pace.longest_pause_seconds)
