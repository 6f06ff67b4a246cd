"""The two ways out, against servers on loopback."""

from __future__ import annotations

import asyncio
import ssl
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path

import httpcore2
import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec

from holdfast.core.errors import Invalid, TooLarge
from holdfast.core.guard import AddressRefused, GuardedNetwork
from holdfast.core.http import FetchLimits, Outside, OutsideUnavailable, operator_client
from holdfast.core.network import Network
from tests.waiting import never, takes

pytestmark = pytest.mark.anyio

Handler = Callable[[str, asyncio.StreamWriter], Awaitable[None]]


@asynccontextmanager
async def serving(handler: Handler, tls: ssl.SSLContext | None = None) -> AsyncIterator[int]:
    """A server that gives each request's head to the handler, which writes whatever it likes."""

    connections: list[asyncio.Task[None]] = []

    async def connected(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        connections.append(task)
        try:
            while head := await reader.readuntil(b"\r\n\r\n"):
                await handler(head.decode("latin-1"), writer)
        except (asyncio.IncompleteReadError, ConnectionError):
            pass
        finally:
            writer.close()

    server = await asyncio.start_server(connected, "127.0.0.1", 0, ssl=tls)
    async with server:
        yield server.sockets[0].getsockname()[1]
    # Left to the loop's end, whoever collects garbage later would be told of them.
    for connection in connections:
        connection.cancel()
    await asyncio.gather(*connections, return_exceptions=True)


def answer(body: bytes = b"hello", status: str = "200 OK", *headers: str) -> bytes:
    lines = [f"HTTP/1.1 {status}", f"content-length: {len(body)}", *headers]
    return "\r\n".join(lines).encode() + b"\r\n\r\n" + body


async def hello(_: str, writer: asyncio.StreamWriter) -> None:
    writer.write(answer())


@asynccontextmanager
async def outside(*allowed: str, **names: Sequence[str]) -> AsyncIterator[Outside]:
    """The way out, with a telephone book of our own when names are given."""

    async def resolve(host: str, port: int) -> Sequence[str]:
        if host.replace(".", "_") not in names:
            raise OSError("unknown")
        return names[host.replace(".", "_")]

    made = Outside(allowed, resolve=resolve) if names else Outside(allowed)
    try:
        yield made
    finally:
        await made.aclose()


@pytest.mark.parametrize(
    "host",
    [
        "127.0.0.1",
        "127.1",
        "0x7f.0.0.1",
        "0x7f000001",
        "0177.0.0.1",
        "2130706433",
        "0",
        "0.0.0.0",
        "localhost",
        "LOCALHOST",
        "localhost.",
        "[::1]",
        "[::]",
        "[::ffff:127.0.0.1]",
        "[::ffff:7f00:1]",
        "[0:0:0:0:0:0:0:1]",
        "[64:ff9b::7f00:1]",
        "169.254.169.254",
        "10.0.0.1",
        "192.168.0.1",
        "[fe80::1]",
        "[fd00:ec2::254]",
        "①②⑦.⓪.⓪.①",
    ],
)
async def test_the_inside_is_refused_in_every_spelling(host: str) -> None:
    asked = []

    async def spy(head: str, writer: asyncio.StreamWriter) -> None:
        asked.append(head)
        writer.write(answer())

    async with serving(spy) as port, outside() as out:
        with pytest.raises((AddressRefused, OutsideUnavailable, Invalid)):
            await out.fetch(f"http://{host}:{port}/")
    assert asked == []


async def test_what_an_operator_allows_is_reached_by_host_and_port_only() -> None:
    async with serving(hello) as port, serving(hello) as other, outside(f"127.0.0.1:{port}") as out:
        fetched = await out.fetch(f"http://127.0.0.1:{port}/a?b=c")
        assert (fetched.status, fetched.body, fetched.url) == (200, b"hello", f"http://127.0.0.1:{port}/a?b=c")
        with pytest.raises(AddressRefused):
            await out.fetch(f"http://127.0.0.1:{other}/")
        with pytest.raises(AddressRefused):
            await out.fetch(f"http://localhost:{port}/")


@pytest.mark.parametrize(
    "addresses", [["127.0.0.1"], ["93.184.216.34", "127.0.0.1"], ["::1"], ["93.184.216.34", "::1"]]
)
async def test_a_public_name_with_an_inside_address_is_refused(addresses: Sequence[str]) -> None:
    async with outside(evil_test=addresses) as out:
        with pytest.raises(AddressRefused):
            await out.fetch("http://evil.test/")


async def test_a_name_is_resolved_once_and_that_very_address_is_used() -> None:
    """A second look-up could give another answer; our name is in no other telephone book."""
    asked: list[str] = []

    async def resolve(host: str, port: int) -> Sequence[str]:
        asked.append(host)
        return ["127.0.0.1"] if len(asked) == 1 else ["10.0.0.1"]

    async with serving(hello) as port:
        out = Outside([f"service.test:{port}"], resolve=resolve)
        assert (await out.fetch(f"http://service.test:{port}/")).body == b"hello"
        await out.aclose()
    assert asked == ["service.test"]


async def test_the_next_address_is_tried_when_the_first_does_not_answer() -> None:
    async with serving(hello) as port, outside(f"two.test:{port}", two_test=["127.0.0.2", "127.0.0.1"]) as out:
        assert (await out.fetch(f"http://two.test:{port}/")).body == b"hello"


async def test_each_redirect_is_checked_like_the_first_address() -> None:
    async def elsewhere(_: str, writer: asyncio.StreamWriter) -> None:
        writer.write(answer(b"", "302 Found", f"location: http://127.0.0.1:{hidden}/"))

    async with serving(hello) as hidden, serving(elsewhere) as port, outside(f"127.0.0.1:{port}") as out:
        with pytest.raises(AddressRefused):
            await out.fetch(f"http://127.0.0.1:{port}/")


@pytest.mark.parametrize("location", ["file:///etc/passwd", "gopher://127.0.0.1/", "ftp://127.0.0.1/", "http://u:p@h/"])
async def test_a_redirect_to_another_kind_of_address_is_refused(location: str) -> None:
    async def elsewhere(_: str, writer: asyncio.StreamWriter) -> None:
        writer.write(answer(b"", "302 Found", f"location: {location}"))

    async with serving(elsewhere) as port, outside(f"127.0.0.1:{port}") as out:
        with pytest.raises(Invalid):
            await out.fetch(f"http://127.0.0.1:{port}/")


async def test_redirects_are_followed_but_not_for_ever() -> None:
    async def count_down(head: str, writer: asyncio.StreamWriter) -> None:
        left = int(head.split(" ")[1].strip("/"))
        writer.write(answer(b"there") if left == 0 else answer(b"", "301 Moved", f"location: /{left - 1}"))

    async with serving(count_down) as port, outside(f"127.0.0.1:{port}") as out:
        fetched = await out.fetch(f"http://127.0.0.1:{port}/5")
        assert (fetched.body, fetched.url) == (b"there", f"http://127.0.0.1:{port}/0")
        with pytest.raises(OutsideUnavailable, match="too often"):
            await out.fetch(f"http://127.0.0.1:{port}/6")


async def test_a_callers_headers_and_body_stay_with_the_first_host() -> None:
    heads: list[str] = []

    async def second(head: str, writer: asyncio.StreamWriter) -> None:
        heads.append(head.lower())
        writer.write(answer())

    async def first(head: str, writer: asyncio.StreamWriter) -> None:
        status = "307 Go" if "post" in head.lower() else "302 Go"
        writer.write(answer(b"", status, f"location: http://127.0.0.1:{target}/"))

    async with (
        serving(second) as target,
        serving(first) as port,
        outside(f"127.0.0.1:{port}", f"127.0.0.1:{target}") as out,
    ):
        await out.fetch(f"http://127.0.0.1:{port}/", headers={"authorization": "Bearer x", "x-mine": "y"})
        assert "bearer" not in heads[0]
        assert "x-mine" not in heads[0]
        with pytest.raises(OutsideUnavailable):
            await out.fetch(f"http://127.0.0.1:{port}/", method="POST", content=b"")
        assert len(heads) == 1


@pytest.mark.parametrize(
    "url", ["file:///etc/passwd", "ftp://example.com/", "example.com", "http://", "http://a:b@example.com/", ""]
)
async def test_only_plain_web_addresses_are_taken(url: str) -> None:
    async with outside() as out:
        with pytest.raises(Invalid):
            await out.fetch(url)


@pytest.mark.parametrize("url", ["http://" + "a" * 300 + ".test/", "http://a..b/", "http://[", "http://no.invalid/"])
async def test_a_name_that_cannot_be_is_unavailable(url: str) -> None:
    async with outside() as out:
        with pytest.raises((OutsideUnavailable, Invalid)):
            await out.fetch(url)


async def test_too_many_bytes_are_not_read() -> None:
    sent = 0

    async def endless(_: str, writer: asyncio.StreamWriter) -> None:
        nonlocal sent
        writer.write(b"HTTP/1.1 200 OK\r\n\r\n")
        while True:
            writer.write(b"x" * 10_000)
            sent += 10_000
            await writer.drain()

    async with serving(endless) as port, outside(f"127.0.0.1:{port}") as out:
        with pytest.raises(TooLarge):
            await out.fetch(f"http://127.0.0.1:{port}/", limits=FetchLimits(max_bytes=50_000))
    assert sent < 20_000_000


@pytest.mark.parametrize("pause", ["before the head", "between bytes"])
async def test_a_slow_server_does_not_hold_us(pause: str) -> None:
    async def slow(_: str, writer: asyncio.StreamWriter) -> None:
        if pause == "before the head":
            await never()
        writer.write(b"HTTP/1.1 200 OK\r\n\r\n")
        while True:
            writer.write(b"x")
            await writer.drain()
            await takes(0.05)

    async with serving(slow) as port, outside(f"127.0.0.1:{port}") as out:
        with pytest.raises(OutsideUnavailable, match="too long"):
            await out.fetch(f"http://127.0.0.1:{port}/", limits=FetchLimits(seconds=0.4))


async def test_an_answer_that_would_unfold_is_not_taken() -> None:
    async def bomb(head: str, writer: asyncio.StreamWriter) -> None:
        assert "accept-encoding: identity" in head.lower()
        writer.write(answer(b"\x1f\x8b", "200 OK", "content-encoding: gzip"))

    async with serving(bomb) as port, outside(f"127.0.0.1:{port}") as out:
        with pytest.raises(OutsideUnavailable):
            await out.fetch(f"http://127.0.0.1:{port}/")


async def test_a_server_that_talks_nonsense_or_leaves_is_unavailable() -> None:
    async def nonsense(head: str, writer: asyncio.StreamWriter) -> None:
        writer.write(b"220 smtp.example ESMTP\r\n" if "/talk" in head else b"")
        writer.close()

    async with serving(nonsense) as port, outside(f"127.0.0.1:{port}") as out:
        for path in ("talk", "leave"):
            with pytest.raises(OutsideUnavailable):
                await out.fetch(f"http://127.0.0.1:{port}/{path}")


async def test_cookies_are_not_carried_from_one_person_to_the_next() -> None:
    heads: list[str] = []

    async def baker(head: str, writer: asyncio.StreamWriter) -> None:
        heads.append(head.lower())
        writer.write(answer(b"", "200 OK", "set-cookie: session=somebody; Path=/"))

    async with serving(baker) as port, outside(f"127.0.0.1:{port}") as out:
        await out.fetch(f"http://127.0.0.1:{port}/")
        await out.fetch(f"http://127.0.0.1:{port}/")
        async with operator_client() as client:
            await client.get(f"http://127.0.0.1:{port}/")
            await client.get(f"http://127.0.0.1:{port}/")
    assert not any("cookie:" in head for head in heads)


async def test_a_client_for_sdks_stands_behind_the_same_gate() -> None:
    async def elsewhere(_: str, writer: asyncio.StreamWriter) -> None:
        writer.write(answer(b"", "302 Found", f"location: http://localhost:{hidden}/"))

    async with (
        serving(hello) as hidden,
        serving(elsewhere) as port,
        outside(f"127.0.0.1:{port}") as out,
        out.client() as client,
    ):
        with pytest.raises(AddressRefused):
            await client.get(f"http://127.0.0.1:{port}/", follow_redirects=True)
        with pytest.raises(AddressRefused):
            await client.get(f"http://127.0.0.1:{hidden}/")


async def test_an_operators_client_follows_no_redirect_and_no_proxy(monkeypatch: pytest.MonkeyPatch) -> None:
    async def elsewhere(_: str, writer: asyncio.StreamWriter) -> None:
        writer.write(answer(b"", "302 Found", "location: http://127.0.0.1:9/"))

    for name in ("HTTP_PROXY", "http_proxy", "ALL_PROXY"):
        monkeypatch.setenv(name, "http://127.0.0.1:9")
    async with serving(elsewhere) as port, operator_client() as client:
        assert (await client.get(f"http://127.0.0.1:{port}/")).status_code == 302


@pytest.fixture
def certificate(tmp_path: Path) -> Path:
    """For `service.test`, signed by itself."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "service.test")])
    now = datetime.now(UTC)
    made = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(1)
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName("service.test")]), critical=False)
        .sign(key, hashes.SHA256())
    )
    file = tmp_path / "both.pem"
    private = key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    file.write_bytes(private + made.public_bytes(serialization.Encoding.PEM))
    return file


async def test_over_tls_the_certificate_must_fit_the_name_not_the_address(certificate: Path) -> None:
    async def resolve(host: str, port: int) -> Sequence[str]:
        return ["127.0.0.1"]

    theirs = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    theirs.load_cert_chain(certificate)
    ours = ssl.create_default_context(cafile=str(certificate))
    async with serving(hello, theirs) as port:
        network = GuardedNetwork({("service.test", port), ("other.test", port)}, resolve)
        async with httpcore2.AsyncConnectionPool(ssl_context=ours, network_backend=network) as pool:
            for _ in range(2):
                assert (await pool.request("GET", f"https://service.test:{port}/")).content == b"hello"
            with pytest.raises(httpcore2.ConnectError):
                await pool.request("GET", f"https://other.test:{port}/")


async def test_large_bodies_go_both_ways_over_tls_and_without(certificate: Path) -> None:
    size = 8_000_000

    async def mirror(head: str, writer: asyncio.StreamWriter) -> None:
        writer.write(answer(b"x" * size))
        await writer.drain()

    async def swallow(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        got = len(await reader.readexactly(size))
        writer.write(answer(str(got).encode()))

    theirs = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    theirs.load_cert_chain(certificate)
    ours = ssl.create_default_context(cafile=str(certificate))
    ours.check_hostname = False
    for tls, scheme in ((None, "http"), (theirs, "https")):
        sink = await asyncio.start_server(swallow, "127.0.0.1", 0, ssl=tls)
        pool = httpcore2.AsyncConnectionPool(ssl_context=ours, network_backend=Network())
        async with serving(mirror, tls) as port, sink, pool:
            got = await pool.request("GET", f"{scheme}://127.0.0.1:{port}/")
            assert len(got.content) == size
            target = f"{scheme}://127.0.0.1:{sink.sockets[0].getsockname()[1]}/"
            sent = await pool.request("POST", target, content=b"y" * size)
            assert sent.content == str(size).encode()


async def test_a_server_that_accepts_and_never_greets_times_out_over_tls() -> None:
    async def silent(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.read()
        writer.close()

    server = await asyncio.start_server(silent, "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    async with server, httpcore2.AsyncConnectionPool(network_backend=Network()) as pool:
        with pytest.raises(httpcore2.ConnectTimeout):
            await pool.request("GET", f"https://127.0.0.1:{port}/", extensions={"timeout": {"connect": 0.3}})


async def test_reading_and_connecting_end_in_time() -> None:
    async def silent(_: str, writer: asyncio.StreamWriter) -> None:
        await never()

    async with serving(silent) as port, httpcore2.AsyncConnectionPool(network_backend=Network()) as pool:
        with pytest.raises(httpcore2.ReadTimeout):
            await pool.request("GET", f"http://127.0.0.1:{port}/", extensions={"timeout": {"read": 0.2}})
        with pytest.raises(httpcore2.ConnectError):
            await pool.request("GET", "http://127.0.0.1:9/")
