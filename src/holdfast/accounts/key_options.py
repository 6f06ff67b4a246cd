"""A key over its life: made with what it may, changed, given a new secret, ended; each noted with its place."""

from __future__ import annotations

import ipaddress
from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta

from holdfast.accounts import keys_store
from holdfast.accounts.keys import (
    MAKING,
    MAX_KEYS,
    check_expiry,
    checked_key_name,
    checked_network,
    checked_scopes,
    new_key,
    new_secret,
    shown_of,
    too_many_keys,
    unknown_key,
)
from holdfast.accounts.parts import Accounts
from holdfast.accounts.sign_ins import lock_if_still_in
from holdfast.accounts.types import ApiKey, Caller, KeyEvent, KeyWindows, KeyWish
from holdfast.core.clock import utc_now
from holdfast.core.crypto import hash_token
from holdfast.core.db import Db, Tx
from holdfast.core.errors import Forbidden, Invalid, RateLimited
from holdfast.core.ids import KeyId
from holdfast.core.throttle import IpNetwork

MAX_OVERLAP = timedelta(days=30)
"""So long at most an old secret holds beside the new one."""
MAX_EVENTS = 100


async def make_key(accounts: Accounts, caller: Caller, wish: KeyWish, *, place: str) -> tuple[ApiKey, str]:
    """The key as it is listed, and the key itself, which is never shown again."""
    key, secret = new_key(wish)
    await accounts.throttle.take(MAKING, str(caller.user_id))
    async with accounts.db.as_user(caller.user_id) as tx:
        await lock_if_still_in(tx, caller)
        if not await keys_store.add_api_key(tx, caller.user_id, key, hash_token(secret), at_most=MAX_KEYS):
            raise too_many_keys()
        await keys_store.add_event(tx, caller.user_id, key.id, "made", place)
    return key, secret


async def list_keys(db: Db, caller: Caller) -> Sequence[ApiKey]:
    async with db.as_user(caller.user_id) as tx:
        return await keys_store.list_keys(tx, caller.user_id)


async def change_key(db: Db, caller: Caller, key_id: KeyId, changes: dict[str, object], *, place: str) -> ApiKey:
    """`changes`: of `ApiKey`'s own fields; what is not named stays."""
    async with db.as_user(caller.user_id) as tx:
        found = await keys_store.find_key(tx, caller.user_id, key_id)
        if found is None:
            raise unknown_key()
        changed = replace(found, **changes)  # type: ignore[arg-type]
        changed = replace(
            changed,
            name=checked_key_name(changed.name),
            scopes=checked_scopes(changed.scopes),
            networks=tuple(map(checked_network, changed.networks)),
        )
        if "expires_at" in changes:
            check_expiry(changed.expires_at)
        await keys_store.change_key(tx, caller.user_id, changed)
        await keys_store.add_event(tx, caller.user_id, key_id, "changed", place)
    return changed


async def rotate_key(
    accounts: Accounts, caller: Caller, key_id: KeyId, *, overlap: timedelta, place: str
) -> tuple[ApiKey, str]:
    """A new secret for the same key; the old one holds for so long, and no longer than the key."""
    if not timedelta() <= overlap <= MAX_OVERLAP:
        raise Invalid(f"The old key may hold for {MAX_OVERLAP.days} days at most.", code="invalid_overlap")
    await accounts.throttle.take(MAKING, str(caller.user_id))
    secret = new_secret()
    until = utc_now() + overlap if overlap else None
    async with accounts.db.as_user(caller.user_id) as tx:
        await lock_if_still_in(tx, caller)
        found = await keys_store.find_key(tx, caller.user_id, key_id)
        if found is None:
            raise unknown_key()
        await keys_store.rotate_key(tx, caller.user_id, key_id, shown_of(secret), hash_token(secret), until)
        await keys_store.add_event(tx, caller.user_id, key_id, "rotated", place)
    return replace(found, prefix=shown_of(secret), previous_until=until), secret


async def end_key(db: Db, caller: Caller, key_id: KeyId, *, place: str) -> None:
    async with db.as_user(caller.user_id) as tx:
        if not await keys_store.revoke_api_key(tx, caller.user_id, key_id):
            raise unknown_key()
        await keys_store.add_event(tx, caller.user_id, key_id, "revoked", place)


async def list_events(db: Db, caller: Caller, key_id: KeyId) -> Sequence[KeyEvent]:
    """What became of it, the newest first, also of one that has ended."""
    async with db.as_user(caller.user_id) as tx:
        found = await keys_store.list_events(tx, caller.user_id, key_id, limit=MAX_EVENTS)
        if not found and await keys_store.find_key(tx, caller.user_id, key_id) is None:
            raise unknown_key()
        return found


async def used_key(db: Db, caller: Caller) -> ApiKey | None:
    """The key that this request was made with; None: it was made without one."""
    if caller.key_id is None:
        return None
    async with db.as_user(caller.user_id) as tx:
        return await keys_store.find_used_key(tx, caller.user_id, caller.key_id)


async def count_request(db: Db, caller: Caller) -> KeyWindows | None:
    """One of those that the key may make; `RateLimited` with what ran out. None: it may make as many as it likes."""
    if caller.key_id is None or not caller.is_counted:
        return None
    async with db.as_user(caller.user_id) as tx:
        windows, spend = await keys_store.take_request(tx, caller.key_id)
    if spend.is_used_up:
        raise RateLimited(
            f"This API key has spent its {spend.spend_limit_usd:.2f} US dollars of this month.",
            code="key_spend_limit_reached",
            details={"window": "month", "limitUsd": spend.spend_limit_usd, "spentUsd": round(spend.spent_usd, 6)},
            retry_after_seconds=spend.month_seconds,
        )
    if windows.is_taken:
        return windows if windows.are_limited else None
    window = windows.ran_out
    raise RateLimited(
        f"This API key may make {window.limit} requests a {window.name}; try again in {window.seconds} seconds.",
        code="key_limit_reached",
        details={"window": window.name, "limit": window.limit},
        retry_after_seconds=window.seconds,
    )


async def note_cost(tx: Tx, key_id: KeyId, cost_usd: float | None) -> None:
    """Of an answer that was given for a key's request, in the transaction that ends it; None: nobody knows."""
    if cost_usd:
        await keys_store.note_cost(tx, key_id, cost_usd)


async def note_cost_of(db: Db, caller: Caller, cost_usd: float | None) -> None:
    """The same, of what was answered outside of a turn."""
    if caller.key_id is not None:
        async with db.as_user(caller.user_id) as tx:
            await note_cost(tx, caller.key_id, cost_usd)


def must_come_from(caller: Caller, peer: str) -> None:
    """A key that is bound to networks opens nothing from elsewhere."""
    if not caller.networks:
        return
    try:
        here = ipaddress.ip_network(peer, strict=False)
    except ValueError:
        here = None
    if here is None or not any(_holds(ipaddress.ip_network(one), here) for one in caller.networks):
        raise Forbidden("This API key is not accepted from this network.", code="key_not_from_here")


def must_reach(caller: Caller, *names: str) -> None:
    """A key that is bound to models reaches no other, by whatever way."""
    for name in names:
        if caller.models is not None and name not in caller.models:
            refused = f"This API key does not open the model {name[:100]}."
            raise Forbidden(refused, code="model_not_allowed", details={"param": "model"})


def _holds(network: IpNetwork, here: IpNetwork) -> bool:
    return network.version == here.version and here.subnet_of(network)  # type: ignore[arg-type]
