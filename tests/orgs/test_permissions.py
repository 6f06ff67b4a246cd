"""The same rules asked of the database, for every role, permission and target there is."""

from __future__ import annotations

from itertools import product
from typing import get_args

import asyncpg
import pytest

from holdfast.core.db import Db, Tx
from holdfast.core.ids import OrgId, UserId, new_id
from holdfast.orgs.permissions import (
    ROLE_PERMISSIONS,
    Permission,
    Role,
    get_user_org_role,
    require_org_permission,
)
from holdfast.orgs.types import MissingPermission, UnknownOrganization
from tests.orgs.company import Company, company, someone

pytestmark = pytest.mark.anyio


async def _may(here: Company, role: Role, permission: Permission) -> bool:
    user = here.with_role(role)
    async with here.orgs.db.as_user(user) as tx:
        return await _has(tx, user, here.id, permission)


async def _has(tx: Tx, user: UserId, org: OrgId, permission: Permission) -> bool:
    try:
        await require_org_permission(tx, user, org, permission)
    except (MissingPermission, UnknownOrganization):
        return False
    return True


async def test_the_database_says_what_the_table_says_for_every_role_and_permission(db: Db) -> None:
    here = await company(db)
    for role, permission in product(get_args(Role), get_args(Permission)):
        user = here.with_role(role)
        async with db.as_user(user) as tx:
            assert await _has(tx, user, here.id, permission) == (permission in ROLE_PERMISSIONS[role])
            if permission in ROLE_PERMISSIONS[role]:
                assert await require_org_permission(tx, user, here.id, permission) == role
            else:
                with pytest.raises(MissingPermission) as refused:
                    await require_org_permission(tx, user, here.id, permission)
                assert refused.value.details == {"permission": permission}


async def test_strangers_have_no_permission_at_all_and_do_not_learn_that_there_is_an_organization(db: Db) -> None:
    here = await company(db)
    nobody = await someone(db, "nobody")
    for user, permission in product((here.stranger, nobody), get_args(Permission)):
        for org in (here.id, OrgId(new_id())):
            async with db.as_user(user) as tx:
                assert not await _has(tx, user, org, permission)
                with pytest.raises(UnknownOrganization):
                    await require_org_permission(tx, user, org, permission)


async def test_a_member_cannot_ask_in_the_name_of_somebody_of_another_organization(db: Db) -> None:
    here = await company(db)
    async with db.as_user(here.stranger) as tx:
        assert not await _has(tx, here.owner, here.id, "org.view")
        assert await get_user_org_role(tx, here.owner, here.id) is None


async def test_an_admin_cannot_manage_billing(db: Db) -> None:
    here = await company(db)
    assert await _may(here, "admin", "billing.view")
    assert not await _may(here, "admin", "billing.manage")


async def test_an_admin_can_remove_members_but_not_edit_roles(db: Db) -> None:
    here = await company(db)
    assert await _may(here, "admin", "members.remove")
    assert not await _may(here, "admin", "members.edit_role")


async def test_a_member_cannot_invite(db: Db) -> None:
    assert not await _may(await company(db), "member", "members.invite")


async def test_a_membership_without_a_role_as_old_data_has_it_is_that_of_a_member(
    db: Db, as_owner: asyncpg.Connection
) -> None:
    here = await company(db)
    await as_owner.execute("update org_members set role = null where user_id = $1", here.admin)
    async with db.as_user(here.admin) as tx:
        assert await get_user_org_role(tx, here.admin, here.id) == "member"
        for permission in get_args(Permission):
            allowed = await _has(tx, here.admin, here.id, permission)
            assert allowed == (permission in ROLE_PERMISSIONS["member"])
