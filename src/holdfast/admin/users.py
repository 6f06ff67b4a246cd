"""Accounts: that they exist, what plan they have, when they were last seen. Not what they do."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any
from uuid import UUID

from holdfast.accounts.admins import as_admin
from holdfast.admin import store
from holdfast.admin.types import User, UserFilter
from holdfast.core.db import Db
from holdfast.core.errors import NotFound
from holdfast.core.ids import UserId
from holdfast.entitlements.access import Entitlements
from holdfast.entitlements.assign import assign
from holdfast.entitlements.plans import Plan


async def list_users(
    db: Db, admin_id: UserId, wanted: UserFilter = UserFilter(), *, after: UUID | None, limit: int
) -> Sequence[User]:
    """In the order they came."""
    async with as_admin(db, admin_id) as tx:
        return await store.list_users(tx, wanted, after, limit)


async def get_user(db: Db, admin_id: UserId, user_id: UserId) -> User:
    async with as_admin(db, admin_id) as tx:
        found = await store.find_user(tx, user_id)
    if found is None:
        raise NotFound("There is no such account.")
    return found


async def give_plan(
    entitlements: Entitlements, admin_id: UserId, user_id: UserId, plan: Plan | None, limits: Any
) -> User:
    """Their own plan and limits, whole: what is not named is no longer limited, or no longer lifted."""
    await assign(entitlements, admin_id, user_id, plan, limits)
    return await get_user(entitlements.db, admin_id, user_id)
