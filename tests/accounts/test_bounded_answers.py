"""A provider's answer has a size: on the wire, and as nothing that unfolds to more."""

from __future__ import annotations

import gzip
from collections.abc import AsyncIterator

import httpx2
import pytest
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.routing import Route

from holdfast.accounts.issuers import EndlessAnswer, Issuer, read_bounded
from holdfast.accounts.types import ProviderUnavailable

pytestmark = pytest.mark.anyio


async def endless(request: Request) -> Response:
    async def pieces() -> AsyncIterator[bytes]:
        for _ in range(2_000):
            yield b" " * 65_536

    return StreamingResponse(pieces(), media_type="application/json")


async def packed(request: Request) -> Response:
    """A few kilobytes that unfold to fifty megabytes, whatever was asked for."""
    assert request.headers["accept-encoding"] == "identity"
    return Response(gzip.compress(b" " * 50_000_000), headers={"content-encoding": "gzip"})


@pytest.fixture
async def http() -> AsyncIterator[httpx2.AsyncClient]:
    app = Starlette(
        routes=[
            Route("/packed/.well-known/openid-configuration", packed),
            Route("/token", endless, methods=["POST"]),
        ]
    )
    async with httpx2.AsyncClient(transport=httpx2.ASGITransport(app), base_url="http://issuer.test") as client:
        yield client


async def test_an_endless_answer_is_not_read_to_its_end(http: httpx2.AsyncClient) -> None:
    with pytest.raises(EndlessAnswer):
        async with http.stream("POST", "/token", data={"code": "x"}) as response:
            await read_bounded(response)


async def test_what_is_packed_is_not_unfolded(http: httpx2.AsyncClient) -> None:
    with pytest.raises(ProviderUnavailable):
        await Issuer(http, "http://issuer.test/packed").published()
    plainly = {"accept-encoding": "identity"}
    async with http.stream("GET", "/packed/.well-known/openid-configuration", headers=plainly) as response:
        assert len(await read_bounded(response)) < 100_000
