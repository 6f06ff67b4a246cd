"""Which second factors somebody has set, and how they may show who they are."""

from __future__ import annotations

from collections.abc import Sequence

from holdfast.accounts.second_factor import store
from holdfast.accounts.second_factor.types import Factors, Way
from holdfast.accounts.types import Caller
from holdfast.core.db import Db


async def list_factors(db: Db, caller: Caller) -> Factors:
    async with db.as_user(caller.user_id) as tx:
        return await store.find_factors(tx, caller.user_id)


def second_ways(factors: Factors) -> Sequence[Way]:
    ways: list[Way] = []
    if factors.passkeys:
        ways.append("passkey")
    if factors.app_since is not None:
        ways.append("code")
    if factors.recovery_codes_left:
        ways.append("recovery_code")
    return ways
