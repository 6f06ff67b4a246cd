"""Invites: what a code opens, how long, how often, and for whom no longer."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import asyncpg
import pytest

from holdfast.core.crypto import Box, Signer
from holdfast.core.db import Db
from holdfast.core.errors import AppError, Conflict, Invalid, RateLimited
from holdfast.core.ids import UserId, new_id
from holdfast.core.mail_budget import TO_ONE_ADDRESS
from holdfast.core.throttle import Limit, Throttle
from holdfast.orgs.invites import MAX_OPEN, drop_old_invites, list_invites, revoke_invite
from holdfast.orgs.join import accept_invite, look_at_invite
from holdfast.orgs.leave import leave_org
from holdfast.orgs.members import change_role, remove_member
from holdfast.orgs.orgs import delete_org, find_own_org
from holdfast.orgs.parts import LIMITS, Orgs
from holdfast.orgs.types import (
    AlreadyInOrganization,
    Invite,
    MissingPermission,
    NoSeats,
    UnknownInvite,
    UnknownOrganization,
)
from tests.orgs.company import FREELY, company, events_of, found, invite, open_orgs, roles_in, set_seats, someone

pytestmark = pytest.mark.anyio


async def _works(orgs: Orgs, made: Invite, db: Db) -> bool:
    """Whether the code opens anything to somebody new. Both doors say the same."""
    newcomer = await someone(db, f"n{new_id().hex}")
    try:
        await look_at_invite(orgs, newcomer, made.code, peer="office")
    except UnknownInvite:
        with pytest.raises(UnknownInvite):
            await accept_invite(orgs, newcomer, made.code, peer="office")
        return False
    return True


async def test_a_code_shows_what_it_opens_and_opens_it(db: Db, as_owner: asyncpg.Connection) -> None:
    here = await company(db)
    made = await invite(here.orgs, here.admin, here.id, max_uses=2)
    dan = await someone(db, "dan")
    seen = await look_at_invite(here.orgs, dan, made.code.lower(), peer="office")
    assert (seen.org_name, seen.invited_by, seen.role, seen.has_seats) == ("Acme", "Bob", "member", True)
    assert seen.expires_at - made.created_at == timedelta(days=7)
    org = await accept_invite(here.orgs, dan, f"{made.code[:3]} {made.code[3:]}", peer="office")
    assert (org.id, org.role, org.seats.used) == (here.id, "member", 4)
    assert (await events_of(as_owner, here.id))[-2:] == ["invite.made", "member.joined"]


async def test_accepting_again_gives_the_same_answer_and_counts_once(db: Db, as_owner: asyncpg.Connection) -> None:
    here = await company(db)
    made = await invite(here.orgs, here.owner, here.id)
    dan = await someone(db, "dan")
    first = await accept_invite(here.orgs, dan, made.code, peer="office")
    assert await accept_invite(here.orgs, dan, made.code, peer="office") == first
    assert await as_owner.fetchval("select uses from org_invites where id = $1", made.id) == 1
    assert (await events_of(as_owner, here.id)).count("member.joined") == 3
    assert not await _works(here.orgs, made, db), "it was for one"


async def test_whoever_is_in_another_organization_stays_there(db: Db, as_owner: asyncpg.Connection) -> None:
    here = await company(db)
    made = await invite(here.orgs, here.owner, here.id)
    with pytest.raises(AlreadyInOrganization):
        await accept_invite(here.orgs, here.stranger, made.code, peer="office")
    assert await as_owner.fetchval("select uses from org_invites where id = $1", made.id) == 0
    assert here.stranger not in await roles_in(as_owner, here.id)


async def test_a_full_organization_takes_nobody_and_the_code_is_not_used_up(
    db: Db, as_owner: asyncpg.Connection
) -> None:
    here = await company(db)
    made = await invite(here.orgs, here.owner, here.id)
    await set_seats(db, here.id, 3)
    dan = await someone(db, "dan")
    assert not (await look_at_invite(here.orgs, dan, made.code, peer="office")).has_seats
    with pytest.raises(NoSeats):
        await accept_invite(here.orgs, dan, made.code, peer="office")
    await set_seats(db, here.id, 4)
    assert (await accept_invite(here.orgs, dan, made.code, peer="office")).seats.used == 4


async def test_unknown_expired_revoked_and_used_up_are_refused_in_the_same_words(
    db: Db, as_owner: asyncpg.Connection
) -> None:
    here = await company(db)
    expired, revoked, used_up = [await invite(here.orgs, here.owner, here.id) for _ in range(3)]
    await as_owner.execute("update org_invites set expires_at = now() where id = $1", expired.id)
    await revoke_invite(here.orgs, here.admin, here.id, revoked.id)
    await accept_invite(here.orgs, await someone(db, "dan"), used_up.code, peer="office")
    eve = await someone(db, "mallory")
    told = set()
    for code in ("ABCDEF", "not a code at all", expired.code, revoked.code, used_up.code):
        for ask in (look_at_invite, accept_invite):
            with pytest.raises(AppError) as refused:
                await ask(here.orgs, eve, code, peer="office")
            told.add((type(refused.value), refused.value.code, refused.value.message, refused.value.details))
    assert len(told) == 1
    assert await find_own_org(db, eve) is None


async def test_only_those_who_may_invite_make_see_and_revoke_codes(db: Db, as_owner: asyncpg.Connection) -> None:
    here = await company(db)
    made = await invite(here.orgs, here.owner, here.id)
    for user, refusal in ((here.member, MissingPermission), (here.stranger, UnknownOrganization)):
        with pytest.raises(refusal):
            await invite(here.orgs, user, here.id)
        with pytest.raises(refusal):
            await list_invites(here.orgs, user, here.id)
        with pytest.raises(refusal):
            await revoke_invite(here.orgs, user, here.id, made.id)
    # One's own organization in front, another's invite behind it.
    with pytest.raises(UnknownInvite):
        await revoke_invite(here.orgs, here.stranger, here.elsewhere, made.id)
    assert [one.code for one in await list_invites(here.orgs, here.admin, here.id)] == [made.code]
    await revoke_invite(here.orgs, here.admin, here.id, made.id)
    assert await list_invites(here.orgs, here.admin, here.id) == []
    with pytest.raises(UnknownInvite):
        await revoke_invite(here.orgs, here.admin, here.id, made.id)
    assert (await events_of(as_owner, here.id)).count("invite.revoked") == 1


async def test_only_an_owner_invites_admins_and_nobody_invites_an_owner(db: Db, as_owner: asyncpg.Connection) -> None:
    here = await company(db)
    with pytest.raises(MissingPermission) as refused:
        await invite(here.orgs, here.admin, here.id, role="admin")
    assert refused.value.details == {"permission": "members.edit_role"}
    for giver in (here.owner, here.admin):
        with pytest.raises(MissingPermission):
            await invite(here.orgs, giver, here.id, role="owner")
    made = await invite(here.orgs, here.owner, here.id, role="admin")
    dan = await someone(db, "dan")
    assert (await accept_invite(here.orgs, dan, made.code, peer="office")).role == "admin"


async def test_an_invite_is_void_once_its_giver_may_no_longer_give_it_and_stays_so(db: Db) -> None:
    here = await company(db)
    orgs, by_admin = here.orgs, await invite(here.orgs, here.admin, here.id)
    await change_role(orgs, here.owner, here.id, here.admin, "member")
    assert not await _works(orgs, by_admin, db)
    await change_role(orgs, here.owner, here.id, here.admin, "owner")
    assert not await _works(orgs, by_admin, db), "the right came back, the invite does not"
    # Made less, an owner's invites for members hold, and those for admins do not.
    for_admin, for_member = [await invite(orgs, here.admin, here.id, role=role) for role in ("admin", "member")]
    await change_role(orgs, here.owner, here.id, here.admin, "admin")
    assert [await _works(orgs, one, db) for one in (for_admin, for_member)] == [False, True]
    await remove_member(orgs, here.owner, here.id, here.admin)
    assert not await _works(orgs, for_member, db)


async def test_an_invite_is_void_even_if_the_right_was_lost_behind_our_back(
    db: Db, as_owner: asyncpg.Connection
) -> None:
    """Nothing revoked these: the join itself looks at who gave them."""
    here = await company(db)
    by_admin, by_owner = [await invite(here.orgs, who, here.id) for who in (here.admin, here.owner)]
    appointing = await invite(here.orgs, here.owner, here.id, role="admin")
    await as_owner.execute("update org_members set role = 'owner' where user_id = $1", here.member)
    await as_owner.execute("update org_members set role = null where user_id = $1", here.admin)
    await as_owner.execute("update org_members set role = 'admin' where user_id = $1", here.owner)
    assert [await _works(here.orgs, one, db) for one in (by_admin, by_owner, appointing)] == [False, True, False]
    await as_owner.execute("update users set suspended_at = now() where id = $1", here.owner)
    assert not await _works(here.orgs, by_owner, db), "a suspended person invites nobody"
    await as_owner.execute("delete from org_members where user_id = $1", here.owner)
    await as_owner.execute("update users set suspended_at = null")
    assert not await _works(here.orgs, by_owner, db)


async def test_the_invites_of_whoever_leaves_or_of_what_is_deleted_are_void(db: Db) -> None:
    here = await company(db)
    left = await invite(here.orgs, here.admin, here.id)
    await leave_org(here.orgs, here.admin, here.id, new_owner_id=None)
    gone = await invite(here.orgs, here.stranger, here.elsewhere)
    await delete_org(here.orgs, here.stranger, here.elsewhere)
    assert [await _works(here.orgs, one, db) for one in (left, gone)] == [False, False]


async def test_an_admin_sees_no_code_that_would_make_admins(db: Db) -> None:
    here = await company(db)
    for_admin = await invite(here.orgs, here.owner, here.id, role="admin")
    for_member = await invite(here.orgs, here.owner, here.id)
    shown = {one.id: one.code for one in await list_invites(here.orgs, here.admin, here.id)}
    assert shown == {for_admin.id: "", for_member.id: for_member.code}
    to_owner = {one.id: one.code for one in await list_invites(here.orgs, here.owner, here.id)}
    assert to_owner[for_admin.id] == for_admin.code


async def test_short_codes_of_before_are_counted_over_everybody(db: Db) -> None:
    here = await company(db)
    tight = replace(here.orgs, limits=replace(FREELY, guess_over_all=Limit("short", 3, 3600)), throttle=Throttle())
    for number in range(3):
        with pytest.raises(UnknownInvite):
            await look_at_invite(tight, UserId(new_id()), "ABCDEF", peer=f"place-{number}")
    with pytest.raises(RateLimited):
        await look_at_invite(tight, UserId(new_id()), "ABCDEF", peer="elsewhere")
    with pytest.raises(UnknownInvite):
        await look_at_invite(tight, UserId(new_id()), "ABCDEFGHJK", peer="elsewhere")


async def test_a_code_lies_nowhere_in_plain_words(db: Db, as_owner: asyncpg.Connection) -> None:
    here = await company(db)
    made = await invite(here.orgs, here.owner, here.id, email="dan@example.org")
    for table in ("org_invites", "org_events", "mails", "jobs.pgqueuer"):
        for row in await as_owner.fetch(f"select t::text as line from {table} t"):
            assert made.code not in row["line"], table
    for row in await as_owner.fetch("select t::text as line from mails t"):
        assert "dan@" not in row["line"]
    assert made.code not in repr(made)
    assert "dan@" not in repr(made)


async def test_guessing_is_throttled_by_account_and_by_place_even_with_a_good_code_in_between(db: Db) -> None:
    here = await company(db)
    guessed = replace(here.orgs, limits=LIMITS, throttle=Throttle())
    own, mallory = await invite(here.orgs, here.stranger, here.elsewhere), await someone(db, "mallory")
    for number in range(LIMITS.guess_by_account.times):
        ask = look_at_invite if number % 2 else accept_invite
        if number % 5 == 3:
            await look_at_invite(guessed, mallory, own.code, peer="here")
            continue
        with pytest.raises(UnknownInvite):
            await ask(guessed, mallory, "ABCDEF", peer="here")
    for code in ("ABCDEF", own.code):
        with pytest.raises(RateLimited):
            await accept_invite(guessed, mallory, code, peer="elsewhere")
    # Many accounts in one place are as patient as one.
    tight = replace(guessed, limits=replace(LIMITS, guess_by_account=FREELY.guess_by_account))
    for _ in range(LIMITS.guess_by_peer.times):
        with pytest.raises((UnknownInvite, RateLimited)):
            await look_at_invite(tight, UserId(new_id()), "ABCDEF", peer="there")
    with pytest.raises(RateLimited):
        await look_at_invite(tight, UserId(new_id()), own.code, peer="there")


async def test_how_many_may_use_it_is_one_to_a_thousand_and_one_by_e_mail(db: Db) -> None:
    here = await company(db)
    for wrong in (0, -1, 1001):
        with pytest.raises(Invalid):
            await invite(here.orgs, here.owner, here.id, max_uses=wrong)
    with pytest.raises(Invalid):
        await invite(here.orgs, here.owner, here.id, max_uses=2, email="dan@example.org")
    with pytest.raises(Invalid):
        await invite(here.orgs, here.owner, here.id, email="dan@example.org\nBcc: all@example.org")
    assert (await invite(here.orgs, here.owner, here.id, max_uses=1000)).max_uses == 1000


async def test_one_address_is_not_flooded_and_one_person_writes_so_many_mails(db: Db) -> None:
    here = await company(db)
    orgs = replace(here.orgs, limits=LIMITS, throttle=Throttle())
    for number in range(TO_ONE_ADDRESS):
        await invite(orgs, UserId((here.owner, here.admin)[number % 2]), here.id, email="dan@example.org")
    with pytest.raises(RateLimited):
        await invite(orgs, here.owner, here.id, email="DAN@example.org")
    with pytest.raises(RateLimited):
        await invite(orgs, here.stranger, here.elsewhere, email="dan@example.org")
    await invite(orgs, here.owner, here.id, email="another@example.org")


async def test_an_organization_has_so_many_open_invites_and_no_more(db: Db, as_owner: asyncpg.Connection) -> None:
    orgs, ada = open_orgs(db), await someone(db, "ada")
    org = await found(orgs, ada)
    made = [await invite(orgs, ada, org) for _ in range(MAX_OPEN)]
    with pytest.raises(Conflict):
        await invite(orgs, ada, org)
    await revoke_invite(orgs, ada, org, made[0].id)
    await invite(orgs, ada, org)
    assert len(await list_invites(orgs, ada, org)) == MAX_OPEN


async def test_invites_that_ran_out_a_month_ago_are_swept(db: Db, as_owner: asyncpg.Connection) -> None:
    here = await company(db)
    old, recent = [await invite(here.orgs, here.owner, here.id) for _ in range(2)]
    for one, days in ((old, 31), (recent, 29)):
        await as_owner.execute(
            "update org_invites set expires_at = now() - make_interval(days => $2) where id = $1", one.id, days
        )
    await drop_old_invites(db)
    left = {row["id"] for row in await as_owner.fetch("select id from org_invites")}
    assert old.id not in left
    assert recent.id in left


async def test_codes_from_before_the_secret_key_was_replaced_are_no_longer_shown(db: Db) -> None:
    here = await company(db)
    made = await invite(here.orgs, here.owner, here.id)
    renewed = replace(here.orgs, box=Box([b"n" * 32, b"k" * 32]), signer=Signer([b"n" * 32, b"k" * 32]))
    assert await list_invites(renewed, here.owner, here.id) == []
    assert not await _works(renewed, made, db)
