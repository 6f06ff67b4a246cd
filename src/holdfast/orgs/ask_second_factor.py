"""An organization asks its members for a second factor: switched by an owner, who has one and says who they are.

Whoever has none by their deadline is kept out: of the organization's pages, its plan, and whatever it owns. They still
belong, see what to do, and may leave. What a provider says of how it let somebody in counts for nothing here.
"""

from __future__ import annotations

from holdfast.accounts.second_factor.fresh import lock_fresh
from holdfast.accounts.types import Caller
from holdfast.core.errors import Invalid
from holdfast.core.ids import OrgId
from holdfast.orgs import store
from holdfast.orgs.orgs import get_own_org
from holdfast.orgs.parts import Orgs
from holdfast.orgs.permissions import get_user_org_role, locked_role
from holdfast.orgs.types import NoOwnSecondFactor, Org, OwnersOnly

MAX_GRACE_DAYS = 30


async def ask_second_factor(orgs: Orgs, caller: Caller, org_id: OrgId, grace_days: int | None) -> Org:
    """`grace_days`: how long members have to set one, from now or from their joining; None: it is asked for no more.
    Other days for what is asked for already count from when it was first asked for."""
    if grace_days is not None and not 0 <= grace_days <= MAX_GRACE_DAYS:
        raise Invalid(f"Members may be given 0 to {MAX_GRACE_DAYS} days.", code="invalid_grace_days")
    async with orgs.db.as_user(caller.user_id) as tx:
        await locked_role(tx, caller.user_id, org_id)
        if await get_user_org_role(tx, caller.user_id, org_id) != "owner":
            raise OwnersOnly("Only an owner of the organization may change this.")
        if not (await lock_fresh(tx, caller)).has_second_factor:
            raise NoOwnSecondFactor()
        before = await store.find_grace_days(tx, org_id)
        if before != grace_days:
            await store.set_grace_days(tx, org_id, grace_days)
            told = {"from": before, "to": grace_days}
            await store.add_event(tx, org_id, caller.user_id, "org.second_factor_changed", told)
        members = await store.member_ids(tx, org_id)
    await orgs.on_change(members)
    return await get_own_org(orgs.db, caller.user_id)
