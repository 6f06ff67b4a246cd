"""The schema that can be read is the schema there is."""

from __future__ import annotations

import asyncpg
import pytest

from tests.architecture.schema import FOLDER, render

CHANGES = {
    "alter table facts add column mood text": "memory/learning.sql",
    "alter table facts alter column text drop not null": "memory/learning.sql",
    "alter table facts add constraint short check (length(text) < 9)": "memory/learning.sql",
    "create index facts_by_text on facts (md5(text))": "memory/learning.sql",
    "create policy everybody on chats using (true)": "chats.sql",
    "alter table chats no force row level security": "chats.sql",
    "grant truncate on chats to holdfast_app": "chats.sql",
    "grant update (email) on users to holdfast_app": "accounts.sql",
    "create trigger noted after insert on messages execute function erase_blob_bytes()": "chats.sql",
    "create or replace function memory_plain(of_text text) returns text language sql as 'select of_text'": "memory.sql",
    "grant execute on function require_admin() to holdfast_app": "accounts.sql",
    "alter type jobs.pgqueuer_status add value 'lost'": "jobs.sql",
}


async def test_the_files_of_the_schema_tell_what_the_migrations_made(as_owner: asyncpg.Connection) -> None:
    kept = {file.relative_to(FOLDER).as_posix(): file.read_text(encoding="utf-8") for file in FOLDER.rglob("*.sql")}
    made = await render(as_owner)
    stale = sorted(name for name in kept.keys() | made.keys() if kept.get(name) != made.get(name))
    assert stale == [], "the schema has changed: run `make schema`, and commit what it writes"


@pytest.mark.parametrize(("change", "file"), CHANGES.items())
async def test_a_change_of_any_kind_is_seen(as_owner: asyncpg.Connection, change: str, file: str) -> None:
    before = await render(as_owner)
    await as_owner.execute(change)
    after = await render(as_owner)
    assert [name for name in after if before.get(name) != after[name]] == [file]


async def test_what_acts_as_a_person_is_ended_in_one_place(as_owner: asyncpg.Connection) -> None:
    """A key is theirs or their organization's (`api_keys`): whoever looks for one kind alone leaves a way in behind."""
    names = await as_owner.fetch(
        "select proname from pg_proc where pronamespace = 'public'::regnamespace and prosrc ~ 'update api_keys'"
    )
    ended = {row["proname"] for row in names} - {"end_oauth_key"}  # one program's, which it showed twice or gave back
    assert ended == {"end_keys_of"}, "call end_keys_of(whose) instead"
