"""What the database itself says about its tables, views, functions and roles.

Nothing here knows a table by name: what somebody adds tomorrow is found as well.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import asyncpg
import orjson

from holdfast.core.ids import UserId
from tests.waiting import until

VOLATILE = ("last_seen_at", "last_used_at", "last_place")
"""Columns that change by merely being asked who one is."""

RECEIPTS = frozenset({"public.forget_receipts", "public.forget_marks"})
"""What is left of somebody who left: proof that all else is gone, under an id that no account has any more."""


@dataclass(frozen=True, slots=True)
class Owned:
    """A table whose rows belong to people."""

    name: str
    owner: str
    """The column that says whose a row is."""
    is_pair: bool
    """Owned by `tenant_id` and `owner` together, both text: the memory's. Else by an account, a UUID."""


async def owned_tables(connection: asyncpg.Connection) -> Sequence[Owned]:
    rows = await connection.fetch(
        """
        select c.relname as name, a.attname as owner,
               exists (select from pg_attribute t where t.attrelid = c.oid and t.attname = 'tenant_id') as is_pair
          from pg_class c join pg_attribute a on a.attrelid = c.oid and not a.attisdropped
         where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
           and (a.attname = 'user_id' or (c.relname = 'users' and a.attname = 'id'))
         order by 1
        """
    )
    return [Owned(**row) for row in rows]


async def rows_of(connection: asyncpg.Connection, user: UserId) -> Mapping[str, Sequence[Mapping[str, Any]]]:
    """Everything a person owns, table by table, without the columns that asking alone changes."""
    found = {}
    for table in await owned_tables(connection):
        theirs = f"select to_jsonb(t) - $2::text[] as row from {table.name} t where {table.owner}::text = $1"
        rows = await connection.fetch(f"select row from ({theirs}) t order by row::text", str(user), list(VOLATILE))
        found[table.name] = [orjson.loads(row["row"]) for row in rows]
    return found


async def rows_of_a_talker(connection: asyncpg.Connection, user: UserId) -> Mapping[str, Sequence[Mapping[str, Any]]]:
    """The same of somebody who was answered: the figures of their day are written a moment later."""
    await until(lambda: connection.fetchval("select count(*) from active_days where user_id::text = $1", str(user)))
    return await rows_of(connection, user)


async def mentions_of(connection: asyncpg.Connection, text: str) -> Sequence[str]:
    """The tables, of every schema, in which this text stands anywhere, in a column of any type."""
    tables = await connection.fetch(
        """
        select format('%I.%I', n.nspname, c.relname) as name
          from pg_class c join pg_namespace n on n.oid = c.relnamespace
         where c.relkind in ('r', 'p', 'm') and n.nspname not in ('pg_catalog', 'information_schema', 'pg_toast')
        """
    )
    # A bytea column shows its bytes as hexadecimal digits.
    needles = [f"%{text}%", f"%{text.encode().hex()}%"]
    found = []
    for table in tables:
        sought = f"select exists (select from {table['name']} t where t::text ilike any ($1))"
        if await connection.fetchval(sought, needles):
            found.append(table["name"])
    return found


async def unguarded_tables(connection: asyncpg.Connection) -> Sequence[str]:
    """Tables of ours without forced row-level security and a policy, or with one that lets the app see everything."""
    rows = await connection.fetch(
        """
        select c.relname from pg_class c
         where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
           and (not c.relrowsecurity or not c.relforcerowsecurity
                or not exists (select from pg_policy p where p.polrelid = c.oid)
                or exists (select from pg_policy p
                            where p.polrelid = c.oid and p.polpermissive
                              and p.polroles && array[0, 'holdfast_app'::regrole, 'holdfast_worker'::regrole]::oid[]
                              and (pg_get_expr(p.polqual, p.polrelid) is not distinct from 'true'
                                   or pg_get_expr(p.polwithcheck, p.polrelid) is not distinct from 'true')))
         order by 1
        """
    )
    return [row["relname"] for row in rows]


async def unguarded_views(connection: asyncpg.Connection) -> Sequence[str]:
    """Views that read as their maker instead of their asker; a materialized one always does."""
    rows = await connection.fetch(
        """
        select c.oid::regclass::text as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
         where n.nspname not in ('pg_catalog', 'information_schema')
           and (c.relkind = 'm' or c.relkind = 'v'
                and not coalesce(c.reloptions && array['security_invoker=true', 'security_invoker=on'], false))
         order by 1
        """
    )
    return [row["name"] for row in rows]


async def loose_functions(connection: asyncpg.Connection) -> Sequence[str]:
    """Functions with their maker's rights that anybody may call, or whose names a caller could bend.

    A body that was bound when it was written (`begin atomic`) needs no `pg_temp` at the end of its search path.
    """
    rows = await connection.fetch(
        """
        select p.oid::regprocedure::text as name from pg_proc p join pg_namespace n on n.oid = p.pronamespace
          left join lateral unnest(p.proconfig) path (setting) on path.setting like 'search\\_path=%'
         where n.nspname not in ('pg_catalog', 'information_schema') and p.prosecdef
           and (has_function_privilege('public', p.oid, 'execute')
                or path.setting is null
                or path.setting not like 'search\\_path=pg\\_catalog%'
                or (p.prosqlbody is null and path.setting not like '%pg\\_temp'))
         order by 1
        """
    )
    return [row["name"] for row in rows]


async def open_elsewhere(connection: asyncpg.Connection, role: str) -> Sequence[str]:
    """Tables outside of schema public that a role may read or write."""
    rows = await connection.fetch(
        """
        select c.oid::regclass::text as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
         where n.nspname not in ('public', 'pg_catalog', 'information_schema', 'pg_toast')
           and c.relkind in ('r', 'p', 'v', 'm')
           and has_table_privilege($1, c.oid, 'select, insert, update, delete, truncate, references, trigger')
         order by 1
        """,
        role,
    )
    return [row["name"] for row in rows]
