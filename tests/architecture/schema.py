"""The schema as it is: what the migrations add up to, read from the catalogue and written as SQL that can be read.

A file for each room, in the memory and the turn for each of their folders: its tables with their policies, and the
functions that read or write them first of all, with the bodies they have today. `make schema` writes the files,
`test_schema` compares them with a database that was migrated a moment ago; nothing is ever run from them.
"""

from __future__ import annotations

import asyncio
import re
import shutil
import tempfile
from collections import defaultdict
from collections.abc import Mapping, Sequence
from pathlib import Path

import asyncpg

from holdfast.core.embedded.postgres import start_postgres
from holdfast.core.migrate import migrate, prepare_embedded
from tests.architecture.tables import OWNERS

FOLDER = Path(__file__).parents[2] / "migrations" / "schema"
_HEADING = "-- As the migrations have made it; written by `make schema`, compared by a test, and never run."
_SHARED = "core"
"""What stands on no table of its own: guards, who is asking."""
_SCHEMAS = ("public", "jobs")

_TABLES = """
select c.oid, c.oid::regclass::text as name, n.nspname as schema, c.relrowsecurity as is_guarded,
       c.relforcerowsecurity as is_forced, obj_description(c.oid, 'pg_class') as comment
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
 where n.nspname = any ($1) and c.relkind in ('r', 'p') order by 2
"""
_COLUMNS = """
select a.attname as name, format_type(a.atttypid, a.atttypmod) as type, a.attnotnull as is_not_null,
       case a.attidentity when 'a' then 'always' when 'd' then 'by default' end as identity,
       a.attgenerated <> '' as is_generated, pg_get_expr(d.adbin, d.adrelid) as value,
       col_description(a.attrelid, a.attnum) as comment
  from pg_attribute a left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
 where a.attrelid = $1 and a.attnum > 0 and not a.attisdropped order by a.attnum
"""
_CONSTRAINTS = """
select conname as name, pg_get_constraintdef(oid) as told from pg_constraint
 where conrelid = $1 and contype in ('p', 'u', 'c', 'f', 'x') order by position(contype in 'pucxf'), conname
"""
_INDEXES = """
select pg_get_indexdef(i.indexrelid) as told from pg_index i
 where i.indrelid = $1 and not exists (select from pg_constraint c where c.conindid = i.indexrelid and c.conrelid = $1)
 order by i.indexrelid::regclass::text
"""
_POLICIES = """
select polname as name, polpermissive as is_permissive, pg_get_expr(polqual, polrelid) as sees,
       pg_get_expr(polwithcheck, polrelid) as may_write,
       case polcmd when 'r' then 'select' when 'a' then 'insert' when 'w' then 'update' when 'd' then 'delete'
                   else 'all' end as command,
       array(select coalesce(r.rolname, 'public') from unnest(polroles) o (oid) left join pg_roles r on r.oid = o.oid
              order by 1) as roles
  from pg_policy where polrelid = $1 order by polname
"""
_TRIGGERS = (
    "select pg_get_triggerdef(oid) as told from pg_trigger where tgrelid = $1 and not tgisinternal order by tgname"
)
_RIGHTS = """
select coalesce(r.rolname, 'public') as role, string_agg(lower(x.privilege_type) || x.columns, ', '
       order by x.privilege_type, x.columns) as rights
  from (select g.grantee, g.privilege_type, '' as columns
          from pg_class c cross join lateral aclexplode(c.relacl) g where c.oid = $1 and g.grantee <> c.relowner
        union all
        select g.grantee, g.privilege_type, format(' (%s)', string_agg(a.attname, ', ' order by a.attnum))
          from pg_class c join pg_attribute a on a.attrelid = c.oid and not a.attisdropped
         cross join lateral aclexplode(a.attacl) g
         where c.oid = $1 and g.grantee <> c.relowner group by 1, 2) x
  left join pg_roles r on r.oid = x.grantee
 group by 1 order by 1
"""
_TYPES = """
select n.nspname as schema, t.oid::regtype::text as name, array(
         select quote_literal(e.enumlabel) from pg_enum e where e.enumtypid = t.oid order by e.enumsortorder) as values
  from pg_type t join pg_namespace n on n.oid = t.typnamespace
 where n.nspname = any ($1) and t.typtype = 'e' order by 2
"""
_FUNCTIONS = """
select p.oid, p.oid::regprocedure::text as name, n.nspname as schema, pg_get_functiondef(p.oid) as told,
       obj_description(p.oid, 'pg_proc') as comment,
       (select min(t.tgrelid::regclass::text) from pg_trigger t
         where t.tgfoid = p.oid and not t.tgisinternal) as fired_by,
       p.proacl is null as is_everybodys,
       array(select coalesce(r.rolname, 'public') from aclexplode(p.proacl) g left join pg_roles r on r.oid = g.grantee
              where g.grantee <> p.proowner order by 1) as callers
  from pg_proc p join pg_namespace n on n.oid = p.pronamespace
 where n.nspname = any ($1) and p.prokind = 'f'
   and not exists (select from pg_depend d
                    where d.objid = p.oid and d.classid = 'pg_proc'::regclass and d.deptype = 'e')
 order by 2
"""


