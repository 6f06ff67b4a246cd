"""Give somebody a plan and limits of their own; the schema asks again whether whoever does may."""

from __future__ import annotations

from typing import Any

import asyncpg

from holdfast.core.errors import Forbidden, NotFound
from holdfast.core.ids import UserId
from holdfast.entitlements import store
from holdfast.entitlements.access import Entitlements
from holdfast.entitlements.compute import check_limits
from holdfast.entitlements.plans import Plan


async def assign(
    entitlements: Entitlements, by: UserId | None, user_id: UserId, plan: Plan | None, limits: Any
) -> None:
    """`by`: an admin; None: the installation's own work. A plan of None is the installation's default."""
    checked = check_limits(limits)
    db = entitlements.db
    try:
        async with db.as_user(by) if by else db.as_nobody() as tx:
            is_known = await store.change_user_plan(tx, user_id, plan, checked)
    except asyncpg.InsufficientPrivilegeError:
        raise Forbidden("Only an admin of this installation may do this.", code="not_admin") from None
    if not is_known:
        raise NotFound("There is no such account.")
    await entitlements.invalidate([user_id])
