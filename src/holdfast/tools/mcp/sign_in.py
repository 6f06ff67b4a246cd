"""A person signs in at a server: begun on a page of ours, finished when the browser comes back.

Three things tie the way back to the way out: the state, which is spent once; its other half, in a cookie of the browser
that began; and the person, who must be the one who began. The PKCE verifier keeps a stolen code from being worth
anything, and the issuer keeps one provider's answer from counting as another's.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass, field

import orjson

from holdfast.accounts.check import checked_return_to
from holdfast.accounts.types import Caller
from holdfast.core.clock import utc_now
from holdfast.core.crypto import CannotOpen, hash_token, new_token
from holdfast.core.ids import McpServerId, UserId
from holdfast.core.throttle import Limit
from holdfast.tools.mcp import sign_in_store as store
from holdfast.tools.mcp.oauth import (
    address_to_sign_in,
    by_hand,
    discover,
    must_come_from,
    register,
    tells_issuer,
)
from holdfast.tools.mcp.parts import McpParts, open_secrets
from holdfast.tools.mcp.servers import GivenRegistration, must_find
from holdfast.tools.mcp.tokens import (
    McpClientAtProvider,
    McpSignedIn,
    ask_for_tokens,
    expiry,
    open_account,
    seal_account,
    tokens_in,
)
from holdfast.tools.mcp.types import McpConflict, McpFailed, McpServer, McpSignInFailed, McpUnreachable
from holdfast.tools.types import CONNECTIONS_PAGE

SIGN_IN_SECONDS = 600
MAX_UNDER_WAY = 10
DEFAULT_RETURN_TO = CONNECTIONS_PAGE
_BEGUN = Limit("mcp_sign_in", 20, 3600)
_PURPOSE = "mcp sign-in"


@dataclass(frozen=True, slots=True)
class SignInAtServer:
    address: str
    """Where the browser goes now."""
    browser_token: str = field(repr=False)
    """The half that stays in this browser, in a cookie."""


@dataclass(frozen=True, slots=True)
class CameBack:
    """What the browser came back with."""

    browser_token: str | None = field(repr=False)
    state: str | None = field(repr=False)
    code: str | None = field(repr=False)
    error: str | None
    issuer: str | None


@dataclass(frozen=True, slots=True)
class FinishedSignIn:
    server_id: McpServerId
    return_to: str


class SignInWentWrong(McpSignInFailed):
    """And where the person was going."""

    def __init__(self, message: str, return_to: str = DEFAULT_RETURN_TO, code: str = "sign_in_failed") -> None:
        super().__init__(message, code=code)
        self.return_to = return_to


async def begin_sign_in(
    parts: McpParts, caller: Caller, server_id: McpServerId, redirect_uri: str, return_to: str | None
) -> SignInAtServer:
    path = checked_return_to(return_to or DEFAULT_RETURN_TO)
    await parts.throttle.take(_BEGUN, str(caller.user_id))
    async with parts.db.as_user(caller.user_id) as tx:
        server = await must_find(tx, server_id)
        account = await store.find_account(tx, server_id)
    if server.kind != "http":
        raise McpConflict("There is nothing to sign in to: this server is a program of this machine.",
                          code="sign_in_unsupported")  # fmt: skip
    try:
        address, client, verifier, state, is_told = await _prepared(
            parts, server, redirect_uri, _known_client(parts, server, caller.user_id, account)
        )
    except McpFailed as failed:
        raise McpUnreachable(failed.fault.sentence) from None
    browser = new_token()
    told = {"client": asdict(client), "verifier": verifier, "is_told": is_told}
    sealed = parts.box.seal(orjson.dumps(told).decode(), owner=_owner(caller.user_id, state), purpose=_PURPOSE)
    begun = store.BegunSignIn(server_id, sealed, path)
    async with parts.db.as_user(caller.user_id) as tx:
        await store.begin_sign_in(
            tx, caller.user_id, (hash_token(state), hash_token(browser)), begun,
            seconds=SIGN_IN_SECONDS, most=MAX_UNDER_WAY,
        )  # fmt: skip
    return SignInAtServer(address, browser)


def _known_client(
    parts: McpParts, server: McpServer, user_id: UserId, account: store.McpAccount | None
) -> McpClientAtProvider | None:
    """What we are there already, from the last time."""
    if account is None:
        return None
    try:
        return open_account(parts.box, server, user_id, account.sealed).client
    except CannotOpen:
        return None


async def _prepared(
    parts: McpParts, server: McpServer, redirect_uri: str, known: McpClientAtProvider | None
) -> tuple[str, McpClientAtProvider, str, str, bool]:
    secrets = open_secrets(parts.box, server)
    url = f"{server.address}?{secrets.query}" if secrets.query else server.address
    service = await discover(parts.outside, url, secrets.headers)
    given = server.shown.registration
    if given is not None:
        client = by_hand(service, GivenRegistration(given.client_id, secrets.client_secret), redirect_uri)
    elif known is not None and (known.issuer, known.redirect_uri) == (service.issuer, redirect_uri):
        client = known
    else:
        client = await register(parts.outside, service, redirect_uri)
    verifier, state = new_token(), new_token()
    scope = given.scope if given and given.scope else service.scope
    address = address_to_sign_in(service, client, scope, state, verifier)
    return address, client, verifier, state, tells_issuer(service)


async def finish_sign_in(parts: McpParts, caller: Caller | None, came: CameBack) -> FinishedSignIn:
    """`SignInWentWrong` says where to go with the bad news."""
    if caller is None or not came.state or not came.browser_token:
        raise SignInWentWrong("This sign-in was not begun in this browser; begin it again.")
    async with parts.db.as_user(caller.user_id) as tx:
        begun = await store.take_sign_in(tx, hash_token(came.state), hash_token(came.browser_token))
    if begun is None:
        raise SignInWentWrong("This sign-in has expired, was used already or was begun elsewhere; begin it again.")
    if came.error is not None or not came.code:
        raise SignInWentWrong("The server did not sign you in.", begun.return_to, code="access_denied")
    try:
        await _exchange(parts, caller.user_id, begun, came.state, came.code, came.issuer)
    except (McpFailed, CannotOpen):
        raise SignInWentWrong("The server's answer could not be verified; begin again.", begun.return_to) from None
    return FinishedSignIn(begun.server_id, begun.return_to)


async def _exchange(
    parts: McpParts, user_id: UserId, begun: store.BegunSignIn, state: str, code: str, issuer: str | None
) -> None:
    told = orjson.loads(parts.box.open(begun.sealed, owner=_owner(user_id, state), purpose=_PURPOSE))
    client = McpClientAtProvider(**told["client"])
    must_come_from(client.issuer, issuer, told["is_told"])
    form = {
        "grant_type": "authorization_code",
        "code": code,
        "redirect_uri": client.redirect_uri,
        "code_verifier": told["verifier"],
    }
    given = tokens_in(await ask_for_tokens(parts.outside, client, form))
    if given is None:
        raise SignInWentWrong("The server did not sign you in.", begun.return_to)
    tokens, seconds = given
    async with parts.db.as_user(user_id) as tx:
        server = await must_find(tx, begun.server_id)
        sealed = seal_account(parts.box, server, user_id, McpSignedIn(client, tokens))
        await store.keep_account(tx, user_id, server.id, sealed, expiry(seconds, utc_now()))
    await parts.pool.close(server.id, user_id)


async def end_sign_in(parts: McpParts, caller: Caller, server_id: McpServerId) -> McpServer:
    """What was kept of it is forgotten here; the server's own page ends it there."""
    async with parts.db.as_user(caller.user_id) as tx:
        await must_find(tx, server_id)
        await store.drop_account(tx, server_id)
        server = await must_find(tx, server_id)
    await parts.pool.close(server_id, caller.user_id)
    return server


def _owner(user_id: UserId, state: str) -> str:
    return f"{user_id} {hash_token(state).hex()}"
