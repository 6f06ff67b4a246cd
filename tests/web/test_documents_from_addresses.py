"""A document from an address: what lies there is brought, and nothing of anybody's own network is ever reached."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from typing import Any

import pytest

from holdfast.core.migrate import Addresses
from tests.documents import files
from tests.scripted import ScriptedModel, says
from tests.serving import Person, serving
from tests.web.test_documents import look_for
from tests.working import work_off

pytestmark = pytest.mark.anyio

PAGE = f"<!doctype html><title>House rules</title><h1>Holidays</h1><p>{files.WORDS}.".encode()


@asynccontextmanager
async def answering(pages: Mapping[str, bytes]) -> AsyncIterator[tuple[str, list[str]]]:
    """A server on loopback, and the paths that it was asked for. What a page gives is sent as it stands."""
    asked: list[str] = []

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        path = (await reader.readuntil(b"\r\n\r\n")).split(b" ")[1].decode()
        asked.append(path)
        writer.write(pages.get(path, plain(b"", 404)))
        await writer.drain()
        writer.close()

    server = await asyncio.start_server(answer, "127.0.0.1", 0)
    async with server:
        yield f"127.0.0.1:{server.sockets[0].getsockname()[1]}", asked


def plain(body: bytes, status: int = 200, more: str = "") -> bytes:
    return f"HTTP/1.1 {status} Told\r\ncontent-length: {len(body)}\r\n{more}\r\n".encode() + body


async def fetch(person: Person, url: str, **more: str) -> tuple[int, dict[str, Any]]:
    answer = await person.http.post("/api/documents/from-address", json={"url": url, **more})
    return answer.status_code, answer.json()


async def test_what_lies_at_an_address_is_brought_read_and_says_where_it_is_from(addresses: Addresses) -> None:
    pages = {
        "/rules": plain(b"", 302, "location: /house/rules.php?id=1\r\n"),
        "/house/rules.php?id=1": plain(PAGE, more="content-type: application/pdf\r\n"),
    }
    async with answering(pages) as (where, asked):
        async with (
            serving(addresses, [ScriptedModel(says("-"))], allow_outbound=[where]) as served,
            served.person() as ada,
        ):
            status, made = await fetch(ada, f"http://{where}/rules")
            assert status == 201, made
            told = made["document"]
            assert (told["mediaType"], told["filename"]) == ("text/html", "rules.php"), "its bytes say what it is"
            assert told["source"] == f"http://{where}/house/rules.php?id=1"
            await work_off(served.parts)
            found = (await look_for(ada, "How many days of holiday a year?"))[0]
            assert (found["headings"], found["title"]) == (["Holidays"], "House rules")
            again, same = await fetch(ada, f"http://{where}/rules")
            assert (again, same["document"]["version"]) == (200, 2)
        assert asked == ["/rules", "/house/rules.php?id=1"] * 2


async def test_nothing_inside_is_reached_whatever_leads_there(addresses: Addresses) -> None:
    async with answering({"/secret": plain(b"the inner secret")}) as (inside, asked_inside):
        port = inside.partition(":")[2]
        pages = {
            "/to-loopback": plain(b"", 302, f"location: http://{inside}/secret\r\n"),
            "/to-metadata": plain(b"", 307, "location: http://169.254.169.254/latest/meta-data\r\n"),
            "/to-a-file": plain(b"", 302, "location: file:///etc/passwd\r\n"),
            "/to-a-port": plain(b"", 302, "location: http://93.184.216.34:25/\r\n"),
        }
        async with (
            answering(pages) as (where, _),
            serving(addresses, [ScriptedModel(says("-"))], allow_outbound=[where]) as served,
            served.person() as ada,
        ):
            for url, code in (
                *((f"http://{host}:{port}/secret", "address_refused") for host in ("127.0.0.1", "0x7f.1", "[::1]")),
                ("http://localhost/secret", "address_refused"),
                ("http://[::ffff:127.0.0.1]/secret", "address_refused"),
                ("http://192.168.0.1/", "address_refused"),
                ("http://93.184.216.34:6379/", "address_refused"),
                (f"http://{where}/to-loopback", "address_refused"),
                (f"http://{where}/to-metadata", "address_refused"),
                (f"http://{where}/to-a-file", "bad_address"),
                (f"http://{where}/to-a-port", "address_refused"),
                *(
                    (bad, "bad_address")
                    for bad in (f"http://ada:secret@{where}/", "gopher://example.org/", "no address", "http://[")
                ),
            ):
                status, told = await fetch(ada, url)
                assert (status in (403, 422), told["error"]["code"]) == (True, code), (url, told)
                assert "secret" not in told["error"]["message"]
            assert (await ada.http.get("/api/documents")).json()["documents"] == []
        assert asked_inside == []


async def test_what_is_no_document_or_too_much_is_refused_and_so_is_who_may_not_bring_it(addresses: Addresses) -> None:
    endless = b"HTTP/1.1 200 Told\r\n\r\n" + bytes(21_000_000)
    pages = {"/gone": plain(b"", 410), "/program": plain(b"\x7fELF\0"), "/endless": endless, "/a.md": plain(b"# A")}
    async with (
        answering(pages) as (where, asked),
        serving(addresses, [ScriptedModel(says("-"))], allow_outbound=[where]) as served,
        served.person(),
        served.person("bob") as bob,
    ):
        for path, status, code in (
            ("/gone", 422, "no_document_there"),
            ("/program", 415, "unsupported_media"),
            ("/endless", 413, "too_large"),
        ):
            refused, told = await fetch(bob, f"http://{where}{path}")
            assert (refused, told["error"]["code"]) == (status, code), told
        asked.clear()
        refused, told = await fetch(bob, f"http://{where}/a.md", target="company")
        assert (refused, told["error"]["code"], asked) == (403, "not_admin", []), "and nothing was asked for"
        for _ in range(60 - 4):
            await fetch(bob, "gopher://example.org/")
        refused, told = await fetch(bob, f"http://{where}/a.md")
        assert (refused, told["error"]["code"], asked) == (429, "too_many_requests", [])
