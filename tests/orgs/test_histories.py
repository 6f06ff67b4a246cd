"""Whatever people do in whatever order, the database is where a small model of the rules says it is."""

from __future__ import annotations

from collections.abc import Awaitable
from typing import Literal, get_args

import asyncpg
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from holdfast.core.db import Db
from holdfast.core.errors import AppError
from holdfast.core.ids import OrgId, UserId, new_id
from holdfast.orgs.join import accept_invite
from holdfast.orgs.leave import leave_org
from holdfast.orgs.members import change_role, remove_member
from holdfast.orgs.orgs import delete_org
from holdfast.orgs.parts import Orgs
from holdfast.orgs.roles import Role, allows, may_manage
from tests.orgs.company import found, invite, open_orgs, roles_in, someone

pytestmark = pytest.mark.anyio

Deed = Literal["join", "leave", "hand over", "remove", "change role", "delete"]
PEOPLE = 4
steps = st.lists(
    st.tuples(
        st.sampled_from([*get_args(Deed), "join", "change role", "change role"]),
        st.integers(0, PEOPLE - 1),
        st.integers(0, PEOPLE - 1),
        st.sampled_from(get_args(Role)),
    ),
    max_size=14,
)


class Rules:
    """Who is in it, as what: the rules in a few lines, without a database."""

    def __init__(self, owner: int) -> None:
        self.roles: dict[int, Role] = {owner: "owner"}

    def does(self, deed: Deed, actor: int, target: int, role: Role) -> str:
        before = dict(self.roles)
        told = self._try(deed, actor, target, role)
        if told != "done":
            self.roles = before
        return told

    def _try(self, deed: Deed, actor: int, target: int, role: Role) -> str:
        own = self.roles.get(actor)
        if deed == "join":
            if not self.roles:
                return "unknown_invite"
            self.roles.setdefault(actor, "member")
            return "done"
        if own is None:
            return "unknown_organization"
        if deed == "delete":
            if not allows(own, "org.delete"):
                return "missing_permission"
            self.roles.clear()
            return "done"
        if deed == "change role":
            return self._change(own, target, role)
        if deed == "remove" and target != actor:
            return self._remove(own, target)
        return self._leave(actor, target if deed == "hand over" else None)

    def _change(self, own: Role, target: int, role: Role) -> str:
        if not allows(own, "members.edit_role"):
            return "missing_permission"
        if target not in self.roles:
            return "unknown_member"
        self.roles[target] = role
        return self._owned()

    def _remove(self, own: Role, target: int) -> str:
        if not allows(own, "members.remove"):
            return "missing_permission"
        if target not in self.roles:
            return "unknown_member"
        if not may_manage(own, self.roles[target]):
            return "missing_permission"
        del self.roles[target]
        return "done"

    def _leave(self, actor: int, heir: int | None) -> str:
        if len(self.roles) == 1:
            return "last_member"
        if heir is not None:
            if not allows(self.roles[actor], "members.edit_role"):
                return "missing_permission"
            if heir == actor:
                return "oneself"
            if heir not in self.roles:
                return "unknown_member"
            self.roles[heir] = "owner"
        del self.roles[actor]
        return self._owned()

    def _owned(self) -> str:
        return "done" if "owner" in self.roles.values() else "sole_owner"


def _really(orgs: Orgs, org: OrgId, deed: Deed, actor: UserId, target: UserId, role: Role) -> Awaitable[object]:
    match deed:
        case "leave":
            return leave_org(orgs, actor, org, new_owner_id=None)
        case "hand over":
            return leave_org(orgs, actor, org, new_owner_id=target)
        case "remove":
            return remove_member(orgs, actor, org, target)
        case "change role":
            return change_role(orgs, actor, org, target, role)
        case _:
            return delete_org(orgs, actor, org)


async def _join(orgs: Orgs, org: OrgId, user: UserId, owner: UserId | None) -> None:
    code = (await invite(orgs, owner, org)).code if owner else "ABCDEF"
    await accept_invite(orgs, user, code, peer="office")


async def _outcome(work: Awaitable[object]) -> str:
    try:
        await work
    except AppError as refused:
        return refused.code
    return "done"


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(steps)
async def test_whatever_people_do_the_rules_hold(
    db: Db, as_owner: asyncpg.Connection, steps: list[tuple[Deed, int, int, Role]]
) -> None:
    orgs = open_orgs(db)
    users = [await someone(db, f"p{new_id().hex}") for _ in range(PEOPLE)]
    org, rules = await found(orgs, users[0]), Rules(owner=0)
    for deed, actor, target, role in steps:
        owner = next((users[who] for who, has in rules.roles.items() if has == "owner"), None)
        work = (
            _join(orgs, org, users[actor], owner)
            if deed == "join"
            else _really(orgs, org, deed, users[actor], users[target], role)
        )
        assert await _outcome(work) == rules.does(deed, actor, target, role), (deed, actor, target, role)
        assert await roles_in(as_owner, org) == {users[who]: has for who, has in rules.roles.items()}
