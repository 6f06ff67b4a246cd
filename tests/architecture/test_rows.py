"""Hand-written SQL as the app's own role, against every table there is: what row-level security lets through.

The tables come from the catalogue and the rows from using the product, so a table added tomorrow is tried tomorrow. One
in which living for long leaves no row fails the suite, until `live_long.py` knows how to make one.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from typing import Any

import asyncpg
import orjson
import pytest

from holdfast.core.db import Db, Owner, Tx, owner_of
from holdfast.core.ids import UserId, new_id
from holdfast.core.migrate import Addresses
from tests.accounts.admitted import vouched_for
from tests.accounts.issuer import LoopbackIssuer, issuing
from tests.architecture.belongings import link
from tests.architecture.catalogue import (
    Owned,
    loose_functions,
    open_elsewhere,
    owned_tables,
    unguarded_tables,
    unguarded_views,
)
from tests.architecture.live_long import FEATURES, live_long, use_tools
from tests.scripted import ScriptedModel
from tests.serving import serving
from tests.tools.mcp.provider import providing

pytestmark = pytest.mark.anyio

UNGUARDED: Mapping[str, str] = {
    "alembic_version": "one word about the schema; nobody's",
    "memory_embedders": "names of models and the length of their vectors; nobody's, and added by a definer function",
}
"""Tables that need no guard, with the reason. The app may only read them."""
NOBODYS = frozenset(
    {
        *("admin_events", "analytics_events", "installation", "installation_invites", "oidc_attempts"),
        *("active_days", "daily_figures", "hosted_vectors"),
        *("one_time_links", "processes", "prompt_settings", "throttle_counts"),
    }
)
"""Tables whose rows belong to nobody, or to nobody yet: only definer functions see them."""


async def test_every_table_has_a_forced_policy(as_owner: asyncpg.Connection) -> None:
    assert set(await unguarded_tables(as_owner)) == set(UNGUARDED)


@pytest.mark.parametrize("table", UNGUARDED)
@pytest.mark.parametrize("role", ["holdfast_app", "holdfast_worker"])
async def test_a_table_without_a_guard_names_nobody_and_can_only_be_read(
    as_owner: asyncpg.Connection, role: str, table: str
) -> None:
    owning = """
    select from pg_attribute where attrelid = $1::text::regclass and attname in ('tenant_id', 'user_id', 'owner_id')
    """
    assert await as_owner.fetch(owning, table) == []
    for power in ("insert", "update", "delete", "truncate", "references", "trigger"):
        assert not await as_owner.fetchval("select has_table_privilege($1, $2, $3)", role, table, power), power
    for power in ("insert", "update", "references"):
        assert not await as_owner.fetchval("select has_any_column_privilege($1, $2, $3)", role, table, power), power


async def test_every_view_reads_as_its_asker(as_owner: asyncpg.Connection) -> None:
    assert await unguarded_views(as_owner) == []


async def test_every_definer_function_has_a_fixed_search_path_and_is_closed_to_the_public(
    as_owner: asyncpg.Connection,
) -> None:
    assert await loose_functions(as_owner) == []


@pytest.mark.parametrize(
    ("forgotten", "find"),
    [
        ("create table plain (user_id uuid)", unguarded_tables),
        ("create table half (user_id uuid); alter table half enable row level security", unguarded_tables),
        (
            "create table mute (user_id uuid); alter table mute enable row level security; "
            "alter table mute force row level security",
            unguarded_tables,
        ),
        (
            "create table wide (user_id uuid); select guard_owned('wide'); "
            "create policy all_of_it on wide for select to holdfast_app using (true)",
            unguarded_tables,
        ),
        ("create view names as select name from users", unguarded_views),
        ("create materialized view kept as select name from users", unguarded_views),
        ("create function f() returns int language sql security definer as 'select 1'", loose_functions),
        (
            "create function f() returns int language sql security definer set search_path = public as 'select 1'; "
            "revoke execute on function f() from public",
            loose_functions,
        ),
        (
            "create function f() returns int language sql security definer "
            "set search_path = pg_catalog, public, pg_temp as 'select 1'",
            loose_functions,
        ),
    ],
)  # fmt: skip
async def test_what_somebody_forgets_is_found(as_owner: asyncpg.Connection, forgotten: str, find: Any) -> None:
    before = await find(as_owner)
    await as_owner.execute(forgotten)
    assert len(await find(as_owner)) == len(before) + 1


@pytest.mark.parametrize("role", ["holdfast_app", "holdfast_worker"])
async def test_the_roles_that_serve_people_have_no_power_over_the_guards(
    as_owner: asyncpg.Connection, role: str
) -> None:
    powers = await as_owner.fetchrow(
        """
        select rolsuper, rolbypassrls, rolcreaterole, rolcreatedb, rolreplication,
               pg_has_role(rolname, 'holdfast_owner', 'member') as is_owner,
               has_schema_privilege(rolname, 'public', 'create') as may_create,
               exists (select from pg_class c where c.relowner = r.oid) as has_tables
          from pg_roles r where rolname = $1
        """,
        role,
    )
    assert powers is not None
    assert not any(powers.values())


async def test_the_queue_is_out_of_the_apps_reach(as_owner: asyncpg.Connection) -> None:
    assert await open_elsewhere(as_owner, "holdfast_app") == []


async def test_the_owner_of_the_schema_is_bound_as_well(as_owner: asyncpg.Connection) -> None:
    """Policies are forced, and the owner passes by one of its own: without BYPASSRLS, which managed servers lack."""
    assert await as_owner.fetchval("select rolsuper or rolbypassrls from pg_roles where rolname = user") is False


@pytest.mark.parametrize(
    "statement",
    [
        "set role holdfast_owner",
        "set session authorization holdfast_owner",
        "set local row_security = off; select count(*) from {table}",
        "alter table {table} disable row level security",
        "alter table {table} no force row level security",
        "drop policy keeper on {table}",
        "create policy mine on {table} using (true)",
        "alter table {table} owner to holdfast_app",
        "truncate {table} cascade",
        "create trigger t before insert on {table} for each row execute function streams_end_once()",
        "alter role holdfast_app bypassrls",
        "grant holdfast_owner to holdfast_app",
        "create table public.mine (x int)",
        "select guard_closed('{table}')",
    ],
)
async def test_the_app_cannot_lift_a_guard(db: Db, as_owner: asyncpg.Connection, statement: str) -> None:
    for table in await owned_tables(as_owner):
        with pytest.raises(asyncpg.InsufficientPrivilegeError):
            async with db.as_user(UserId(new_id())) as tx:
                await tx.execute(statement.format(table=table.name))


class Town:
    """Two people who did the same things, and the tables in which that left rows."""

    def __init__(self, ada: Owner, bob: Owner, tables: Sequence[Owned], as_owner: asyncpg.Connection) -> None:
        self.ada, self.bob, self.tables = ada, bob, tables
        self._as_owner = as_owner

    async def row(self, table: Owned, whose: Owner) -> dict[str, Any]:
        """One of a person's rows, as JSON that Postgres can read back into the table."""
        row = await self._as_owner.fetchval(
            f"select to_jsonb(t) from {table.name} t where {_is(table, 1)} limit 1", *_key(whose)
        )
        assert row is not None, f"living for long left no row in {table.name}: teach live_long.py"
        found: dict[str, Any] = orjson.loads(row)
        return found

    async def rows(self, whose: Owner) -> Mapping[str, str]:
        """Everything a person owns, as one hash a table: the same as long as no row came, went or changed."""
        return {
            table.name: await self._as_owner.fetchval(
                f"select md5(string_agg(md5(t::text), '' order by md5(t::text))) from {table.name} t "
                f"where {_is(table, 1)}",
                *_key(whose),
            )
            for table in self.tables
        }

    async def renamed(self, ada: Owner, bob: Owner) -> Town:
        """The same two with other names, in the tables whose rows are owned by the pair."""
        tables = [table for table in self.tables if table.is_pair]
        for table in tables:
            for old, new in ((self.ada, ada), (self.bob, bob)):
                await self._as_owner.execute(
                    f"update {table.name} set tenant_id = $3, {table.owner} = $4 where {_is(table, 1)}",
                    *_key(old), *_key(new),
                )  # fmt: skip
        return Town(ada, bob, tables, self._as_owner)


