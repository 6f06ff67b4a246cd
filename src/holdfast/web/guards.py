"""What every request passes before a route sees it: host, origin; and the headers every answer leaves with.

**Host.** A web page can let its own host name point at 127.0.0.1 and so talk to us with the browser's help. We answer
only to names that are ours.

**Origin.** Another site can make a signed-in browser send a request, cookie included. Browsers say where a request
comes from: `Sec-Fetch-Site`, or where that is not sent (plain HTTP, older ones) `Origin`, and before that `Referer`.
All of them send `Origin` with every cross-site request that changes something, so a request with none of the three
comes from a program, which no other site can steer; cookies are `SameSite=Lax` besides.

A credential in a header (`Authorization: Bearer`, `X-API-Key`) is nothing a browser adds by itself, and it wins over
the cookie (`accounts/recognise.py`), so such requests need no check. `Authorization: Basic` is added by browsers, and
counts for nothing here.
"""

from __future__ import annotations

from collections.abc import Iterable
from ipaddress import ip_address
from urllib.parse import urlsplit

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from holdfast.accounts.recognise import Credentials
from holdfast.core.config import Settings
from holdfast.core.errors import AppError, Forbidden, Malformed
from holdfast.web.errors import error_response

CSP = (
    "default-src 'self'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; "
    "font-src 'self'; connect-src 'self'; frame-src 'none'; object-src 'none'; base-uri 'none'; form-action 'self'; "
    "frame-ancestors 'none'"
)
PERMISSIONS = (
    "microphone=(self), camera=(), geolocation=(), display-capture=(), payment=(), usb=(), serial=(), bluetooth=(), "
    "midi=(), browsing-topics=()"
)
"""Of a browser's powers, people talk to us, and that is all."""
_SAFE_METHODS = frozenset({"GET", "HEAD", "OPTIONS"})
_HOSTLESS_PATHS = frozenset({"/ping", "/healthz", "/readyz"})
"""Probes of an orchestrator name the machine's address; there is nothing to steal."""
_LOOPBACK = frozenset({"localhost", "127.0.0.1", "::1"})
_DEFAULT_PORTS = {"http": 80, "https": 443, "ws": 80, "wss": 443}

Headers = Iterable[tuple[bytes, bytes]]
HostAndPort = tuple[str, int | None]
"""Host and port; None where none was written."""


def read_credentials(headers: Headers, cookie: str | None = None) -> Credentials:
    """What was sent on purpose. The guard and the doorman must agree on it, so both ask here."""
    bearer, keys = [], []
    for name, value in headers:
        if name == b"authorization":
            scheme, _, token = value.decode("latin-1").strip().partition(" ")
            if scheme.lower() == "bearer":
                bearer.append(token.strip())
        elif name == b"x-api-key":
            keys.append(value.decode("latin-1").strip())
    return Credentials(tuple(bearer), tuple(keys), cookie)


