"""The client's files go out compressed, to whoever takes them so, and each form under a tag of its own."""

from __future__ import annotations

import gzip
from collections.abc import AsyncIterator
from pathlib import Path

import httpx2
import pytest
from fastapi import FastAPI

from holdfast.web.errors import install_errors
from holdfast.web.static import install_client, read_accepted

pytestmark = pytest.mark.anyio

TEXT = b"export const tide = 'out'\n" * 100
BROTLI = b"as brotli leaves it"
"""Whatever lies there is sent: nobody here looks into it."""


@pytest.fixture
async def client(tmp_path: Path) -> AsyncIterator[httpx2.AsyncClient]:
    folder = tmp_path / "dist"
    (folder / "assets").mkdir(parents=True)
    for name in ("index.html", "assets/home-1a2b.js"):
        (folder / name).write_bytes(TEXT)
        (folder / f"{name}.br").write_bytes(BROTLI)
        (folder / f"{name}.gz").write_bytes(gzip.compress(TEXT))
    (folder / "assets" / "small-3c4d.js").write_bytes(b"1")
    (folder / "manifest.webmanifest").write_bytes(b"{}")
    (tmp_path / "secret.txt").write_bytes(b"not yours")
    app = FastAPI()
    install_errors(app)
    install_client(app, folder)
    async with httpx2.AsyncClient(transport=httpx2.ASGITransport(app), base_url="http://test") as client:
        yield client


async def fetch(
    client: httpx2.AsyncClient, path: str, accepts: str = "", **headers: str
) -> tuple[int, bytes, dict[str, str]]:
    asked = {"accept-encoding": accepts, **{name.replace("_", "-"): value for name, value in headers.items()}}
    async with client.stream("GET", path, headers=asked) as response:
        raw = b"".join([piece async for piece in response.aiter_raw()])
        return response.status_code, raw, dict(response.headers)


@pytest.mark.parametrize("path", ["/", "/chat/019a", "/assets/home-1a2b.js"])
async def test_the_smallest_form_that_the_browser_takes_is_sent(client: httpx2.AsyncClient, path: str) -> None:
    forms = {"gzip, deflate, br, zstd": BROTLI, "gzip": gzip.compress(TEXT), "": TEXT, "br;q=0, gzip;q=0": TEXT}
    tags = set()
    for accepts, body in forms.items():
        status, raw, headers = await fetch(client, path, accepts)
        assert (status, len(raw), headers["content-length"]) == (200, len(body), str(len(body)))
        assert headers["vary"] == "Accept-Encoding"
        assert headers["content-type"].startswith("text/html" if "assets" not in path else "text/javascript")
        tags.add(headers["etag"])
    assert len(tags) == 3, "one for each form"
    _, _, headers = await fetch(client, path, "br")
    assert headers["content-encoding"] == "br"
    _, _, headers = await fetch(client, path)
    assert "content-encoding" not in headers


async def test_a_page_that_is_kept_is_known_by_the_tag_of_its_form(client: httpx2.AsyncClient) -> None:
    _, _, compressed = await fetch(client, "/", "br")
    _, _, plain = await fetch(client, "/")
    status, raw, headers = await fetch(client, "/", "br", if_none_match=compressed["etag"])
    assert (status, raw, headers["vary"], headers["etag"]) == (304, b"", "Accept-Encoding", compressed["etag"])
    assert (await fetch(client, "/", "br", if_none_match=plain["etag"]))[0] == 200


async def test_assets_are_kept_for_ever_and_the_page_is_asked_for_each_time(client: httpx2.AsyncClient) -> None:
    assert (await fetch(client, "/assets/home-1a2b.js"))[2]["cache-control"] == "public, max-age=31536000, immutable"
    assert (await fetch(client, "/"))[2]["cache-control"] == "no-cache"
    _, _, manifest = await fetch(client, "/manifest.webmanifest")
    assert manifest["content-type"] == "application/manifest+json"


async def test_what_has_no_smaller_form_is_sent_as_it_is(client: httpx2.AsyncClient) -> None:
    status, raw, headers = await fetch(client, "/assets/small-3c4d.js", "br")
    assert (status, raw, headers.get("content-encoding")) == (200, b"1", None)


@pytest.mark.parametrize(
    "path",
    [
        "/assets/home-1a2b.js.br",
        "/assets/home-1a2b.js.gz",
        "/assets/%2e%2e/%2e%2e/secret.txt",
        "/assets/",
        "/favicon.svg",
    ],
)
async def test_a_form_by_itself_a_folder_and_what_lies_beside_are_not_there(
    client: httpx2.AsyncClient, path: str
) -> None:
    assert (await fetch(client, path, "br"))[0] == 404


@pytest.mark.parametrize(
    ("header", "liked"),
    [
        ("gzip, deflate, br, zstd", ["br", "gzip"]),
        ("gzip", ["gzip"]),
        ("gzip;q=1.0, br;q=0.5", ["gzip", "br"]),
        ("br;q=0, *", ["gzip"]),
        ("*;q=0", []),
        ("identity", []),
        ("", []),
        ("BR", ["br"]),
        ("br;q=much", []),
    ],
)
async def test_what_a_browser_takes_is_read_from_its_header(header: str, liked: list[str]) -> None:
    assert read_accepted(header) == liked


async def test_a_client_that_is_not_built_says_so(tmp_path: Path) -> None:
    app = FastAPI()
    install_client(app, tmp_path / "dist")
    async with httpx2.AsyncClient(transport=httpx2.ASGITransport(app), base_url="http://test") as client:
        assert "make up" in (await client.get("/login")).text


async def test_a_wrong_address_is_told_to_people_by_the_page_and_to_programs_as_an_error(
    client: httpx2.AsyncClient,
) -> None:
    for path, accept, body in [("/nowhere", "text/html,*/*", TEXT), ("/settings/a/b", "text/html", TEXT)]:
        status, raw, headers = await fetch(client, path, accept=accept)
        assert (status, raw, headers["content-type"][:9]) == (404, body, "text/html")
    for path, accept in [("/nowhere", "*/*"), ("/api/nowhere", "text/html"), ("/assets/gone.js", "text/html")]:
        status, raw, _ = await fetch(client, path, accept=accept)
        assert (status, b"not_found" in raw) == (404, True), path
