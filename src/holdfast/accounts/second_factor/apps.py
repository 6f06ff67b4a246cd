"""The authenticator app: show its secret, confirm it with a code, remove it.

A secret asks for nothing until a code of it was shown: whoever cannot read the QR code is not locked out by it. The
first factor ends every other sign-in, so that whoever is in has passed it or has set it.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, field

from holdfast.accounts.parts import Accounts
from holdfast.accounts.second_factor import store
from holdfast.accounts.second_factor.first import first_factor_set
from holdfast.accounts.second_factor.fresh import lock_fresh
from holdfast.accounts.second_factor.prove import SECRET_PURPOSE, count_try
from holdfast.accounts.second_factor.qr import QrCode, qr_code
from holdfast.accounts.second_factor.totp import matching_step, new_secret, uri
from holdfast.accounts.second_factor.types import AppAlreadySet, Proof, WrongCode
from holdfast.accounts.types import Caller
from holdfast.core.errors import NotFound


@dataclass(frozen=True, slots=True)
class ShownSecret:
    secret: str = field(repr=False)
    uri: str = field(repr=False)
    qr: QrCode = field(repr=False)


async def show_secret(accounts: Accounts, caller: Caller, *, issuer: str) -> ShownSecret:
    """A new one each time; one that was shown before and never confirmed is worth nothing."""
    secret = new_secret()
    sealed = accounts.box.seal(secret, owner=str(caller.user_id), purpose=SECRET_PURPOSE)
    async with accounts.db.as_user(caller.user_id) as tx:
        await lock_fresh(tx, caller)
        if not await store.keep_secret(tx, caller.user_id, sealed):
            raise AppAlreadySet()
    told = uri(secret, account=caller.email or caller.name or str(caller.user_id), issuer=issuer)
    return ShownSecret(secret, told, qr_code(told))


async def confirm_app(accounts: Accounts, caller: Caller, code: str) -> Sequence[str]:
    """From now on it is asked for. The recovery codes, where this is the first factor; none where there is another."""
    await count_try(accounts, caller.user_id, Proof(code=code))
    async with accounts.db.as_user(caller.user_id) as tx:
        locked = await lock_fresh(tx, caller)
        kept = await store.find_secret(tx, caller.user_id)
        if kept is None:
            raise NotFound("No authenticator app is being set up; begin anew.")
        if kept.is_confirmed:
            raise AppAlreadySet()
        secret = accounts.box.open(kept.sealed, owner=str(caller.user_id), purpose=SECRET_PURPOSE)
        step = matching_step(secret, code, time.time())
        if step is None:
            raise WrongCode()
        if not await store.confirm_secret(tx, caller.user_id, kept.sealed, step):
            raise WrongCode()
        return [] if locked.has_second_factor else await first_factor_set(tx, caller)


async def remove_app(accounts: Accounts, caller: Caller) -> None:
    async with accounts.db.as_user(caller.user_id) as tx:
        await lock_fresh(tx, caller)
        if not await store.drop_secret(tx, caller.user_id):
            raise NotFound("No authenticator app is set.")
