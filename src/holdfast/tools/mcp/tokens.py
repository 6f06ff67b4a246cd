"""What opens a server for a person who has signed in there: kept sealed, sent to its own host alone, and renewed where
it was given, when it runs out or is refused.

The library's own provider is not used for this: it lets one request at a time through, and forgets when a token that
was kept runs out.
"""

from __future__ import annotations

import asyncio
import base64
from dataclasses import asdict, dataclass, field, replace
from datetime import UTC, datetime, timedelta
from typing import Any
from urllib.parse import quote, urlencode

import orjson

from holdfast.core.clock import Clock, utc_now
from holdfast.core.crypto import Box, CannotOpen
from holdfast.core.db import Db
from holdfast.core.errors import AppError
from holdfast.core.http import Fetched, FetchLimits, Outside
from holdfast.core.ids import UserId
from holdfast.tools.mcp import sign_in_store as store
from holdfast.tools.mcp.sign_in_store import McpAccount
from holdfast.tools.mcp.transport import SIGN_IN_AGAIN
from holdfast.tools.mcp.types import McpFailed, McpFault, McpServer

ANSWERS = FetchLimits(max_bytes=100_000, seconds=15.0, max_redirects=0)
"""Of an authorization server: small, soon, and from the very address that was named."""
EARLY = timedelta(seconds=30)
_NOT_RENEWED = McpFault("unreachable", "The server's sign-in service is not answering; try again in a moment.")


@dataclass(frozen=True, slots=True)
class McpTokens:
    access_token: str = field(repr=False)
    refresh_token: str | None = field(repr=False)
    scope: str | None


@dataclass(frozen=True, slots=True)
class McpClientAtProvider:
    """What we are to an authorization server, and where it gives tokens."""

    issuer: str | None
    token_endpoint: str
    client_id: str
    client_secret: str | None = field(repr=False)
    way: str
    """How we say who we are: `none`, `client_secret_post` or `client_secret_basic`."""
    resource: str | None
    """What the tokens are for; it is told with each request, so that they are good for nothing else."""
    redirect_uri: str


@dataclass(frozen=True, slots=True)
class McpSignedIn:
    client: McpClientAtProvider
    tokens: McpTokens


def seal_account(box: Box, server: McpServer, user_id: UserId, signed_in: McpSignedIn) -> str:
    return box.seal(orjson.dumps(asdict(signed_in)).decode(), owner=str(user_id), purpose=_bound_to(server))


def open_account(box: Box, server: McpServer, user_id: UserId, sealed: str) -> McpSignedIn:
    told = orjson.loads(box.open(sealed, owner=str(user_id), purpose=_bound_to(server)))
    return McpSignedIn(McpClientAtProvider(**told["client"]), McpTokens(**told["tokens"]))


def _bound_to(server: McpServer) -> str:
    return f"mcp account {server.id} {server.origin}"