class Guards:
    """Pure ASGI. Headers are made once; a request costs one pass over what it brought."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self._app = app
        self._settings = settings
        self._named = _named_hosts(settings)
        self._public = web_origin(settings.public_url) if settings.public_url else None
        self._headers = _answer_headers(settings)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return

        async def send_guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                told = message["headers"]
                if 300 <= message["status"] < 400:
                    told = [(n, _without_our_name(v, scope) if n == b"location" else v) for n, v in told]
                present = {name for name, _ in told}
                message["headers"] = [*told, *(h for h in self._headers if h[0] not in present)]
            await send(message)

        refusal = self._refusal(scope)
        if refusal is None:
            await self._app(scope, receive, send_guarded)
        elif scope["type"] == "websocket":
            await send({"type": "websocket.close", "code": 1008})
        else:
            error, status = refusal
            await error_response(error, status)(scope, receive, send_guarded)

    def _refusal(self, scope: Scope) -> tuple[AppError, int] | None:
        headers = scope["headers"]
        host = _host(headers)
        if not self._is_ours(host, scope) and scope["path"] not in _HOSTLESS_PATHS:
            return _unknown_host(), 421
        if scope["type"] == "http" and scope["method"] in _SAFE_METHODS:
            return None
        if self._is_same_site(headers, host, scope["scheme"]):
            return None
        return _cross_site(), 403

    def _is_ours(self, host: HostAndPort | None, scope: Scope) -> bool:
        if host is None:
            return False
        name, port = host
        if name in _LOOPBACK or name == self._settings.host.lower():
            # A page on another port of this machine is another program's.
            server = scope.get("server")
            ours = {self._settings.port, server[1] if server else self._settings.port}
            port = port or _DEFAULT_PORTS.get(scope["scheme"], 80)
            return port in ours or host in self._named
        return (name, None) in self._named or host in self._named

    def _is_same_site(self, headers: Headers, host: HostAndPort | None, scheme: str) -> bool:
        given = read_credentials(headers)
        if given.bearer or given.keys:
            return True
        site = _one(headers, b"sec-fetch-site")
        if site is not None:
            return site in ("same-origin", "none")
        source = _one(headers, b"origin")
        if source is None:
            source = _one(headers, b"referer")
        if source is None:
            return True
        stated = web_origin(source)
        return stated is not None and (stated == self._public or stated == _full_origin(scheme, host))


def is_from_our_page(headers: Headers) -> bool:
    """For what only a page of ours may begin: the browser must say so. (What it says of another, `Guards` has refused.)

    Plain HTTP brings no `Sec-Fetch-Site`; a POST brings its `Origin` all the same.
    """
    site = _one(headers, b"sec-fetch-site")
    return site == "same-origin" if site is not None else bool(_one(headers, b"origin"))


def _without_our_name(location: bytes, scope: Scope) -> bytes:
    """Behind a proxy we are asked by HTTP for what people asked by HTTPS. Sent on to `http://` under our own name, a
    program would repeat its key and its words for everybody on the way; to a path alone it goes as it came."""
    host = _one(scope["headers"], b"host") or ""
    path = location.removeprefix(f"{scope['scheme']}://{host}".encode("latin-1"))
    return path if path.startswith(b"/") and not path.startswith(b"//") else location


def _one(headers: Headers, wanted: bytes) -> str | None:
    """The header's value. Sent twice with different words it is nobody's word, and matches nothing."""
    found = {value for name, value in headers if name == wanted}
    if not found:
        return None
    return found.pop().decode("latin-1") if len(found) == 1 else ""


def _host(headers: Headers) -> HostAndPort | None:
    return _place(_one(headers, b"host") or "")


def _place(text: str) -> HostAndPort | None:
    """`name`, `name:port` or `[address]:port`, as a browser writes them; anything else is None."""
    name, colon, port = text.lower().rpartition(":") if not text.endswith("]") else (text.lower(), "", "")
    if not colon:
        name = text.lower()
    elif not port.isascii() or not port.isdigit() or len(port) > 5:
        return None
    if name.startswith("[") and name.endswith("]"):
        name = name[1:-1]
    elif ":" in name:
        return None
    if not name or any(character in "/@?#\\ \t,%" for character in name):
        return None
    return name, int(port) if colon else None


def web_origin(address: str) -> tuple[str, str, int] | None:
    """Scheme, host and port; None: that is no page's."""
    try:
        parts = urlsplit(address)
        if parts.scheme not in ("http", "https") or not parts.hostname or parts.username is not None:
            return None
        return parts.scheme, parts.hostname, parts.port or _DEFAULT_PORTS[parts.scheme]
    except ValueError:
        return None


def _full_origin(scheme: str, host: HostAndPort | None) -> tuple[str, str, int] | None:
    if host is None:
        return None
    plain = {"ws": "http", "wss": "https"}.get(scheme, scheme)
    return plain, host[0], host[1] or _DEFAULT_PORTS.get(plain, 80)


def _named_hosts(settings: Settings) -> frozenset[HostAndPort]:
    places = [_place(entry.strip()) for entry in settings.allowed_hosts]
    if settings.public_url:
        parts = urlsplit(settings.public_url)
        name = (parts.hostname or "").lower()
        places.append((name, parts.port if _is_address(name) or name == "localhost" else None))
    return frozenset(place for place in places if place is not None)


def _is_address(name: str) -> bool:
    try:
        ip_address(name)
    except ValueError:
        return False
    return True


def _answer_headers(settings: Settings) -> list[tuple[bytes, bytes]]:
    made = {
        "content-security-policy": CSP,
        "x-content-type-options": "nosniff",
        "referrer-policy": "no-referrer",
        "x-frame-options": "DENY",
        "cross-origin-opener-policy": "same-origin",
        "cross-origin-resource-policy": "same-origin",
        "permissions-policy": PERMISSIONS,
        # What may be kept says so itself: files, the client's assets. Chats and memories lie in no cache.
        "cache-control": "no-store",
    }
    if settings.is_https:
        made["strict-transport-security"] = "max-age=31536000"
    return [(name.encode(), value.encode()) for name, value in made.items()]


def _unknown_host() -> AppError:
    return Malformed(
        "This server does not answer to that host name; the operator can add it with HOLDFAST_ALLOWED_HOSTS.",
        code="unknown_host",
    )


def _cross_site() -> AppError:
    return Forbidden("The request comes from another site; it was not carried out.", code="cross_site")
