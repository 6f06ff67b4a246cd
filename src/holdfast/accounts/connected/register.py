"""A program makes itself known (RFC 7591). It proves nothing by that, so it is told nothing but its number: every one
is a public client, which shows with PKCE that it is the one that began."""

from __future__ import annotations

from collections.abc import Sequence

from holdfast.accounts.check import checked_name
from holdfast.accounts.connected import store
from holdfast.accounts.connected.addresses import MAX_ADDRESSES, check_address
from holdfast.accounts.connected.types import OAuthProgram, OAuthRefused
from holdfast.accounts.parts import Accounts
from holdfast.core.errors import RateLimited
from holdfast.core.ids import ProgramId, new_id
from holdfast.core.throttle import Limit

MAX_WAITING = 1_000
"""That nobody has let in yet, in the whole installation."""
_BY_PEER = Limit("programs-registered-by-peer", 30, 3600, is_kept=True)
_BY_ALL = Limit("programs-registered", 500, 3600, is_kept=True)
_NAMELESS = "A program"


async def register_program(
    accounts: Accounts, name: str | None, redirect_uris: Sequence[str], peer: str
) -> OAuthProgram:
    if not 1 <= len(redirect_uris) <= MAX_ADDRESSES:
        raise OAuthRefused("invalid_redirect_uri", f"Name one to {MAX_ADDRESSES} addresses to answer at.")
    for address in redirect_uris:
        check_address(address)
    await accounts.throttle.take(_BY_PEER, peer)
    await accounts.throttle.take(_BY_ALL, "all")
    shown = checked_name((name or "")[:100]) or _NAMELESS
    program = OAuthProgram(ProgramId(new_id()), shown, tuple(dict.fromkeys(redirect_uris)))
    if not await store.register(accounts.db, program, accounts.clock(), at_most=MAX_WAITING):
        raise RateLimited("Too many programs wait to be let in; try again tomorrow.", retry_after_seconds=3600)
    return program
