"""A server that wants people to sign in, and the authorization server it sends them to: discovery, registration, codes
with PKCE, refresh tokens that are spent once. A test may have it lie."""

from __future__ import annotations

import base64
import hashlib
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import parse_qs, urlencode, urlsplit

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response
from starlette.routing import Mount, Route

from tests.tools.mcp.loopback import Handmade, on_loopback


@dataclass
class Provider:
    url: str = ""
    server: Handmade = field(default_factory=Handmade)
    asked: Counter[str] = field(default_factory=Counter)
    clients: dict[str, dict[str, Any]] = field(default_factory=dict)
    codes: dict[str, dict[str, str]] = field(default_factory=dict)
    access: dict[str, str] = field(default_factory=dict)
    """Tokens that are good, and who they were given to."""
    refresh: dict[str, str] = field(default_factory=dict)
    seconds: int = 3600
    """How long an access token is said to be good."""
    metadata: dict[str, Any] = field(default_factory=dict)
    """Words to put over those of the authorization server's document."""
    resource: dict[str, Any] = field(default_factory=dict)
    """The same for the server's own."""
    tells_issuer: bool = True
    rotates: bool = True

    def consent(self, address: str, code: str = "code-1") -> dict[str, str]:
        """The person says yes: what their browser is sent back with."""
        asked = {name: values[0] for name, values in parse_qs(urlsplit(address).query).items()}
        self.codes[code] = asked
        return {"code": code, "state": asked["state"], **({"iss": self.url} if self.tells_issuer else {})}

    def app(self) -> Starlette:
        self.server.before = self._guard
        well_known = "/.well-known/"
        return Starlette(
            routes=[
                Route(f"{well_known}oauth-protected-resource/mcp", self._tell_resource),
                Route(f"{well_known}oauth-authorization-server", self._tell_metadata),
                Route("/register", self._register, methods=["POST"]),
                Route("/authorize", self._agree),
                Route("/token", self._give, methods=["POST"]),
                Mount("/", self.server.app()),
            ]
        )

    def _guard(self, request: Request) -> Response | None:
        token = request.headers.get("authorization", "").removeprefix("Bearer ")
        if token in self.access:
            return None
        named = f'Bearer resource_metadata="{self.url}/.well-known/oauth-protected-resource/mcp", scope="tools"'
        return Response(status_code=401, headers={"www-authenticate": named})

    async def _tell_resource(self, request: Request) -> Response:
        self.asked["resource"] += 1
        usual = {"resource": f"{self.url}/mcp", "authorization_servers": [self.url], "scopes_supported": ["tools"]}
        return JSONResponse({**usual, **self.resource})

    async def _tell_metadata(self, request: Request) -> Response:
        self.asked["metadata"] += 1
        usual = {
            "issuer": self.url,
            "authorization_endpoint": f"{self.url}/authorize",
            "token_endpoint": f"{self.url}/token",
            "registration_endpoint": f"{self.url}/register",
            "code_challenge_methods_supported": ["S256"],
            "token_endpoint_auth_methods_supported": ["none"],
            "authorization_response_iss_parameter_supported": self.tells_issuer,
        }
        return JSONResponse({**usual, **self.metadata})

    async def _register(self, request: Request) -> Response:
        self.asked["register"] += 1
        told = await request.json()
        client_id = f"client-{len(self.clients) + 1}"
        self.clients[client_id] = told
        return JSONResponse({**told, "client_id": client_id}, 201)

    async def _agree(self, request: Request) -> Response:
        """Whoever comes by with a browser says yes, and is sent back."""
        words = self.consent(str(request.url))
        return RedirectResponse(f"{request.query_params['redirect_uri']}?{urlencode(words)}", 302)

    async def _give(self, request: Request) -> Response:
        self.asked["token"] += 1
        form = {name: str(value) for name, value in (await request.form()).items()}
        if form["grant_type"] == "refresh_token":
            given = self.refresh.get(form["refresh_token"])
            if given is None:
                return JSONResponse({"error": "invalid_grant"}, 400)
            if self.rotates:
                del self.refresh[form["refresh_token"]]
            return self._tokens(given)
        asked = self.codes.pop(form["code"], None)
        challenge = base64.urlsafe_b64encode(hashlib.sha256(form["code_verifier"].encode()).digest()).rstrip(b"=")
        if asked is None or asked["code_challenge"] != challenge.decode():
            return JSONResponse({"error": "invalid_grant"}, 400)
        if (asked["client_id"], asked["redirect_uri"], asked["resource"]) != (
            form["client_id"],
            form["redirect_uri"],
            form["resource"],
        ):
            return JSONResponse({"error": "invalid_grant"}, 400)
        return self._tokens(form["client_id"])

    def _tokens(self, client_id: str) -> Response:
        number = self.asked["token"]
        access, refresh = f"access-{number}", f"refresh-{number}"
        self.access[access] = self.refresh[refresh] = client_id
        told = {"access_token": access, "token_type": "bearer", "expires_in": self.seconds, "refresh_token": refresh}
        return JSONResponse(told)


@asynccontextmanager
async def providing() -> AsyncIterator[tuple[Provider, int]]:
    provider = Provider()
    async with on_loopback(provider.app()) as port:
        provider.url = f"http://127.0.0.1:{port}"
        yield provider, port
