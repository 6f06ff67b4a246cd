"""API keys: shown once, kept as a hash, limited to what their scopes say."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import datetime, timedelta
from uuid import UUID

from holdfast.accounts import store
from holdfast.accounts.check import checked_name
from holdfast.accounts.parts import Accounts
from holdfast.accounts.types import SCOPES, ApiKey, Caller
from holdfast.core.clock import utc_now
from holdfast.core.crypto import hash_token, new_token
from holdfast.core.db import Db
from holdfast.core.errors import Conflict, Invalid, NotFound
from holdfast.core.ids import new_id
from holdfast.core.throttle import Limit

KEY_PREFIX = "hf_"
MAX_KEYS = 50
_SHOWN_LENGTH = len(KEY_PREFIX) + 8
_LONGEST = timedelta(days=3660)
_MAKING = Limit("keys-by-account", 200, 3600)
"""Revoked keys leave a row behind; this bounds how many one can leave."""


async def create_key(
    accounts: Accounts, caller: Caller, name: str, scopes: Collection[str], expires_at: datetime | None
) -> tuple[ApiKey, str]:
    """The key as it is listed, and the key itself, which is never shown again."""
    now = utc_now()
    name = checked_name(name)
    if not name:
        raise Invalid("A key needs a name, so that you know later what it was for.", code="invalid_name")
    if not scopes or not set(scopes) <= set(SCOPES):
        raise Invalid(f"A key needs one or more of the scopes {', '.join(SCOPES)}.", code="invalid_scopes")
    if expires_at is not None and not now < expires_at < now + _LONGEST:
        raise Invalid("The time of expiry must lie in the next ten years.", code="invalid_expiry")
    await accounts.throttle.take(_MAKING, str(caller.user_id))
    secret = KEY_PREFIX + new_token()
    key = ApiKey(new_id(), name, secret[:_SHOWN_LENGTH], tuple(sorted(set(scopes))), now, None, expires_at)
    async with accounts.db.as_user(caller.user_id) as tx:
        if not await store.add_api_key(tx, caller.user_id, key, hash_token(secret), at_most=MAX_KEYS):
            raise Conflict(f"There are {MAX_KEYS} keys already; revoke one first.", code="too_many_keys")
    return key, secret


async def list_keys(db: Db, caller: Caller) -> Sequence[ApiKey]:
    async with db.as_user(caller.user_id) as tx:
        return await store.list_api_keys(tx, caller.user_id)


async def revoke_key(db: Db, caller: Caller, key_id: UUID) -> None:
    async with db.as_user(caller.user_id) as tx:
        if not await store.revoke_api_key(tx, caller.user_id, key_id):
            raise NotFound("There is no such key.")