def _key(whose: Owner) -> tuple[str, str]:
    return whose.tenant_id, whose.user_id


def _is(table: Owned, first: int) -> str:
    """The condition under which a row is somebody's, whose names are the parameters from `first` on."""
    tenant = "tenant_id" if table.is_pair else "'default'"
    return f"{tenant} = ${first}::text and {table.owner}::text = ${first + 1}::text"


@asynccontextmanager
async def town(addresses: Addresses, as_owner: asyncpg.Connection, issuer: LoopbackIssuer) -> AsyncIterator[Town]:
    provider = {"issuer": issuer.url, "client_id": "holdfast-client", "client_secret": issuer.client_secret}
    # A demo model is never asked to learn: the rules do, and leave the same rows every time.
    async with (
        providing() as (workshop, port),
        serving(
            addresses,
            [ScriptedModel(is_demo=True)],
            oidc={"here": provider},
            features=FEATURES,
            allow_outbound=[f"127.0.0.1:{port}"],
        ) as served,
        served.person("ada") as ada,
        served.person("bob") as bob,
    ):
        for person in (ada, bob):
            await link(person, issuer, "here", str(person.id))
            await use_tools(person, workshop, port)
        await live_long(served, as_owner, ada, bob)
        tables = [table for table in await owned_tables(as_owner) if table.name not in NOBODYS]
        yield Town(owner_of(ada.id), owner_of(bob.id), tables, as_owner)


