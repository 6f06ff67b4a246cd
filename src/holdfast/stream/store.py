"""Every SQL statement on streams and their chunks, but for the two that begin and finish a turn (`turn/store.py`)."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta
from uuid import UUID

import orjson
from asyncpg import Record

from holdfast.core.db import Db, Tx
from holdfast.stream.types import Chunk, Ending, Stream

_STREAM = """id, user_id, chat_id, turn_id, status, process_id, last_active_at, metadata,
             extract(epoch from now() - last_active_at)::float8 as silent_seconds"""


async def find_active(tx: Tx, user: UUID, chat_id: UUID) -> Stream | None:
    row = await tx.fetchrow(
        f"select {_STREAM} from streams where user_id = $1 and chat_id = $2 and status = 'active'",  # noqa: S608
        user, chat_id,
    )  # fmt: skip
    return _stream(row) if row else None


async def find_stream(tx: Tx, user: UUID, stream_id: UUID) -> Stream | None:
    row = await tx.fetchrow(f"select {_STREAM} from streams where user_id = $1 and id = $2", user, stream_id)  # noqa: S608
    return _stream(row) if row else None


async def chunks_from(tx: Tx, user: UUID, stream_id: UUID, from_seq: int, *, limit: int = 10_000) -> Sequence[Chunk]:
    rows = await tx.fetch(
        """
        select seq, data from stream_chunks
         where stream_id = $1 and user_id = $2 and seq >= $3 order by seq limit $4
        """,
        stream_id, user, from_seq, limit,
    )  # fmt: skip
    return [Chunk(**row) for row in rows]


async def add_chunks(tx: Tx, user: UUID, stream_id: UUID, first_seq: int, datas: Sequence[bytes]) -> None:
    await tx.execute(
        """
        insert into stream_chunks (stream_id, seq, user_id, data)
        select $1, $2 + n - 1, $3, data from unnest($4::bytea[]) with ordinality as c (data, n)
        on conflict do nothing
        """,
        stream_id, first_seq, user, list(datas),
    )  # fmt: skip


async def seize(tx: Tx, user: UUID, stream_id: UUID, process_id: UUID, *, silent_seconds: float) -> Stream | None:
    """Take over a stream whose writer fell silent: from now on the old writer's beats and endings find nothing."""
    row = await tx.fetchrow(
        f"""
        update streams set process_id = $3
         where id = $1 and user_id = $2 and status = 'active'
           and last_active_at <= now() - make_interval(secs => $4)
        returning {_STREAM}
        """,  # noqa: S608
        stream_id, user, process_id, silent_seconds,
    )  # fmt: skip
    return _stream(row) if row else None


async def end_stream(tx: Tx, user: UUID, stream_id: UUID, process_id: UUID, ending: Ending) -> bool:
    done = await tx.execute(
        """
        update streams set status = $4, ended_at = now()
         where id = $1 and user_id = $2 and process_id = $3 and status = 'active'
        """,
        stream_id, user, process_id, ending,
    )  # fmt: skip
    return bool(done == "UPDATE 1")


async def ask_to_stop(tx: Tx, user: UUID, chat_id: UUID) -> Stream | None:
    row = await tx.fetchrow(
        f"""
        update streams set stop_requested_at = coalesce(stop_requested_at, now())
         where user_id = $1 and chat_id = $2 and status = 'active'
        returning {_STREAM}
        """,  # noqa: S608
        user, chat_id,
    )  # fmt: skip
    return _stream(row) if row else None


async def beat(
    db: Db, process_id: UUID, held: Sequence[UUID], chunks: Sequence[tuple[UUID, int, bytes]]
) -> Sequence[tuple[UUID, bool, bool]]:
    """(stream, is it still ours, must it stop) for each stream held."""
    ids, seqs, datas = (list(column) for column in zip(*chunks, strict=True)) if chunks else ([], [], [])
    rows = await db.look_up("select * from beat($1, $2, $3, $4, $5)", process_id, list(held), ids, seqs, datas)
    return [(row["stream_id"], row["is_ours"], row["must_stop"]) for row in rows]


async def abandoned_streams(db: Db, *, silent_seconds: float, most: int = 200) -> Sequence[tuple[UUID, UUID, UUID]]:
    """(stream, its owner, the process that held it)."""
    rows = await db.look_up("select * from abandoned_streams($1, $2)", timedelta(seconds=silent_seconds), most)
    return [(row["stream_id"], row["user_id"], row["process_id"]) for row in rows]


async def drop_old_chunks(db: Db, *, older_seconds: float, most: int = 1000) -> int:
    rows = await db.look_up("select drop_old_chunks($1, $2) as dropped", timedelta(seconds=older_seconds), most)
    return int(rows[0]["dropped"] or 0)


async def end_all(tx: Tx, user: UUID) -> Sequence[UUID]:
    """Every answer that is being written for this person ends here; its writer finds it ended. The turns."""
    rows = await tx.fetch(
        """
        update streams set status = 'interrupted', ended_at = now()
         where user_id = $1 and status = 'active' returning turn_id
        """,
        user,
    )  # fmt: skip
    return [row["turn_id"] for row in rows]


async def delete_chunks(tx: Tx, user: UUID, turns: Sequence[UUID]) -> int:
    count: int = await tx.fetchval(
        """
        with emptied as (
          update streams set has_chunks = false where user_id = $1 and turn_id = any ($2) returning id
        ), gone as (
          delete from stream_chunks c using emptied where c.stream_id = emptied.id and c.user_id = $1 returning 1)
        select count(*) from gone
        """,
        user, list(turns),
    )  # fmt: skip
    return count


def _stream(row: Record) -> Stream:
    return Stream(**{**row, "metadata": orjson.loads(row["metadata"])})
