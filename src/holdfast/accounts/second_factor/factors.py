"""Which second factors somebody has set, and how they may show who they are."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from holdfast.accounts.second_factor import store
from holdfast.accounts.second_factor.types import Factors, Way
from holdfast.accounts.second_factor.webauthn import Challenge, host_for_passkeys, request_options
from holdfast.accounts.types import Caller
from holdfast.core.db import Db, Tx
from holdfast.core.ids import UserId


async def list_factors(db: Db, caller: Caller) -> Factors:
    async with db.as_user(caller.user_id) as tx:
        return await store.find_factors(tx, caller.user_id)


def second_ways(factors: Factors, site: str) -> Sequence[Way]:
    """What can be shown at this address of ours: a passkey belongs to the host it was made for."""
    ways: list[Way] = []
    if any(one.rp_id == host_for_passkeys(site) for one in factors.passkeys):
        ways.append("passkey")
    if factors.app_since is not None:
        ways.append("code")
    if factors.recovery_codes_left:
        ways.append("recovery_code")
    return ways


async def options_to_show(tx: Tx, user_id: UserId, challenge: Challenge) -> Mapping[str, Any] | None:
    """What the browser is asked to show; None where no passkey of this host is set."""
    known = await store.find_passkeys(tx, user_id, challenge.rp_id or "")
    return request_options(challenge, [one.credential_id for one in known]) if known else None
