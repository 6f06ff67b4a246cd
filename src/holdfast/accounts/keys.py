"""API keys: shown once, kept as a hash, limited to what their scopes say.

One is a person's own, or an organization's (`orgs/keys.py`): then it acts as whoever made it, while they are in it.
"""

from __future__ import annotations

import ipaddress
import string
import zlib
from collections.abc import Collection, Sequence
from datetime import datetime, timedelta

from holdfast.accounts import keys_store
from holdfast.accounts.check import checked_name
from holdfast.accounts.sign_ins import lock_if_still_in
from holdfast.accounts.types import SCOPES, ApiKey, Caller, KeyWish, OrgKey
from holdfast.core.clock import utc_now
from holdfast.core.crypto import hash_token, new_token
from holdfast.core.db import Tx
from holdfast.core.errors import Conflict, Invalid, NotFound
from holdfast.core.ids import KeyId, OrgId, UserId, new_id
from holdfast.core.throttle import Limit

KEY_PREFIX = "hf_"
CHECKSUM_LENGTH = 6
MAX_KEYS = 50
_WIDEST_V6 = 64
"""Of an IPv6 address we know the household, and no more."""
_DIGITS = string.digits + string.ascii_uppercase + string.ascii_lowercase
_SHOWN_LENGTH = len(KEY_PREFIX) + 8
_MAX_LIFE = timedelta(days=3660)
MAKING = Limit("keys-by-account", 200, 3600)
"""Revoked keys leave a row behind; this bounds how many one can leave."""


def new_key(wish: KeyWish) -> tuple[ApiKey, str]:
    """A key as it will be listed, and the key itself; `Invalid` where it could not be."""
    check_expiry(wish.expires_at)
    secret = new_secret()
    key = ApiKey(
        id=KeyId(new_id()),
        name=checked_key_name(wish.name),
        prefix=shown_of(secret),
        scopes=checked_scopes(wish.scopes),
        created_at=utc_now(),
        last_used_at=None,
        expires_at=wish.expires_at,
        minute_limit=wish.minute_limit,
        day_limit=wish.day_limit,
        models=tuple(wish.models),
        networks=tuple(map(checked_network, wish.networks)),
        spend_limit_usd=wish.spend_limit_usd,
    )
    return key, secret


def checked_key_name(name: str) -> str:
    name = checked_name(name)
    if not name:
        raise Invalid("A key needs a name, so that you know later what it was for.", code="invalid_name")
    return name


def checked_scopes(scopes: Collection[str]) -> tuple[str, ...]:
    if not scopes or not set(scopes) <= set(SCOPES):
        raise Invalid(f"A key needs one or more of the scopes {', '.join(SCOPES)}.", code="invalid_scopes")
    return tuple(sorted(set(scopes)))


def checked_network(given: str) -> str:
    try:
        network = ipaddress.ip_network(given.strip(), strict=False)
    except ValueError:
        told = "A network is an address, or one with a length, as 192.0.2.0/24."
        raise Invalid(told, code="invalid_network") from None
    if network.version == 6 and network.prefixlen > _WIDEST_V6:
        network = network.supernet(new_prefix=_WIDEST_V6)
    return str(network)


def check_expiry(expires_at: datetime | None) -> None:
    now = utc_now()
    if expires_at is not None and not now < expires_at < now + _MAX_LIFE:
        raise Invalid("The time of expiry must lie in the next ten years.", code="invalid_expiry")


def new_secret() -> str:
    """`hf_`, 43 characters that nobody guesses, and six that show whether those were copied whole: whoever looks for
    leaked keys knows one without asking us."""
    secret = KEY_PREFIX + new_token()
    return secret + checksum(secret)


def checksum(text: str) -> str:
    """CRC-32 in six digits of 0-9A-Za-z."""
    rest, digits = zlib.crc32(text.encode()), ""
    for _ in range(CHECKSUM_LENGTH):
        rest, digit = divmod(rest, len(_DIGITS))
        digits = _DIGITS[digit] + digits
    return digits


def shown_of(secret: str) -> str:
    return secret[:_SHOWN_LENGTH]


def too_many_keys() -> Conflict:
    return Conflict(f"There are {MAX_KEYS} keys already; revoke one first.", code="too_many_keys")


def unknown_key() -> NotFound:
    return NotFound("There is no such key.")


async def add_org_key(tx: Tx, caller: Caller, org_id: OrgId, key: ApiKey, secret: str) -> None:
    """For an organization, in a transaction that holds its lock. It acts as whoever makes it."""
    await lock_if_still_in(tx, caller)
    if not await keys_store.add_org_key(tx, org_id, caller.user_id, key, hash_token(secret), at_most=MAX_KEYS):
        raise too_many_keys()


async def list_org_keys(tx: Tx) -> Sequence[OrgKey]:
    """Those of the asker's organization, newest first."""
    return await keys_store.list_org_keys(tx)


async def revoke_org_key(tx: Tx, org_id: OrgId, key_id: KeyId, *, of_maker: UserId | None) -> str | None:
    """What it was called; None: there is no such key, or (`of_maker`) somebody else made it."""
    return await keys_store.revoke_org_key(tx, org_id, key_id, of_maker=of_maker)
