"""HTTP as servers really write it, byte by byte if need be."""

from __future__ import annotations

import asyncio
import contextlib
import ssl
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec

from holdfast.models.connection import Connection, ConnectionLost, EndpointAddress, connect
from tests.waiting import takes, until

pytestmark = pytest.mark.anyio

OK = b"HTTP/1.1 200 OK\r\n"
CHUNKED = OK + b"transfer-encoding: chunked\r\n\r\n5\r\nHello\r\n6\r\n there\r\n0\r\n\r\n"
LAST_WORDS = b"close"
"""As the last of a server's pieces: the connection is closed after them."""


@asynccontextmanager
async def connected(
    *answers: Sequence[bytes],
    host: str = "127.0.0.1",
    theirs: ssl.SSLContext | None = None,
    ours: ssl.SSLContext | None = None,
) -> AsyncIterator[tuple[Connection, EndpointAddress]]:
    """A server that answers each request with the next of these, piece by piece."""

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        # A client that has seen enough hangs up while we still speak; that is what some of these tests are about.
        with contextlib.suppress(ConnectionError, asyncio.IncompleteReadError):
            for pieces in answers:
                await reader.readuntil(b"\r\n\r\n{}")
                for piece in pieces:
                    if piece is LAST_WORDS:
                        writer.close()
                        return
                    writer.write(piece)
                    await writer.drain()
                    await takes(0.001)
            await reader.read()
            writer.close()

    server = await asyncio.start_server(serve, "127.0.0.1", 0, ssl=theirs)
    port = server.sockets[0].getsockname()[1]
    address = EndpointAddress.of(f"http://{host}:{port}/v1", {})
    connection = await connect(address, ours)
    try:
        yield connection, address
    finally:
        connection.abort()
        server.close()


async def ask(connection: Connection, address: EndpointAddress) -> tuple[int, bytes]:
    connection.ask(address.request("chat", b"{}"))
    status, body = await connection.head(), b""
    while data := await connection.read():
        body += data
    return status, body


@pytest.mark.parametrize(
    "pieces",
    [
        [CHUNKED],
        [CHUNKED[place : place + 1] for place in range(len(CHUNKED))],
        [OK + b"Content-Length: 11\r\n\r\nHello", b" there"],
        [b"HTTP/1.1 103 Early Hints\r\nlink: </x>\r\n\r\n", CHUNKED],
        [OK + b"transfer-encoding: chunked\r\n\r\nb;name=value\r\nHello there\r\n0\r\nx-trailer: 1\r\n\r\n"],
    ],
)
async def test_an_answer_comes_whole_however_it_is_cut_and_its_connection_is_used_again(
    pieces: Sequence[bytes],
) -> None:
    async with connected(pieces, [CHUNKED]) as (connection, address):
        assert await ask(connection, address) == (200, b"Hello there")
        assert connection.is_reusable
        assert await ask(connection, address) == (200, b"Hello there")


@pytest.mark.parametrize(
    "pieces",
    [
        [OK + b"\r\nHello there", LAST_WORDS],
        [OK + b"connection: close\r\ncontent-length: 11\r\n\r\nHello there"],
        [b"HTTP/1.0 200 OK\r\n\r\nHello there", LAST_WORDS],
    ],
)
async def test_a_server_that_closes_after_its_answer_is_believed(pieces: Sequence[bytes]) -> None:
    async with connected(pieces) as (connection, address):
        assert await ask(connection, address) == (200, b"Hello there")
        assert not connection.is_reusable


@pytest.mark.parametrize(
    "pieces",
    [
        [LAST_WORDS],
        [OK[:9], LAST_WORDS],
        [CHUNKED[:-5], LAST_WORDS],
        [OK + b"content-length: 11\r\n\r\nHello", LAST_WORDS],
        [b"SSH-2.0-OpenSSH_9.2\r\n"],
        [OK + b"transfer-encoding: chunked\r\n\r\nnot a size\r\n"],
        [OK + b"content-length: 1\r\ncontent-length: 2\r\n\r\nab"],
        [OK, *[b"x-filler: " + b"x" * 1000 + b"\r\n"] * 100],
        [b"HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n"],
    ],
)
async def test_what_ends_too_early_or_is_no_http_is_lost(pieces: Sequence[bytes]) -> None:
    async with connected(pieces) as (connection, address):
        with pytest.raises(ConnectionLost):
            await ask(connection, address)
        assert not connection.is_reusable


