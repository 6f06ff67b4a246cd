"""Passkeys: begin to add one, add it, remove it. `webauthn` says whether a key is right; here is whose it is."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from typing import Any

from holdfast.accounts import sign_ins_store
from holdfast.accounts.check import checked_name
from holdfast.accounts.parts import Accounts
from holdfast.accounts.second_factor import store
from holdfast.accounts.second_factor.first import first_factor_set
from holdfast.accounts.second_factor.fresh import lock_fresh, require_sign_in
from holdfast.accounts.second_factor.types import WrongPasskey
from holdfast.accounts.second_factor.webauthn import (
    Challenge,
    NoPasskeysHere,
    VerifiedPasskey,
    creation_options,
    host_for_passkeys,
    read_made,
)
from holdfast.accounts.types import Caller
from holdfast.core.db import Tx
from holdfast.core.errors import Conflict, NotFound
from holdfast.core.ids import PasskeyId, new_id
from holdfast.core.throttle import Limit

MAX_PASSKEYS = 10
_CHALLENGE_BYTES = 32
_ADDING = Limit("passkeys-by-account", 60, 3600)


async def begin_passkey(accounts: Accounts, caller: Caller, *, site: str) -> Mapping[str, Any]:
    """What the browser is to make; see `creation_options`."""
    challenge = Challenge(site, os.urandom(_CHALLENGE_BYTES))
    if challenge.rp_id is None:
        raise NoPasskeysHere()
    async with accounts.db.as_user(caller.user_id) as tx:
        await lock_fresh(tx, caller)
        known = await store.find_passkeys(tx, caller.user_id, challenge.rp_id)
        await sign_ins_store.keep_passkey_challenge(tx, caller.user_id, require_sign_in(caller), challenge.value)
    name = caller.email or caller.name or "Somebody"
    return creation_options(challenge, caller.user_id.bytes, name, [one.credential_id for one in known])


async def add_passkey(
    accounts: Accounts, caller: Caller, name: str, answer: Mapping[str, Any], *, site: str
) -> Sequence[str]:
    """From now on it may be shown. The recovery codes, where this is the first factor; none where there is another."""
    name = checked_name(name)[:100] or "Passkey"
    await accounts.throttle.take(_ADDING, str(caller.user_id))
    made = read_made(await taken_challenge(accounts, caller, site), answer)
    if made is None:
        raise WrongPasskey()
    async with accounts.db.as_user(caller.user_id) as tx:
        locked = await lock_fresh(tx, caller)
        await _keep(tx, caller, made, host_for_passkeys(site) or "", name)
        return [] if locked.has_second_factor else await first_factor_set(tx, caller)


async def _keep(tx: Tx, caller: Caller, made: VerifiedPasskey, rp_id: str, name: str) -> None:
    new = store.NewPasskey(new_id(), made.credential_id, made.credential, rp_id, made.sign_count, name)
    outcome = await store.add_passkey(tx, caller.user_id, new, at_most=MAX_PASSKEYS)
    if outcome == "full":
        raise Conflict(f"There are {MAX_PASSKEYS} passkeys already; remove one first.", code="too_many_passkeys")
    if outcome == "taken":
        raise Conflict("This key is set already.", code="passkey_taken")


async def taken_challenge(accounts: Accounts, caller: Caller, site: str) -> Challenge:
    """The one this sign-in was given; spent now, whatever comes of it."""
    async with accounts.db.as_user(caller.user_id) as tx:
        value = await sign_ins_store.take_passkey_challenge(tx, caller.user_id, require_sign_in(caller))
    if value is None:
        raise NotFound("No passkey is being asked for; begin anew.", code="no_challenge")
    return Challenge(site, value)


async def remove_passkey(accounts: Accounts, caller: Caller, passkey_id: PasskeyId) -> None:
    async with accounts.db.as_user(caller.user_id) as tx:
        await lock_fresh(tx, caller)
        if await store.drop_passkey(tx, caller.user_id, passkey_id) is None:
            raise NotFound("There is no such passkey.")
