"""Host, origin and headers, asked through the real parser: what another site can make a browser send."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import AsyncIterator
from pathlib import Path

import httpx2
import pytest
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.types import ASGIApp
from starlette.websockets import WebSocket

from holdfast.core.config import Settings
from holdfast.core.db import Db
from holdfast.web.guards import CSP, Guards
from tests.accounts.door import Door, form, opened, running
from tests.waiting import HANGS_SECONDS

pytestmark = pytest.mark.anyio


@pytest.fixture
async def door(db: Db) -> AsyncIterator[Door]:
    async with opened(db) as made:
        yield made


async def login_status(door: Door, **headers: str) -> tuple[int, str]:
    async with door.program(**headers) as client:
        answer = await client.post("/api/auth/login", json={"email": "ada@example.org", "password": "x" * 10})
        return answer.status_code, answer.json()["error"]["code"]


_FOREIGN: tuple[dict[str, str], ...] = (
    {"sec-fetch-site": "cross-site"},
    {"sec-fetch-site": "same-site"},
    {"sec-fetch-site": "anything else"},
    {"sec-fetch-site": "cross-site", "origin": "OUR"},
    {"origin": "https://evil.example"},
    {"origin": "null"},
    {"origin": ""},
    {"origin": "OUR.evil.example"},
    {"origin": "http://127.0.0.1:1"},
    {"origin": "https://HOST"},
    {"origin": "http://localhost@evil.example"},
    {"referer": "https://evil.example/page"},
    {"origin": "https://evil.example", "referer": "OUR/login"},
    {"origin": "https://evil.example", "authorization": "Basic eDp5"},
    {"origin": "https://evil.example", "authorization": "Bearerx"},
)


async def test_another_site_cannot_make_a_browser_change_anything(door: Door) -> None:
    host = door.url.removeprefix("http://")
    for headers in _FOREIGN:
        sent = {name: value.replace("OUR", door.url).replace("HOST", host) for name, value in headers.items()}
        assert await login_status(door, **sent) == (403, "cross_site"), headers


_OWN: tuple[dict[str, str], ...] = (
    {},
    {"sec-fetch-site": "same-origin"},
    {"sec-fetch-site": "none"},
    {"origin": "OUR"},
    {"referer": "OUR/login?next=/"},
    {"sec-fetch-site": "same-origin", "origin": "OUR"},
)


async def test_our_own_pages_and_plain_programs_pass(door: Door) -> None:
    for headers in _OWN:
        sent = {name: value.replace("OUR", door.url) for name, value in headers.items()}
        assert await login_status(door, **sent) == (401, "wrong_credentials"), headers


async def test_every_method_that_changes_something_is_checked(door: Door) -> None:
    async with door.person() as ada:
        for method in ("POST", "PUT", "PATCH", "DELETE", "PROPFIND"):
            headers = {"sec-fetch-site": "cross-site", "origin": "https://evil.example"}
            answer = await ada.http.request(method, "/api/auth/me", headers=headers, json={"name": "x"})
            assert (answer.status_code, answer.json()["error"]["code"]) == (403, "cross_site"), method
        assert (await ada.http.get("/api/auth/me", headers={"sec-fetch-site": "cross-site"})).status_code == 200
        assert (await ada.http.get("/api/auth/me")).json()["name"] == "Ada"


async def test_a_credential_in_a_header_needs_no_origin_and_the_cookie_lends_it_nothing(door: Door) -> None:
    async with door.person() as ada:
        headers = {"origin": "https://evil.example", "sec-fetch-site": "cross-site", "x-api-key": "hf_" + "a" * 43}
        answer = await ada.http.post("/api/auth/logout-everywhere", headers=headers)
        assert (answer.status_code, answer.json()["error"]["code"]) == (401, "invalid_key")
        assert (await ada.http.get("/api/auth/me")).status_code == 200


async def test_no_address_is_exempt_from_the_look_at_where_a_request_comes_from(door: Door) -> None:
    async with door.program(origin="https://evil.example") as client:
        for path in ("/api/billing/webhook", "/api/cron/drain-outbox", "/api/auth/login", "//api/cron/drain-outbox"):
            assert (await client.post(path)).status_code == 403, path


async def test_no_other_site_is_ever_allowed_to_read_answers(door: Door) -> None:
    async with door.person() as ada:
        preflight = {"origin": "https://evil.example", "access-control-request-method": "POST"}
        asked = await ada.http.options("/api/auth/me", headers=preflight)
        read = await ada.http.get("/api/auth/me", headers={"origin": "https://evil.example"})
        for answer in (asked, read):
            assert not [name for name in answer.headers if name.startswith("access-control-")]


_FOREIGN_HOSTS = (
    "evil.example",
    "evil.example:PORT",
    "127.0.0.1.evil.example:PORT",
    "localhost.evil.example",
    "127.0.0.1:1",
    "localhost",
    "127.0.0.2:PORT",
    "[::ffff:127.0.0.1]:PORT",
    "0.0.0.0:PORT",
    "localhost:PORT@evil.example",
    "localhost:PORT:80",
    "localhost:0xPORT",
    "evil.example/localhost:PORT",
    "",
    ":PORT",
)


async def test_only_names_of_our_own_are_answered(door: Door) -> None:
    """A page can let its own name point at this machine; the browser then sends its name as the host."""
    for host in _FOREIGN_HOSTS:
        status, body = await raw_get(door, f"Host: {host.replace('PORT', str(door.settings.port))}")
        assert status in (400, 421), (host, body)
        assert "hasAccounts" not in body


async def test_a_request_with_no_host_or_two_is_refused(door: Door) -> None:
    assert (await raw_get(door, "X: y"))[0] in (400, 421)
    ours = f"Host: 127.0.0.1:{door.settings.port}"
    assert (await raw_get(door, f"{ours}\r\nHost: evil.example"))[0] in (400, 421)


async def test_names_of_this_machine_are_answered(door: Door) -> None:
    for name in ("127.0.0.1", "localhost", "LOCALHOST", "[::1]"):
        assert (await raw_get(door, f"Host: {name}:{door.settings.port}"))[0] == 200, name


async def test_the_public_name_and_listed_names_are_answered(db: Db) -> None:
    listed = ("inner.example:8443", "hold.lan")
    async with opened(db, public_url="https://hold.example.org", allowed_hosts=listed) as door:
        for host, status in (
            ("hold.example.org", 200),
            ("HOLD.example.org:443", 200),
            ("hold.lan", 200),
            ("hold.lan:9000", 200),
            ("inner.example:8443", 200),
            ("inner.example", 421),
            ("example.org", 421),
            ("x.hold.example.org", 421),
        ):
            assert (await raw_get(door, f"Host: {host}"))[0] == status, host


async def test_behind_a_proxy_the_public_origin_is_ours_and_the_inner_scheme_is_not(db: Db) -> None:
    async with opened(db, public_url="https://hold.example.org") as door:
        ours = {"host": "hold.example.org", "origin": "https://hold.example.org"}
        assert await login_status(door, **ours) == (401, "wrong_credentials")
        assert (await login_status(door, **{**ours, "origin": "https://hold.example.org:8443"}))[1] == "cross_site"


async def test_a_slash_too_many_never_sends_a_program_from_https_to_http(db: Db) -> None:
    async with (
        opened(db, public_url="https://hold.example.org") as door,
        door.program(**{"host": "hold.example.org", "x-api-key": "hf_" + "a" * 43}) as client,
    ):
        answer = await client.post("/api/keys/?name=a%20b", json={"name": "x"})
        assert (answer.status_code, answer.headers["location"]) == (307, "/api/keys?name=a%20b")


async def test_only_our_own_name_is_left_out_of_a_redirect() -> None:
    async def send_on(request: Request) -> Response:
        return Response(status_code=302, headers={"location": request.query_params["to"]})

    app = Guards(Starlette(routes=[Route("/go", send_on)]), Settings(data_dir=Path("/nonexistent")))
    elsewhere = ("https://provider.example/x", "/login", "https://localhost:8000/")
    async with httpx2.AsyncClient(transport=httpx2.ASGITransport(app=app), base_url="http://localhost:8000") as client:
        for to in (*elsewhere, "http://localhost:8000//evil.example/x"):
            assert (await client.get("/go", params={"to": to})).headers["location"] == to
        assert (await client.get("/go", params={"to": "http://localhost:8000/a?b=c"})).headers["location"] == "/a?b=c"


async def test_probes_may_name_any_host() -> None:
    async def up(request: Request) -> Response:
        return PlainTextResponse("up")

    settings = Settings(data_dir=Path("/nonexistent"))
    app = Guards(Starlette(routes=[Route("/healthz", up), Route("/other", up)]), settings)
    transport = httpx2.ASGITransport(app=app)
    async with httpx2.AsyncClient(transport=transport, base_url="http://10.0.0.7:8000") as client:
        assert (await client.get("/healthz")).status_code == 200
        assert (await client.get("/other")).status_code == 421


async def test_every_answer_carries_the_same_guards(door: Door) -> None:
    async with door.person() as ada:
        answers = [
            await ada.http.get("/api/auth/me"),
            await ada.http.get("/nowhere"),
            await ada.http.post("/api/auth/login", content=b"{"),
            await ada.http.get("/api/auth/me", headers={"host": "evil.example"}),
            await ada.http.post("/api/auth/logout", headers={"sec-fetch-site": "cross-site"}),
            await ada.http.get("/api/auth/guest"),
        ]
    for answer in answers:
        assert answer.headers["content-security-policy"] == CSP
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert answer.headers["referrer-policy"] == "no-referrer"
        assert answer.headers["x-frame-options"] == "DENY"
        assert "strict-transport-security" not in answer.headers


async def test_over_https_browsers_are_told_to_stay_there(db: Db) -> None:
    async with (
        opened(db, public_url="https://hold.example.org") as door,
        door.program(host="hold.example.org") as client,
    ):
        assert "max-age=" in (await client.get("/api/auth/providers")).headers["strict-transport-security"]


async def test_a_stricter_policy_of_a_route_stays() -> None:
    async def file(request: Request) -> Response:
        return PlainTextResponse("<svg/>", headers={"content-security-policy": "sandbox"})

    app: ASGIApp = Guards(Starlette(routes=[Route("/", file)]), Settings(data_dir=Path("/nonexistent")))
    async with httpx2.AsyncClient(transport=httpx2.ASGITransport(app=app), base_url="http://localhost:8000") as client:
        assert (await client.get("/")).headers.get_list("content-security-policy") == ["sandbox"]


async def test_another_site_cannot_open_a_socket() -> None:
    async def greet(websocket: WebSocket) -> None:
        await websocket.accept()
        await websocket.close()

    with socket.socket(proto=socket.IPPROTO_TCP) as listener:
        listener.bind(("127.0.0.1", 0))
        port = listener.getsockname()[1]
        settings = Settings(data_dir=Path("/nonexistent"), port=port)
        async with running(Guards(Starlette(routes=[WebSocketRoute("/ws", greet)]), settings), listener):
            upgrade = (
                "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: "
                + "A" * 22
                + "=="
            )
            for origin, expected in ((f"http://127.0.0.1:{port}", 101), ("https://evil.example", 403)):
                sent = f"Host: 127.0.0.1:{port}\r\n{upgrade}\r\nOrigin: {origin}"
                assert (await raw(port, "GET /ws", sent))[0] == expected


async def test_registering_across_sites_makes_no_account(door: Door) -> None:
    async with door.program(origin="https://evil.example") as client:
        assert (await client.post("/api/auth/register", json=form("ada"))).status_code == 403
    async with door.browser() as client:
        assert (await client.get("/api/auth/providers")).json()["hasAccounts"] is False


async def raw_get(door: Door, headers: str) -> tuple[int, str]:
    return await raw(door.settings.port, "GET /api/auth/providers", headers)


async def raw(port: int, request: str, headers: str) -> tuple[int, str]:
    """Bytes as they are: a client library would put a host of its own."""
    async with asyncio.timeout(HANGS_SECONDS):
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        close = "" if "Upgrade" in headers else "Connection: close\r\n"
        writer.write(f"{request} HTTP/1.1\r\n{headers}\r\n{close}\r\n".encode())
        head = await reader.readuntil(b"\r\n")
        body = await reader.read(4000) if close else b""
        writer.close()
    return int(head.split()[1]), body.decode()
