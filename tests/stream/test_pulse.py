"""The beat goes on, whatever the database says to one of them."""

from __future__ import annotations

import asyncpg
import pytest

from holdfast.core.db import Db
from holdfast.core.ids import UserId
from tests.stream.conftest import add_person, add_stream
from tests.stream.processes import process
from tests.waiting import until

pytestmark = pytest.mark.anyio

FULL_DISK = """
create sequence tries;
create function full_disk() returns trigger language plpgsql security definer as $$
begin
  perform nextval('tries');  -- which no rollback takes back
  raise exception 'could not extend file: No space left on device' using errcode = 'disk_full';
end $$;
create trigger full_disk before insert on stream_chunks for each row execute function full_disk();
"""


@pytest.fixture
async def user(as_owner: asyncpg.Connection) -> UserId:
    return await add_person(as_owner)


async def test_a_full_disk_costs_time_and_no_stream(db: Db, as_owner: asyncpg.Connection, user: UserId) -> None:
    async with process(db) as one:
        stream = await add_stream(as_owner, user, one.streams.process_id)
        live = one.open(stream)
        await as_owner.execute(FULL_DISK)
        live.append(b'{"type":"data-n"}')
        await until(lambda: as_owner.fetchval("select is_called from tries"))
        await as_owner.execute("drop trigger full_disk on stream_chunks")
        live.append(b'{"type":"data-n"}')
        await until(lambda: live.unsaved_bytes == 0)
        assert await as_owner.fetchval("select count(*) from stream_chunks") == 2
