"""A marker is planted wherever a careless line could carry it; no line does."""

from __future__ import annotations

import asyncio
import gc
import io
import logging
import os
import re
import subprocess
import sys
import threading
import warnings
from collections.abc import Iterator
from typing import Any
from uuid import uuid4

import orjson
import pytest
import structlog

from holdfast.core.log import about, configure_logging, get_logger, log_what_nobody_caught

MARKER = "AnnaSaidThis"
SENTENCE = f"please tell nobody that {MARKER}"


@pytest.fixture
def lines() -> Iterator[io.StringIO]:
    before = structlog.get_config()
    root, handlers, level = logging.getLogger(), logging.getLogger().handlers, logging.getLogger().level
    hooks = sys.excepthook, threading.excepthook, sys.unraisablehook
    stream = io.StringIO()
    configure_logging(level="debug", format="json", stream=stream)
    yield stream
    structlog.configure(**before)
    root.handlers, root.level = handlers, level
    logging.captureWarnings(False)
    logging.getLogger("uvicorn.access").disabled = False
    sys.excepthook, threading.excepthook, sys.unraisablehook = hooks


def fields_of(line: str) -> dict[str, Any]:
    return dict(orjson.loads(line))


def test_known_fields_pass_and_the_rest_is_named_as_withheld(lines: io.StringIO) -> None:
    turn = uuid4()
    get_logger().info("turn_finished", turn_id=turn, outcome="completed", ms=812.5, text=MARKER, prompt=SENTENCE)
    line = fields_of(lines.getvalue())
    assert (line["event"], line["turn_id"], line["outcome"], line["ms"]) == (
        "turn_finished",
        str(turn),
        "completed",
        812.5,
    )
    assert line["level"] == "info"
    assert line["withheld"] == ["text", "prompt"]
    assert MARKER not in lines.getvalue()


@pytest.mark.parametrize(
    "fields",
    [
        {"reason": SENTENCE},
        {"user_id": f"{MARKER}@example.org"},
        {"source": {"text": MARKER}},
        {"trace": [SENTENCE]},
        {"outcome": MARKER.encode()},
        {"kind": [{"x": MARKER}]},
        {MARKER: 1},
        {"model": MARKER * 50},
    ],
)
def test_a_known_field_with_a_sentence_in_it_is_withheld(lines: io.StringIO, fields: dict[str, object]) -> None:
    get_logger().warning("something_happened", **fields)
    assert MARKER not in lines.getvalue()
    assert "something_happened" in lines.getvalue()


def test_a_sentence_is_no_event(lines: io.StringIO) -> None:
    get_logger().info(f"got {MARKER}")
    assert fields_of(lines.getvalue())["event"] == "unnamed_event"
    assert MARKER not in lines.getvalue()


def test_an_error_is_its_type_and_its_places(lines: io.StringIO) -> None:
    try:
        try:
            raise KeyError(MARKER)
        except KeyError as error:
            raise ValueError(SENTENCE) from error
    except ValueError:
        get_logger().exception("turn_failed")
    line = fields_of(lines.getvalue())
    assert (line["error"], line["caused_by"]) == ("ValueError", "KeyError")
    assert line["where"].startswith("tests.core.test_log:")
    assert MARKER not in lines.getvalue()


def test_what_a_line_is_about_is_on_every_line_inside(lines: io.StringIO) -> None:
    with about(request_id="r1", user_id=uuid4()):
        get_logger().info("inside")
    get_logger().info("outside")
    inside, outside = (fields_of(line) for line in lines.getvalue().splitlines())
    assert inside["request_id"] == "r1"
    assert "user_id" in inside
    assert "request_id" not in outside


@pytest.mark.parametrize("name", ["uvicorn.error", "asyncpg.pool", "pgqueuer", "somebodys.library"])
def test_a_librarys_line_loses_what_was_filled_in(lines: io.StringIO, name: str) -> None:
    logging.getLogger(name).warning("got %s from %s", MARKER, SENTENCE)
    try:
        raise ValueError(SENTENCE)
    except ValueError:
        logging.getLogger(name).exception("failed\n")
    first, second = (fields_of(line) for line in lines.getvalue().splitlines())
    assert first["logger"] == name
    assert second["error"] == "ValueError"
    assert MARKER not in lines.getvalue()


def test_a_library_nobody_knows_says_only_where(lines: io.StringIO) -> None:
    logging.getLogger("somebodys.library").error(f"already put together: {MARKER}")
    assert fields_of(lines.getvalue())["event"] == "library_line"
    assert MARKER not in lines.getvalue()


