"""New recovery codes, for whoever used some up or fears that somebody has read them."""

from __future__ import annotations

from collections.abc import Sequence

from holdfast.accounts.parts import Accounts
from holdfast.accounts.second_factor.fresh import lock_fresh
from holdfast.accounts.second_factor.recovery_codes import replace_recovery_codes
from holdfast.accounts.types import Caller
from holdfast.core.errors import NotFound


async def renew_recovery_codes(accounts: Accounts, caller: Caller) -> Sequence[str]:
    """Ten new ones; the old ones are worth nothing from here on."""
    async with accounts.db.as_user(caller.user_id) as tx:
        if not (await lock_fresh(tx, caller)).has_second_factor:
            raise NotFound("Recovery codes stand in for a second factor; set one first.")
        return await replace_recovery_codes(tx, caller.user_id)
