"""Sign in, or be asked for the second factor; and show it.

Every way in comes through here: by password and by a provider alike. Whether an account has a second factor is read
from the row that a sign-in locks, so no sign-in slips past one that is being set.
"""

from __future__ import annotations

import os

from holdfast.accounts import store as accounts_store
from holdfast.accounts.parts import Accounts
from holdfast.accounts.second_factor import store
from holdfast.accounts.second_factor.factors import options_to_show, second_ways
from holdfast.accounts.second_factor.prove import count_try, forgive_tries, prove
from holdfast.accounts.second_factor.types import FactorChallenge, NoSecondStep, Proof, SecondFactorMissing, SecondStep
from holdfast.accounts.second_factor.webauthn import Challenge
from holdfast.accounts.sign_ins import add_sign_in
from holdfast.accounts.types import OpenedSignIn, Visitor
from holdfast.core.crypto import hash_token, new_token
from holdfast.core.ids import UserId

_CHALLENGE_BYTES = 32


async def sign_in_or_ask(
    accounts: Accounts, user_id: UserId, visitor: Visitor, *, if_password: str | None = None
) -> OpenedSignIn | SecondStep:
    """After the first factor. `if_password`: the hash that was verified."""
    async with accounts.db.as_user(user_id) as tx:
        try:
            return await add_sign_in(tx, user_id, visitor.user_agent, if_password=if_password)
        except SecondFactorMissing:
            token = new_token()
            await store.add_step(tx, user_id, hash_token(token), os.urandom(_CHALLENGE_BYTES))
            return SecondStep(user_id, token)


async def look_at_step(accounts: Accounts, token: str | None, *, site: str) -> FactorChallenge:
    """What the sign-in that this browser began still asks for."""
    found = await store.find_step(accounts.db, hash_token(token or ""))
    if found is None:
        raise NoSecondStep()
    async with accounts.db.as_user(found.user_id) as tx:
        factors = await store.find_factors(tx, found.user_id)
        options = await options_to_show(tx, found.user_id, Challenge(site, found.passkey_challenge))
    return FactorChallenge(second_ways(factors, site), found.expires_at, options)


async def pass_step(
    accounts: Accounts, token: str | None, proof: Proof, visitor: Visitor, *, site: str
) -> OpenedSignIn:
    """The sign-in, or `NoSecondStep`, `WrongSecondFactor`, `RateLimited`, `Suspended`."""
    token_hash = hash_token(token or "")
    found = await store.try_step(accounts.db, token_hash)
    if found is None:
        raise NoSecondStep()
    await count_try(accounts, found.user_id, proof)
    async with accounts.db.as_user(found.user_id) as tx:
        await accounts_store.lock_account(tx, found.user_id)
        await prove(accounts, tx, found.user_id, proof, Challenge(site, found.passkey_challenge))
        if not await store.take_step(tx, found.user_id, token_hash):
            raise NoSecondStep()
        opened = await add_sign_in(tx, found.user_id, visitor.user_agent, has_passed=True)
    await forgive_tries(accounts, found.user_id)
    return opened