def test_uvicorn_does_not_tell_who_asked_for_what(lines: io.StringIO) -> None:
    logging.getLogger("uvicorn.access").info('%s - "%s %s HTTP/%s" %d', "1.2.3.4", "GET", f"/?q={MARKER}", "1.1", 200)
    assert lines.getvalue() == ""


def test_a_task_nobody_waited_for_does_not_tell_its_message(lines: io.StringIO) -> None:
    async def fail() -> None:
        raise ValueError(SENTENCE)

    async def forget_a_task() -> None:
        task = asyncio.create_task(fail(), name="x")
        await asyncio.wait([task])
        del task
        gc.collect()

    asyncio.run(forget_a_task())
    line = fields_of(lines.getvalue())
    assert (line["event"], line["error"]) == ("Task exception was never retrieved", "ValueError")
    assert MARKER not in lines.getvalue()


def test_warnings_and_uncaught_errors_do_not_tell_either(lines: io.StringIO) -> None:
    log_what_nobody_caught()
    warnings.warn(SENTENCE, stacklevel=1)
    try:
        raise ValueError(SENTENCE)
    except ValueError as error:
        sys.excepthook(ValueError, error, error.__traceback__)

    def fail() -> None:
        raise KeyError(MARKER)

    thread = threading.Thread(target=fail)
    thread.start()
    thread.join()
    told = [fields_of(line) for line in lines.getvalue().splitlines()]
    assert [line.get("error") for line in told] == [None, "ValueError", "KeyError"]
    assert MARKER not in lines.getvalue()


def test_text_for_people_is_as_careful(capsys: pytest.CaptureFixture[str], lines: io.StringIO) -> None:
    stream = io.StringIO()
    configure_logging(format="text", stream=stream)
    get_logger().info("said", text=MARKER, ms=3)
    assert "said" in stream.getvalue()
    assert MARKER not in stream.getvalue()


def _fail() -> None:
    raise ValueError(MARKER)


@pytest.mark.parametrize("level", ["info", "debug"])
def test_an_error_is_one_line_for_people_and_its_way_through_the_code_a_detail(level: str, lines: io.StringIO) -> None:
    stream = io.StringIO()
    configure_logging(format="text", level=level, stream=stream)
    try:
        _fail()
    except ValueError as error:
        get_logger().warning("job_retried", kind="learn", seconds=0.5, exc_info=error)
    (line,) = stream.getvalue().splitlines()
    assert re.fullmatch(
        r"\d\d:\d\d:\d\d warning  job_retried kind=learn seconds=0.5 error=ValueError where=\S+.*", line
    )
    assert ("trace=" in line) == (level == "debug")
    assert MARKER not in line


@pytest.mark.parametrize(
    ("environment", "is_coloured"), [({}, True), ({"NO_COLOR": "1"}, False), ({"TERM": "dumb"}, False)]
)
def test_colours_are_for_a_terminal_that_wants_them(environment: dict[str, str], is_coloured: bool) -> None:
    code = """
from holdfast.core.log import configure_logging, get_logger
configure_logging()
get_logger().warning("said", count=1)
"""
    outer, inner = os.openpty()
    env = {name: value for name, value in os.environ.items() if name != "NO_COLOR"} | {"TERM": "xterm"} | environment
    subprocess.run([sys.executable, "-c", code], stderr=inner, env=env, check=True)
    os.close(inner)
    said = os.read(outer, 10_000).decode()
    os.close(outer)
    assert "warning  said count=1" in said, "text, because it is a terminal"
    assert ("\x1b[" in said) == is_coloured


def test_a_file_gets_json_without_colours() -> None:
    code = (
        "from holdfast.core.log import configure_logging, get_logger; configure_logging(); get_logger().warning('said')"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert fields_of(done.stderr)["event"] == "said"


def test_a_stream_that_is_gone_does_not_end_whoever_logs(lines: io.StringIO) -> None:
    stream = io.StringIO()
    configure_logging(stream=stream)
    stream.close()
    get_logger().info("said")
    logging.getLogger("uvicorn.error").warning("said")


def test_before_anything_is_configured_lines_are_as_careful() -> None:
    code = f"from holdfast.core.log import get_logger; get_logger().warning('said', text={MARKER!r})"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert "said" in done.stderr
    assert MARKER not in done.stderr + done.stdout
