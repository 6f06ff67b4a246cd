"""What happened, never what was said.

An event is a snake_case name with a few known fields: `log.info("turn_finished", outcome="completed", ms=812)`. The
guarantee does not rest on callers being careful. A field passes only if its name is on the list and its value looks
like a name or a number; an exception becomes its type and the places in the code it went through, because its message
may quote a person; a library's line keeps its fixed text and loses everything filled into it. What was held back is
named in `withheld`, so that a developer sees it at once.

Importing this module is enough to be safe; `configure_logging` then chooses level and format.
"""

from __future__ import annotations

import logging
import os
import re
import sys
import threading
from collections.abc import Callable, MutableMapping
from contextlib import AbstractContextManager, suppress
from datetime import datetime
from types import TracebackType
from typing import Any, TextIO
from uuid import UUID

import orjson
import structlog
from structlog.contextvars import bound_contextvars, merge_contextvars

_FIELDS = frozenset(
    (
        *("event", "level", "timestamp", "logger", "error", "where", "trace", "caused_by", "withheld"),
        *("attempt", "bytes", "category", "code", "count", "cron", "failure", "kind", "method", "mode", "model", "ms"),
        *("outcome", "part", "persona", "pid", "port", "priority", "provider", "reason", "retryable", "revision"),
        *("route", "schedule", "seconds", "signal", "size", "source", "state", "status", "step", "tokens", "tool"),
        *("tries", "upstream", "version", "returncode", "is_known"),
    )
)
_ENDINGS = ("_id", "_ms", "_seconds", "_count", "_bytes", "_tokens")
_EVENT = re.compile(r"[a-z][a-z0-9_]{0,79}")
# No blank, so no sentence; no @, so no address.
_NAME = re.compile(r"[A-Za-z0-9_.:/{}<>=*-]{0,200}")
_KNOWN_LIBRARIES = frozenset({"uvicorn", "asyncio", "asyncpg", "alembic", "opentelemetry", "sentry_sdk"})
_MAX_FRAMES = 12

LogEvent = MutableMapping[str, Any]


def get_logger() -> structlog.typing.FilteringBoundLogger:
    logger: structlog.typing.FilteringBoundLogger = structlog.get_logger()
    return logger


def about(**ids: object) -> AbstractContextManager[None]:
    """Every line inside carries these: `with about(turn_id=turn.id, user_id=user): …`."""
    return bound_contextvars(**ids)


def where(error: BaseException) -> str:
    """The innermost place of our own code an error went through, else of anybody's: `holdfast.turn.finish:42`."""
    frames = _frames(error)
    ours = [frame for frame in frames if frame.startswith("holdfast.")]
    return (ours or frames or ["unknown"])[-1]


def _frames(error: BaseException) -> list[str]:
    found: list[str] = []
    step: TracebackType | None = error.__traceback__
    while step is not None:
        found.append(f"{step.tb_frame.f_globals.get('__name__', 'unknown')}:{step.tb_lineno}")
        step = step.tb_next
    return found


def _error_in_places(_: object, __: str, event: LogEvent) -> LogEvent:
    given = event.pop("exc_info", None)
    event.pop("stack_info", None)
    if given is True:
        given = sys.exc_info()
    error = given[1] if isinstance(given, tuple) else given
    if isinstance(error, BaseException):
        event.setdefault("error", type(error).__name__)
        event.setdefault("where", where(error))
        event["trace"] = _frames(error)[-_MAX_FRAMES:]
        cause = error.__cause__ or error.__context__
        if cause is not None:
            event["caused_by"] = type(cause).__name__
    return event


def _only_known_fields(_: object, __: str, event: LogEvent) -> LogEvent:
    kept: dict[str, Any] = {}
    withheld: list[str] = []
    for name, value in event.items():
        if (name in _FIELDS or name.endswith(_ENDINGS)) and _NAME.fullmatch(name) and _is_harmless(value):
            kept[name] = str(value) if isinstance(value, UUID) else value
        else:
            withheld.append(name if _EVENT.fullmatch(name) else "unnamed")
    # A sentence as event may have been put together from anything.
    if not _EVENT.fullmatch(str(event.get("event", ""))):
        kept["event"] = "unnamed_event"
        withheld.append("event")
    if withheld:
        kept["withheld"] = list(dict.fromkeys(withheld))
    return kept


def _is_harmless(value: object) -> bool:
    if value is None or isinstance(value, bool | int | float | UUID):
        return True
    if isinstance(value, list):
        return all(_is_harmless(item) for item in value)
    return isinstance(value, str) and _NAME.fullmatch(value) is not None


_PROCESSORS: list[Any] = [
    merge_contextvars,
    structlog.processors.add_log_level,
    structlog.processors.TimeStamper(fmt="iso", utc=True),
    _error_in_places,
    _only_known_fields,
]


def _as_json(_: object, __: str, event: LogEvent) -> str:
    return orjson.dumps(dict(event), default=str).decode()


_COLOURS = {"debug": "2", "warning": "33", "error": "31", "critical": "31;1"}


