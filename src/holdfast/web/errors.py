"""Refusals into HTTP: the only place that knows statuses.

Every error has the same shape, and none echoes what was sent: a wrong field may hold a password.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import asyncpg
import orjson
from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from pydantic import BaseModel
from starlette.exceptions import HTTPException
from starlette.responses import Response

from holdfast.core.db import RETRYABLE, UnsendableArgument
from holdfast.core.errors import (
    AppError,
    Category,
    Conflict,
    DatabaseUnavailable,
    Forbidden,
    Invalid,
    Malformed,
    NotFound,
    RateLimited,
    Severity,
    TooLarge,
    Unauthenticated,
    Unavailable,
    Unsupported,
)
from holdfast.core.log import get_logger
from holdfast.entitlements.blocked import Blocked, note_blocked
from holdfast.web.strict_json import TOO_MUCH

_STATUS: Sequence[tuple[type[AppError], int]] = (
    (Malformed, 400),
    (Unauthenticated, 401),
    (Forbidden, 403),
    (NotFound, 404),
    (Conflict, 409),
    (TooLarge, 413),
    (Unsupported, 415),
    (Invalid, 422),
    (RateLimited, 429),
    (Unavailable, 503),
)
_MEANING = {
    400: "The body is empty or cannot be read",
    401: "Not signed in",
    403: "Not allowed",
    404: "There is no such thing",
    405: "This address does not take that method",
    408: "The body did not come in time",
    409: "It conflicts with what is there",
    413: "Too large",
    415: "This kind of content is not taken here",
    421: "This server does not answer to that host name",
    422: "A field is wrong",
    429: "Too many requests; Retry-After says when to come back",
    500: "A fault on our side",
    503: "A part is away; try again",
}
_SOON_SECONDS = 2
"""For a part that is away and does not say until when."""
log = get_logger()


class NotLetIn(Unauthenticated):
    """With what the answer's `www-authenticate` says of the way in."""

    def __init__(self, message: str, code: str, challenge: str) -> None:
        super().__init__(message, code=code)
        self.challenge = challenge


class ErrorBody(BaseModel):
    code: str
    message: str
    category: Category
    severity: Severity
    retryable: bool
    details: Any = None


class ErrorEnvelope(BaseModel):
    error: ErrorBody


REFUSAL_CONTENT = {"application/json": {"schema": {"$ref": f"#/components/schemas/{ErrorEnvelope.__name__}"}}}
"""The shape by its name, which `document` explains: handed over as a model it would be built anew for each refusal of
each route, and that was a twentieth of a server's start."""


def responses(*statuses: int) -> dict[int | str, dict[str, Any]]:
    """For a route's documentation: the refusals it may answer with."""
    return {status: {"description": _MEANING[status], "content": REFUSAL_CONTENT} for status in statuses}


def status_of(error: AppError) -> int:
    return next((status for kind, status in _STATUS if isinstance(error, kind)), 500)


def error_response(error: AppError, status: int | None = None) -> Response:
    status = status or status_of(error)
    body = {
        "error": {
            "code": error.code,
            "message": error.message,
            "category": error.category,
            "severity": error.severity if status >= 500 or error.severity is not Severity.CRITICAL else Severity.LOW,
            "retryable": error.retryable or error.retry_after_seconds is not None,
            "details": error.details,
        }
    }
    headers = {}
    wait_seconds = error.retry_after_seconds
    if wait_seconds is None and isinstance(error, Unavailable) and error.retryable:
        wait_seconds = _SOON_SECONDS
    if wait_seconds is not None:
        headers["retry-after"] = str(max(1, math.ceil(wait_seconds)))
    if status == 401:
        headers["www-authenticate"] = error.challenge if isinstance(error, NotLetIn) else "Bearer"
    return Response(orjson.dumps(body), status, headers, "application/json")


