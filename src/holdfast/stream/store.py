"""Every SQL statement on streams and their chunks, but for the two that begin and finish a turn (`turn/store.py`)."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta
from uuid import UUID

import orjson
from asyncpg import Record

from holdfast.core.db import Db, Tx
from holdfast.core.ids import ChatId, DocumentId, ProcessId, StreamId, TurnId, UserId
from holdfast.stream.buffer import Partial
from holdfast.stream.types import (
    KEEP_CHUNKS_SECONDS,
    KEEP_PARTIALS_SECONDS,
    MAX_RESTARTS,
    NOBODY,
    Chunk,
    Ending,
    Stream,
)

STOPS = "holdfast_stops"
"""Told to all processes, with the id of the stream: its writer ends it at once, and not with its next beat."""
RELEASED = "holdfast_released"
"""Told when a process has let a stream go; in the schema by `release_stream`."""

_STREAM = """id, user_id, chat_id, turn_id, status, process_id, last_active_at, metadata, restarts,
             stop_requested_at is not null as is_asked_to_stop,
             extract(epoch from now() - last_active_at)::float8 as silent_seconds"""


async def find_active(tx: Tx, user_id: UserId, chat_id: ChatId) -> Stream | None:
    row = await tx.fetchrow(
        f"select {_STREAM} from streams where user_id = $1 and chat_id = $2 and status = 'active'",  # noqa: S608
        user_id, chat_id,
    )  # fmt: skip
    return _stream(row) if row else None


async def find_last_ended(tx: Tx, user_id: UserId, chat_id: ChatId) -> Stream | None:
    """The last one, if its end is recent enough for its chunks to be there."""
    row = await tx.fetchrow(
        f"""
        select {_STREAM} from streams
         where user_id = $1 and chat_id = $2 and ended_at is not null and has_chunks
         order by ended_at desc limit 1
        """,  # noqa: S608
        user_id, chat_id,
    )  # fmt: skip
    return _stream(row) if row else None


async def find_stream(tx: Tx, user_id: UserId, stream_id: StreamId) -> Stream | None:
    row = await tx.fetchrow(f"select {_STREAM} from streams where user_id = $1 and id = $2", user_id, stream_id)  # noqa: S608
    return _stream(row) if row else None


async def chunks_from(
    tx: Tx, user_id: UserId, stream_id: StreamId, from_seq: int, *, limit: int = 10_000
) -> Sequence[Chunk]:
    rows = await tx.fetch(
        """
        select seq, data from stream_chunks
         where stream_id = $1 and user_id = $2 and seq >= $3 order by seq limit $4
        """,
        stream_id, user_id, from_seq, limit,
    )  # fmt: skip
    return [Chunk(**row) for row in rows]


async def find_next_seq(tx: Tx, user_id: UserId, stream_id: StreamId) -> int:
    """The first that is not here."""
    found: int = await tx.fetchval(
        "select coalesce(max(seq) + 1, 0) from stream_chunks where stream_id = $1 and user_id = $2", stream_id, user_id
    )
    return found


async def some_chunks(
    tx: Tx, user_id: UserId, stream_id: StreamId, from_seq: int, *, most: int = 200, most_bytes: int = 65536
) -> Sequence[Chunk]:
    """The next ones, as many as one reader should hold in memory at once; one at least, however large."""
    rows = await tx.fetch(
        """
        select seq, data from (
          select seq, data, sum(octet_length(data)) over (order by seq) - octet_length(data) as bytes_before
            from (select seq, data from stream_chunks
                   where stream_id = $1 and user_id = $2 and seq >= $3 order by seq limit $4) as next
        ) as measured where bytes_before < $5 order by seq
        """,
        stream_id, user_id, from_seq, most, most_bytes,
    )  # fmt: skip
    return [Chunk(**row) for row in rows]


async def add_chunks(tx: Tx, user_id: UserId, stream_id: StreamId, first_seq: int, datas: Sequence[bytes]) -> None:
    await tx.execute(
        """
        insert into stream_chunks (stream_id, seq, user_id, data)
        select $1, $2 + n - 1, $3, data from unnest($4::bytea[]) with ordinality as c (data, n)
        on conflict do nothing
        """,
        stream_id, first_seq, user_id, list(datas),
    )  # fmt: skip


async def seize(
    tx: Tx, user_id: UserId, stream_id: StreamId, process_id: ProcessId, *, silent_seconds: float
) -> Stream | None:
    """Take over a stream whose writer fell silent: from now on the old writer's beats and endings find nothing."""
    row = await tx.fetchrow(
        f"""
        update streams set process_id = $3
         where id = $1 and user_id = $2 and status = 'active'
           and (last_active_at <= now() - make_interval(secs => $4) or process_id = $5)
        returning {_STREAM}
        """,  # noqa: S608
        stream_id, user_id, process_id, silent_seconds, NOBODY,
    )  # fmt: skip
    return _stream(row) if row else None