class _AsLine:
    """For somebody at a terminal: one line, whatever happened. Of an error its type and its place; the way it took
    through the code only for whoever asked for details (`debug`)."""

    def __init__(self, *, is_coloured: bool, is_detailed: bool) -> None:
        self._is_coloured = is_coloured
        self._unsaid = () if is_detailed else ("trace", "caused_by")

    def __call__(self, _: object, __: str, event: LogEvent) -> str:
        told = {name: value for name, value in event.items() if name not in self._unsaid}
        at, level, name = (str(told.pop(field, "")) for field in ("timestamp", "level", "event"))
        rest = " ".join(f"{field}={_plain(value)}" for field, value in told.items())
        said = "".join(sign if sign.isprintable() else " " for sign in f"{name} {rest}")
        line = f"{_clock(at)} {level:<8} {said}".rstrip()
        colour = _COLOURS.get(level) if self._is_coloured else None
        return f"\x1b[{colour}m{line}\x1b[0m" if colour else line


def _clock(timestamp: str) -> str:
    """The time of day where the terminal stands."""
    return datetime.fromisoformat(timestamp).astimezone().strftime("%H:%M:%S")


def _plain(value: object) -> str:
    if isinstance(value, list):
        return ",".join(_plain(item) for item in value)
    return f"{value:g}" if isinstance(value, float) else str(value)


def _may_colour(stream: TextIO) -> bool:
    """As https://no-color.org asks."""
    return stream.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


class _Unbreakable:
    """A stream nobody reads any more, or that is closed, must not end the turn that has something to log."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream

    def write(self, text: str) -> None:
        with suppress(OSError, ValueError):
            self._stream.write(text)

    def flush(self) -> None:
        with suppress(OSError, ValueError):
            self._stream.flush()


class _Foreign(logging.Handler):
    """Lines of libraries, through the same sieve."""

    def __init__(self, write: Callable[[LogEvent], None]) -> None:
        super().__init__()
        self._write = write

    def emit(self, record: logging.LogRecord) -> None:
        event: LogEvent = {"event": "library_line", "logger": record.name, "exc_info": record.exc_info}
        if not record.exc_info:
            event["where"] = f"{record.module}:{record.lineno}"
        for step in _PROCESSORS:
            event = step(None, record.levelname.lower(), event)
        event["event"] = _fixed_text(record)
        self._write(event)


def _fixed_text(record: logging.LogRecord) -> str:
    """The text as the library's author wrote it, before values are filled in, and its first line only: asyncio puts
    the reprs of tasks, and with them the messages of their exceptions, on the following ones."""
    if record.name.split(".")[0] not in _KNOWN_LIBRARIES or not isinstance(record.msg, str):
        return "library_line"
    return record.msg.split("\n", 1)[0][:100]


def configure_logging(*, level: str = "info", format: str = "auto", stream: TextIO | None = None) -> None:
    """`format`: json, text, or auto (text on a terminal). Replaces handlers that libraries have set up."""
    given = stream or sys.stderr
    out: Any = _Unbreakable(given)
    as_text = format == "text" or (format == "auto" and given.isatty())
    number = logging.getLevelNamesMapping().get(level.upper(), logging.INFO)
    as_line = _AsLine(is_coloured=_may_colour(given), is_detailed=number <= logging.DEBUG)
    render: Any = as_line if as_text else _as_json
    structlog.configure(
        processors=[*_PROCESSORS, render],
        wrapper_class=structlog.make_filtering_bound_logger(number),
        logger_factory=lambda *_: structlog.PrintLogger(out),
        cache_logger_on_first_use=False,
    )
    _take_over_libraries(lambda event: print(render(None, "", event), file=out, flush=True), max(number, logging.INFO))


def _take_over_libraries(write: Callable[[LogEvent], None], level: int) -> None:
    root = logging.getLogger()
    root.handlers = [_Foreign(write)]
    root.setLevel(max(level, logging.WARNING))
    for name in _KNOWN_LIBRARIES:
        library = logging.getLogger(name)
        library.handlers = []
        library.propagate = True
        library.setLevel(level if name == "uvicorn" else logging.WARNING)
    # Its lines are paths and queries; requests are counted by route template instead.
    logging.getLogger("uvicorn.access").disabled = True
    logging.getLogger("uvicorn.error").handlers = []
    logging.captureWarnings(True)


def log_what_nobody_caught() -> None:
    """For processes of our own: Python would print an uncaught exception with its message."""

    def tell(kind: type[BaseException], error: BaseException | None, *_: object) -> None:
        if not issubclass(kind, KeyboardInterrupt | SystemExit):
            get_logger().critical("uncaught", exc_info=error, error=kind.__name__)

    sys.excepthook = tell
    sys.unraisablehook = lambda args: tell(args.exc_type, args.exc_value)
    threading.excepthook = lambda args: tell(args.exc_type, args.exc_value)


structlog.configure(
    processors=[*_PROCESSORS, _AsLine(is_coloured=False, is_detailed=False)],
    wrapper_class=structlog.make_filtering_bound_logger(logging.INFO),
    logger_factory=lambda *_: structlog.PrintLogger(sys.stderr),
)
