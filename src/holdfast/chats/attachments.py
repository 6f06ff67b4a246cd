"""Files people attach to their messages.

The row comes before the bytes and reserves their room, so that uploads that run at once cannot together pass the limit.
A row whose bytes did not all arrive is shown to nobody, and swept. Deleting a row enqueues the erasing of its bytes in
the same transaction; the schema does that, so that it also happens when a whole account goes.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator, Sequence
from typing import IO, Protocol

from holdfast.chats import attachments_store
from holdfast.chats.types import Attachment
from holdfast.core.blobs import CHUNK_BYTES, Blobs
from holdfast.core.clock import utc_now
from holdfast.core.db import Db, Tx
from holdfast.core.errors import Invalid, NotFound, TooLarge, Unsupported
from holdfast.core.ids import BlobId, UserId, new_id
from holdfast.core.jobs import Job, JobContext, JobKind
from holdfast.core.media import Media, sniff
from holdfast.entitlements.types import AccessContext, QuotaExhausted
from holdfast.models.types import Image

MAX_BYTES = 20_000_000
MAX_IMAGES = 8
MAX_IMAGE_BYTES = 20_000_000
"""Of one message, together."""

ERASE_BLOB = JobKind("erase_blob", tries=10)
"""Enqueued by the schema whenever a row of `blobs` goes."""


class HasBlobs(Protocol):
    @property
    def blobs(self) -> Blobs: ...


async def attach(db: Db, blobs: Blobs, access: AccessContext, file: IO[bytes], filename: str) -> Attachment:
    """Keep a file that lies on our disk already. What it is, and how large, is read from its bytes."""
    media = await asyncio.to_thread(_recognise, file)
    attachment = Attachment(BlobId(new_id()), clean_filename(filename), media.type, file.seek(0, 2))
    await keep_file(db, blobs, access, file, attachment)
    return attachment


async def keep_file(db: Db, blobs: Blobs, access: AccessContext, file: IO[bytes], new: Attachment) -> None:
    user = access.user_id
    async with db.as_user(user) as tx:
        await reserve_room(tx, access, new.bytes)
        await attachments_store.add_attachment(tx, user, new)
    try:
        stored = await blobs.put(user, new.id, _chunks(file), limit_bytes=new.bytes)
    except BaseException:  # border: cancelled or failed, bytes that did not all arrive must not hold room
        await delete_attachment(db, user, new.id)
        raise
    async with db.as_user(user) as tx:
        await attachments_store.note_arrival(tx, user, new.id, stored.sha256)


def _recognise(file: IO[bytes]) -> Media:
    if file.seek(0, 2) > MAX_BYTES:
        raise TooLarge(f"A file may have at most {MAX_BYTES // 1_000_000} MB.")
    media = sniff(file)
    if media is None:
        raise Unsupported("Images (PNG, JPEG, GIF, WebP), PDF, Word (.docx) and UTF-8 text can be attached.")
    if media.is_too_big_to_draw:
        raise Unsupported("The image has too many pixels.", code="image_too_large")
    return media


async def reserve_room(tx: Tx, access: AccessContext, count: int) -> None:
    """Room for so many bytes, until the end of this transaction; the row that takes it must be in it."""
    limit = access.features.storage_bytes
    if limit is None:
        return
    used = await attachments_store.lock_and_sum_bytes(tx, access.user_id)
    if used + count > limit:
        raise QuotaExhausted(access, "storage_bytes", used=used, wanted=count, now=utc_now(), resets_at=None)


async def used_bytes(db: Db, user_id: UserId) -> int:
    async with db.as_user(user_id) as tx:
        return await attachments_store.sum_bytes(tx, user_id)


async def _chunks(file: IO[bytes]) -> AsyncIterator[bytes]:
    file.seek(0)
    while chunk := await asyncio.to_thread(file.read, CHUNK_BYTES):
        yield chunk


def clean_filename(given: str) -> str:
    """For showing to people only: no folders, nothing invisible, not too long, its ending kept."""
    name = re.split(r"[/\\]", given)[-1]
    name = "".join(character for character in name if character.isprintable()).strip(" .")
    stem, dot, ending = name.rpartition(".")
    if not dot or len(ending) > 20:
        stem, dot, ending = name, "", ""
    return f"{stem[:150]}{dot}{ending}" if stem else "file"


async def get_attachment(db: Db, user_id: UserId, attachment_id: BlobId) -> Attachment:
    found = await _find(db, user_id, [attachment_id])
    if not found:
        raise NotFound("There is no such file.")
    return found[0]


async def _find(db: Db, user_id: UserId, ids: Sequence[BlobId]) -> Sequence[Attachment]:
    async with db.as_user(user_id) as tx:
        return await attachments_store.find_attachments(tx, user_id, ids)


async def drop_file(tx: Tx, user_id: UserId, attachment_id: BlobId) -> None:
    """One that is needed no more, if it is there."""
    await attachments_store.delete_attachment(tx, user_id, attachment_id)


async def delete_attachment(db: Db, user_id: UserId, attachment_id: BlobId) -> None:
    async with db.as_user(user_id) as tx:
        if not await attachments_store.delete_attachment(tx, user_id, attachment_id):
            raise NotFound("There is no such file.")


async def check_attached(db: Db, user_id: UserId, ids: Sequence[BlobId]) -> None:
    """Before a message with these files is taken. Somebody else's do not exist; of images there may be only so many,
    because each of them is read, sent and counted with the answer."""
    found = await _find(db, user_id, ids)
    if {attachment.id for attachment in found} != set(ids):
        raise NotFound("One of the attached files does not exist; upload it again.", code="unknown_file")
    images = [attachment for attachment in found if attachment.is_image]
    if len(images) > MAX_IMAGES:
        raise Invalid(
            f"A message may bring {MAX_IMAGES} images, and this one brings {len(images)}; send them in several.",
            code="too_many_images",
            details={"images": len(images), "limit": MAX_IMAGES},
        )
    if (size := sum(image.bytes for image in images)) > MAX_IMAGE_BYTES:
        raise TooLarge(
            f"The images of a message may have {MAX_IMAGE_BYTES // 1_000_000} MB together, and these have "
            f"{size / 1_000_000:.1f}; send them in several messages.",
            code="images_too_large",
            details={"bytes": size, "limit": MAX_IMAGE_BYTES},
        )


async def find_images(db: Db, user_id: UserId, ids: Sequence[BlobId]) -> Sequence[Attachment]:
    """Those among the files that are images, as many as a message may bring: one from before may have brought more."""
    images = [attachment for attachment in await _find(db, user_id, ids) if attachment.is_image][:MAX_IMAGES]
    while sum(image.bytes for image in images) > MAX_IMAGE_BYTES:
        images.pop()
    return images


async def load_image(blobs: Blobs, user_id: UserId, attachment: Attachment) -> Image | None:
    try:
        return Image(attachment.media_type, await blobs.read(user_id, attachment.id))
    except NotFound:
        return None  # deleted between the look-up and the reading


async def erase_blob(job: Job, context: JobContext[HasBlobs]) -> None:
    await context.parts.blobs.delete(UserId(job.uuid("user_id")), BlobId(job.uuid("blob_id")))


async def drop_unarrived(context: JobContext[HasBlobs]) -> None:
    await attachments_store.drop_unarrived_attachments(context.worker)