def certificate_for(host: str, folder: Path) -> Path:
    """With its key, signed by itself."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, host)])
    now = datetime.now(UTC)
    made = (
        x509.CertificateBuilder(name, name, key.public_key(), 1, now - timedelta(days=1), now + timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName(host)]), critical=False)
        .sign(key, hashes.SHA256())
    )
    pem, file = serialization.Encoding.PEM, folder / "both.pem"
    private = key.private_bytes(pem, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
    file.write_bytes(private + made.public_bytes(pem))
    return file


async def test_over_tls_it_is_the_same_and_only_with_a_certificate_of_that_name(tmp_path: Path) -> None:
    certificate = certificate_for("localhost", tmp_path)
    theirs = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    theirs.load_cert_chain(certificate)
    ours = ssl.create_default_context(cafile=str(certificate))
    async with connected([CHUNKED], host="localhost", theirs=theirs, ours=ours) as (connection, address):
        assert await ask(connection, address) == (200, b"Hello there")
    for host, trusted in (("127.0.0.1", ours), ("localhost", ssl.create_default_context())):
        with pytest.raises(ssl.SSLCertVerificationError):
            async with connected([CHUNKED], host=host, theirs=theirs, ours=trusted):
                pass


async def test_what_nobody_asked_for_never_becomes_the_next_answer() -> None:
    async with connected([CHUNKED, CHUNKED]) as (connection, address):
        assert await ask(connection, address) == (200, b"Hello there")
        await until(lambda: not connection.is_reusable)


async def test_a_reader_that_falls_behind_stops_the_server_and_loses_nothing() -> None:
    chunk = b"10000\r\n" + b"x" * 0x10000 + b"\r\n"
    pieces = [OK + b"transfer-encoding: chunked\r\n\r\n", *[chunk] * 100, b"0\r\n\r\n"]
    async with connected(pieces) as (connection, address):
        connection.ask(address.request("chat", b"{}"))
        await connection.head()
        await takes(0.3)
        first = await connection.read()
        assert len(first) < 3_000_000
        rest = 0
        while data := await connection.read():
            rest += len(data)
        assert len(first) + rest == 100 * 0x10000


@pytest.mark.parametrize(
    "base_url",
    [
        "",
        "not an address",
        "ftp://host/v1",
        "http://",
        "http://host:port/v1",
    ],
)
def test_what_is_no_address_is_refused(base_url: str) -> None:
    with pytest.raises(ValueError):  # noqa: PT011 - whatever it says, it is told as "not set up"
        EndpointAddress.of(base_url, {})


def test_a_header_cannot_smuggle_another() -> None:
    with pytest.raises(ValueError, match="not a header"):
        EndpointAddress.of("http://host/v1", {"authorization": "Bearer x\r\nx-evil: 1"})


def test_a_request_names_its_host_as_the_address_does() -> None:
    for base_url, line in [
        ("http://127.0.0.1:8080/v1", b"host: 127.0.0.1:8080\r\n"),
        ("https://api.example.org/v1/", b"host: api.example.org\r\n"),
        ("http://[::1]:11434", b"host: [::1]:11434\r\n"),
        ("http://bücher.example/v1", b"host: xn--bcher-kva.example\r\n"),
    ]:
        assert line in EndpointAddress.of(base_url, {}).request("chat/completions", b"{}")
    for base_url, line in [
        ("https://h", b"POST /x HTTP/1.1\r\n"),
        ("https://h/v1/", b"POST /v1/x HTTP/1.1\r\n"),
        ("https://h/a b/é", b"POST /a%20b/%C3%A9/x HTTP/1.1\r\n"),
    ]:
        assert EndpointAddress.of(base_url, {}).request("x", b"{}").startswith(line)
    assert b"authorization: Basic YWRhOnM6dA==\r\n" in EndpointAddress.of("http://ada:s%3At@h", {}).request("x", b"")
