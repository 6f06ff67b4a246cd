"""Hand-written SQL as the app's own role: what the schema lets through when the code forgets to ask."""

from __future__ import annotations

import asyncio

import asyncpg
import pytest

from holdfast.core.db import Db, Owner
from holdfast.core.ids import OrgId, UserId, new_id
from holdfast.orgs.invites import drop_old_invites, revoke_invite
from holdfast.orgs.join import accept_invite
from holdfast.orgs.members import change_role
from holdfast.orgs.orgs import delete_org
from tests.orgs.company import company, invite, set_seats, someone
from tests.waiting import until

pytestmark = pytest.mark.anyio

TABLES = ("orgs", "org_members", "org_invites")
TIDIED = ("org_invites", "mails", "analytics_events", "usage_counters")


async def _seen(db: Db, user: UserId, table: str, org: OrgId) -> int:
    column = "id" if table == "orgs" else "org_id"
    async with db.as_user(user) as tx:
        return int(await tx.fetchval(f"select count(*) from {table} where {column} = $1", org))


async def test_members_see_the_rows_of_their_organization_and_nobody_else_does(db: Db) -> None:
    here = await company(db)
    await invite(here.orgs, here.owner, here.id)
    nobody = await someone(db, "nobody")
    for table in TABLES:
        for user in (here.owner, here.admin, here.member):
            assert await _seen(db, user, table, here.id) > 0
            assert await _seen(db, user, table, here.elsewhere) == 0
        for user in (here.stranger, nobody, UserId(new_id())):
            assert await _seen(db, user, table, here.id) == 0
        assert (await db.look_up(f"select count(*) as seen from {table}"))[0]["seen"] == 0


async def test_history_is_not_to_be_read_changed_or_forged(db: Db, as_owner: asyncpg.Connection) -> None:
    here = await company(db)
    before = await as_owner.fetch("select * from org_events order by seq")
    forged = f"insert into org_events (org_id, actor_id, what) values ('{here.id}', '{{}}', 'org.renamed')"
    for statement in (
        "select * from org_events",
        "update org_events set what = 'x'",
        "delete from org_events",
        forged.format(here.owner),
        f"insert into org_events (org_id, actor_id, what) values ('{here.elsewhere}', '{here.admin}', 'org.renamed')",
        f"insert into org_events (org_id, what) values ('{here.id}', 'org.renamed')",
    ):
        with pytest.raises(asyncpg.InsufficientPrivilegeError):
            async with db.as_user(here.admin) as tx:
                await tx.execute(statement)
    for user in (here.admin, here.member, here.stranger):
        async with db.as_user(user) as tx:
            events = await tx.fetch("select * from list_org_events(null, 100)")
            assert len(events) == (1 if user == here.stranger else 0), "owners only, of their own"
    assert await as_owner.fetch("select * from org_events order by seq") == before


async def test_the_app_cannot_make_members_count_uses_or_set_seats_and_plans_by_itself(db: Db) -> None:
    await someone(db, "root")  # the first is the installation's admin, who may set seats and plans
    here = await company(db)
    made = await invite(here.orgs, here.owner, here.id)
    outsider = await someone(db, "outsider")
    done = []
    for user, statement in (
        (outsider, f"insert into org_members (user_id, org_id, role) values ('{outsider}', '{here.id}', 'owner')"),
        (here.owner, f"insert into org_members (user_id, org_id) values ('{outsider}', '{here.id}')"),
        (here.member, f"update org_members set user_id = '{outsider}' where user_id = '{here.member}'"),
        (here.member, f"update org_members set org_id = '{here.elsewhere}' where user_id = '{here.member}'"),
        (here.owner, f"update org_invites set uses = 0, max_uses = 1000 where id = '{made.id}'"),
        (here.owner, "update org_invites set expires_at = now() + interval '1 year'"),
        (here.owner, "delete from org_invites"),
        (here.owner, "update orgs set seat_count = 10000"),
        (here.owner, "update orgs set plan = 'unlimited'"),
        (here.owner, "update orgs set limits = '{\"features\": {}}'"),
        (here.owner, "update orgs set pending_removal = null"),
        (here.owner, f"insert into orgs (id, name, seat_count) values ('{new_id()}', 'x', 1)"),
        (here.owner, f"select change_org_seats('{here.id}', 9)"),
        (here.owner, f"select change_org_plan('{here.id}', 'unlimited', '{{}}')"),
        (here.owner, "select * from list_mails(null, 10)"),
        (here.owner, "select * from usable_invite('', '{}', '{}')"),
        (here.owner, "select require_admin_or_nobody()"),
    ):
        try:
            async with db.as_user(user) as tx:
                await tx.execute(statement)
        except asyncpg.InsufficientPrivilegeError:
            continue
        done.append(statement)
    assert done == []


async def test_a_tenant_of_the_memory_is_nobody_here(db: Db) -> None:
    """An owner of another tenant whose id is that of an account is not that account, nor the installation."""
    here = await company(db)
    async with db.as_owner(Owner("acme", str(here.owner))) as tx:
        assert await tx.fetchval("select current_org()") is None
        assert await tx.fetchval("select count(*) from orgs") == 0
    with pytest.raises(asyncpg.InsufficientPrivilegeError):
        async with db.as_owner(Owner("acme", str(here.owner))) as tx:
            await tx.execute("select change_org_seats($1, 9)", here.id)


