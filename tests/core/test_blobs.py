"""The same stories in a folder, in an S3 on loopback, and in one of others that is a process of its own."""

from __future__ import annotations

import hashlib
from collections.abc import AsyncIterator, Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from uuid import UUID

import pytest

from holdfast.core.blobs import Blobs, open_blobs
from holdfast.core.config import Settings
from holdfast.core.errors import NotFound, TooLarge, Unavailable
from holdfast.core.ids import BlobId, UserId, new_id
from tests.loopback.s3_process import S3Process, s3_process
from tests.loopback.s3_server import ACCESS_KEY, SECRET_KEY, S3Server

pytestmark = pytest.mark.anyio


@dataclass(frozen=True, slots=True)
class Place:
    blobs: Blobs
    sizes: Callable[[], list[int]]
    """What lies there, finished or not."""


def _s3_settings(server: S3Server, folder: Path, secret: str = SECRET_KEY) -> Settings:
    keys = {"access_key_id": ACCESS_KEY, "secret_access_key": secret}
    return Settings.model_validate({"data_dir": folder, "s3": {"bucket": "b", "endpoint": server.endpoint, **keys}})


@pytest.fixture(scope="module")
def elsewhere(tmp_path_factory: pytest.TempPathFactory) -> Iterator[S3Process]:
    with s3_process(tmp_path_factory.mktemp("s3")) as process:
        yield process


@pytest.fixture(params=["folder", "s3", "s3 of others"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Place]:
    if request.param == "s3 of others":
        process: S3Process = request.getfixturevalue("elsewhere")
        before = process.files()
        blobs = open_blobs(Settings.model_validate({"data_dir": tmp_path, "s3": process.settings}))
        yield Place(blobs, lambda: [file.stat().st_size for file in process.files() if file not in before])
        return
    if request.param == "folder":
        blobs = open_blobs(Settings(data_dir=tmp_path))
        yield Place(blobs, lambda: [file.stat().st_size for file in tmp_path.rglob("*") if file.is_file()])
        return
    with S3Server("b") as server:
        blobs = open_blobs(_s3_settings(server, tmp_path))
        yield Place(blobs, lambda: [len(data) for data in server.objects.values()])


async def _bytes(size: int, chunk: int = 100_000) -> AsyncIterator[bytes]:
    for start in range(0, size, chunk):
        yield b"x" * min(chunk, size - start)


@pytest.mark.parametrize("size", [0, 1, 300_000, 12_000_000])
async def test_what_was_put_is_got(place: Place, size: int) -> None:
    owner, blob = UserId(new_id()), BlobId(new_id())
    stored = await place.blobs.put(owner, blob, _bytes(size), limit_bytes=20_000_000)
    assert (stored.bytes, stored.sha256) == (size, hashlib.sha256(b"x" * size).hexdigest())
    assert await place.blobs.read(owner, blob) == b"x" * size


async def test_reading_stops_at_the_limit_and_leaves_nothing(place: Place) -> None:
    taken = 0

    async def endless() -> AsyncIterator[bytes]:
        nonlocal taken
        while True:
            taken += 1_000_000
            yield b"x" * 1_000_000

    with pytest.raises(TooLarge):
        await place.blobs.put(UserId(new_id()), BlobId(new_id()), endless(), limit_bytes=7_000_000)
    assert taken < 20_000_000
    assert place.sizes() == []


async def test_a_source_that_breaks_off_leaves_nothing(place: Place) -> None:
    async def breaks() -> AsyncIterator[bytes]:
        yield b"x" * 6_000_000
        raise ConnectionResetError

    with pytest.raises(ConnectionResetError):
        await place.blobs.put(UserId(new_id()), BlobId(new_id()), breaks(), limit_bytes=20_000_000)
    assert place.sizes() == []


async def test_what_was_deleted_is_gone_and_may_be_deleted_again(place: Place) -> None:
    owner, blob = UserId(new_id()), BlobId(new_id())
    await place.blobs.put(owner, blob, _bytes(10), limit_bytes=10)
    await place.blobs.delete(owner, blob)
    await place.blobs.delete(owner, blob)
    with pytest.raises(NotFound):
        await place.blobs.get(owner, blob)
    assert place.sizes() == []


async def test_another_owners_blob_of_the_same_id_is_another_blob(place: Place) -> None:
    anna, ben, blob = UserId(new_id()), UserId(new_id()), BlobId(new_id())
    await place.blobs.put(anna, blob, _bytes(10), limit_bytes=10)
    with pytest.raises(NotFound):
        await place.blobs.get(ben, blob)


@pytest.mark.parametrize("path", ["../../etc/passwd", "/etc/passwd", "a/b"])
async def test_a_path_is_no_id(place: Place, path: str) -> None:
    with pytest.raises(ValueError, match="UUID"):
        UUID(path)
    with pytest.raises(AttributeError):
        await place.blobs.put(path, new_id(), _bytes(1), limit_bytes=1)  # type: ignore[arg-type]


async def test_a_store_that_refuses_is_unavailable_and_its_words_stay_inside(tmp_path: Path) -> None:
    with S3Server("b") as server:
        for broken, secret in ((True, SECRET_KEY), (False, "wrong-secret")):
            server.is_broken = broken
            blobs = open_blobs(_s3_settings(server, tmp_path, secret))
            for attempt in (
                blobs.put(UserId(new_id()), BlobId(new_id()), _bytes(10), limit_bytes=10),
                blobs.read(UserId(new_id()), BlobId(new_id())),
                blobs.delete(UserId(new_id()), BlobId(new_id())),
            ):
                with pytest.raises(Unavailable) as raised:
                    await attempt
                assert "127.0.0.1" not in raised.value.message
        assert server.objects == {}


async def test_a_folder_that_cannot_be_written_is_unavailable(tmp_path: Path) -> None:
    blobs = open_blobs(Settings(data_dir=tmp_path))
    (tmp_path / "blobs").rmdir()
    (tmp_path / "blobs").write_text("a file in its place")
    with pytest.raises(Unavailable):
        await blobs.put(UserId(new_id()), BlobId(new_id()), _bytes(10), limit_bytes=10)
