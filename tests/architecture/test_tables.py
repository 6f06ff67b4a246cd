"""A table has one owner: the file that writes it. Who changes `memory_people`? One answer."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

import asyncpg

from tests.architecture.syntax import nodes
from tests.architecture.tables import ALSO, ANY, OWNERS
from tests.architecture.test_house import FILES, place

WRITES = re.compile(
    r"""\b(?:insert\s+into|delete\s+from|merge\s+into|truncate(?:\s+table)?|
        update(?=\s+(?:only\s+)?[\w.{}]+(?:\s+(?:as\s+)?(?!set\b)\w+)?\s+set\b))
        \s+(?:only\s+)?(?P<table>[\w.]+|{})""",
    re.IGNORECASE | re.VERBOSE,
)
UNKNOWN = "{}"
"""A table that a variable names."""


def statements(file: Path) -> Iterator[str]:
    """Every text in a file; what is put into one by a variable stands as {}."""
    formatted = [node for node in nodes(file) if isinstance(node, ast.JoinedStr)]
    inside = {id(part) for node in formatted for part in node.values}
    for text in formatted:
        yield "".join(str(part.value) if isinstance(part, ast.Constant) else UNKNOWN for part in text.values)
    for node in nodes(file):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in inside:
            yield node.value


def restored(file: Path) -> Iterator[str]:
    """Tables that a store lets `restore_rows` write."""
    for node in nodes(file):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "restore_rows":
            table = node.args[2]
            assert isinstance(table, ast.Constant), f"{place(file)} names its table in a variable"
            yield str(table.value)


def written_by(file: Path) -> set[str]:
    written = {found.group("table") for text in statements(file) for found in WRITES.finditer(text)}
    return (written | set(restored(file))) - {"set"}


@cache
def written() -> Mapping[str, set[str]]:
    return {place(file): tables for file in FILES if (tables := written_by(file))}


def test_a_table_is_written_by_the_file_that_owns_it() -> None:
    """Or by one of the few that say why."""
    strangers = [
        f"{file} writes {table}"
        for file, tables in written().items()
        for table in sorted(tables - {UNKNOWN})
        if table not in OWNERS.get(file, ()) and (file, table) not in ALSO
    ]
    assert strangers == []


def test_no_reason_outlives_the_writer_it_was_given_for() -> None:
    assert [pair for pair in ALSO if pair[1] not in written().get(pair[0], ())] == []
    assert {file for file, tables in written().items() if UNKNOWN in tables} == set(ANY)


async def test_every_table_of_the_database_has_an_owner_and_only_one(as_owner: asyncpg.Connection) -> None:
    rows = await as_owner.fetch(
        """
        select c.oid::regclass::text as name from pg_class c
         where c.relnamespace in ('public'::regnamespace, 'jobs'::regnamespace) and c.relkind in ('r', 'p')
        """
    )
    assert sorted(row["name"] for row in rows) == sorted(table for tables in OWNERS.values() for table in tables)


def test_what_writes_is_seen_and_what_only_reads_is_not() -> None:
    told = {
        "update facts f set x = 1": "facts",
        "with a as (select 1) insert into jobs.pgqueuer_log (id) values (1)": "jobs.pgqueuer_log",
        "delete from\n  episodes where id = 1": "episodes",
        "update memory_people as p set about = ''": "memory_people",
        "delete from {} where tenant_id = $1": UNKNOWN,
    }
    assert {text: [one.group("table") for one in WRITES.finditer(text)] for text in told} == {
        text: [table] for text, table in told.items()
    }
    for read in ("select from chats for no key update", "on conflict (id) do update set used = 1", "for update of e"):
        assert not WRITES.search(read)
