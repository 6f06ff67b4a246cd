"""Tokens of configured issuers (Clerk, Supabase, Auth0 …) → accounts.

Verifying a signature at every request would cost more than the request. What was verified is remembered for a minute
by the token's hash; whether the account is suspended is asked every time.
"""

from __future__ import annotations

import base64
import binascii
import time
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import orjson

from holdfast.accounts.admission import Admission
from holdfast.accounts.identities import Vouched, find_or_create, vouched
from holdfast.accounts.issuers import MAX_TOKEN_BYTES, Issuer
from holdfast.accounts.types import BadToken, Caller
from holdfast.core.crypto import hash_token
from holdfast.core.db import Db

_REMEMBERED_SECONDS = 60.0
_REMEMBERED_TOKENS = 10_000
_TYPES = frozenset({"jwt", "at+jwt", "application/at+jwt"})
"""Kinds of token that grant access. A logout token is signed by the same keys and grants nothing."""


@dataclass(frozen=True, slots=True)
class TrustedIssuer:
    issuer: Issuer
    audiences: Sequence[str]
    domains: Sequence[str] = ()
    """Whom the operator lets in by it; none named: as `registration` says."""


class BearerTokens:
    def __init__(self, accepted: Sequence[TrustedIssuer]) -> None:
        self._accepted = {entry.issuer.url: entry for entry in accepted}
        self._remembered: OrderedDict[bytes, tuple[float, Vouched]] = OrderedDict()

    async def recognise(self, db: Db, admission: Admission, token: str) -> Caller:
        """The caller, with an account made on first sight where accounts are made; `BadToken` for anything we do not
        accept."""
        who = await self._vouched(token)
        domains = self._accepted[who.issuer.rstrip("/")].domains
        known = await find_or_create(db, admission, who, domains)
        if known.is_suspended:
            raise BadToken("suspended")
        return Caller(known.user_id, "bearer", known.email, known.name, known.is_admin)

    async def _vouched(self, token: str) -> Vouched:
        key = hash_token(token)
        until, who = self._remembered.get(key, (0.0, None))
        if who is not None and time.monotonic() < until:
            return who
        claims = await self._verified(token)
        who = vouched(claims)
        left = min(_REMEMBERED_SECONDS, claims["exp"] - int(time.time()))
        self._remembered[key] = (time.monotonic() + left, who)
        self._remembered.move_to_end(key)
        if len(self._remembered) > _REMEMBERED_TOKENS:
            self._remembered.popitem(last=False)
        return who

    async def _verified(self, token: str) -> Mapping[str, Any]:
        if len(token) > MAX_TOKEN_BYTES:
            raise BadToken("too_large")
        header, payload = _unverified(token)
        kind = header.get("typ", "JWT")
        if not isinstance(kind, str) or kind.lower() not in _TYPES:
            raise BadToken("wrong_kind")
        stated = payload.get("iss")
        accepted = self._accepted.get(stated.rstrip("/")) if isinstance(stated, str) else None
        if accepted is None:
            raise BadToken("unknown_issuer")
        return await accepted.issuer.verified(token, accepted.audiences)


def _unverified(token: str) -> tuple[Mapping[str, Any], Mapping[str, Any]]:
    """Read only to choose among the configured issuers; nothing in here is believed before the signature is."""
    pieces = token.split(".")
    if len(pieces) != 3:
        raise BadToken("not_signed")
    try:
        header, payload = (orjson.loads(base64.urlsafe_b64decode(piece + "==")) for piece in pieces[:2])
    except (ValueError, binascii.Error):
        raise BadToken("not_readable") from None
    if not isinstance(header, dict) or not isinstance(payload, dict):
        raise BadToken("not_readable")
    return header, payload
