"""Whose matter an error is, told in its shape; and what is logged and reported of each."""

from __future__ import annotations

from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import httpx2
import pytest
import structlog
from fastapi import FastAPI
from starlette.exceptions import HTTPException

from holdfast.core.errors import AppError, DatabaseUnavailable, Invalid, NotFound, NotSetUp, RateLimited, Severity
from holdfast.models.types import Failure, ModelFailed
from holdfast.web.errors import install_errors

pytestmark = pytest.mark.anyio
RAISED: dict[str, tuple[Exception, str, str | None]] = {
    "invalid": (Invalid("Wrong."), "low", None),
    "unknown": (NotFound("Nothing."), "low", None),
    "often": (RateLimited("Later.", retry_after_seconds=3), "medium", None),
    "lacking": (NotSetUp("There is none here."), "medium", None),
    "away": (DatabaseUnavailable("Away."), "high", "warning"),
    "model": (ModelFailed(Failure.UNREACHABLE, "Away."), "high", "warning"),
    "ours": (AppError("Broken."), "critical", "error"),
    "broke": (ValueError("said by somebody"), "critical", "error"),
    "teapot": (HTTPException(418), "low", None),
}


@pytest.fixture
def lines() -> Iterator[list[Any]]:
    with structlog.testing.capture_logs() as lines:
        yield lines


@pytest.mark.parametrize("kind", RAISED)
async def test_an_error_says_whose_matter_it_is_and_only_what_is_ours_is_reported(kind: str, lines: list[Any]) -> None:
    error, severity, level = RAISED[kind]
    reported: list[BaseException] = []
    app = FastAPI()
    watches = SimpleNamespace(report=lambda error, **tags: reported.append(error))
    app.state.parts = SimpleNamespace(observers=watches, events=SimpleNamespace(note=lambda *args, **more: None))
    install_errors(app)

    @app.get("/")
    async def fail() -> None:
        raise error

    transport = httpx2.ASGITransport(app, raise_app_exceptions=False)
    async with httpx2.AsyncClient(transport=transport, base_url="http://holdfast.test") as client:
        answer = (await client.get("/")).json()["error"]
    assert set(answer) == {"code", "message", "category", "severity", "retryable", "details"}
    assert answer["severity"] == severity
    assert [line["log_level"] for line in lines] == ([level] if level else [])
    assert reported == ([error] if severity == Severity.CRITICAL else [])
