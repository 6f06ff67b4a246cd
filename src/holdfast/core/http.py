"""The two ways out.

`operator_client` goes where the operator's settings point: no guard, but no proxies from the environment either, no
redirects and no cookies, so that credentials reach their configured host only.

`Outside` goes where people or data point, and trusts nothing. The guard sits below the HTTP client, where a connection
is made: the name is resolved once, every address it yields must be public, and the connection goes to that very
address. Redirects, odd spellings and names that change between check and use all have to pass the same gate.
"""

from __future__ import annotations

import asyncio
import functools
import http.cookiejar
import logging
import ssl
from collections.abc import AsyncIterator, Iterable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass

import httpcore2
import httpx2

from holdfast.core.errors import Invalid, TooLarge, Unavailable
from holdfast.core.guard import AddressRefused, GuardedNetwork, host_and_port
from holdfast.core.network import Network
from holdfast.core.on_link import OnLink
from holdfast.core.resolve import Resolve, resolve_name
from holdfast.core.web_address import web_address

# At lower levels these write addresses and headers, which may carry keys.
for _name in ("httpx2", "httpcore2"):
    logging.getLogger(_name).setLevel(logging.WARNING)

USUAL_PORTS = frozenset({80, 443})
_REDIRECTS = {301, 302, 303, 307, 308}


class OutsideUnavailable(Unavailable):
    code = "outside_unavailable"


@dataclass(frozen=True, slots=True)
class FetchLimits:
    max_bytes: int = 5_000_000
    seconds: float = 20.0
    """For the whole journey: names, redirects and the last byte."""
    max_redirects: int = 5


@dataclass(frozen=True, slots=True)
class Fetched:
    url: str
    """Where the redirects ended."""
    status: int
    headers: Mapping[str, str]
    body: bytes


@functools.cache
def tls_context() -> ssl.SSLContext:
    # Loading the certificates costs tens of milliseconds, so all clients share one context. `SSL_CERT_FILE` is
    # honoured: it is how operators name a private certificate authority.
    return httpx2.create_ssl_context(trust_env=True)


def no_cookies() -> http.cookiejar.CookieJar:
    # A client is shared by many people, and a jar that remembers would carry one person's session to the next.
    return http.cookiejar.CookieJar(http.cookiejar.DefaultCookiePolicy(allowed_domains=[]))


class _Transport(httpx2.AsyncHTTPTransport):
    """httpx2's own transport on a network of ours. It has no argument for that; test_http.py watches that it holds."""

    def __init__(self, network: httpcore2.AsyncNetworkBackend, *, max_connections: int, max_kept: int) -> None:
        super().__init__(verify=tls_context(), trust_env=False)
        self._pool = httpcore2.AsyncConnectionPool(
            ssl_context=tls_context(),
            max_connections=max_connections,
            max_keepalive_connections=max_kept,
            keepalive_expiry=30.0,
            network_backend=network,
        )


def operator_client(
    *,
    base_url: str = "",
    headers: Mapping[str, str] | None = None,
    timeout: httpx2.Timeout | None = None,
    max_kept_connections: int = 50,
) -> httpx2.AsyncClient:
    """A client for an endpoint that the operator configured. The caller closes it."""
    return httpx2.AsyncClient(
        base_url=base_url,
        headers=headers,
        timeout=timeout or httpx2.Timeout(30.0, connect=10.0),
        transport=_Transport(Network(), max_connections=1000, max_kept=max_kept_connections),
        trust_env=False,
        follow_redirects=False,
        cookies=no_cookies(),
    )


