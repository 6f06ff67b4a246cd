"""What is asked of a model for a person outside of an answer: learning, summaries, titles.

Nobody waits for these, so nobody sees what they cost, and words brought into the memory by a program make many of them
at once. Each question is therefore reserved before it is asked, like a chat. Beyond the limit the rules do the work
that a model would have done better: nothing that was said is lost, and nothing waits.
"""

from __future__ import annotations

from dataclasses import dataclass

from holdfast.core.db import LOCAL_TENANT, Owner, account_of
from holdfast.core.errors import Unauthenticated
from holdfast.core.ids import UserId
from holdfast.entitlements.access import Entitlements
from holdfast.entitlements.plans import Feature
from holdfast.entitlements.types import QuotaExhausted
from holdfast.entitlements.usage import reserve
from holdfast.models.failures import failed
from holdfast.models.types import Failure

CALLS: Feature = "background_calls_per_day"


@dataclass(frozen=True, slots=True)
class BackgroundBudget:
    """Built once in `wiring`."""

    entitlements: Entitlements

    async def spend(self, owner: Owner) -> None:
        """One question; `ModelFailed` (`spent`) where none is left. Owners who are no accounts belong to the program
        that holds the service key, and that is the operator's own."""
        user = _account(owner)
        if user is None:
            return
        try:
            access = await self.entitlements.uncounted(user)
        except Unauthenticated:
            return  # an id in the shape of ours that is nobody's account
        try:
            async with self.entitlements.db.as_user(user) as tx:
                await reserve(tx, access, CALLS, self.entitlements.clock())
        except QuotaExhausted:
            raise failed(Failure.SPENT) from None


def _account(owner: Owner) -> UserId | None:
    if owner.tenant_id != LOCAL_TENANT:
        return None
    try:
        return account_of(owner)
    except ValueError:
        return None