async def restart(
    tx: Tx, user_id: UserId, stream_id: StreamId, process_id: ProcessId, *, silent_seconds: float
) -> Stream | None:
    """Take it over to write it anew, unless that was done often enough, or somebody asked it to stop."""
    row = await tx.fetchrow(
        f"""
        update streams set process_id = $3, last_active_at = now(), restarts = restarts + 1
         where id = $1 and user_id = $2 and status = 'active' and restarts < $6 and stop_requested_at is null
           and (last_active_at <= now() - make_interval(secs => $4) or process_id = $5)
        returning {_STREAM}
        """,  # noqa: S608
        stream_id, user_id, process_id, silent_seconds, NOBODY, MAX_RESTARTS,
    )  # fmt: skip
    return _stream(row) if row else None


async def end_stream(tx: Tx, user_id: UserId, stream_id: StreamId, process_id: ProcessId, ending: Ending) -> bool:
    done = await tx.execute(
        """
        update streams set status = $4, ended_at = now()
         where id = $1 and user_id = $2 and process_id = $3 and status = 'active'
        """,
        stream_id, user_id, process_id, ending,
    )  # fmt: skip
    return bool(done == "UPDATE 1")


async def ask_to_stop(tx: Tx, user_id: UserId, chat_id: ChatId) -> Stream | None:
    row = await tx.fetchrow(
        f"""
        update streams set stop_requested_at = coalesce(stop_requested_at, now())
         where user_id = $1 and chat_id = $2 and status = 'active'
        returning {_STREAM}
        """,  # noqa: S608
        user_id, chat_id,
    )  # fmt: skip
    if row:
        await tx.execute("select pg_notify($1, $2)", STOPS, str(row["id"]))
    return _stream(row) if row else None


async def beat(
    db: Db, process_id: ProcessId, held: Sequence[StreamId], chunks: Sequence[tuple[UUID, int, bytes]]
) -> Sequence[tuple[StreamId, bool, bool]]:
    """(stream, is it still ours, must it stop) for each stream held."""
    ids, seqs, datas = (list(column) for column in zip(*chunks, strict=True)) if chunks else ([], [], [])
    rows = await db.look_up("select * from beat($1, $2, $3, $4, $5)", process_id, list(held), ids, seqs, datas)
    return [(row["stream_id"], row["is_ours"], row["must_stop"]) for row in rows]


async def abandoned_streams(
    db: Db, *, silent_seconds: float, most: int = 200
) -> Sequence[tuple[StreamId, UserId, ProcessId]]:
    """(stream, its owner, the process that held it)."""
    rows = await db.look_up("select * from abandoned_streams($1, $2)", timedelta(seconds=silent_seconds), most)
    return [(row["stream_id"], row["user_id"], row["process_id"]) for row in rows]


async def renew(db: Db, process_id: ProcessId, stream_id: StreamId) -> bool:
    """A stream that has only waited for the database. False: it is not this process's any more."""
    return any(is_ours for _, is_ours, _ in await beat(db, process_id, [stream_id], ()))


async def save_chunks(
    db: Db, process_id: ProcessId, stream_id: StreamId, first_seq: int, datas: Sequence[bytes]
) -> None:
    """As a beat does it, for one stream: only while it is this process's."""
    await beat(db, process_id, [stream_id], [(stream_id, seq, data) for seq, data in enumerate(datas, first_seq)])


async def release_stream(db: Db, process_id: ProcessId, stream_id: StreamId) -> bool:
    """Let it go, and tell the other processes. False: it was not ours."""
    rows = await db.look_up("select release_stream($1, $2) as is_released", process_id, stream_id)
    return bool(rows[0]["is_released"])


async def say_alive(db: Db, process_id: ProcessId) -> None:
    await db.look_up("select process_lives($1)", process_id)


