"""Sentry and OpenTelemetry, only where an operator has asked for them, and only what may leave the house.

Both are given copies built from a list of what may be told, not originals from which something was removed: an error's
types and places in the code, a span's name, times and a few attributes. No message, no request, no header, no local
variable, no prompt, no person. Neither library is imported unless it is configured (Sentry alone is 20 MB).

The same error at the same place is told once in five minutes: what fails every ten seconds is one matter, not a flood.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal

from holdfast import __version__
from holdfast.core.log import where

if TYPE_CHECKING:
    from fastapi.telemetry import TelemetryConfig
    from opentelemetry.sdk.trace import ReadableSpan, TracerProvider

_ATTRIBUTES = frozenset(
    ("http.request.method", "http.route", "http.response.status_code", "network.protocol.version", "error.type")
)
_OWN = "holdfast."
_SAME_ERROR_SECONDS = 300.0
_MAX_REMEMBERED = 1000
Level = Literal["error", "warning"]
_WORD = re.compile(r"[A-Za-z0-9_.:/{}<> -]{0,100}")
_NATIVE_OFF: TelemetryConfig = {
    "tracing": False, "metrics": False, "logs": False, "operation_spans": False, "auto_configure": False,
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Frame:
    """A place in the client's code."""

    file: str
    function: str
    line: int


@dataclass(frozen=True, slots=True)
class PageError:
    error: str
    """Its type; never its message, which may hold someone's words."""
    frames: tuple[Frame, ...]
    """The innermost last."""


class Seldom:
    """Lets the same thing pass once in a while. Not shared between processes: each tells once."""

    def __init__(self, seconds: float = _SAME_ERROR_SECONDS) -> None:
        self._seconds = seconds
        self._passed_at: dict[object, float] = {}

    def may_pass(self, thing: object) -> bool:
        now = time.monotonic()
        if now - self._passed_at.get(thing, -self._seconds) < self._seconds:
            return False
        if len(self._passed_at) >= _MAX_REMEMBERED:
            self._passed_at.clear()
        self._passed_at[thing] = now
        return True


@dataclass(frozen=True, slots=True)
class Observers:
    """What is watching. Built by `start_observing`; with nothing configured every method does nothing."""

    _sentry: Sentry | None = None
    _tracer_provider: TracerProvider | None = None
    _close: Sequence[Callable[[], object]] = ()
    _seldom: Seldom = field(default_factory=Seldom)

    def report(self, error: BaseException, *, level: Level = "error", **tags: str) -> None:
        """An error nobody expected. Tags are words of ours: a code, a job's kind, a route template.

        A warning is what mends itself, or comes round again; an error waits for somebody.
        """
        if self._sentry and self._seldom.may_pass((type(error), where(error), *sorted(tags.items()))):
            self._sentry.report(error, level, tags)

    def report_page(self, broke: PageError) -> None:
        """A part of somebody's page that broke, as their browser tells it."""
        if self._sentry and self._seldom.may_pass((broke.error, broke.frames[-1:])):
            self._sentry.report_page(broke)

    @contextmanager
    def span(self, name: str, **attributes: int | float | str | bool) -> Iterator[None]:
        if self._tracer_provider is None:
            yield
            return
        tracer = self._tracer_provider.get_tracer("holdfast", __version__)
        named = {_OWN + key: value for key, value in attributes.items()}
        with tracer.start_as_current_span(
            name, attributes=named, record_exception=False, set_status_on_exception=False
        ):
            yield

    def telemetry(self) -> TelemetryConfig:
        """For `FastAPI(telemetry=…)`. Said in full: an environment variable can switch FastAPI's own on."""
        if self._tracer_provider is None:
            return _NATIVE_OFF
        return {**_NATIVE_OFF, "tracing": True, "tracer_provider": self._tracer_provider}

    def close(self) -> None:
        for close in self._close:
            close()


def start_observing(*, sentry_dsn: str | None, otel_endpoint: str | None) -> Observers:
    close: list[Callable[[], object]] = []
    sentry = None
    provider = None
    if sentry_dsn:
        sentry = Sentry(sentry_dsn)
        close.append(sentry.close)
    if otel_endpoint:
        provider = _start_tracing(otel_endpoint)
        close.append(provider.shutdown)
    return Observers(sentry, provider, close)


