"""What others left is gone on with, every few seconds, whatever went wrong with the sweep before."""

from __future__ import annotations

import asyncio

import asyncpg
import pytest

from holdfast.core.db import Db
from holdfast.core.ids import ProcessId, new_id
from holdfast.core.migrate import Addresses
from holdfast.stream.lifecycle import others_live
from holdfast.turn.recovery.sweep import sweep
from tests.scripted import ScriptedModel, says
from tests.serving import serving
from tests.turn.recovery.test_recover import write_elsewhere
from tests.waiting import HANGS_SECONDS, until

pytestmark = pytest.mark.anyio

FULL_DISK = """
create sequence tries;
create function full_disk() returns trigger language plpgsql security definer as $$
begin
  perform nextval('tries');  -- which no rollback takes back
  raise exception 'could not extend file: No space left on device' using errcode = 'disk_full';
end $$;
create trigger full_disk before insert on processes for each row execute function full_disk();
"""


async def test_after_a_full_disk_it_is_swept_as_before(addresses: Addresses, as_owner: asyncpg.Connection) -> None:
    async with serving(addresses, [ScriptedModel(says("Earlier."))]) as served, served.person() as ada:
        chat = new_id()
        await ada.say("before", chat=chat)
        await as_owner.execute(FULL_DISK)
        await until(lambda: as_owner.fetchval("select is_called from tries"))
        await as_owner.execute("drop trigger full_disk on processes")
        stream = await write_elsewhere(as_owner, ada.id, chat, [b'{"type":"text-delta","id":"t0","delta":"Half"}'])
        await as_owner.execute("update streams set last_active_at = now() - interval '11 s' where id = $1", stream)
        has_ended = "select status <> 'active' from streams where id = $1"
        await until(lambda: as_owner.fetchval(has_ended, stream))


async def test_a_process_that_is_stopping_is_no_longer_counted_on(
    addresses: Addresses, as_owner: asyncpg.Connection
) -> None:
    """Two servers that are told to stop at once would else leave their answers to each other."""
    gate = asyncio.Event()
    model = ScriptedModel([gate, *says("Bye.")])
    async with serving(addresses, [ScriptedModel()]) as other, serving(addresses, [model]) as served:
        await sweep(served.parts.pipeline)
        db, mine = other.parts.db, other.parts.streams.process_id
        assert await others_live(db, mine, within_seconds=10)
        async with served.person() as ada:
            waiting = asyncio.create_task(ada.say("go"))
            await model.waits.wait()
            closing = asyncio.create_task(served.parts.pipeline.close(HANGS_SECONDS))
            await until(lambda: _is_alone(db, mine))
            assert not closing.done()
            gate.set()
            await closing
            await waiting


async def _is_alone(db: Db, process_id: ProcessId) -> bool:
    return not await others_live(db, process_id, within_seconds=HANGS_SECONDS)
