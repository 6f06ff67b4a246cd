"""Is it up, is it ready, and its numbers.

`/readyz` is asked often and by anybody, so it is cheap and says little: every part by its name with one word. The
answer is kept for a second, and whoever asks while it is being found waits for the same finding. A part that does not
answer within its deadline is down. No address, no version, no error's words.
"""

from __future__ import annotations

import asyncio
import hmac
import time
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from ipaddress import ip_address
from typing import Any, Literal

from fastapi import APIRouter, Request
from starlette.responses import JSONResponse, PlainTextResponse, Response

from holdfast.admin.measure import measure_installation
from holdfast.admin.tell import hear_figures
from holdfast.core.db import Db
from holdfast.core.errors import Forbidden
from holdfast.core.jobs import queue_state
from holdfast.core.log import get_logger
from holdfast.core.metrics import CONTENT_TYPE, render_metrics
from holdfast.core.migrate import known_revisions
from holdfast.web.deps import note_wrong_key
from holdfast.web.errors import responses
from holdfast.web.shapes import WireModel

router = APIRouter(tags=["operations"])

ReadinessCheck = Callable[[], Awaitable[str]]

DEADLINE_SECONDS = 2.0
_KEPT_SECONDS = 1.0
_FIGURES_KEPT_SECONDS = 5.0
_BEHIND_SECONDS = 120.0
NOT_READY = frozenset({"down", "outdated", "starting", "stopping"})
"""Words that take us out of a load balancer. A part we can do without says "degraded" or "off" of itself."""
_FORWARDED = ("forwarded", "x-forwarded-for", "x-forwarded-host", "x-forwarded-proto", "x-real-ip", "via")

log = get_logger()


@dataclass(slots=True)
class Readiness:
    """The checks of one application, and what they said last."""

    checks: Mapping[str, ReadinessCheck]
    deadline_seconds: float = DEADLINE_SECONDS
    kept_seconds: float = _KEPT_SECONDS
    _found: Mapping[str, str] = field(default_factory=dict)
    _found_at: float = -1e9
    _finding: asyncio.Lock = field(default_factory=asyncio.Lock)
    _late: dict[str, asyncio.Future[str]] = field(default_factory=dict)
    """Checks past their deadline. They were told to stop, and do when the part lets go: a connection to a database that
    has gone silent takes half a minute. Meanwhile nobody waits for it, and nobody asks beside it."""

    async def states(self) -> Mapping[str, str]:
        async with self._finding:
            if time.monotonic() - self._found_at > self.kept_seconds:
                words = await asyncio.gather(*(self._word(name, check) for name, check in self.checks.items()))
                self._found = dict(zip(self.checks, words, strict=True))
                self._found_at = time.monotonic()
        return self._found

    async def _word(self, name: str, check: ReadinessCheck) -> str:
        if name in self._late:
            return "down"
        asking = asyncio.ensure_future(check())
        try:
            await asyncio.wait({asking}, timeout=self.deadline_seconds)
            if not asking.done():
                raise TimeoutError
            return asking.result()
        except Exception as error:  # noqa: BLE001 — border: a part may fail in any way, the answer is one word
            log.warning("part_not_ready", part=name, error=type(error).__name__)
            return "down"
        finally:
            if not asking.done():
                self._leave(name, asking)

    def _leave(self, name: str, asking: asyncio.Future[str]) -> None:
        def ended(asked: asyncio.Future[str]) -> None:
            del self._late[name]
            if not asked.cancelled():
                asked.exception()  # looked at, so that it is not called forgotten

        self._late[name] = asking
        asking.add_done_callback(ended)
        asking.cancel()


def own_checks(db: Db) -> Mapping[str, ReadinessCheck]:
    """What every installation has; `wiring` adds the configured parts."""

    newest = known_revisions()[-1]

    async def database() -> str:
        await db.look_up("select 1")
        return "ok"

    async def migrations() -> str:
        rows = await db.look_up("select version_num from alembic_version")
        # A newer schema serves older code: during an update both run.
        return "ok" if rows[0]["version_num"] >= newest else "outdated"

    async def queue() -> str:
        state = await queue_state(db)
        return "behind" if state.oldest_seconds > _BEHIND_SECONDS else "ok"

    return {"database": database, "migrations": migrations, "queue": queue}


def readiness_of(request: Request) -> Readiness:
    state = request.app.state
    if not hasattr(state, "readiness"):
        parts: Any = state.parts
        state.readiness = Readiness({**own_checks(parts.db), **getattr(parts, "readiness", {})})
    readiness: Readiness = state.readiness
    return readiness


def meter_of(request: Request) -> Readiness:
    """The figures of the installation are read like a part is asked: by one for all, with a deadline, and kept."""
    state = request.app.state
    if not hasattr(state, "meter"):
        db: Db = state.parts.db

        async def figures() -> str:
            await measure_installation(db)
            await hear_figures(db)
            return "ok"

        state.meter = Readiness({"figures": figures}, kept_seconds=_FIGURES_KEPT_SECONDS)
    meter: Readiness = state.meter
    return meter


class Alive(WireModel):
    status: Literal["up"]


class Ready(WireModel):
    status: Literal["ready", "not_ready"]
    parts: dict[str, str]
    """Every part by its name with one word: ok, off, degraded, behind, outdated, starting, down …"""


@router.get("/ping", response_class=PlainTextResponse)
async def ping() -> PlainTextResponse:
    return PlainTextResponse("pong", headers={"cache-control": "no-store"})


@router.get("/healthz", response_model=Alive)
async def healthz() -> JSONResponse:
    """The process is alive; nothing else is asked."""
    return JSONResponse({"status": "up"}, headers={"cache-control": "no-store"})


@router.get(
    "/readyz",
    response_model=Ready,
    responses={503: {"model": Ready, "description": "Not ready: a part is down, and named"}},
)
async def readyz(request: Request) -> JSONResponse:
    states = await readiness_of(request).states()
    is_ready = not NOT_READY & set(states.values())
    body = {"status": "ready" if is_ready else "not_ready", "parts": states}
    return JSONResponse(body, 200 if is_ready else 503, headers={"cache-control": "no-store"})


@router.get("/metrics", response_class=PlainTextResponse, responses=responses(403, 429))
async def metrics(request: Request) -> Response:
    """For Prometheus: from this very machine, or with the operator's token as bearer."""
    if not (_is_from_here(request) or _has_operator_token(request)):
        if "authorization" in request.headers:
            await note_wrong_key(request)
        raise Forbidden("Metrics are for this machine itself, or for the operator's token.", code="operators_only")
    await meter_of(request).states()
    return Response(render_metrics(), media_type=CONTENT_TYPE, headers={"cache-control": "no-store"})


def _is_from_here(request: Request) -> bool:
    """A proxy on this machine is not its visitors: whatever was forwarded is from elsewhere."""
    if request.client is None or any(name in request.headers for name in _FORWARDED):
        return False
    try:
        return ip_address(request.client.host).is_loopback
    except ValueError:
        return False


def _has_operator_token(request: Request) -> bool:
    token = request.app.state.parts.settings.operator_token
    scheme, _, given = request.headers.get("authorization", "").partition(" ")
    if token is None or not token.get_secret_value() or scheme.lower() != "bearer":
        return False
    return hmac.compare_digest(given.strip().encode(), token.get_secret_value().encode())
