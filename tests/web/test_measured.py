from __future__ import annotations

import httpx2
import pytest
from fastapi import APIRouter, FastAPI

from holdfast.core.metrics import REGISTRY, render_metrics
from holdfast.web.measured import MeasureRequests

pytestmark = pytest.mark.anyio


def _client() -> httpx2.AsyncClient:
    app, router = FastAPI(), APIRouter(prefix="/things")

    @router.get("/{thing}")
    async def read(thing: str) -> str:
        if thing == "broken":
            raise ValueError(thing)
        return thing

    app.include_router(router)
    transport = httpx2.ASGITransport(MeasureRequests(app), raise_app_exceptions=False)
    return httpx2.AsyncClient(transport=transport, base_url="http://holdfast.test")


def _count(route: str, status: str, method: str = "GET") -> float:
    labels = {"method": method, "route": route, "status": status}
    return REGISTRY.get_sample_value("holdfast_http_requests_total", labels) or 0.0


async def test_requests_are_counted_by_template_and_class_of_status() -> None:
    before = _count("/things/{thing}", "2xx"), _count("/things/{thing}", "5xx"), _count("other", "4xx")
    async with _client() as client:
        await client.get("/things/marker-of-anna")
        await client.get("/things/broken")
        await client.get("/nowhere/marker-of-anna?q=marker-of-anna")
    after = _count("/things/{thing}", "2xx"), _count("/things/{thing}", "5xx"), _count("other", "4xx")
    assert [now - then for now, then in zip(after, before, strict=True)] == [1, 1, 1]
    assert b"marker-of-anna" not in render_metrics()


async def test_a_made_up_method_is_no_label() -> None:
    before = _count("other", "4xx", "other")
    async with _client() as client:
        await client.request("MARKEROFANNA", "/nowhere")
    assert _count("other", "4xx", "other") == before + 1
    assert b"MARKEROFANNA" not in render_metrics()
