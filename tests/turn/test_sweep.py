"""What others left is gone on with, every few seconds, whatever went wrong with the sweep before."""

from __future__ import annotations

import asyncio

import asyncpg
import pytest

from holdfast.core.ids import new_id
from holdfast.core.migrate import Addresses
from holdfast.stream.lifecycle import others_live
from holdfast.turn.sweep import sweep
from tests.scripted import ScriptedModel, says
from tests.serving import serving
from tests.turn.test_recover import write_elsewhere

pytestmark = pytest.mark.anyio

FULL_DISK = """
create function full_disk() returns trigger language plpgsql as $$
begin
  raise exception 'could not extend file: No space left on device' using errcode = 'disk_full';
end $$;
create trigger full_disk before insert on processes for each row execute function full_disk();
"""


async def test_after_a_full_disk_it_is_swept_as_before(addresses: Addresses, as_owner: asyncpg.Connection) -> None:
    async with serving(addresses, [ScriptedModel(says("Earlier."))]) as served, served.person() as ada:
        chat = new_id()
        await ada.say("before", chat=chat)
        await as_owner.execute(FULL_DISK)
        await asyncio.sleep(2.5)
        await as_owner.execute("drop trigger full_disk on processes")
        stream = await write_elsewhere(as_owner, ada.id, chat, [b'{"type":"text-delta","id":"t0","delta":"Half"}'])
        await as_owner.execute("update streams set last_active_at = now() - interval '11 s' where id = $1", stream)
        async with asyncio.timeout(5):
            while await as_owner.fetchval("select status from streams where id = $1", stream) == "active":
                await asyncio.sleep(0.1)


async def test_a_process_that_is_stopping_is_no_longer_counted_on(
    addresses: Addresses, as_owner: asyncpg.Connection
) -> None:
    """Two servers that are told to stop at once would else leave their answers to each other."""
    model = ScriptedModel([asyncio.Event()])
    async with serving(addresses, [ScriptedModel()]) as other, serving(addresses, [model]) as served:
        await sweep(served.parts.pipeline)
        db, mine = other.parts.db, other.parts.streams.process_id
        assert await others_live(db, mine, within_seconds=10)
        async with served.person() as ada:
            waiting = asyncio.create_task(ada.say("go"))
            await asyncio.sleep(0.3)
            closing = asyncio.create_task(served.parts.pipeline.close(2))
            await asyncio.sleep(0.5)
            assert not closing.done()
            assert not await others_live(db, mine, within_seconds=10)
            await closing
            await waiting
