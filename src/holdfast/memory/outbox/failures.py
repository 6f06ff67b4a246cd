"""Which failure is worth another try, and when. Pure but for the dice."""

from __future__ import annotations

import random

from holdfast.core.errors import AppError
from holdfast.memory.outbox.types import Pace
from holdfast.memory.types import SinkRefused


def is_permanent(error: Exception) -> bool:
    """No further try will help. Whatever is not known to be so is tried again, a bounded number of times."""
    return isinstance(error, SinkRefused)


def name_of(error: Exception) -> str:
    """For `last_error`: a code or a class. What the error says may quote somebody."""
    return error.code if isinstance(error, AppError) else type(error).__name__


def pause_seconds(attempt: int, pace: Pace) -> float:
    """Doubling, bounded, and jittered so that what failed together does not come back together."""
    doubled = pace.first_pause_seconds * 2.0 ** min(attempt - 1, 30)
    return min(doubled, pace.longest_pause_seconds) * random.uniform(0.5, 1.5)
