"""Files over HTTP: what is taken, what is given out, and to whom."""

from __future__ import annotations

import asyncio
import io
from collections.abc import AsyncIterator
from uuid import UUID

import asyncpg
import httpx2
import pytest
from PIL import Image

from holdfast.chats import attachments
from holdfast.chats.attachments import check_attached, find_images, load_image
from holdfast.core.errors import NotFound
from holdfast.core.ids import BlobId, new_id
from holdfast.core.migrate import Addresses
from holdfast.entitlements.assign import assign
from holdfast.worker.jobs_page import JOBS, SCHEDULE
from holdfast.worker.pace import WorkerPace
from holdfast.worker.run import Duties, run_worker
from tests.serving import Person, Served, serving
from tests.waiting import until

pytestmark = pytest.mark.anyio


def _png(width: int = 8, height: int = 8) -> bytes:
    out = io.BytesIO()
    Image.new("RGB", (width, height), "red").save(out, "PNG")
    return out.getvalue()


@pytest.fixture
async def served(addresses: Addresses) -> AsyncIterator[Served]:
    async with serving(addresses) as served:
        yield served


async def _upload(
    client: httpx2.AsyncClient, data: bytes, name: str = "a.png", kind: str = "image/png"
) -> httpx2.Response:
    return await client.post("/api/files", files={"file": (name, data, kind)})


async def _id(person: Person, data: bytes = b"some text") -> BlobId:
    answer = await _upload(person.http, data)
    assert answer.status_code == 201, answer.text
    return BlobId(UUID(answer.json()["id"]))


async def test_an_image_comes_back_as_it_went_and_can_do_nothing(served: Served) -> None:
    async with served.person() as ada:
        made = await _upload(ada.http, _png(), name="Übersicht.png")
        assert made.status_code == 201
        body = made.json()
        assert body == {"id": body["id"], "filename": "Übersicht.png", "mediaType": "image/png", "bytes": len(_png())}
        got = await ada.http.get(f"/api/files/{body['id']}")
    assert got.content == _png()
    assert got.headers["content-type"] == "image/png"
    assert got.headers["content-disposition"] == "inline; filename*=UTF-8''%C3%9Cbersicht.png"
    assert got.headers["x-content-type-options"] == "nosniff"
    assert got.headers["content-security-policy"] == "sandbox; default-src 'none'"
    assert got.headers["cache-control"] == "private, max-age=31536000, immutable"


async def test_the_kind_is_read_from_the_bytes_and_a_document_is_a_download(served: Served) -> None:
    async with served.person() as ada:
        made = await _upload(ada.http, b"plain words", name="evil.html", kind="text/html")
        assert made.json()["mediaType"] == "text/plain"
        got = await ada.http.get(f"/api/files/{made.json()['id']}")
    assert got.headers["content-type"].startswith("text/plain")
    assert got.headers["content-disposition"] == "attachment; filename*=UTF-8''evil.html"


