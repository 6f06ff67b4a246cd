"""An issuer on loopback: discovery, keys and a token endpoint, with every trick a test wants to play."""

from __future__ import annotations

import base64
import hashlib
import json
import socket
import time
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import parse_qs, unquote, urlsplit

from joserfc import jws
from joserfc.jwk import ECKey, OctKey, RSAKey
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from tests.accounts.door import running

AUDIENCE = "holdfast"
SIGNS = ["RS256", "ES256", "HS256", "none"]


@dataclass
class LoopbackIssuer:
    url: str
    key: RSAKey | ECKey = field(default_factory=lambda: new_key("first"))
    published: list[RSAKey | ECKey | OctKey] = field(default_factory=list)
    claims: dict[str, Any] = field(default_factory=dict)
    """What the next ID token says besides the usual, or instead of it; None leaves a claim out."""
    discovery: dict[str, Any] = field(default_factory=dict)
    """Words to put over those of the discovery document."""
    is_down: bool = False
    client_secret: str = "client:secret/ü"
    asked: Counter[str] = field(default_factory=Counter)
    codes: dict[str, dict[str, str]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.published = self.published or [self.key]

    def rotate(self, name: str) -> None:
        self.key = new_key(name)
        self.published = [self.key]

    def token(self, header: dict[str, Any] | None = None, key: Any = None, **claims: Any) -> str:
        now = int(time.time())
        usual = {"iss": self.url, "aud": AUDIENCE, "sub": "subject-1", "iat": now, "exp": now + 300}
        said = {name: value for name, value in {**usual, **claims}.items() if value is not None}
        algorithm = "ES256" if isinstance(key or self.key, ECKey) else "RS256"
        # Written by hand, so that a test can say what a well-behaved library would refuse to write.
        payload = json.dumps(said).encode()
        sent = {"alg": algorithm, "typ": "JWT", "kid": self.key.kid, **(header or {})}
        return jws.serialize_compact(sent, payload, key or self.key, SIGNS)

    def consent(self, location: str, code: str = "code-1") -> dict[str, str]:
        """The person says yes at the provider: what the browser is sent back with."""
        query = {name: values[0] for name, values in parse_qs(urlsplit(location).query).items()}
        self.codes[code] = query
        return {"code": code, "state": query["state"]}

    async def _answer_discovery(self, request: Request) -> Response:
        self.asked["discovery"] += 1
        if self.is_down:
            return Response("down for a moment", 503)
        usual = {
            "issuer": self.url,
            "jwks_uri": f"{self.url}/keys",
            "authorization_endpoint": f"{self.url}/authorize?tenant=x",
            "token_endpoint": f"{self.url}/token",
            "id_token_signing_alg_values_supported": SIGNS,
        }
        return JSONResponse({**usual, **self.discovery})

    async def _answer_keys(self, request: Request) -> Response:
        self.asked["keys"] += 1
        if self.is_down:
            return Response("down for a moment", 503)
        # A shared secret is nothing but its private part; an issuer that publishes one gives it away.
        return JSONResponse({"keys": [key.as_dict(private=isinstance(key, OctKey)) for key in self.published]})

    async def _answer_token(self, request: Request) -> Response:
        self.asked["token"] += 1
        form = dict(await request.form())
        asked = self.codes.pop(str(form.get("code")), None)
        basic = base64.b64decode(request.headers.get("authorization", "").removeprefix("Basic ")).decode()
        if self.is_down:
            return Response("down for a moment", 503)
        if asked is None or unquote(basic.partition(":")[2]) != self.client_secret:
            return JSONResponse({"error": "invalid_grant"}, 400)
        proof = hashlib.sha256(str(form["code_verifier"]).encode()).digest()
        fits = base64.urlsafe_b64encode(proof).rstrip(b"=").decode() == asked["code_challenge"]
        if not fits or form["redirect_uri"] != asked["redirect_uri"]:
            return JSONResponse({"error": "invalid_grant"}, 400)
        claims = {"aud": asked["client_id"], "nonce": asked["nonce"], **self.claims}
        return JSONResponse({"access_token": "x", "token_type": "Bearer", "id_token": self.token(**claims)})

    def app(self) -> Starlette:
        return Starlette(
            routes=[
                Route("/.well-known/openid-configuration", self._answer_discovery),
                Route("/keys", self._answer_keys),
                Route("/token", self._answer_token, methods=["POST"]),
            ]
        )


def new_key(name: str, kind: type[RSAKey] | type[ECKey] = ECKey) -> RSAKey | ECKey:
    if kind is ECKey:
        return ECKey.generate_key("P-256", {"kid": name})
    return RSAKey.generate_key(2048, {"kid": name})


@asynccontextmanager
async def issuing() -> AsyncIterator[LoopbackIssuer]:
    with socket.socket(proto=socket.IPPROTO_TCP) as listener:
        listener.bind(("127.0.0.1", 0))
        issuer = LoopbackIssuer(f"http://127.0.0.1:{listener.getsockname()[1]}")
        async with running(issuer.app(), listener):
            yield issuer
