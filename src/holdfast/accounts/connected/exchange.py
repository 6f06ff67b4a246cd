"""A code for tokens, a token for newer ones, and the end of them. Each is spent once: what is shown a second time was
copied by somebody, and then nobody keeps anything."""

from __future__ import annotations

import base64
import hashlib
import re
from datetime import timedelta

from holdfast.accounts.connected import store
from holdfast.accounts.connected.consent import check_resource, find_program
from holdfast.accounts.connected.types import GivenTokens, OAuthRefused
from holdfast.accounts.parts import Accounts
from holdfast.core.crypto import hash_token, new_token
from holdfast.core.ids import KeyId, new_id
from holdfast.core.throttle import Limit

ACCESS_PREFIX = "hfa_"
REFRESH_PREFIX = "hfr_"
ACCESS_LIFE = timedelta(hours=1)
REFRESH_LIFE = timedelta(days=30)
"""From its last renewal."""
_BY_PEER = Limit("oauth-tokens-by-peer", 300, 300)
_VERIFIER = re.compile(r"[A-Za-z0-9._~-]{43,128}")
_SHOWN = "program"


async def redeem_code(accounts: Accounts, form: dict[str, str], resource: str, peer: str) -> GivenTokens:
    await accounts.throttle.take(_BY_PEER, peer)
    program = await find_program(accounts, form.get("client_id", ""))
    check_resource(form.get("resource"), resource)
    verifier = form.get("code_verifier", "")
    if not _VERIFIER.fullmatch(verifier):
        raise OAuthRefused("invalid_grant", "The code verifier is missing, or is none.")
    told = store.ShownCode(
        hash_token(form.get("code", "")), program.id, form.get("redirect_uri", ""), _challenge(verifier), resource
    )
    new = _new_tokens(accounts)
    key = store.NewProgramKey(KeyId(new_id()), hash_token(new_token()), _SHOWN)
    return _given(new, await store.redeem_code(accounts.db, told, key, new[1], accounts.clock()))


async def refresh_tokens(accounts: Accounts, form: dict[str, str], resource: str, peer: str) -> GivenTokens:
    await accounts.throttle.take(_BY_PEER, peer)
    program = await find_program(accounts, form.get("client_id", ""))
    check_resource(form.get("resource"), resource)
    new = _new_tokens(accounts)
    shown = hash_token(form.get("refresh_token", ""))
    scopes = await store.rotate(accounts.db, shown, program.id, resource, new[1], accounts.clock())
    return _given(new, scopes)


async def end_tokens(accounts: Accounts, form: dict[str, str], peer: str) -> None:
    """Whichever of them is shown: the program is out. One that nobody knows is out already (RFC 7009)."""
    await accounts.throttle.take(_BY_PEER, peer)
    program = await find_program(accounts, form.get("client_id", ""))
    await store.end_token(accounts.db, hash_token(form.get("token", "")), program.id)


def _new_tokens(accounts: Accounts) -> tuple[tuple[str, str], store.NewTokens]:
    access, renewing, now = ACCESS_PREFIX + new_token(), REFRESH_PREFIX + new_token(), accounts.clock()
    kept = store.NewTokens(hash_token(access), now + ACCESS_LIFE, hash_token(renewing), now + REFRESH_LIFE)
    return (access, renewing), kept


def _given(new: tuple[tuple[str, str], store.NewTokens], scopes: list[str] | None) -> GivenTokens:
    if scopes is None:
        raise OAuthRefused("invalid_grant", "It has expired, was used already, or was not given to this program.")
    return GivenTokens(*new[0], scopes, int(ACCESS_LIFE.total_seconds()))


def _challenge(verifier: str) -> str:
    return base64.urlsafe_b64encode(hashlib.sha256(verifier.encode()).digest()).rstrip(b"=").decode()