@pytest.mark.parametrize(
    ("data", "status", "code"),
    [
        (b"<svg xmlns='http://www.w3.org/2000/svg'/>", 415, "unsupported_media"),
        (b"<!doctype html><script>alert(1)</script>", 415, "unsupported_media"),
        (b"\x7fELF\x02\x01\x01", 415, "unsupported_media"),
        (b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR\x00\x00\xff\xff\x00\x00\xff\xff\x08\x02\x00", 415, "image_too_large"),
        (b"", 400, "malformed_request"),
        (b"x" * 20_000_001, 413, "too_large"),
        (b"x" * 20_100_000, 413, "too_large"),
    ],
)
async def test_what_is_not_taken_is_refused_by_name(served: Served, data: bytes, status: int, code: str) -> None:
    async with served.person() as ada:
        answer = await _upload(ada.http, data)
    assert (answer.status_code, answer.json()["error"]["code"]) == (status, code)


async def test_a_form_may_be_as_large_in_any_spelling_of_its_kind(served: Served) -> None:
    async with served.person() as ada:
        content = ONE_FILE.replace(b"hi", b"hi " * 2_000_000) + b"--x--\r\n"
        kind = {"content-type": FORM.replace("multipart/form-data", "Multipart/Form-Data")}
        answer = await ada.http.post("/api/files", content=content, headers=kind)
    assert answer.status_code == 201, answer.text


FORM = "multipart/form-data; boundary=x"
ONE_FILE = b'--x\r\ncontent-disposition: form-data; name="file"; filename="a"\r\n\r\nhi\r\n'


@pytest.mark.parametrize(
    ("content", "content_type"),
    [
        (b"{}", "application/json"),
        (b"", "multipart/form-data"),
        (b"", FORM),
        (b"not a form at all", FORM),
        (ONE_FILE.replace(b'; filename="a"', b"") + b"--x--", FORM),
        (ONE_FILE.replace(b'name="file"', b'name="other"') + b"--x--", FORM),
        (ONE_FILE * 3 + b"--x--", FORM),
    ],
)
async def test_a_body_that_is_no_form_with_one_file_is_400(served: Served, content: bytes, content_type: str) -> None:
    async with served.person() as ada:
        answer = await ada.http.post("/api/files", content=content, headers={"content-type": content_type})
    assert (answer.status_code, answer.json()["error"]["code"]) == (400, "malformed_request"), answer.text


async def test_an_endless_upload_is_cut_off(served: Served) -> None:
    sent = 0

    async def endless() -> AsyncIterator[bytes]:
        nonlocal sent
        yield b'--x\r\ncontent-disposition: form-data; name="file"; filename="a.txt"\r\n\r\n'
        while sent < 200_000_000:
            sent += 100_000
            yield b"x" * 100_000

    headers = {"content-type": FORM}
    async with served.person() as ada:
        try:
            answer = await ada.http.post("/api/files", content=endless(), headers=headers)
            assert answer.status_code == 413
        except httpx2.TransportError:
            pass  # the server closed while we were still sending
    assert sent < 60_000_000


@pytest.mark.parametrize(
    ("given", "kept"),
    [
        ("../../etc/passwd", "passwd"),
        ("C:\\Users\\ada\\photo.png", "photo.png"),
        ("a\x00b\r\nc: d.png", "abc: d.png"),
        ("\u202egnp.exe", "gnp.exe"),
        ("..", "file"),
        ("", "file"),
        ("x" * 300 + ".png", "x" * 150 + ".png"),
        (".hidden", "hidden"),
    ],
)
def test_a_name_is_for_showing_only(given: str, kept: str) -> None:
    assert attachments.clean_filename(given) == kept


async def test_a_strangers_and_anothers_requests_change_nothing(served: Served) -> None:
    async with served.person("ada") as ada, served.person("ben") as ben, served.stranger() as stranger:
        file = await _id(ada)
        for who, status in ((ben.http, 404), (stranger, 401)):
            assert (await who.get(f"/api/files/{file}")).status_code == status
            assert (await who.delete(f"/api/files/{file}")).status_code == status
        assert (await _upload(stranger, _png())).status_code == 401
        with pytest.raises(NotFound):
            await check_attached(served.parts.db, ben.id, [file])
        assert list(await find_images(served.parts.db, ben.id, [file])) == []
        assert (await ada.http.get(f"/api/files/{file}")).content == b"some text"
        assert (await ada.http.get(f"/api/files/{new_id()}")).status_code == 404
        assert (await ada.http.get("/api/files/..%2f..%2fetc%2fpasswd")).status_code in (404, 422)


async def test_images_are_loaded_for_models_and_documents_are_not(served: Served) -> None:
    db, blobs = served.parts.db, served.parts.blobs
    async with served.person() as ada:
        image, text = await _id(ada, _png()), await _id(ada)
        (found,) = await find_images(db, ada.id, [text, image, BlobId(new_id())])
        loaded = await load_image(blobs, ada.id, found)
    assert loaded
    assert (loaded.media_type, loaded.data) == ("image/png", _png())


async def test_a_deleted_file_is_gone_and_its_bytes_follow(served: Served, as_owner: asyncpg.Connection) -> None:
    async with served.person() as ada:
        file = await _id(ada)
        path = served.parts.settings.data_dir / "blobs" / ada.id.hex / file.hex
        assert path.read_bytes() == b"some text"
        assert (await ada.http.delete(f"/api/files/{file}")).status_code == 204
        assert (await ada.http.get(f"/api/files/{file}")).status_code == 404
        assert (await ada.http.delete(f"/api/files/{file}")).status_code == 404
    await _work_off(served, as_owner)
    assert not path.exists()


async def test_bytes_follow_when_a_whole_account_goes(served: Served, as_owner: asyncpg.Connection) -> None:
    async with served.person() as ada:
        file = await _id(ada)
        path = served.parts.settings.data_dir / "blobs" / ada.id.hex / file.hex
        await as_owner.execute("delete from users where id = $1", ada.id)
    await _work_off(served, as_owner)
    assert not path.exists()


async def _work_off(served: Served, as_owner: asyncpg.Connection) -> None:
    stop = asyncio.Event()
    parts = served.parts
    pace = WorkerPace(poll_seconds=0.1)
    worker = asyncio.create_task(
        run_worker(parts.addresses.worker, parts.db, Duties(parts, JOBS, SCHEDULE), stop=stop, pace=pace)
    )
    done = "select not exists (select from jobs.pgqueuer where entrypoint = 'erase_blob')"
    await until(lambda: as_owner.fetchval(done))
    stop.set()
    await worker


async def test_an_upload_that_never_arrived_is_shown_to_nobody_and_swept(
    served: Served, as_owner: asyncpg.Connection
) -> None:
    async with served.person() as ada:
        file = await _id(ada)
        await as_owner.execute(
            "update blobs set arrived_at = null, sha256 = null, created_at = now() - interval '2 hours'"
        )
        assert (await ada.http.get(f"/api/files/{file}")).status_code == 404
    assert await as_owner.fetchval("select drop_unarrived_blobs(interval '1 hour')") == 1
    assert await as_owner.fetchval("select count(*) from jobs.pgqueuer where entrypoint = 'erase_blob'") == 1


async def test_many_uploads_at_once_cannot_together_pass_the_limit(
    served: Served, as_owner: asyncpg.Connection
) -> None:
    async with served.person() as ada:
        await as_owner.execute(
            "insert into blobs (id, user_id, filename, media_type, bytes, sha256, arrived_at)"
            " values ($1, $2, 'large', 'application/pdf', 999999000, 'x', now())",
            new_id(), ada.id,
        )  # fmt: skip
        room = {"features": {"storage_bytes": 1_000_000_000}}
        await assign(served.parts.entitlements, None, ada.id, "free", room)
        answers = await asyncio.gather(*(_upload(ada.http, b"x" * 400) for _ in range(30)))
    codes = [answer.status_code for answer in answers]
    assert (codes.count(201), codes.count(429)) == (2, 28)
    assert await as_owner.fetchval("select sum(bytes) from blobs") == 999_999_800


async def test_a_store_that_fails_gives_the_room_back(served: Served, as_owner: asyncpg.Connection) -> None:
    folder = served.parts.settings.data_dir / "blobs"
    folder.rmdir()
    folder.write_text("a file in its place")
    async with served.person() as ada:
        answer = await _upload(ada.http, b"some text")
    assert (answer.status_code, answer.json()["error"]["code"]) == (503, "file_store_unavailable")
    assert await as_owner.fetchval("select count(*) from blobs") == 0