class Sentry:
    def __init__(self, dsn: str) -> None:
        self._client = _sentry_client(dsn)

    def report(self, error: BaseException, level: Level, tags: Mapping[str, str]) -> None:
        from sentry_sdk.utils import event_from_exception

        event, hint = event_from_exception(error, client_options=self._client.options)
        self._client.capture_event({**event, "level": level, "tags": dict(tags)}, hint)

    def report_page(self, broke: PageError) -> None:
        frames = [
            {"module": one.file, "function": one.function, "lineno": one.line, "in_app": True} for one in broke.frames
        ]
        values = [{"type": broke.error, "stacktrace": {"frames": frames}}]
        event: Any = {"level": "error", "platform": "javascript", "tags": {"part": "client"}}
        self._client.capture_event({**event, "exception": {"values": values}})

    def close(self) -> None:
        self._client.close(timeout=2)


def _sentry_client(dsn: str) -> Any:
    import sentry_sdk

    return sentry_sdk.Client(
        dsn=dsn,
        release=f"holdfast@{__version__}",
        # Integrations gather what is around an error: requests, log lines, arguments. We hand over errors ourselves.
        default_integrations=False,
        auto_enabling_integrations=False,
        max_breadcrumbs=0,
        include_local_variables=False,
        include_source_context=False,
        max_request_body_size="never",
        server_name="",
        traces_sample_rate=None,
        auto_session_tracking=False,
        send_client_reports=False,
        enable_metrics=False,
        spotlight=False,
        before_send=_may_leave,
    )


def _may_leave(event: Any, _: object) -> Any:
    told = {key: event[key] for key in ("event_id", "timestamp", "level", "platform", "release", "sdk") if key in event}
    values = event.get("exception", {}).get("values", [])
    told["exception"] = {"values": [_error_that_may_leave(value) for value in values]}
    told["tags"] = {key: value for key, value in event.get("tags", {}).items() if _WORD.fullmatch(str(value))}
    return told


def _error_that_may_leave(value: Mapping[str, Any]) -> dict[str, Any]:
    frames = [
        {key: frame[key] for key in ("module", "function", "lineno", "in_app") if key in frame}
        for frame in value.get("stacktrace", {}).get("frames", [])
    ]
    return {"type": value.get("type"), "module": value.get("module"), "stacktrace": {"frames": frames}}


def _start_tracing(endpoint: str) -> TracerProvider:
    from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
    from opentelemetry.sdk.resources import Resource
    from opentelemetry.sdk.trace import TracerProvider
    from opentelemetry.sdk.trace.export import BatchSpanProcessor, SpanExporter, SpanExportResult

    class Careful(SpanExporter):
        """Everything passes here last, whoever made the span."""

        def __init__(self, inner: SpanExporter) -> None:
            self._inner = inner

        def export(self, spans: Sequence[ReadableSpan]) -> SpanExportResult:
            return self._inner.export([_span_that_may_leave(span) for span in spans])

        def shutdown(self) -> None:
            self._inner.shutdown()

    provider = TracerProvider(resource=Resource({"service.name": "holdfast", "service.version": __version__}))
    exporter = OTLPSpanExporter(endpoint=f"{endpoint.rstrip('/')}/v1/traces", timeout=5)
    provider.add_span_processor(BatchSpanProcessor(Careful(exporter)))
    return provider


def _span_that_may_leave(span: ReadableSpan) -> ReadableSpan:
    from opentelemetry.sdk.trace import ReadableSpan
    from opentelemetry.trace import Status

    given = span.attributes or {}
    attributes = {
        key: value
        for key, value in given.items()
        if (key in _ATTRIBUTES or key.startswith(_OWN)) and (not isinstance(value, str) or _WORD.fullmatch(value))
    }
    # Events and the status' description are where exceptions' messages go.
    return ReadableSpan(
        name=span.name if _WORD.fullmatch(span.name) else "unnamed",
        context=span.context,
        parent=span.parent,
        resource=span.resource,
        attributes=attributes,
        kind=span.kind,
        status=Status(span.status.status_code),
        start_time=span.start_time,
        end_time=span.end_time,
        instrumentation_scope=span.instrumentation_scope,
    )
