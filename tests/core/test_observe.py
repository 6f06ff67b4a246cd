"""What leaves the house: a marker is planted in every place an observer could pick it up."""

from __future__ import annotations

import json
import logging
import subprocess
import sys
from collections.abc import Iterator

import httpx2
import pytest
from fastapi import FastAPI, Request
from opentelemetry import trace
from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest

from holdfast.core.observe import Observers, Seldom, start_observing
from tests.loopback.observers import ObserverServer

pytestmark = pytest.mark.anyio

MARKER = "AnnaSaidThis"


@pytest.fixture
def server() -> Iterator[ObserverServer]:
    with ObserverServer() as server:
        yield server


def _fail_with(words: str) -> None:
    prompt = f"a local variable with {words}"
    try:
        raise KeyError(words)
    except KeyError as error:
        raise ValueError(f"could not answer {prompt}") from error


def test_sentry_is_told_the_type_and_the_places_and_no_word(server: ObserverServer) -> None:
    observers = start_observing(sentry_dsn=server.sentry_dsn, otel_endpoint=None)
    logging.getLogger("anything").error("a line with %s", MARKER)
    try:
        _fail_with(MARKER)
    except ValueError as error:
        observers.report(error, code="turn_failed", route="/api/chats/{chat_id}", said=f"a sentence, {MARKER}!")
    observers.close()
    envelope = server.wait_for("/api/1/envelope/")
    event = json.loads(envelope.splitlines()[2])
    kinds = [value["type"] for value in event["exception"]["values"]]
    assert kinds == ["KeyError", "ValueError"]
    last = event["exception"]["values"][-1]["stacktrace"]["frames"][-1]
    assert (last["function"], last["module"]) == ("_fail_with", "tests.core.test_observe")
    assert event["tags"] == {"code": "turn_failed", "route": "/api/chats/{chat_id}"}
    assert MARKER.encode() not in b"".join(body for _, body in server.bodies)
    assert not {"request", "user", "breadcrumbs", "extra", "server_name", "modules", "contexts"} & set(event)


def test_the_same_error_at_the_same_place_is_told_once_in_a_while_and_another_at_once(server: ObserverServer) -> None:
    observers = start_observing(sentry_dsn=server.sentry_dsn, otel_endpoint=None)
    for route in ("/api/chat", "/api/chat", "/api/chats", "/api/chat"):
        try:
            _fail_with(MARKER)
        except ValueError as error:
            observers.report(error, route=route)
    observers.close()
    events = [json.loads(body.splitlines()[2]) for _, body in server.bodies]
    assert sorted(event["tags"]["route"] for event in events) == ["/api/chat", "/api/chats"]


def test_what_passes_seldom_passes_again_later_and_remembers_no_more_than_it_must() -> None:
    seldom = Seldom(seconds=0.0)
    assert [seldom.may_pass("a") for _ in range(2)] == [True, True]
    seldom = Seldom(seconds=1000.0)
    assert [seldom.may_pass(number) for number in (1, 1, 2)] == [True, False, True]
    for number in range(3000):
        seldom.may_pass(number)
    assert len(seldom._passed_at) <= 1000


def _app(observers: Observers) -> FastAPI:
    app = FastAPI(telemetry=observers.telemetry())

    @app.post("/chats/{chat}")
    async def say(chat: str, request: Request) -> str:
        with observers.span("turn", outcome="completed", tokens=12, said=f"she said {MARKER}!"):
            span = trace.get_current_span()
            span.set_attribute("gen_ai.prompt", MARKER)
            span.add_event("exception", {"exception.message": MARKER})
            span.set_status(trace.StatusCode.ERROR, MARKER)
        raise ValueError(MARKER)

    return app


async def _visit(app: FastAPI) -> None:
    transport = httpx2.ASGITransport(app, raise_app_exceptions=False)
    headers = {"user-agent": MARKER, "cookie": f"session={MARKER}", "host": f"{MARKER}.example"}
    async with httpx2.AsyncClient(transport=transport, base_url="http://holdfast.test") as client:
        await client.post(f"/chats/{MARKER}?q={MARKER}", content=MARKER, headers=headers)


async def test_traces_hold_templates_and_numbers_and_no_word(server: ObserverServer) -> None:
    observers = start_observing(sentry_dsn=None, otel_endpoint=server.otel_endpoint)
    await _visit(_app(observers))
    observers.close()
    exported = server.wait_for("/v1/traces")
    assert MARKER.encode() not in exported
    spans = {
        span.name: {one.key: one.value for one in span.attributes}
        for resource in ExportTraceServiceRequest.FromString(exported).resource_spans
        for scope in resource.scope_spans
        for span in scope.spans
    }
    assert spans["POST /chats/{chat}"]["http.response.status_code"].int_value == 500
    assert spans["turn"]["holdfast.tokens"].int_value == 12
    assert set(spans["turn"]) == {"holdfast.outcome", "holdfast.tokens"}


async def test_nothing_configured_sends_nothing_whatever_the_environment_says(
    server: ObserverServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FASTAPI_OTEL_AUTO_CONFIGURE", "true")
    monkeypatch.setenv("OTEL_EXPORTER_OTLP_ENDPOINT", server.otel_endpoint)
    monkeypatch.setenv("SENTRY_DSN", server.sentry_dsn)
    observers = start_observing(sentry_dsn=None, otel_endpoint=None)
    await _visit(_app(observers))
    observers.report(ValueError(MARKER))
    observers.close()
    assert server.bodies == []


def test_what_is_not_configured_is_not_imported() -> None:
    code = """
import sys
from holdfast.core.observe import start_observing
start_observing(sentry_dsn=None, otel_endpoint=None)
print([name for name in ("sentry_sdk", "opentelemetry.sdk", "pgqueuer") if name in sys.modules])
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


async def test_an_observer_that_is_away_costs_nobody_anything() -> None:
    observers = start_observing(sentry_dsn="http://public@127.0.0.1:9/1", otel_endpoint="http://127.0.0.1:9")
    await _visit(_app(observers))
    observers.report(ValueError(MARKER))
    observers.close()
