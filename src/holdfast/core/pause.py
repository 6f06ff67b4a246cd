"""How long to wait before trying again what failed."""

from __future__ import annotations

import math
import random

_MAX_DOUBLINGS = 30


def doubling_pause(attempt: int, *, first_seconds: float, max_seconds: float = math.inf) -> float:
    """After the first attempt, the second, …: doubling, bounded, and jittered by half, so that what failed together
    does not come back together."""
    doubled = first_seconds * 2.0 ** min(attempt - 1, _MAX_DOUBLINGS)
    return min(doubled, max_seconds) * random.uniform(0.5, 1.5)
