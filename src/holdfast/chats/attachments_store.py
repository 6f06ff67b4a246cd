"""Every SQL statement on files: attached to messages, and sound that is kept for a while."""

from __future__ import annotations

from collections.abc import Sequence

from holdfast.chats.types import Attachment
from holdfast.core.db import Db, Tx
from holdfast.core.ids import BlobId, ChatId, MessageId, TurnId, UserId


async def files_sent_in(tx: Tx, user_id: UserId, chat_id: ChatId) -> Sequence[BlobId]:
    rows = await tx.fetch(
        """
        select distinct (part ->> 'blobId')::uuid as id
          from messages m cross join lateral jsonb_array_elements(m.parts) part
         where m.chat_id = $1 and m.user_id = $2 and part ->> 'blobId' is not null
        """,
        chat_id, user_id,
    )  # fmt: skip
    return [row["id"] for row in rows]


async def lock_and_sum_bytes(tx: Tx, user_id: UserId) -> int:
    """What this person's files take. Whoever adds to the same total waits here for the one before."""
    await tx.execute("select from users where id = $1 for no key update", user_id)
    return await sum_bytes(tx, user_id)


async def sum_bytes(tx: Tx, user_id: UserId) -> int:
    """Attached to messages, and as documents of their own."""
    total: int = await tx.fetchval("select kept_bytes($1)", user_id)
    return total


async def add_attachment(tx: Tx, user_id: UserId, new: Attachment) -> None:
    await tx.execute(
        "insert into blobs (id, user_id, filename, media_type, bytes) values ($1, $2, $3, $4, $5)",
        new.id, user_id, new.filename, new.media_type, new.bytes,
    )  # fmt: skip


async def note_arrival(tx: Tx, user_id: UserId, attachment_id: BlobId, sha256: str) -> None:
    await tx.execute(
        "update blobs set arrived_at = now(), sha256 = $3 where id = $1 and user_id = $2",
        attachment_id,
        user_id,
        sha256,
    )


async def find_attachments(tx: Tx, user_id: UserId, ids: Sequence[BlobId]) -> Sequence[Attachment]:
    """Those whose bytes have arrived, in the order asked for. Sound has its own way out, with its own time."""
    rows = await tx.fetch(
        """
        select id, filename, media_type, bytes, sha256
          from blobs
         where user_id = $1 and id = any ($2) and arrived_at is not null and media_type not like 'audio/%'
         order by array_position($2, id)
        """,
        user_id, list(ids),
    )  # fmt: skip
    return [Attachment(**row) for row in rows]


async def delete_attachment(tx: Tx, user_id: UserId, attachment_id: BlobId) -> bool:
    done = await tx.execute("delete from blobs where id = $1 and user_id = $2", attachment_id, user_id)
    return bool(done == "DELETE 1")


async def find_recording(
    tx: Tx, user_id: UserId, *, name: str | None = None, recording_id: BlobId | None = None, young_seconds: float
) -> Attachment | None:
    """The newest of this name or id that is still young enough."""
    row = await tx.fetchrow(
        """
        select id, filename, media_type, bytes, sha256
          from blobs
         where user_id = $1 and (filename = $2 or id = $3) and media_type like 'audio/%'
           and arrived_at is not null and created_at > now() - make_interval(secs => $4)
         order by created_at desc limit 1
        """,
        user_id, name, recording_id, young_seconds,
    )  # fmt: skip
    return Attachment(**row) if row else None


async def delete_recordings(tx: Tx, user_id: UserId, names: Sequence[str]) -> None:
    await tx.execute(
        "delete from blobs where user_id = $1 and filename = any ($2) and media_type like 'audio/%'",
        user_id,
        list(names),
    )


async def delete_recordings_of_kind(tx: Tx, user_id: UserId, media_type: str) -> None:
    await tx.execute("delete from blobs where user_id = $1 and media_type = $2", user_id, media_type)


async def drop_unarrived_attachments(db: Db) -> None:
    await db.look_up("select drop_unarrived_blobs(interval '1 hour')")


async def delete_forgotten_files(
    tx: Tx, user_id: UserId, files: Sequence[BlobId], turns: Sequence[TurnId] = (), messages: Sequence[MessageId] = ()
) -> int:
    """Attached to nothing that stays; and the sound of these turns, spoken or not heard yet."""
    done = await tx.execute(
        """
        delete from blobs b where b.user_id = $1
           and (b.id = any ($2) and not exists (
                  select from messages m where m.user_id = $1
                     and m.parts @> jsonb_build_array(jsonb_build_object('blobId', b.id::text)))
                or b.media_type like 'audio/%' and b.filename like any ($3))
        """,
        user_id, list(files), [f"%{one}%" for one in (*turns, *messages)],
    )  # fmt: skip
    return int(done.rpartition(" ")[2])


async def delete_all_files(tx: Tx, user_id: UserId) -> None:
    await tx.execute("delete from blobs where user_id = $1", user_id)