def install_errors(app: FastAPI) -> None:
    app.add_exception_handler(AppError, _refused)
    app.add_exception_handler(RequestValidationError, _wrong_shape)
    app.add_exception_handler(HTTPException, _from_framework)
    for kind in RETRYABLE:
        app.add_exception_handler(kind, _database_away)
    app.add_exception_handler(UnsendableArgument, _broke)
    app.add_exception_handler(asyncpg.LockNotAvailableError, _held_up)
    app.add_exception_handler(asyncpg.ForeignKeyViolationError, _gone)
    app.add_exception_handler(asyncpg.PostgresError, _broke)
    app.add_exception_handler(Exception, _broke)


async def _refused(request: Request, error: Exception) -> Response:
    assert isinstance(error, AppError)
    if isinstance(error, Blocked):
        note_blocked(request.app.state.parts.events, error, getattr(request.state, "user_id", None), _name(request))
    if error.severity is Severity.HIGH:  # a part is away, which its own alarm tells
        log.warning("request_failed", code=error.code, route=_route(request))
    elif error.severity is Severity.CRITICAL:
        log.error("request_failed", code=error.code, route=_route(request))
        request.app.state.parts.observers.report(error, code=error.code, route=_route(request))
    return error_response(error)


async def _wrong_shape(request: Request, error: Exception) -> Response:
    assert isinstance(error, RequestValidationError)
    found = error.errors()
    if any(one["type"] == "json_invalid" or (one["type"] == "missing" and one["loc"] == ("body",)) for one in found):
        return error_response(Malformed("The body is empty or is not the JSON it should be."))
    details = [{"field": _field(one["loc"]), "problem": one["type"]} for one in found[:20]]
    if found and found[0]["loc"] == ("body",) and "json" not in request.headers.get("content-type", "").lower():
        # What `curl -d` sends unless told otherwise: the JSON may be right, and was never looked at.
        return error_response(
            Invalid("The body must be JSON, sent with content-type: application/json.", details=details)
        )
    where = details[0]["field"] if details else "the request"
    return error_response(Invalid(f"{where} is not as it should be.", details=details))


def _field(steps: Sequence[int | str]) -> str:
    # A field nobody knows is told by its name, so that its sender finds it; names of a megabyte are nobody's fields.
    return ".".join(str(step)[:60] for step in steps[:20])


async def _from_framework(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    known: dict[int, AppError] = {
        400: Malformed(TOO_MUCH if error.detail == TOO_MUCH else "The body cannot be read."),
        404: NotFound("There is nothing at this address."),
        405: NotFound("This address does not take that method.", code="method_not_allowed"),
        408: Malformed("The body did not come in time; send it again, and without pauses.", code="too_slow"),
        413: TooLarge("The body is too large."),
        429: RateLimited("Too many bodies are on their way from here; try again in a moment.", code="too_many_at_once"),
        503: Unavailable("The server is reading as much as it can hold; try again in a moment.", code="busy"),
    }
    answer = error_response(known.get(error.status_code, AppError("The request was refused.")), error.status_code)
    if error.headers:
        answer.headers.update(error.headers)
    return answer


async def _held_up(request: Request, error: Exception) -> Response:
    log.info("held_up", route=_route(request))
    return error_response(
        Unavailable(
            "Something else of yours is still being written there; try again in a moment.",
            code="busy",
            retry_after_seconds=2,
        )
    )


async def _database_away(request: Request, error: Exception) -> Response:
    log.warning("database_away", error=type(error).__name__, route=_route(request))
    return error_response(
        DatabaseUnavailable("The database is not answering; try again in a moment.", retry_after_seconds=2)
    )


async def _gone(request: Request, error: Exception) -> Response:
    """Whatever it was to belong to (a chat, an account) was there when we looked, and deleted a moment later."""
    return error_response(NotFound("What this belongs to was deleted this very moment.", code="gone"))


async def _broke(request: Request, error: Exception) -> Response:
    log.error("request_broke", route=_route(request), exc_info=error)
    request.app.state.parts.observers.report(error, route=_route(request))
    return error_response(AppError("Something went wrong on our side; the details are in the server's log."))


def _route(request: Request) -> str:
    route = request.scope.get("route")
    return str(getattr(route, "path", "unknown"))


def _name(request: Request) -> str:
    return str(getattr(request.scope.get("route"), "name", None) or "unknown")
