"""Turns in numbers, for `/metrics`: how many, how long, how they ended. Nobody's name, nobody's words."""

from __future__ import annotations

import time

from holdfast.core.metrics import FIRST_TOKEN_SECONDS, MODEL_ATTEMPTS, TOKENS, TURN_SECONDS, TURNS_FINISHED
from holdfast.turn.types import Exchanged, Timings


def measure(answer: Exchanged, timings: Timings) -> None:
    TURNS_FINISHED.labels(answer.outcome).inc()
    TURN_SECONDS.observe(time.monotonic() - timings.started)
    if answer.first_event_ms is not None:
        FIRST_TOKEN_SECONDS.observe((timings.marks.get("draft", 0) + answer.first_event_ms) / 1000)
    for attempt in answer.attempts:
        MODEL_ATTEMPTS.labels(attempt.outcome, attempt.failure or "").inc()
    if answer.usage:
        TOKENS.labels("in").inc(answer.usage.input_tokens)
        TOKENS.labels("out").inc(answer.usage.output_tokens)
