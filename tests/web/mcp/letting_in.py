"""A program that is let in by a page: it registers, sends the person's browser here, and trades what comes back."""

from __future__ import annotations

import base64
import hashlib
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import parse_qsl, urlsplit

import httpx2

from holdfast.core.crypto import new_token
from tests.serving import Person, Served

BACK = "http://127.0.0.1:4711/callback"
FORM = "application/x-www-form-urlencoded"


def challenge_of(verifier: str) -> str:
    return base64.urlsafe_b64encode(hashlib.sha256(verifier.encode()).digest()).rstrip(b"=").decode()


@dataclass
class Asking:
    """One program, on its way in."""

    served: Served
    http: httpx2.AsyncClient
    client_id: str
    verifier: str = field(default_factory=new_token)

    def asks(self, **other: str | None) -> dict[str, str]:
        """As the address says it; None leaves a field out."""
        told: dict[str, str | None] = {
            "client_id": self.client_id,
            "redirect_uri": BACK,
            "response_type": "code",
            "code_challenge": challenge_of(self.verifier),
            "code_challenge_method": "S256",
            "state": "a state of its own",
            "resource": f"{self.served.url}/mcp",
            **other,
        }
        return {name: value for name, value in told.items() if value is not None}

    async def code(self, person: Person, **other: str | None) -> str:
        return (await self.answered(person, **other))["code"]

    async def answered(self, person: Person, **other: str | None) -> dict[str, str]:
        answer = await allow(person, self.asks(**other))
        assert answer.status_code == 200, answer.text
        return dict(parse_qsl(urlsplit(answer.json()["address"]).query))

    async def token(self, **form: str | None) -> httpx2.Response:
        told = {"client_id": self.client_id, **form}
        sent = {name: value for name, value in told.items() if value is not None}
        return await self.http.post("/oauth/token", data=sent)

    async def redeem(self, code: str, /, **other: str | None) -> httpx2.Response:
        told: dict[str, str | None] = {
            "grant_type": "authorization_code",
            "code": code,
            "redirect_uri": BACK,
            "code_verifier": self.verifier,
            "resource": f"{self.served.url}/mcp",
        }
        return await self.token(**told | other)

    async def renew(self, refresh: str, /, **other: str | None) -> httpx2.Response:
        return await self.token(**{"grant_type": "refresh_token", "refresh_token": refresh} | other)

    async def tokens(self, person: Person) -> dict[str, Any]:
        given = await self.redeem(await self.code(person))
        assert given.status_code == 200, given.text
        found: dict[str, Any] = given.json()
        return found


async def registered(served: Served, http: httpx2.AsyncClient, *addresses: str) -> Asking:
    body = {"client_name": "A notebook", "redirect_uris": list(addresses or (BACK,))}
    made = await http.post("/oauth/register", json=body)
    assert made.status_code == 201, made.text
    return Asking(served, http, made.json()["client_id"])


FIELDS = {
    "client_id": "clientId",
    "redirect_uri": "redirectUri",
    "response_type": "responseType",
    "code_challenge": "codeChallenge",
    "code_challenge_method": "codeChallengeMethod",
    "scope": "scope",
    "state": "state",
    "resource": "resource",
}
SCOPES = ["memory:read", "memory:write", "chat:read"]


def as_body(asks: dict[str, str]) -> dict[str, Any]:
    """As the page hands on what stood in its address."""
    return {FIELDS[name]: value for name, value in asks.items()}


async def allow(person: Person, asks: dict[str, str], *, scopes: list[str] | None = None) -> httpx2.Response:
    left = {"isAllowed": True, "scopes": SCOPES if scopes is None else scopes}
    return await person.http.post("/api/programs/answer", json=as_body(asks) | left)