async def test_the_rows_of_another_cannot_be_seen_changed_deleted_or_made_in_any_table(
    addresses: Addresses, db: Db, as_owner: asyncpg.Connection
) -> None:
    async with issuing() as issuer, town(addresses, as_owner, issuer) as here:
        await _nobody_and_no_other_tenant_sees(db, here)
        await _cannot_cross(db, here)
        async with db.as_owner(here.ada) as tx:
            for table in here.tables:
                named = f"select count(*) from {table.name} t where strpos(t::text, $1) > 0"
                assert await tx.fetchval(named, here.bob.user_id) == 0, table


async def _nobody_and_no_other_tenant_sees(db: Db, here: Town) -> None:
    bob = here.bob.user_id
    strangers = [
        Owner("", ""),
        Owner("default", ""),
        Owner("", bob),
        Owner("acme", bob),
        Owner("DEFAULT", bob),
        Owner("default", str(new_id())),
    ]
    for stranger in strangers:
        async with db.as_owner(stranger) as tx:
            for table in here.tables:
                assert await tx.fetchval(f"select count(*) from {table.name}") == 0, (stranger, table)
    for table in here.tables:
        assert (await db.look_up(f"select count(*) as seen from {table.name}"))[0]["seen"] == 0
    for name in NOBODYS:
        with pytest.raises(asyncpg.InsufficientPrivilegeError):
            await db.look_up(f"select count(*) from {name}")


ALIKE = [
    (Owner("acme", "ada"), Owner("globex", "ada")),
    (Owner("acme", "ada"), Owner("ada", "acme")),
    (Owner("a__b", "c"), Owner("a", "b__c")),
    (Owner("a", "b:c"), Owner("a:b", "c")),
    (Owner("ab", "c"), Owner("a", "bc")),
    (Owner("acme", "ada"), Owner("Acme", "Ada")),
    (Owner("acme", "ada"), Owner("acme ", "ada ")),
    (Owner("acme", "jos\u00e9"), Owner("acme", "jose\u0301")),
    (Owner("%", "_"), Owner("acme", "a")),
    (Owner("acme", "0"), Owner("acme", "00")),
]
"""Pairs that are not the same, but would be to somebody who glues them together, folds their letters or their accents,
strips them, or takes them for patterns or numbers."""


async def test_owners_whose_names_read_alike_are_strangers_to_each_other(
    addresses: Addresses, db: Db, as_owner: asyncpg.Connection
) -> None:
    async with issuing() as issuer, town(addresses, as_owner, issuer) as here:
        # First the same user id in two tenants, one of them that of the accounts.
        for one, other in [(Owner("acme", here.ada.user_id), here.ada), *ALIKE]:
            here = await here.renamed(one, other)
            await _cannot_cross(db, here)


