"""A person looks at who asks for what, and lets it in or not. Until they did, nobody is sent anywhere: a link that
names a wrong program or a wrong address ends on our own page."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from datetime import timedelta
from uuid import UUID

from holdfast.accounts.connected import store
from holdfast.accounts.connected.addresses import is_registered, where_to, with_answer
from holdfast.accounts.connected.types import OAuthAsks, OAuthConsent, OAuthProgram, OAuthRefused
from holdfast.accounts.parts import Accounts
from holdfast.accounts.sign_ins import lock_if_still_in
from holdfast.accounts.types import Caller, NarrowScope
from holdfast.core.crypto import hash_token, new_token
from holdfast.core.errors import Conflict
from holdfast.core.ids import ProgramId

OFFERED: Sequence[NarrowScope] = ("memory:read", "memory:write", "chat:read")
"""What a program can be given: what `/mcp` opens."""
CODE_LIFE = timedelta(minutes=2)
MAX_CONNECTED = 50
_CHALLENGE = re.compile(r"[A-Za-z0-9_-]{43}")


async def look_at(accounts: Accounts, asks: OAuthAsks, resource: str) -> OAuthConsent:
    program = await find_program(accounts, asks.client_id)
    if not is_registered(asks.redirect_uri, program.redirect_uris):
        told = "The address that this program wants to be answered at is none that it registered."
        raise OAuthRefused("invalid_redirect_uri", told)
    if asks.response_type != "code":
        raise OAuthRefused("unsupported_response_type", "Only a code is given here (response_type=code).")
    if asks.code_challenge_method != "S256" or not _CHALLENGE.fullmatch(asks.code_challenge):
        raise OAuthRefused("invalid_request", "A code is given with PKCE alone (code_challenge_method=S256).")
    check_resource(asks.resource, resource)
    return OAuthConsent(program, _scopes(asks.scope), where_to(asks.redirect_uri))


async def let_in(
    accounts: Accounts, caller: Caller, asks: OAuthAsks, scopes: Collection[str], site: tuple[str, str]
) -> str:
    """Where the browser goes now. `scopes`: those that the person left it. `site`: our address, and the resource."""
    issuer, resource = site
    asked = await look_at(accounts, asks, resource)
    given = [scope for scope in asked.scopes if scope in scopes]
    if not given or set(scopes) - set(asked.scopes):
        raise OAuthRefused("invalid_scope", "Leave the program something of what it asked for, and nothing else.")
    code, now = new_token(), accounts.clock()
    async with accounts.db.as_user(caller.user_id) as tx:
        await lock_if_still_in(tx, caller)
        if await store.count_connected(tx, caller.user_id) >= MAX_CONNECTED:
            told = f"There are {MAX_CONNECTED} connected programs already; end one first."
            raise Conflict(told, code="too_many_programs")
        await store.drop_old_codes(tx, caller.user_id, now)
        granted = store.NewCode(asked.program.id, asks.redirect_uri, asks.code_challenge, given, resource)
        await store.add_code(tx, caller.user_id, hash_token(code), granted, now + CODE_LIFE)
    return with_answer(asks.redirect_uri, {"code": code, "state": asks.state, "iss": issuer})


async def turn_away(accounts: Accounts, asks: OAuthAsks, site: tuple[str, str]) -> str:
    issuer, resource = site
    await look_at(accounts, asks, resource)
    return with_answer(asks.redirect_uri, {"error": "access_denied", "state": asks.state, "iss": issuer})


async def find_program(accounts: Accounts, client_id: str) -> OAuthProgram:
    try:
        found = await store.find_program(accounts.db, ProgramId(UUID(client_id)))
    except ValueError:
        found = None
    if found is None:
        raise OAuthRefused("invalid_client", "There is no such program here; it may have to be connected anew.")
    return found


def check_resource(named: str | None, resource: str) -> None:
    """What the right is for (RFC 8707): this very server's `/mcp`, and nothing else."""
    if named is not None and named.removesuffix("/") != resource:
        raise OAuthRefused("invalid_target", f"Rights are given here for {resource} alone.")


def _scopes(wanted: str | None) -> Sequence[NarrowScope]:
    names = set((wanted or "").split())
    found = [scope for scope in OFFERED if not names or scope in names or scope.partition(":")[0] in names]
    if not found:
        raise OAuthRefused("invalid_scope", f"There are the scopes {', '.join(OFFERED)}.")
    return found
