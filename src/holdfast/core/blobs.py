"""Bytes people gave us: in a folder, or in any S3-compatible store.

A key is made of two ids of ours, the owner's and the blob's, so nothing a client wrote ever becomes part of a path.
Writing is atomic: a reader finds the whole blob or none.
"""

from __future__ import annotations

import asyncio
import hashlib
import os
from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import obstore
from obstore.exceptions import BaseError
from obstore.store import LocalStore, S3Store

from holdfast.core.config import S3, Settings
from holdfast.core.errors import NotFound, TooLarge, Unavailable
from holdfast.core.folders import close_to_others, make_folder
from holdfast.core.ids import BlobId, UserId
from holdfast.core.log import get_logger

CHUNK_BYTES = 256 * 1024

log = get_logger()


@dataclass(frozen=True, slots=True)
class Stored:
    bytes: int
    sha256: str


class Blobs:
    """Build with `open_blobs`."""

    def __init__(self, store: Any, folder: Path | None = None) -> None:
        self._store = store
        self._folder = folder

    async def put(self, owner_id: UserId, blob_id: BlobId, chunks: AsyncIterator[bytes], *, limit_bytes: int) -> Stored:
        """Take bytes as they come, and stop at the limit whatever was announced. `TooLarge`, or `Unavailable`."""
        measured = _Measured(chunks, limit_bytes)
        try:
            await obstore.put_async(self._store, _key(owner_id, blob_id), measured.stream(), chunk_size=5 * 1024 * 1024)
            if self._folder:
                await asyncio.to_thread(_settle, self._folder / _key(owner_id, blob_id))
        except (BaseError, OSError) as error:
            # obstore wraps what the source of the bytes raised.
            if measured.error:
                raise measured.error from None
            raise _unavailable(error) from None
        return Stored(measured.bytes, measured.sha256.hexdigest())

    async def get(self, owner_id: UserId, blob_id: BlobId) -> AsyncIterator[bytes]:
        """The bytes as a stream, opened before it is handed over: what is not there is known at once."""
        try:
            found = await obstore.get_async(self._store, _key(owner_id, blob_id))
        except FileNotFoundError:
            raise NotFound("The file is not there any more.") from None
        except (BaseError, OSError) as error:
            raise _unavailable(error) from None

        async def stream() -> AsyncIterator[bytes]:
            async for chunk in found.stream(min_chunk_size=CHUNK_BYTES):
                yield bytes(chunk)

        return stream()

    async def read(self, owner_id: UserId, blob_id: BlobId) -> bytes:
        return b"".join([chunk async for chunk in await self.get(owner_id, blob_id)])

    async def delete(self, owner_id: UserId, blob_id: BlobId) -> None:
        """Gone afterwards; it need not have been there."""
        try:
            await obstore.delete_async(self._store, _key(owner_id, blob_id))
            if self._folder:
                await asyncio.to_thread(_leave_no_empty_folder, self._folder / owner_id.hex)
        except FileNotFoundError:
            return
        except (BaseError, OSError) as error:
            raise _unavailable(error) from None


class _Measured:
    def __init__(self, chunks: AsyncIterator[bytes], limit_bytes: int) -> None:
        self._chunks = chunks
        self._limit = limit_bytes
        self.bytes = 0
        self.sha256 = hashlib.sha256()
        self.error: Exception | None = None

    async def stream(self) -> AsyncIterator[bytes]:
        try:
            async for chunk in self._chunks:
                self.bytes += len(chunk)
                if self.bytes > self._limit:
                    raise TooLarge(f"The file is larger than {self._limit} bytes.")
                self.sha256.update(chunk)
                yield chunk
        except Exception as error:  # border: the storage library lies between us and whoever must hear of it
            self.error = error
            raise


def _key(owner_id: UserId, blob_id: BlobId) -> str:
    # `.hex` of a UUID is 32 of 0-9a-f; anything else is no UUID and raises here.
    return f"{owner_id.hex}/{blob_id.hex}"


def _settle(path: Path) -> None:
    """To the disk itself: what we acknowledge must outlive a power cut."""
    for place, flags in ((path, os.O_RDONLY), (path.parent, os.O_RDONLY | os.O_DIRECTORY)):
        handle = os.open(place, flags)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def _leave_no_empty_folder(folder: Path) -> None:
    """Its name is its owner's id, and the owner may be leaving for good."""
    try:
        folder.rmdir()
    except OSError:
        pass  # other blobs lie in it


def _unavailable(error: Exception) -> Unavailable:
    # The store's words name buckets, hosts and paths.
    log.warning("blob_store_failed", exc_info=error)
    return Unavailable("The file store is not answering; try again in a moment.", code="file_store_unavailable")


def open_blobs(settings: Settings) -> Blobs:
    if settings.s3.bucket:
        return Blobs(_s3(settings.s3))
    folder = settings.data_dir.expanduser().absolute() / "blobs"
    make_folder(folder, owner=None)
    close_to_others(folder)
    return Blobs(LocalStore(folder, automatic_cleanup=False, mkdir=True), folder)


def _s3(s3: S3) -> S3Store:
    keys: dict[str, Any] = {}
    if s3.access_key_id and s3.secret_access_key:
        keys["access_key_id"] = s3.access_key_id.get_secret_value()
        keys["secret_access_key"] = s3.secret_access_key.get_secret_value()
    if s3.endpoint:
        keys["endpoint"] = s3.endpoint
    return S3Store(
        s3.bucket,
        region=s3.region,
        # Stores of one's own have no DNS entry for every bucket.
        virtual_hosted_style_request=s3.endpoint is None,
        client_options={"allow_http": True, "timeout": "60s", "connect_timeout": "5s"},
        retry_config={"max_retries": 3},
        **keys,
    )