async def _cannot_cross(db: Db, here: Town) -> None:
    before = await here.rows(here.bob)
    for table in here.tables:
        await _cannot_see(db, table, here)
        await _cannot_touch(db, table, here)
        await _cannot_make(db, table, here)
        await _cannot_give_away(db, table, here)
    assert await here.rows(here.bob) == before


async def _cannot_see(db: Db, table: Owned, here: Town) -> None:
    count = f"select count(*) from {table.name}"
    async with db.as_owner(here.ada) as tx:
        mine = await tx.fetchval(f"{count} where {_is(table, 1)}", *_key(here.ada))
        assert mine > 0, (table, here.ada)
        assert await tx.fetchval(count) == mine, (table, here.ada, here.bob)


async def _cannot_touch(db: Db, table: Owned, here: Town) -> None:
    async with db.as_owner(here.ada) as tx:
        update = await _update(tx, table)
    for statement in (update, f"delete from {table.name} where {_is(table, 1)}"):
        try:
            async with db.as_owner(here.ada) as tx:
                done = await tx.execute(statement, *_key(here.bob))
        except asyncpg.InsufficientPrivilegeError:
            continue  # not even of one's own
        assert done.endswith(" 0"), (table, statement, done)


async def _update(tx: Tx, table: Owned) -> str:
    """An update of every column that the app may update at all."""
    columns = await tx.fetch(
        """
        select quote_ident(attname) as name from pg_attribute
         where attrelid = $1::text::regclass and attnum > 0 and not attisdropped and attidentity = ''
           and has_column_privilege(attrelid, attnum, 'update')
        """,
        table.name,
    )
    assert columns, f"the app may change nothing in {table.name}: say so here"
    changes = ", ".join(f"{column['name']} = {column['name']}" for column in columns)
    return f"update {table.name} set {changes} where {_is(table, 1)}"


def _refusals(table: Owned) -> tuple[type[asyncpg.PostgresError], ...]:
    """An ended stream is refused for what it is before anybody asks whose it is."""
    ended = (asyncpg.CheckViolationError,) if table.name == "streams" else ()
    return (asyncpg.InsufficientPrivilegeError, *ended)


async def _cannot_make(db: Db, table: Owned, here: Town) -> None:
    """Not a copy of another's row, and not one's own row in another's name."""
    name = {table.owner: here.bob.user_id, **({"tenant_id": here.bob.tenant_id} if table.is_pair else {})}
    for whose in (here.ada, here.bob):
        row = {**await here.row(table, whose), **name}
        with pytest.raises(_refusals(table)):
            async with db.as_owner(here.ada) as tx:
                await tx.execute(
                    f"""
                    insert into {table.name} overriding system value
                    select * from jsonb_populate_record(null::{table.name}, $1::text::jsonb)
                    """,
                    orjson.dumps(row).decode(),
                )


async def _cannot_give_away(db: Db, table: Owned, here: Town) -> None:
    change = f"tenant_id = $3, {table.owner} = $4" if table.is_pair else f"{table.owner} = $3::text::uuid"
    names = _key(here.bob) if table.is_pair else _key(here.bob)[1:]
    with pytest.raises(_refusals(table)):
        async with db.as_owner(here.ada) as tx:
            await tx.execute(f"update {table.name} set {change} where {_is(table, 1)}", *_key(here.ada), *names)


async def test_the_name_of_the_asker_does_not_outlive_its_transaction(db: Db) -> None:
    bob = await vouched_for(db, "bob")
    for _ in range(30):
        async with db.as_user(bob) as tx:
            assert await tx.fetchval("select count(*) from users") == 1
            # Even a name that was set for the whole connection is gone with the next asker.
            await tx.execute(f"set session app.user_id = '{bob}'")
        async with db.as_nobody() as tx:
            assert await tx.fetchval("select count(*) from users") == 0
        with pytest.raises(ZeroDivisionError):
            async with db.as_user(bob):
                raise ZeroDivisionError
        assert (await db.look_up("select count(*) as seen from users"))[0]["seen"] == 0