async def render(connection: asyncpg.Connection) -> Mapping[str, str]:
    """File, from `migrations/schema` on → what stands in it."""
    tables = await connection.fetch(_TABLES, list(_SCHEMAS))
    names = [table["name"] for table in tables]
    found: dict[str, list[str]] = defaultdict(list)
    for kind in await connection.fetch(_TYPES, list(_SCHEMAS)):
        file = _SHARED if kind["schema"] == "public" else kind["schema"]
        found[file].append(f"create type {kind['name']} as enum ({', '.join(kind['values'])});")
    for table in tables:
        found[_file_of(table["name"])].append(await _table(connection, table))
    for function in await connection.fetch(_FUNCTIONS, list(_SCHEMAS)):
        found[_place(function, names)].append(_function(function))
    return {f"{file}.sql": "\n\n".join([_HEADING, *parts]) + "\n" for file, parts in sorted(found.items())}


def _file_of(table: str) -> str:
    schema, dot, _ = table.partition(".")
    owner = next((file for file, tables in OWNERS.items() if table in tables), None)
    assert owner, f"{table} has no owner yet: say in tests/architecture/tables.py which file writes it"
    return schema if dot else "/".join(owner.split("/")[:-1][:2])


def _place(function: asyncpg.Record, tables: Sequence[str]) -> str:
    """With the table whose trigger it is; else with the one that gave it its name, or that it names first."""
    name = function["name"].partition("(")[0]
    if function["schema"] != "public":
        return str(function["schema"])
    if name.startswith("admin_"):
        return "admin"
    if function["fired_by"]:
        return _file_of(function["fired_by"])
    known = "|".join(map(re.escape, tables))
    named = re.findall(
        rf"(?:from|join|into|update|only)\s+\(?(?:public\.)?({known})\b", function["told"], re.IGNORECASE
    )
    if not named:
        return "memory" if name.startswith("memory_") else _SHARED
    return _file_of(next((table for table in named if table in name), named[0]))


async def _table(connection: asyncpg.Connection, table: asyncpg.Record) -> str:
    name, oid = table["name"], table["oid"]
    columns = [_column(column) for column in await connection.fetch(_COLUMNS, oid)]
    constraints = [f"constraint {one['name']} {one['told']}" for one in await connection.fetch(_CONSTRAINTS, oid)]
    lines = [f"-- {table['comment']}"] if table["comment"] else []
    lines += [f"create table {name} (", *_listed([*columns, *((told, None) for told in constraints)]), ");"]
    lines += [f"{one['told']};" for one in await connection.fetch(_INDEXES, oid)]
    if table["is_guarded"]:
        lines.append(f"alter table {name} enable row level security;")
    if table["is_forced"]:
        lines.append(f"alter table {name} force row level security;")
    lines += [_policy(name, one) for one in await connection.fetch(_POLICIES, oid)]
    lines += [f"{one['told']};" for one in await connection.fetch(_TRIGGERS, oid)]
    lines += [f"grant {one['rights']} on {name} to {one['role']};" for one in await connection.fetch(_RIGHTS, oid)]
    return "\n".join(lines)


def _column(column: asyncpg.Record) -> tuple[str, str | None]:
    told = f"{column['name']} {column['type']}"
    if column["identity"]:
        told += f" generated {column['identity']} as identity"
    elif column["is_generated"]:
        told += f" generated always as ({column['value']}) stored"
    elif column["value"] is not None:
        told += f" default {column['value']}"
    return told + (" not null" if column["is_not_null"] else ""), column["comment"]


def _listed(items: Sequence[tuple[str, str | None]]) -> Sequence[str]:
    last = len(items) - 1
    return [
        f"  {told}{'' if place == last else ','}" + (f"  -- {comment}" if comment else "")
        for place, (told, comment) in enumerate(items)
    ]


def _policy(table: str, policy: asyncpg.Record) -> str:
    parts = [f"create policy {policy['name']} on {table}"]
    parts += [] if policy["is_permissive"] else ["as restrictive"]
    parts += [f"for {policy['command']} to {', '.join(policy['roles'])}"]
    parts += [f"using ({policy['sees']})"] if policy["sees"] else []
    # Without one of its own, what may be written is what is seen.
    parts += [f"with check ({policy['may_write']})"] if policy["may_write"] not in (None, policy["sees"]) else []
    return "\n  ".join(parts) + ";"


def _function(function: asyncpg.Record) -> str:
    told = f"{function['told'].strip()};"
    if function["comment"]:
        told = f"-- {function['comment']}\n{told}"
    if not function["is_everybodys"] and "public" not in function["callers"]:
        told += f"\nrevoke execute on function {function['name']} from public;"
        if function["callers"]:
            told += f"\ngrant execute on function {function['name']} to {', '.join(function['callers'])};"
    return told


async def _write() -> None:
    home = Path(tempfile.mkdtemp(prefix="hf-"))
    home.chmod(0o755)  # under root the server runs as nobody, who must be able to pass
    server = start_postgres(home, settings={"fsync": "off"})
    try:
        addresses = await prepare_embedded(server)
        await migrate(addresses.owner)
        connection = await asyncpg.connect(addresses.owner.dsn)
        files = await render(connection)
        await connection.close()
    finally:
        server.stop()
        shutil.rmtree(home, ignore_errors=True)
    shutil.rmtree(FOLDER, ignore_errors=True)
    for name, text in files.items():
        (FOLDER / name).parent.mkdir(parents=True, exist_ok=True)
        (FOLDER / name).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    asyncio.run(_write())
