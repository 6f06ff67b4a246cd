"""A request's credentials → the caller. The one place that decides who somebody is.

A credential that was sent on purpose (a bearer token, a key) wins over the cookie, which browsers send by themselves;
when it is not accepted, the cookie does not help. Two different ones are refused: guessing which was meant is how one
person's request gets another's rights.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from holdfast.accounts import keys_store, sign_ins_store
from holdfast.accounts.connected.exchange import ACCESS_PREFIX
from holdfast.accounts.connected.store import find_token
from holdfast.accounts.key_options import must_come_from
from holdfast.accounts.keys import CHECKSUM_LENGTH, KEY_PREFIX, checksum
from holdfast.accounts.parts import Accounts
from holdfast.accounts.types import BadToken, Caller
from holdfast.core.crypto import hash_token
from holdfast.core.errors import Unauthenticated

_TOKEN_LENGTH = 43
_KEY_LENGTH = len(KEY_PREFIX) + _TOKEN_LENGTH


@dataclass(frozen=True, slots=True)
class Credentials:
    """What a request brought, by where it stood."""

    bearer: tuple[str, ...] = field(default=(), repr=False)
    keys: tuple[str, ...] = field(default=(), repr=False)
    cookie: str | None = field(default=None, repr=False)


async def recognise(
    accounts: Accounts, given: Credentials, peer: str = "", *, resource: str | None = None
) -> Caller | None:
    """None for a stranger. `Unauthenticated` when something was shown on purpose that we do not accept.

    `peer`: the network that it comes from, which a key may be bound to. `resource`: what is asked for, where programs
    that a person let in may ask; their tokens open that and nothing else.
    """
    if given.bearer or given.keys:
        shown = _shown(given)
        if shown.startswith(KEY_PREFIX):
            return await _by_key(accounts, shown, peer)
        if shown.startswith(ACCESS_PREFIX):
            return await _by_token(accounts, shown, peer, resource)
        return await accounts.bearer.recognise(accounts.db, accounts.admission, shown)
    if given.cookie is not None and len(given.cookie) == _TOKEN_LENGTH:
        return await _by_cookie(accounts, given.cookie)
    return None


def _shown(given: Credentials) -> str:
    if len({*given.bearer, *given.keys}) > 1:
        raise Unauthenticated("The request carries two different credentials.", code="conflicting_credentials")
    if any(not key.startswith(KEY_PREFIX) for key in given.keys):
        raise _bad_key()
    return (given.bearer or given.keys)[0]


async def _by_key(accounts: Accounts, key: str, peer: str) -> Caller:
    if not _is_whole(key):
        raise _bad_key()
    found = await keys_store.find_api_key(accounts.db, hash_token(key))
    if found is None:
        raise _bad_key()
    caller = found.caller
    must_come_from(caller, peer)
    if found.is_due and caller.key_id is not None:
        async with accounts.db.as_user(caller.user_id) as tx:
            await keys_store.touch_key(tx, caller.user_id, caller.key_id, peer[:60])
    return caller


async def _by_token(accounts: Accounts, token: str, peer: str, resource: str | None) -> Caller:
    found = await find_token(accounts.db, hash_token(token), accounts.clock())
    if found is None:
        raise BadToken("not_known")
    if found.resource != resource:
        raise BadToken("for_something_else")
    if found.is_due:
        async with accounts.db.as_user(found.user_id) as tx:
            await keys_store.touch_key(tx, found.user_id, found.key_id, peer[:60])
    scopes = frozenset(found.scopes)
    return Caller(found.user_id, "key", found.email, found.name, key_id=found.key_id, scopes=scopes)


def _is_whole(key: str) -> bool:
    """Those of before have no checksum."""
    if len(key) == _KEY_LENGTH + CHECKSUM_LENGTH:
        return checksum(key[:_KEY_LENGTH]) == key[_KEY_LENGTH:]
    return len(key) == _KEY_LENGTH


async def _by_cookie(accounts: Accounts, token: str) -> Caller | None:
    found = await sign_ins_store.find_sign_in(accounts.db, hash_token(token))
    if found is None:
        return None
    caller = found.caller
    if found.is_due and caller.sign_in_id is not None:
        async with accounts.db.as_user(caller.user_id) as tx:
            await sign_ins_store.touch_sign_in(tx, caller.user_id, caller.sign_in_id)
    return caller


def _bad_key() -> Unauthenticated:
    why = "it may be mistyped, expired or revoked, or its organization keeps its maker out"
    return Unauthenticated(f"The API key is not accepted; {why}.", code="invalid_key")