async def test_there_are_no_rows_that_cannot_be(as_owner: asyncpg.Connection, db: Db) -> None:
    here = await company(db)
    for statement in (
        "update orgs set seat_count = 0",
        "update orgs set seat_count = 10001",
        "update orgs set plan = 'gold'",
        "update orgs set limits = '[]'",
        "update orgs set name = ''",
        "update org_members set role = 'king'",
        "update org_invites set uses = max_uses + 1",
        "update org_invites set role = 'owner'",
        "update org_invites set max_uses = 1001",
    ):
        with pytest.raises(asyncpg.CheckViolationError):
            await as_owner.execute(statement)
    with pytest.raises(asyncpg.UniqueViolationError):
        await as_owner.execute("insert into org_members (user_id, org_id) values ($1, $2)", here.member, here.elsewhere)


async def test_when_an_account_goes_its_traces_in_the_organization_name_nobody(
    db: Db, as_owner: asyncpg.Connection
) -> None:
    here = await company(db)
    await invite(here.orgs, here.admin, here.id)
    async with db.as_user(here.admin) as tx:
        assert await tx.fetchval("select delete_own_account()") == "deleted"
    for table in ("org_members", "org_invites", "org_events", "mails"):
        named = f"select count(*) from {table} t where strpos(t::text, $1) > 0"
        assert await as_owner.fetchval(named, str(here.admin)) == 0, table


async def test_an_organization_never_stays_without_members(db: Db, as_owner: asyncpg.Connection) -> None:
    """Founded in the moment in which its founder's account goes: nobody would ever find it again."""
    here = await company(db)
    await as_owner.execute("delete from users where id = $1", here.stranger)
    assert await as_owner.fetchval("select count(*) from orgs where id = $1", here.elsewhere) == 0
    await set_seats(db, here.id, 1)  # two are too many, which is put right as they go
    await delete_org(here.orgs, here.owner, here.id)
    assert await as_owner.fetchval("select count(*) from orgs") == 0


async def test_whoever_changes_their_organization_while_their_account_goes_is_asked_about_the_new_one(
    db: Db, as_owner: asyncpg.Connection
) -> None:
    here = await company(db)
    async with as_owner.transaction():
        await as_owner.execute("select from orgs where id = $1 for update", here.id)
        deleting = asyncio.create_task(_delete_account(db, here.member))
        # It waits for the lock, with the old organization in mind.
        await until(lambda: as_owner.fetchval("select exists (select from pg_locks where not granted)"))
        await as_owner.execute("delete from org_members where user_id = $1", here.member)
        await as_owner.execute(
            "insert into org_members (user_id, org_id, role) values ($1, $2, 'owner')", here.member, here.elsewhere
        )
        await as_owner.execute("update org_members set role = 'member' where user_id = $1", here.stranger)
    with pytest.raises(asyncpg.SerializationError):  # which is tried again
        await deleting
    assert await _delete_account(db, here.member) == "sole_owner"


async def _delete_account(db: Db, user: UserId) -> str:
    async with db.as_user(user) as tx:
        return str(await tx.fetchval("select delete_own_account()"))


async def test_whom_an_invite_was_sent_to_is_forgotten_once_it_is_used_revoked_or_over(
    db: Db, as_owner: asyncpg.Connection
) -> None:
    here = await company(db)
    used, revoked, void, over, still = [
        await invite(here.orgs, giver, here.id, email=f"{name}@example.org")
        for name, giver in (
            ("used", here.owner), ("revoked", here.owner), ("void", here.admin), ("over", here.owner),
            ("still", here.owner),
        )
    ]  # fmt: skip
    await accept_invite(here.orgs, await someone(db, "dan"), used.code, peer="office")
    await revoke_invite(here.orgs, here.owner, here.id, revoked.id)
    await change_role(here.orgs, here.owner, here.id, here.admin, "member")
    await as_owner.execute("update org_invites set expires_at = now() - interval '1 day' where id = $1", over.id)
    await drop_old_invites(db)
    left = await as_owner.fetch("select id, email from org_invites where email is not null")
    assert [(row["id"], row["email"]) for row in left] == [(still.id, "still@example.org")]
    assert void.id in {row["id"] for row in await as_owner.fetch("select id from org_invites")}


async def test_tidying_takes_nothing_that_is_not_old_whatever_it_is_told(db: Db, as_owner: asyncpg.Connection) -> None:
    here = await company(db)
    await invite(here.orgs, here.owner, here.id, email="dan@example.org")
    await as_owner.execute("insert into analytics_events (at, name) values (now(), 'seat_blocked')")
    await as_owner.execute(
        "insert into usage_counters values ($1, 'chats_per_day', to_char(now(), 'YYYY-MM-DD'), 3)", here.owner
    )
    before = [await as_owner.fetchval(f"select count(*) from {table}") for table in TIDIED]
    for statement in (
        "select drop_old_invites(interval '-100 years', 1000000)",
        "select drop_old_mails(interval '-100 years', 1000000)",
        "select drop_old_events(interval '-100 years', 1000000)",
        "select drop_old_events(null, null)",
        "select prune_usage(null)",
        "select prune_research_slots(1000000)",
    ):
        async with db.as_user(here.stranger) as tx:
            await tx.execute(statement)
    assert [await as_owner.fetchval(f"select count(*) from {table}") for table in TIDIED] == before
