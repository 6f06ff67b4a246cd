"""An organization that asks for a second factor: who may ask, who is kept out of what, and that nobody is kept in."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import Any

import asyncpg
import pytest

from holdfast.accounts.sign_ins import add_sign_in
from holdfast.accounts.types import Caller
from holdfast.core.crypto import hash_token
from holdfast.core.db import Db
from holdfast.core.errors import AppError, Conflict, Forbidden, Invalid
from holdfast.core.ids import UserId
from holdfast.orgs.ask_second_factor import ask_second_factor
from holdfast.orgs.audit import list_events
from holdfast.orgs.invites import list_invites
from holdfast.orgs.join import accept_invite, look_at_invite
from holdfast.orgs.leave import leave_org
from holdfast.orgs.members import change_role, list_members, remove_member
from holdfast.orgs.orgs import delete_org, find_own_org, rename_org
from holdfast.orgs.types import KeptOut, NoOwnSecondFactor, Org, OwnersOnly, UnknownInvite
from tests.orgs.company import Company, Told, company, events_of, invite, roles_in, someone

pytestmark = pytest.mark.anyio


async def signed_in(here: Company, as_owner: asyncpg.Connection, user_id: UserId) -> Caller:
    async with here.orgs.db.as_user(user_id) as tx:
        opened = await add_sign_in(tx, user_id, "a browser", has_passed=True)
    sign_in = await as_owner.fetchval("select id from sign_ins where token_hash = $1", hash_token(opened.token))
    return Caller(user_id, "sign_in", None, "Somebody", sign_in_id=sign_in)


async def with_factor(as_owner: asyncpg.Connection, *people: UserId) -> None:
    for user_id in people:
        await as_owner.execute(
            "insert into totp_secrets (user_id, sealed_secret, confirmed_at) values ($1, 'sealed', now())", user_id
        )


async def without_factor(as_owner: asyncpg.Connection, user_id: UserId) -> None:
    await as_owner.execute("delete from totp_secrets where user_id = $1", user_id)


async def ask(here: Company, as_owner: asyncpg.Connection, days: int | None = 0, who: UserId | None = None) -> Org:
    return await ask_second_factor(here.orgs, await signed_in(here, as_owner, who or here.owner), here.id, days)


async def asking(db: Db, as_owner: asyncpg.Connection, days: int = 0, **parts: Any) -> Company:
    """Its owner has a second factor, and nobody else."""
    here = await company(db, **parts)
    await with_factor(as_owner, here.owner)
    await ask(here, as_owner, days)
    return here


async def days_go_by(as_owner: asyncpg.Connection, days: int) -> None:
    await as_owner.execute(
        "update orgs set second_factor_since = second_factor_since - make_interval(days => $1)", days
    )
    await as_owner.execute("update org_members set joined_at = joined_at - make_interval(days => $1)", days)


async def outcome(work: Awaitable[object]) -> str:
    try:
        await work
    except AppError as refused:
        return refused.code
    return "done"


async def test_an_owner_asks_for_it_and_it_is_written_down(db: Db, as_owner: asyncpg.Connection) -> None:
    told = Told()
    here = await asking(db, as_owner, 7, on_change=told)
    mine = await find_own_org(db, here.owner)
    assert mine is not None
    assert mine.second_factor is not None
    assert (mine.second_factor.grace_days, mine.second_factor.deadline) == (7, None)
    assert {here.owner, here.admin, here.member} == set(told.changes[-1])
    await ask(here, as_owner, 7)
    off = await ask(here, as_owner, None)
    assert off.second_factor is None
    assert (await events_of(as_owner, here.id)).count("org.second_factor_changed") == 2, "what changes nothing is not"
    detail = (await list_events(db, here.owner, here.id, before=None, limit=1)).events[0].detail
    assert detail == {"from": 7, "to": None}


async def test_only_an_owner_may_and_only_with_one_of_their_own_and_a_fresh_sign_in(
    db: Db, as_owner: asyncpg.Connection
) -> None:
    here = await company(db)
    with pytest.raises(NoOwnSecondFactor):
        await ask(here, as_owner)
    await with_factor(as_owner, here.owner, here.admin, here.member)
    for other in (here.admin, here.member):
        with pytest.raises(OwnersOnly):
            await ask(here, as_owner, who=other)
    caller = await signed_in(here, as_owner, here.owner)
    await as_owner.execute("update sign_ins set created_at = now() - interval '11 minutes'")
    with pytest.raises(Forbidden, match="confirm it first"):
        await ask_second_factor(here.orgs, caller, here.id, 0)
    with pytest.raises(Forbidden, match="a sign-in in a browser"):
        await ask_second_factor(here.orgs, Caller(here.owner, "bearer", None, "Ada"), here.id, 0)
    assert (await outcome(ask(here, as_owner, who=here.stranger))) == "unknown_organization"
    assert await as_owner.fetchval("select count(*) from orgs where second_factor_since is not null") == 0


@pytest.mark.parametrize("days", [-1, 31, 10**9])
async def test_there_are_thirty_days_at_most(db: Db, as_owner: asyncpg.Connection, days: int) -> None:
    here = await company(db)
    await with_factor(as_owner, here.owner)
    with pytest.raises(Invalid, match="0 to 30 days"):
        await ask(here, as_owner, days)


Deed = Callable[[Company], Awaitable[object]]
DEEDS: Mapping[str, Deed] = {
    "see who is in it": lambda here: list_members(here.orgs, here.admin, here.id, cursor=None, limit=10),
    "rename it": lambda here: rename_org(here.orgs, here.admin, here.id, "Renamed"),
    "invite": lambda here: invite(here.orgs, here.admin, here.id),
    "see the invites": lambda here: list_invites(here.orgs, here.admin, here.id),
    "remove somebody": lambda here: remove_member(here.orgs, here.admin, here.id, here.member),
}


@pytest.mark.parametrize("deed", DEEDS)
async def test_whoever_has_none_is_kept_out_after_their_days_and_let_in_with_one(
    db: Db, as_owner: asyncpg.Connection, deed: str
) -> None:
    here = await asking(db, as_owner, 3)
    await days_go_by(as_owner, 2)
    mine = await find_own_org(db, here.admin)
    assert mine is not None
    assert mine.second_factor is not None
    assert (mine.second_factor.is_kept_out, mine.second_factor.deadline is not None) == (False, True)
    await days_go_by(as_owner, 1)
    with pytest.raises(KeptOut):
        await DEEDS[deed](here)
    mine = await find_own_org(db, here.admin)
    assert mine is not None
    assert mine.second_factor is not None
    assert mine.second_factor.is_kept_out
    await with_factor(as_owner, here.admin)
    await DEEDS[deed](here)


async def test_an_owner_whose_own_is_gone_is_kept_out_too_and_cannot_switch_it_off(
    db: Db, as_owner: asyncpg.Connection
) -> None:
    here = await asking(db, as_owner)
    await without_factor(as_owner, here.owner)
    for refused in (
        ask(here, as_owner, None),
        list_events(db, here.owner, here.id, before=None, limit=10),
        change_role(here.orgs, here.owner, here.id, here.member, "admin"),
        delete_org(here.orgs, here.owner, here.id),
    ):
        assert await outcome(refused) == "second_factor_required"


async def test_nobody_is_kept_in(db: Db, as_owner: asyncpg.Connection) -> None:
    here = await asking(db, as_owner)
    await leave_org(here.orgs, here.member, here.id, new_owner_id=None)
    await remove_member(here.orgs, here.admin, here.id, here.admin)  # which is leaving
    newcomer = await someone(db, "dan")
    await accept_invite(here.orgs, newcomer, (await invite(here.orgs, here.owner, here.id)).code, peer="office")
    await without_factor(as_owner, here.owner)
    await leave_org(here.orgs, here.owner, here.id, new_owner_id=newcomer)
    assert await roles_in(as_owner, here.id) == {newcomer: "owner"}
    await delete_org(here.orgs, newcomer, here.id)  # the last one cannot leave
    assert await roles_in(as_owner, here.id) == {}


async def test_whoever_joins_later_has_days_of_their_own_and_is_told_before(
    db: Db, as_owner: asyncpg.Connection
) -> None:
    here = await asking(db, as_owner, 5)
    await days_go_by(as_owner, 20)
    made = await invite(here.orgs, here.owner, here.id)
    dan = await someone(db, "dan")
    seen = await look_at_invite(here.orgs, dan, made.code, peer="office")
    assert (seen.asks_second_factor, seen.grace_days) == (True, 5)
    joined = await accept_invite(here.orgs, dan, made.code, peer="office")
    assert joined.second_factor is not None
    assert not joined.second_factor.is_kept_out
    await list_members(here.orgs, dan, here.id, cursor=None, limit=10)
    assert await outcome(list_members(here.orgs, here.member, here.id, cursor=None, limit=10)) == (
        "second_factor_required"
    )


async def test_other_days_count_from_when_it_was_first_asked_for_and_anew_from_now(
    db: Db, as_owner: asyncpg.Connection
) -> None:
    here = await asking(db, as_owner, 30)
    await days_go_by(as_owner, 10)
    await ask(here, as_owner, 5)
    assert await outcome(rename_org(here.orgs, here.admin, here.id, "Renamed")) == "second_factor_required"
    await ask(here, as_owner, 20)
    assert await outcome(rename_org(here.orgs, here.admin, here.id, "Renamed")) == "done"
    await ask(here, as_owner, None)
    await ask(here, as_owner, 5)
    assert await outcome(rename_org(here.orgs, here.admin, here.id, "Again")) == "done"


async def test_an_invite_is_void_while_its_giver_is_kept_out(db: Db, as_owner: asyncpg.Connection) -> None:
    here = await company(db)
    made = await invite(here.orgs, here.admin, here.id)
    await with_factor(as_owner, here.owner)
    await ask(here, as_owner)
    dan = await someone(db, "dan")
    with pytest.raises(UnknownInvite):
        await accept_invite(here.orgs, dan, made.code, peer="office")
    await with_factor(as_owner, here.admin)
    await accept_invite(here.orgs, dan, made.code, peer="office")


async def test_who_has_one_is_known_to_the_members_page(db: Db, as_owner: asyncpg.Connection) -> None:
    here = await asking(db, as_owner, 7)
    page = await list_members(here.orgs, here.owner, here.id, cursor=None, limit=10)
    assert {one.user_id: one.has_second_factor for one in page.members} == {
        here.owner: True, here.admin: False, here.member: False,
    }  # fmt: skip


async def test_a_factor_taken_away_in_the_moment_it_is_asked_for_leaves_no_owner_who_asks_without_one(
    db: Db, as_owner: asyncpg.Connection
) -> None:
    here = await company(db)
    await with_factor(as_owner, here.owner)
    caller = await signed_in(here, as_owner, here.owner)
    await without_factor(as_owner, here.owner)
    with pytest.raises(Conflict):
        await ask_second_factor(here.orgs, caller, here.id, 0)
