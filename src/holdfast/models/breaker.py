"""A model that keeps failing is left alone for a while, so that its timeout is not paid in every turn."""

from __future__ import annotations

import time
from collections.abc import Callable

from holdfast.models.types import Failure, ModelFailed

_FAILURES_TO_TRIP = 3
_REST_SECONDS = 30.0
_MAX_REST_SECONDS = 120.0

# These say something about the request, not about the model's health.
_BLAMELESS = {Failure.REJECTED, Failure.EMPTY}


class Breaker:
    """Counts failures in a row. Resting: skip it. When the rest is over one turn may try; its outcome decides."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._failures = 0
        self._resting_until = 0.0

    @property
    def is_resting(self) -> bool:
        return self._clock() < self._resting_until

    def begin(self) -> None:
        """Called as a try begins. While it lasts, a model under suspicion is not tried by others."""
        if self._failures >= _FAILURES_TO_TRIP:
            self._rest(_REST_SECONDS)

    def succeeded(self) -> None:
        self._failures = 0
        self._resting_until = 0.0

    def failed(self, error: ModelFailed) -> None:
        if error.failure in _BLAMELESS:
            return
        self._failures += 1
        if error.failure is Failure.RATE_LIMITED and error.retry_after_seconds is not None:
            self._rest(error.retry_after_seconds)
        elif self._failures >= _FAILURES_TO_TRIP:
            self._rest(_REST_SECONDS)

    def _rest(self, seconds: float) -> None:
        self._resting_until = self._clock() + min(seconds, _MAX_REST_SECONDS)