class StoredBearer:
    """Of one person at one server. Many requests may ask at once; one of them renews."""

    def __init__(
        self, db: Db, box: Box, outside: Outside, server: McpServer, user_id: UserId, clock: Clock = utc_now
    ) -> None:
        self._db, self._box, self._outside = db, box, outside
        self._server, self._user_id, self._clock = server, user_id, clock
        self._kept: tuple[McpSignedIn, datetime | None] | None = None
        self._lock = asyncio.Lock()

    async def token(self, *, refused: str | None = None) -> str:
        if (good := self._good(refused)) is not None:
            return good
        async with self._lock:
            if (good := self._good(refused)) is not None:
                return good
            # Another process may have renewed it since.
            account = await self._read()
            if (good := self._good(refused)) is not None:
                return good
            return await self._renew(account)

    def _good(self, refused: str | None) -> str | None:
        if self._kept is None:
            return None
        signed_in, expires_at = self._kept
        is_over = expires_at is not None and expires_at - EARLY <= self._clock()
        return None if is_over or signed_in.tokens.access_token == refused else signed_in.tokens.access_token

    async def _read(self) -> McpAccount:
        async with self._db.as_user(self._user_id) as tx:
            account = await store.find_account(tx, self._server.id)
        if account is None or account.version != self._server.account_version:
            raise McpFailed(SIGN_IN_AGAIN)
        try:
            opened = open_account(self._box, self._server, self._user_id, account.sealed)
        except CannotOpen:
            raise McpFailed(SIGN_IN_AGAIN) from None
        self._kept = (opened, account.expires_at)
        return account

    async def _renew(self, account: McpAccount) -> str:
        assert self._kept is not None
        signed_in = self._kept[0]
        if signed_in.tokens.refresh_token is None:
            raise McpFailed(SIGN_IN_AGAIN)
        form = {"grant_type": "refresh_token", "refresh_token": signed_in.tokens.refresh_token}
        answer = await ask_for_tokens(self._outside, signed_in.client, form)
        given = tokens_in(answer)
        if given is None:
            # Renewed elsewhere in the same moment: what was spent here is of no use, and there is a new one.
            newer = await self._read()
            if self._kept[0].tokens.refresh_token != signed_in.tokens.refresh_token:
                return self._kept[0].tokens.access_token
            self._kept, account = None, newer
            raise McpFailed(SIGN_IN_AGAIN)
        tokens, expires_at = given[0], expiry(given[1], self._clock())
        renewed = replace(
            signed_in,
            tokens=replace(
                tokens,
                refresh_token=tokens.refresh_token or signed_in.tokens.refresh_token,
                scope=tokens.scope or signed_in.tokens.scope,
            ),
        )
        sealed = seal_account(self._box, self._server, self._user_id, renewed)
        async with self._db.as_user(self._user_id) as tx:
            if not await store.renew_account(tx, self._server.id, account.version, sealed, expires_at):
                raise McpFailed(SIGN_IN_AGAIN)
        self._kept = (renewed, expires_at)
        return renewed.tokens.access_token


async def ask_for_tokens(outside: Outside, client: McpClientAtProvider, form: dict[str, str]) -> Fetched:
    """`McpFailed` where nobody answers; what the answer says is the caller's to read."""
    headers = {"accept": "application/json", "content-type": "application/x-www-form-urlencoded"}
    told = {**form, "client_id": client.client_id}
    if client.resource is not None:
        told["resource"] = client.resource
    if client.client_secret is not None and client.way == "client_secret_basic":
        headers["authorization"] = basic(client.client_id, client.client_secret)
    elif client.client_secret is not None:
        told["client_secret"] = client.client_secret
    try:
        answer = await outside.fetch(
            client.token_endpoint, method="POST", headers=headers, content=urlencode(told).encode(), limits=ANSWERS
        )
    except AppError:
        raise McpFailed(_NOT_RENEWED) from None
    if answer.status >= 500 or answer.status == 429:
        raise McpFailed(_NOT_RENEWED)
    return answer


def tokens_in(answer: Fetched) -> tuple[McpTokens, float | None] | None:
    """And for how many seconds they are good; None: it gave none."""
    try:
        told: Any = orjson.loads(answer.body) if answer.status in (200, 201) else None
    except orjson.JSONDecodeError:
        return None
    if not isinstance(told, dict):
        return None
    access: Any = told.get("access_token")
    renewal, scope, lasts = told.get("refresh_token"), told.get("scope"), told.get("expires_in")
    if not _is_sendable(access) or str(told.get("token_type", "Bearer")).lower() != "bearer":
        return None
    seconds = float(lasts) if isinstance(lasts, int | float) and 0 < lasts < 10**9 else None
    kept_scope = scope if isinstance(scope, str) and len(scope) <= 2_000 else None
    return McpTokens(access, renewal if isinstance(renewal, str) and renewal else None, kept_scope), seconds


def _is_sendable(token: Any) -> bool:
    return isinstance(token, str) and 0 < len(token) <= 16_000 and token.isascii() and token.isprintable()


def expiry(seconds: float | None, now: datetime) -> datetime | None:
    return None if seconds is None else now.astimezone(UTC) + timedelta(seconds=seconds)


def basic(client_id: str, secret: str) -> str:
    pair = f"{quote(client_id, safe='')}:{quote(secret, safe='')}"
    return "Basic " + base64.b64encode(pair.encode()).decode()