async def say_goodbye(db: Db, process_id: ProcessId) -> None:
    await db.look_up("select process_leaves($1)", process_id)


async def others_live(db: Db, process_id: ProcessId, *, within_seconds: float) -> bool:
    """Somebody else would find a stream that we let go."""
    rows = await db.look_up("select others_live($1, $2) as so", process_id, timedelta(seconds=within_seconds))
    return bool(rows[0]["so"])


async def drop_old_chunks(db: Db, *, older_seconds: float, most: int = 1000) -> int:
    rows = await db.look_up("select drop_old_chunks($1, $2) as dropped", timedelta(seconds=older_seconds), most)
    return int(rows[0]["dropped"] or 0)


async def end_all(tx: Tx, user_id: UserId) -> Sequence[TurnId]:
    """Every answer that is being written for this person ends here; its writer finds it ended. The turns. In the order
    of their ids, as a beat takes them, which holds those of many."""
    rows = await tx.fetch(
        """
        update streams set status = 'interrupted', ended_at = now()
         where id in (select id from streams where user_id = $1 and status = 'active' order by id for no key update)
        returning turn_id
        """,
        user_id,
    )  # fmt: skip
    return [row["turn_id"] for row in rows]


async def delete_chunks(tx: Tx, user_id: UserId, turns: Sequence[TurnId]) -> int:
    count: int = await tx.fetchval(
        """
        with emptied as (
          update streams set has_chunks = false where user_id = $1 and turn_id = any ($2) returning id
        ), gone as (
          delete from stream_chunks c using emptied where c.stream_id = emptied.id and c.user_id = $1 returning 1)
        select count(*) from gone
        """,
        user_id, list(turns),
    )  # fmt: skip
    return count


async def delete_chunks_of(tx: Tx, user_id: UserId, streams: Sequence[StreamId]) -> None:
    await tx.execute(
        """
        with emptied as (update streams set has_chunks = false where user_id = $1 and id = any ($2))
        delete from stream_chunks where user_id = $1 and stream_id = any ($2)
        """,
        user_id, list(streams),
    )  # fmt: skip


async def save_partial(tx: Tx, user_id: UserId, document_id: DocumentId, partial: Partial) -> None:
    """The newest stays, in whatever order they come."""
    await tx.execute(
        """
        insert into partial_documents as kept (user_id, document_id, content, saved_at) values ($1, $2, $3, $4)
        on conflict (user_id, document_id) do update set content = excluded.content, saved_at = excluded.saved_at
         where kept.saved_at <= excluded.saved_at
        """,
        user_id, document_id, partial.content, partial.saved_at,
    )  # fmt: skip


async def find_partial(tx: Tx, user_id: UserId, document_id: DocumentId) -> Partial | None:
    row = await tx.fetchrow(
        """
        select content, saved_at from partial_documents
         where user_id = $1 and document_id = $2 and saved_at > now() - make_interval(secs => $3)
        """,
        user_id, document_id, KEEP_PARTIALS_SECONDS,
    )  # fmt: skip
    return Partial(**row) if row else None


async def delete_partials(tx: Tx, user_id: UserId) -> Sequence[DocumentId]:
    rows = await tx.fetch("delete from partial_documents where user_id = $1 returning document_id", user_id)
    return [row["document_id"] for row in rows]


async def recent_streams(tx: Tx, user_id: UserId, turns: Sequence[TurnId] | None) -> Sequence[StreamId]:
    """Those of which the fast buffer may still have something; of these turns, or all of them."""
    rows = await tx.fetch(
        """
        select id from streams
         where user_id = $1 and ($2::uuid[] is null or turn_id = any ($2))
           and coalesce(ended_at, now()) > now() - make_interval(secs => $3)
        """,
        user_id, None if turns is None else list(turns), KEEP_CHUNKS_SECONDS,
    )  # fmt: skip
    return [row["id"] for row in rows]


async def drop_old_partials(db: Db, *, older_seconds: float, most: int = 1000) -> int:
    rows = await db.look_up("select drop_old_partials($1, $2) as dropped", timedelta(seconds=older_seconds), most)
    return int(rows[0]["dropped"] or 0)


def _stream(row: Record) -> Stream:
    return Stream(**{**row, "metadata": orjson.loads(row["metadata"])})
