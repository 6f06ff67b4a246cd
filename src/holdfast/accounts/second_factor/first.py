"""What the first factor brings: recovery codes, and that whoever is in has passed it or has set it."""

from __future__ import annotations

from collections.abc import Sequence

from holdfast.accounts import sign_ins_store
from holdfast.accounts.second_factor.recovery_codes import replace_recovery_codes
from holdfast.accounts.types import Caller
from holdfast.core.db import Tx


async def first_factor_set(tx: Tx, caller: Caller) -> Sequence[str]:
    """Every other sign-in ends. The codes, to be shown once."""
    await sign_ins_store.end_sign_ins(tx, caller.user_id, but=caller.sign_in_id)
    return await replace_recovery_codes(tx, caller.user_id)
