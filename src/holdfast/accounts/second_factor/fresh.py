"""Changes to how one signs in want somebody who said a moment ago who they are: a stolen cookie is not enough.

Signing in is saying so. Later it is said again: with the second factor where there is one, or else with the password;
whoever has neither signs in at the provider once more.
"""

from __future__ import annotations

import os

from holdfast.accounts import sign_ins_store
from holdfast.accounts import store as accounts_store
from holdfast.accounts.login import confirm_password
from holdfast.accounts.parts import Accounts
from holdfast.accounts.second_factor import store
from holdfast.accounts.second_factor.factors import options_to_show, second_ways
from holdfast.accounts.second_factor.prove import count_try, forgive_tries, prove
from holdfast.accounts.second_factor.types import (
    FRESH_MINUTES,
    FactorChallenge,
    FreshSignInRequired,
    Proof,
    SecondFactorMissing,
)
from holdfast.accounts.second_factor.webauthn import Challenge
from holdfast.accounts.types import Caller
from holdfast.core.db import Tx
from holdfast.core.errors import Forbidden, NotFound
from holdfast.core.ids import SignInId

_CHALLENGE_BYTES = 32


async def lock_fresh(tx: Tx, caller: Caller) -> accounts_store.Locked:
    """For whoever is about to change how one signs in: first the account's row is locked, then it is asked. A sign-in
    that was ended while we waited is not fresh any more."""
    locked = await accounts_store.lock_account(tx, caller.user_id)
    await require_fresh(tx, caller)
    return locked


async def require_fresh(tx: Tx, caller: Caller) -> None:
    """`FreshSignInRequired`, or nothing. A token or a key is never fresh: nobody types one in."""
    if not await sign_ins_store.is_sign_in_fresh(tx, caller.user_id, require_sign_in(caller), minutes=FRESH_MINUTES):
        raise FreshSignInRequired()


def require_sign_in(caller: Caller) -> SignInId:
    if caller.sign_in_id is None:
        raise Forbidden("This takes a sign-in in a browser.", code="needs_sign_in")
    return caller.sign_in_id


async def ways_to_confirm(accounts: Accounts, caller: Caller, *, site: str) -> FactorChallenge:
    async with accounts.db.as_user(caller.user_id) as tx:
        factors = await store.find_factors(tx, caller.user_id)
        if factors.has_any:
            return FactorChallenge(second_ways(factors, site))
        has_password = await accounts_store.find_password_hash(tx, caller.user_id) is not None
    return FactorChallenge(["password"] if has_password else ["provider"])


async def begin_to_confirm(accounts: Accounts, caller: Caller, *, site: str) -> FactorChallenge:
    """With a challenge for a passkey of this host, where one is set."""
    challenge = Challenge(site, os.urandom(_CHALLENGE_BYTES))
    async with accounts.db.as_user(caller.user_id) as tx:
        await sign_ins_store.keep_passkey_challenge(tx, caller.user_id, require_sign_in(caller), challenge.value)
        options = await options_to_show(tx, caller.user_id, challenge)
    if options is None:
        raise NotFound("No passkey of yours can be shown at this address.", code="no_passkey")
    return FactorChallenge(["passkey"], passkey_options=options)


async def confirm(accounts: Accounts, caller: Caller, proof: Proof, password: str | None, *, site: str) -> None:
    """This sign-in is fresh again; `WrongPassword`, `WrongSecondFactor`, `RateLimited` otherwise."""
    sign_in = require_sign_in(caller)
    if password is not None:
        await _confirm_by_password(accounts, caller, password)
        return
    await count_try(accounts, caller.user_id, proof)
    async with accounts.db.as_user(caller.user_id) as tx:
        kept = await sign_ins_store.take_passkey_challenge(tx, caller.user_id, sign_in) if proof.passkey else None
    async with accounts.db.as_user(caller.user_id) as tx:
        await accounts_store.lock_account(tx, caller.user_id)
        await prove(accounts, tx, caller.user_id, proof, Challenge(site, kept) if kept else None)
        await sign_ins_store.confirm_sign_in(tx, caller.user_id, sign_in)
    await forgive_tries(accounts, caller.user_id)


async def _confirm_by_password(accounts: Accounts, caller: Caller, password: str) -> None:
    await confirm_password(accounts, caller.user_id, password)
    async with accounts.db.as_user(caller.user_id) as tx:
        # Whoever has the cookie and the password must not take the second factor away with them.
        if (await accounts_store.lock_account(tx, caller.user_id)).has_second_factor:
            raise SecondFactorMissing()
        await sign_ins_store.confirm_sign_in(tx, caller.user_id, require_sign_in(caller))
