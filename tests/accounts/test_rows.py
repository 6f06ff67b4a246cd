"""Hand-written SQL as the app's own role: what row-level security and grants allow, and what they do not."""

from __future__ import annotations

import asyncpg
import pytest

from holdfast.accounts import sign_ins_store
from holdfast.accounts.store import NewAccount
from holdfast.core.db import Db
from holdfast.core.ids import SignInId, UserId, new_id
from tests.accounts.admitted import admitted

pytestmark = pytest.mark.anyio

OWNED = ("identities", "sign_ins", "api_keys")
CLOSED = ("oidc_attempts", "installation", "installation_invites", "one_time_links")


async def someone(db: Db, name: str) -> UserId:
    user = UserId(new_id())
    new = NewAccount(id=user, email=f"{name}@example.org", name=name, issuer="https://issuer", subject=name)
    await admitted(db, new)
    async with db.as_user(user) as tx:
        new_sign_in = sign_ins_store.NewSignIn(SignInId(new_id()), name.encode().ljust(32), "x")
        await sign_ins_store.add_sign_in(tx, user, new_sign_in, if_password=None, has_passed=False)
        await tx.execute(
            """
            insert into api_keys (id, user_id, name, prefix, key_hash, scopes)
            values ($1, $2, 'x', 'hf_', $3, '{chat}')
            """,
            new_id(),
            user,
            name.encode().ljust(32),
        )
    return user


async def test_one_sees_ones_own_rows_and_no_others(db: Db) -> None:
    ada, bob = await someone(db, "ada"), await someone(db, "bob")
    for user, other in ((ada, bob), (bob, ada)):
        async with db.as_user(user) as tx:
            assert [row["id"] for row in await tx.fetch("select id from users")] == [user]
            for table in OWNED:
                assert {row["user_id"] for row in await tx.fetch(f"select user_id from {table}")} == {user}
                assert await tx.fetch(f"select 1 from {table} where user_id = $1", other) == []


async def test_with_nobody_set_nothing_is_visible(db: Db) -> None:
    await someone(db, "ada")
    async with db.as_nobody() as tx:
        for table in ("users", *OWNED):
            assert await tx.fetchval(f"select count(*) from {table}") == 0
    for table in ("users", *OWNED):
        assert (await db.look_up(f"select count(*) as seen from {table}"))[0]["seen"] == 0


async def test_the_rows_of_another_cannot_be_changed_or_made(db: Db, as_owner: asyncpg.Connection) -> None:
    ada, bob = await someone(db, "ada"), await someone(db, "bob")
    before = {
        table: str(await as_owner.fetch(f"select t::text from {table} t order by 1")) for table in ("users", *OWNED)
    }
    async with db.as_user(bob) as tx:
        assert await tx.execute("update users set name = 'x' where id = $1", ada) == "UPDATE 0"
        for table in OWNED:
            assert await tx.execute(f"delete from {table} where user_id = $1", ada) == "DELETE 0"
            assert await tx.execute(f"update {table} set user_id = user_id where user_id = $1", ada) == "UPDATE 0"
    thefts = (
        "insert into sign_ins (id, token_hash, user_id, expires_at)"
        f" values ('{new_id()}', '\\x{'00' * 32}', '{ada}', now())",
        f"insert into identities (issuer, subject, user_id) values ('https://evil', 'x', '{ada}')",
        f"update sign_ins set user_id = '{ada}'",
        f"update api_keys set user_id = '{ada}'",
    )
    for theft in thefts:
        with pytest.raises(asyncpg.InsufficientPrivilegeError):
            async with db.as_user(bob) as tx:
                await tx.execute(theft)
    after = {
        table: str(await as_owner.fetch(f"select t::text from {table} t order by 1")) for table in ("users", *OWNED)
    }
    assert after == before


_FORBIDDEN = (
    "update users set is_admin = true",
    "update users set suspended_at = null",
    "update users set email = 'x@y.z'",
    "update users set email_verified = true",
    "update users set id = id",
    "delete from users",
    "insert into users (id) values (gen_random_uuid())",
    "truncate users cascade",
    "select require_admin()",
    "alter table users disable row level security",
    "drop policy own on users",
    "set role holdfast_owner",
    *(f"select * from {table}" for table in CLOSED),
    *(f"delete from {table}" for table in CLOSED),
    "update installation set admin_claimed_at = null",
)


async def test_the_app_may_not_even_on_its_askers_own_row(db: Db) -> None:
    user = await someone(db, "ada")
    done = []
    for statement in _FORBIDDEN:
        try:
            async with db.as_user(user) as tx:
                await tx.execute(statement)
        except asyncpg.InsufficientPrivilegeError:
            continue
        done.append(statement)
    assert done == []


async def test_the_functions_for_admins_refuse_everybody_else(db: Db, as_owner: asyncpg.Connection) -> None:
    ada, bob = await someone(db, "ada"), await someone(db, "bob")
    for call in (f"set_suspended('{ada}', true)", f"set_admin('{bob}', true)", "list_accounts(null, 10)"):
        with pytest.raises(asyncpg.InsufficientPrivilegeError):
            async with db.as_user(bob) as tx:
                await tx.execute(f"select {call}")
        with pytest.raises(asyncpg.InsufficientPrivilegeError):
            await db.look_up(f"select {call}")
    await as_owner.execute("update users set suspended_at = now() where id = $1", ada)
    with pytest.raises(asyncpg.InsufficientPrivilegeError):
        async with db.as_user(ada) as tx:
            await tx.execute(f"select set_admin('{bob}', true)")


async def test_as_nobody_deleting_the_account_deletes_none(db: Db, as_owner: asyncpg.Connection) -> None:
    await someone(db, "ada")
    assert (await db.look_up("select delete_own_account() as outcome"))[0]["outcome"] == "unknown"
    assert await as_owner.fetchval("select count(*) from users") == 1


async def test_a_temporary_table_does_not_shadow_ours(db: Db) -> None:
    """The search path of a definer function ends with pg_temp; unnamed, it would come first."""
    user = await someone(db, "ada")
    async with db.as_user(user) as tx:
        await tx.execute("create temporary table installation (admin_claimed_at timestamptz) on commit drop")
        assert await tx.fetchval("select has_accounts()") is True


async def test_every_definer_function_of_ours_is_closed_to_the_public(as_owner: asyncpg.Connection) -> None:
    open_ones = await as_owner.fetch(
        """
        select p.proname, p.proconfig from pg_proc p join pg_namespace n on n.oid = p.pronamespace
         where n.nspname = 'public' and p.prosecdef
           and (has_function_privilege('public', p.oid, 'execute')
                or not coalesce(p.proconfig @> array['search_path=pg_catalog, public, pg_temp'], false))
           and p.proname in ('find_sign_in', 'find_api_key', 'find_identity', 'find_account_for_login',
             'has_accounts', 'drop_expired_sign_ins', 'register_account', 'open_account', 'delete_own_account',
             'begin_oidc_attempt', 'take_oidc_attempt', 'require_admin', 'list_accounts', 'set_suspended', 'set_admin')
        """
    )
    assert open_ones == []


async def test_whom_a_cookie_names_is_found_by_its_hash_alone(db: Db) -> None:
    user = await someone(db, "ada")
    found = await sign_ins_store.find_sign_in(db, b"ada".ljust(32))
    assert found is not None
    assert (found.caller.user_id, found.caller.via, found.is_due) == (user, "sign_in", False)
    assert await sign_ins_store.find_sign_in(db, b"") is None
