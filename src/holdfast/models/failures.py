"""What a failure is called and what a person is told. Upstream error text is read for its kind, then dropped."""

from __future__ import annotations

from email.utils import parsedate_to_datetime
from math import ceil

from holdfast.core.clock import Clock, utc_now
from holdfast.core.sandbox.types import Fault, SandboxFailed
from holdfast.models.types import Failure, ModelFailed

_MAX_RETRY_AFTER_SECONDS = 3600.0

_SLOW_DOWN = "The model's provider asks us to slow down."
_SENTENCES = {
    Failure.UNREACHABLE: "The model could not be reached. Please try again; if it stays so, an administrator should "
    "check the model's address and the network.",
    Failure.SLOW_FIRST_BYTE: "The model did not begin to answer in time. Please try again or choose another model.",
    Failure.STALLED: "The model fell silent in the middle of its answer. Please try again.",
    Failure.CUT_OFF: "The answer was cut off before its end. Please try again.",
    Failure.MALFORMED: "The model's answer could not be read. Please try again or choose another model.",
    Failure.UNAUTHORIZED: "The model's provider refused our key. An administrator should check the key and the "
    "account's credit.",
    Failure.RATE_LIMITED: f"{_SLOW_DOWN} Please wait a moment and try again.",
    Failure.REJECTED: "The model refused this request. A shorter or differently worded message may help, or another "
    "model; if every message is refused, an administrator should check the model's name.",
    Failure.SERVER_ERROR: "The model's provider has a fault. Please try again in a moment.",
    Failure.EMPTY: "The model gave an empty answer. Please try again or word the message differently.",
    Failure.NOT_CONFIGURED: "This model is not set up. An administrator can name one with HOLDFAST_MODEL_BASE_URL and "
    "HOLDFAST_MODEL_NAME, or run `holdfast models fetch` for the local demo model.",
    Failure.SPENT: "What your plan holds of work in the background is used up for today.",
}


def failed(failure: Failure, *, upstream: str | None = None, retry_after_seconds: float | None = None) -> ModelFailed:
    sentence = _SENTENCES[failure]
    if failure is Failure.RATE_LIMITED and retry_after_seconds:
        sentence = f"{_SLOW_DOWN} Please try again in {ceil(retry_after_seconds)} seconds."
    return ModelFailed(failure, sentence, upstream=upstream, retry_after_seconds=retry_after_seconds)


def sandbox_failed(error: SandboxFailed) -> ModelFailed:
    """The same for work that is done here, in the sandbox."""
    return failed(_IN_THE_SANDBOX.get(error.fault, Failure.SERVER_ERROR), upstream=str(error))


_IN_THE_SANDBOX = {
    Fault.TOO_LONG: Failure.STALLED,
    Fault.BUSY: Failure.RATE_LIMITED,
    Fault.NO_SANDBOX: Failure.NOT_CONFIGURED,
    Fault.TOO_MUCH_OUTPUT: Failure.MALFORMED,
}


def failed_with_status(status: int, retry_after: str | None = None) -> ModelFailed:
    """The failure behind an HTTP status, or behind the same number inside a stream."""
    seconds = retry_after_seconds(retry_after)
    return failed(_failure_of(status), upstream=f"HTTP {status}", retry_after_seconds=seconds)


def _failure_of(status: int) -> Failure:
    if status in (401, 402, 403):
        return Failure.UNAUTHORIZED
    if status == 429:
        return Failure.RATE_LIMITED
    if status in (408, 425) or status >= 500:
        return Failure.SERVER_ERROR
    return Failure.REJECTED


def retry_after_seconds(header: str | None, now: Clock = utc_now) -> float | None:
    """Retry-After is a number of seconds or a date; nonsense is no answer, and nobody makes us wait for a day."""
    if header is None:
        return None
    try:
        seconds = float(header)
    except ValueError:
        try:
            seconds = (parsedate_to_datetime(header) - now()).total_seconds()
        except (ValueError, TypeError, OverflowError):  # TypeError: a date without a zone
            return None
    return bounded_wait(seconds)


def bounded_wait(seconds: float | None) -> float | None:
    if seconds is None or seconds != seconds:
        return None
    return min(max(seconds, 0.0), _MAX_RETRY_AFTER_SECONDS)