class Outside:
    """The guarded way out, for addresses that people or data name."""

    def __init__(
        self,
        allow_outbound: Iterable[str] = (),
        *,
        resolve: Resolve = resolve_name,
        on_link: OnLink | None = None,
    ) -> None:
        self._network = GuardedNetwork({host_and_port(entry) for entry in allow_outbound}, resolve, on_link)
        self._client = self.client()

    def client(self, *, timeout: float = 20.0) -> httpx2.AsyncClient:
        """A guarded client for SDKs that bring their own requests. The caller closes it and bounds what it reads."""
        return httpx2.AsyncClient(
            transport=self.transport(),
            timeout=httpx2.Timeout(timeout, connect=min(timeout, 10.0)),
            trust_env=False,
            cookies=no_cookies(),
        )

    def transport(self) -> httpx2.AsyncBaseTransport:
        """Connections of their own, guarded alike. Whoever wraps it asks `must_be_usual`, and bounds what is read."""
        return _Transport(self._network, max_connections=100, max_kept=20)

    async def fetch(
        self,
        url: str,
        *,
        method: str = "GET",
        headers: Mapping[str, str] | None = None,
        content: bytes | None = None,
        limits: FetchLimits = FetchLimits(),
    ) -> Fetched:
        """The whole answer within its limits, or `AddressRefused`, `OutsideUnavailable`, `TooLarge`, `Invalid`."""
        request = _request(method, url, headers, content)
        try:
            async with asyncio.timeout(limits.seconds):
                for _ in range(limits.max_redirects + 1):
                    self.must_be_usual(request.url)
                    async with self._sent(request) as response:
                        if response.status_code not in _REDIRECTS or "location" not in response.headers:
                            return await _read(response, limits.max_bytes)
                        request = _redirected(request, response)
        except TimeoutError:
            raise OutsideUnavailable("The address took too long to answer.") from None
        except httpx2.TransportError:
            raise OutsideUnavailable("The address could not be reached.") from None
        raise OutsideUnavailable("The address redirects too often.")

    def must_be_usual(self, url: httpx2.URL) -> None:
        """Behind other ports are seldom pages, and often what was never meant to be asked by a stranger."""
        port = url.port or (443 if url.scheme == "https" else 80)
        if port not in USUAL_PORTS and not self._network.allows(url.host, port):
            raise AddressRefused("Only pages behind the usual ports of the web, 80 and 443, are fetched.")

    @asynccontextmanager
    async def _sent(self, request: httpx2.Request) -> AsyncIterator[httpx2.Response]:
        response = await self._client.send(request, stream=True, follow_redirects=False)
        try:
            yield response
        finally:
            await response.aclose()

    async def aclose(self) -> None:
        await self._client.aclose()


async def _read(response: httpx2.Response, max_bytes: int) -> Fetched:
    # Asked for without compression; an answer compressed all the same could unfold to any size.
    if response.headers.get("content-encoding", "identity") not in ("identity", ""):
        raise OutsideUnavailable("The address answered in an encoding that was not asked for.")
    body = bytearray()
    async for piece in response.aiter_raw():
        body += piece
        if len(body) > max_bytes:
            raise TooLarge(f"The address answered with more than {max_bytes:,} bytes.")
    return Fetched(str(response.url), response.status_code, dict(response.headers), bytes(body))


def _request(method: str, url: str, headers: Mapping[str, str] | None, content: bytes | None) -> httpx2.Request:
    try:
        return httpx2.Request(
            method,
            web_address(url),
            headers={"user-agent": "holdfast", **(headers or {}), "accept-encoding": "identity"},
            content=content,
            extensions={"timeout": {"connect": 10.0, "read": 20.0, "write": 20.0, "pool": 10.0}},
        )
    except (ValueError, TypeError):
        raise Invalid("That cannot be sent to an address.") from None


def _redirected(request: httpx2.Request, response: httpx2.Response) -> httpx2.Request:
    try:
        target = request.url.join(response.headers["location"])
    except (httpx2.InvalidURL, ValueError):
        raise OutsideUnavailable("The address redirects to something that is not an address.") from None
    keeps_body = response.status_code in (307, 308)
    same_origin = (target.scheme, target.host, target.port) == (
        request.url.scheme,
        request.url.host,
        request.url.port,
    )
    if not same_origin and keeps_body and request.method not in ("GET", "HEAD"):
        raise OutsideUnavailable("The address redirects what was sent to another host.")
    # Whatever the caller put into headers was meant for the first host alone.
    headers = {k: v for k, v in request.headers.items() if k not in ("host", "content-length")} if same_origin else None
    method = request.method if keeps_body or request.method == "HEAD" else "GET"
    return _request(method, str(target), headers, request.content if keeps_body else None)
