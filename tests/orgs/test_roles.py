"""The table of roles and permissions, and the rules that follow from it."""

from __future__ import annotations

import re
from pathlib import Path
from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from holdfast.orgs.roles import (
    ROLE_PERMISSIONS,
    Permission,
    PersonaAccess,
    Role,
    allows,
    may_give,
    may_manage,
    persona_access,
    roles_to_choose,
    roles_to_invite,
)

TABLE = """
                    owner  admin  member
org.view              x      x      x
org.edit              x      x
org.delete            x
members.view          x      x      x
members.invite        x      x
members.remove        x      x
members.edit_role     x
billing.view          x      x      x
billing.manage        x
resources.create      x      x      x
resources.delete      x      x
personas.create       x      x
personas.edit         x      x
personas.delete       x      x
"""

roles = st.sampled_from(get_args(Role))
roles_or_none = st.none() | roles
permissions = st.sampled_from(get_args(Permission))


def test_the_table_is_the_one_that_was_agreed_on() -> None:
    head, *lines = TABLE.strip("\n").splitlines()
    columns = {role: head.index(role) for role in get_args(Role)}
    agreed = {
        role: {line.split()[0] for line in lines if "x" in line[column : column + len(role)]}
        for role, column in columns.items()
    }
    assert {role: set(has) for role, has in ROLE_PERMISSIONS.items()} == agreed
    assert {line.split()[0] for line in lines} == set(get_args(Permission))


def test_the_handbook_shows_the_same_table() -> None:
    handbook = (Path(__file__).parents[2] / "docs" / "organizations.md").read_text(encoding="utf-8")
    shown = re.findall(r"^\| `([a-z_.]+)` \|([ ✓]*)\|([ ✓]*)\|([ ✓]*)\|$", handbook, re.MULTILINE)
    columns: tuple[Role, ...] = ("owner", "admin", "member")
    told = {
        role: {permission for permission, *marks in shown if "✓" in marks[number]}
        for number, role in enumerate(columns)
    }
    assert told == {role: set(has) for role, has in ROLE_PERMISSIONS.items()}


@given(roles_or_none, permissions)
def test_a_role_allows_what_stands_in_its_row_and_nobody_else_anything(
    role: Role | None, permission: Permission
) -> None:
    assert allows(role, permission) == (role is not None and permission in ROLE_PERMISSIONS[role])


@given(roles_or_none, roles_or_none)
def test_who_may_remove_manages_everybody_but_owners_whom_only_owners_manage(
    actor: Role | None, target: Role | None
) -> None:
    if target is None or not allows(actor, "members.remove"):
        assert not may_manage(actor, target)
    else:
        assert may_manage(actor, target) == (actor == "owner" or target != "owner")


@given(roles_or_none, roles)
def test_an_invite_gives_no_more_than_its_giver_could_and_never_ownership(giver: Role | None, role: Role) -> None:
    if role == "owner":
        assert not may_give(giver, role)
    elif role == "admin":
        assert may_give(giver, role) == (allows(giver, "members.invite") and allows(giver, "members.edit_role"))
    else:
        assert may_give(giver, role) == allows(giver, "members.invite")


@pytest.mark.parametrize(
    ("role", "is_creator", "expected"),
    [
        ("member", False, PersonaAccess(can_chat=True, can_view_settings=False, can_edit=False)),
        ("admin", False, PersonaAccess(can_chat=True, can_view_settings=True, can_edit=True)),
        ("owner", False, PersonaAccess(can_chat=True, can_view_settings=True, can_edit=True)),
        ("member", True, PersonaAccess(can_chat=True, can_view_settings=True, can_edit=True)),
        (None, False, PersonaAccess(can_chat=False, can_view_settings=False, can_edit=False)),
        (None, True, PersonaAccess(can_chat=False, can_view_settings=False, can_edit=False)),
    ],
)
def test_a_persona_shared_with_an_organization_is_its_members_to_talk_to_and_its_admins_to_change(
    role: Role | None, is_creator: bool, expected: PersonaAccess
) -> None:
    assert persona_access("org", role, is_creator) == expected


@given(roles_or_none, st.booleans())
def test_a_persona_of_ones_own_is_ones_own_whatever_the_role(role: Role | None, is_creator: bool) -> None:
    assert persona_access("private", role, is_creator) == PersonaAccess(is_creator, is_creator, is_creator)
    assert persona_access("public", role, is_creator) == PersonaAccess(True, is_creator, is_creator)


def test_what_somebody_may_make_others_is_what_the_rules_allow() -> None:
    invited = {role: roles_to_invite(role) for role in get_args(Role)}
    assert invited == {"owner": ["member", "admin"], "admin": ["member"], "member": []}
    every = ["owner", "admin", "member"]
    for target in get_args(Role):
        assert roles_to_choose("owner", target, is_self=False) == every
        assert roles_to_choose("admin", target, is_self=True) == []
    assert roles_to_choose("owner", "owner", is_self=True) == every
    assert roles_to_choose("member", "member", is_self=False) == []
