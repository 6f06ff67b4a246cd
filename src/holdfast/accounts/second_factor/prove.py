"""Is what somebody shows right? A code is spent by being shown, in the transaction of what it opens.

Only whoever knows the password comes this far, so a stranger cannot use up anybody's tries. Codes of an app are few
(a million), so tries are counted narrowly; recovery codes and passkeys cannot be guessed, and are counted apart, so
that their owner comes in while somebody who has the password guesses at the others.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from typing import Any

from holdfast.accounts.parts import Accounts
from holdfast.accounts.second_factor import store
from holdfast.accounts.second_factor.recovery_codes import spend_recovery_code
from holdfast.accounts.second_factor.totp import matching_step
from holdfast.accounts.second_factor.types import Proof, WrongSecondFactor
from holdfast.accounts.second_factor.webauthn import Challenge, read_shown
from holdfast.core.db import Tx
from holdfast.core.ids import UserId
from holdfast.core.throttle import Limit

SECRET_PURPOSE = "authenticator secret"
_CODES = Limit("second-factor-codes", 10, 900, is_kept=True)
_CODES_OF_A_DAY = Limit("second-factor-codes-a-day", 60, 86400, is_kept=True)
_RECOVERY = Limit("recovery-codes", 20, 900, is_kept=True)
_PASSKEYS = Limit("passkeys-shown", 60, 900, is_kept=True)


async def count_try(accounts: Accounts, user_id: UserId, proof: Proof) -> None:
    """Before anything is looked at; `RateLimited` when there were too many."""
    if proof.code is not None:
        await accounts.throttle.take(_CODES, str(user_id))
        await accounts.throttle.take(_CODES_OF_A_DAY, str(user_id))
    elif proof.recovery_code is not None:
        await accounts.throttle.take(_RECOVERY, str(user_id))
    else:
        await accounts.throttle.take(_PASSKEYS, str(user_id))


async def forgive_tries(accounts: Accounts, user_id: UserId) -> None:
    """Not those of the day: a thief who waits for the owner to come in gets no more guesses by it."""
    await accounts.throttle.forgive(_CODES, str(user_id))
    await accounts.throttle.forgive(_RECOVERY, str(user_id))


async def prove(accounts: Accounts, tx: Tx, user_id: UserId, proof: Proof, challenge: Challenge | None) -> None:
    """Returns when it is right and now spent; `WrongSecondFactor` else. `challenge`: what a passkey had to sign."""
    is_right = False
    if proof.code is not None:
        is_right = await _spend_code(accounts, tx, user_id, proof.code)
    elif proof.recovery_code is not None:
        is_right = await spend_recovery_code(tx, user_id, proof.recovery_code)
    elif proof.passkey is not None and challenge is not None:
        is_right = await _is_passkey(tx, user_id, proof.passkey, challenge)
    if not is_right:
        raise WrongSecondFactor()


async def _is_passkey(tx: Tx, user_id: UserId, answer: Mapping[str, Any], challenge: Challenge) -> bool:
    known = {one.credential_id: one for one in await store.find_passkeys(tx, user_id, challenge.rp_id or "")}
    shown = read_shown(challenge, answer, [one.credential for one in known.values()])
    if shown is None:
        return False
    return await store.note_passkey_shown(tx, user_id, known[shown.credential_id].id, shown.sign_count)


async def _spend_code(accounts: Accounts, tx: Tx, user_id: UserId, typed: str) -> bool:
    kept = await store.find_secret(tx, user_id)
    if kept is None or not kept.is_confirmed:
        return False
    secret = accounts.box.open(kept.sealed, owner=str(user_id), purpose=SECRET_PURPOSE)
    step = matching_step(secret, typed, time.time())
    return step is not None and await store.spend_step(tx, user_id, step)
