"""Sound that is kept for a while: recordings nobody could hear yet, and answers that were spoken.

They are blobs like attachments, found by name or id, and count towards their owner's room. With the row a job is
enqueued that takes it away again; until the job has come, what is too old is found by nobody.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass

from holdfast.chats import attachments_store
from holdfast.chats.attachments import MAX_BYTES, reserve_room
from holdfast.chats.types import Attachment
from holdfast.core.blobs import Blobs
from holdfast.core.db import Db, Tx, account_of
from holdfast.core.errors import NotFound
from holdfast.core.ids import BlobId, UserId, new_id
from holdfast.core.jobs import Job, JobContext, JobKind, enqueue, work
from holdfast.entitlements.types import AccessContext

EXPIRE_RECORDING = JobKind("expire_recording")


@dataclass(frozen=True, slots=True)
class NewSound:
    name: str
    media_type: str
    data: bytes


async def keep_recording(
    db: Db,
    blobs: Blobs,
    user_id: UserId,
    sound: NewSound,
    *,
    keep_seconds: float,
    access: AccessContext | None,
) -> BlobId:
    """`access`: None where nobody is limited, as in an answer that another process left and this one speaks."""
    recording = Attachment(BlobId(new_id()), sound.name, sound.media_type, len(sound.data))
    async with db.as_user(user_id) as tx:
        if access:
            await reserve_room(tx, access, len(sound.data))
        await attachments_store.add_attachment(tx, user_id, recording)
        await enqueue(tx, EXPIRE_RECORDING, {"recording": recording.id}, delay_seconds=keep_seconds)
    try:
        stored = await blobs.put(user_id, recording.id, _at_once(sound.data), limit_bytes=MAX_BYTES)
    except BaseException:  # border: cancelled or failed, bytes that did not all arrive must not hold room
        async with db.as_user(user_id) as tx:
            await attachments_store.delete_attachment(tx, user_id, recording.id)
        raise
    async with db.as_user(user_id) as tx:
        await attachments_store.note_arrival(tx, user_id, recording.id, stored.sha256)
    return recording.id


async def _at_once(data: bytes) -> AsyncIterator[bytes]:
    yield data


async def find_recording(db: Db, blobs: Blobs, user_id: UserId, name: str, *, keep_seconds: float) -> bytes | None:
    async with db.as_user(user_id) as tx:
        found = await attachments_store.find_recording(tx, user_id, name=name, young_seconds=keep_seconds)
    if found is None:
        return None
    try:
        return await blobs.read(user_id, found.id)
    except NotFound:
        return None  # taken away between the look-up and the reading


async def get_recording(
    db: Db, blobs: Blobs, user_id: UserId, recording_id: BlobId, media_type: str, *, keep_seconds: float
) -> bytes:
    """One of this person's of this kind, while it is young enough."""
    async with db.as_user(user_id) as tx:
        found = await attachments_store.find_recording(
            tx, user_id, recording_id=recording_id, young_seconds=keep_seconds
        )
    if found is None or found.media_type != media_type:
        raise NotFound("There is no such sound, or its time is over.", code="unknown_audio")
    return await blobs.read(user_id, recording_id)


async def drop_recordings(db: Db, user_id: UserId, names: Sequence[str]) -> None:
    async with db.as_user(user_id) as tx:
        await attachments_store.delete_recordings(tx, user_id, names)


async def forget_recordings(tx: Tx, user_id: UserId, media_type: str) -> None:
    """All of a person's of one kind."""
    await attachments_store.delete_recordings_of_kind(tx, user_id, media_type)


async def expire_recording(job: Job, context: JobContext[object]) -> None:
    async with work(context.worker, job) as tx:
        if job.owner:
            await attachments_store.delete_attachment(tx, account_of(job.owner), BlobId(job.uuid("recording")))
