"""The room that documents take: exactly what may be taken, whoever comes at once, and given back where nothing came."""

from __future__ import annotations

import asyncio

import asyncpg
import pytest

from holdfast.core.migrate import Addresses
from tests.loopback.s3_server import ACCESS_KEY, SECRET_KEY, S3Server
from tests.scripted import ScriptedModel, says
from tests.serving import Person, serving
from tests.web.test_documents import bring
from tests.web.test_usage import plan
from tests.working import work_off

pytestmark = pytest.mark.anyio


async def kept(as_owner: asyncpg.Connection) -> tuple[int, int]:
    row = await as_owner.fetchrow("select count(*), coalesce(sum(bytes), 0) from document_versions")
    assert row is not None
    return row[0], row[1]


@pytest.mark.parametrize("target", ["user", "org"])
async def test_the_last_room_goes_to_exactly_as_many_as_it_holds(
    addresses: Addresses, as_owner: asyncpg.Connection, target: str
) -> None:
    async with serving(addresses, [ScriptedModel(says("-"))]) as served, served.person() as ada:
        await plan(served, ada, "free", storage_bytes=1_000)
        if target == "org":
            await ada.http.post("/api/organizations", json={"name": "A house"})

        async def upload(number: int) -> int:
            sent = {"file": (f"{number}.txt", f"{number:0100}".encode())}
            answer = await ada.http.post("/api/documents/upload", files=sent, data={"target": target})
            return answer.status_code

        answers = await asyncio.gather(*(upload(number) for number in range(30)))
        assert sorted(answers) == [201] * 10 + [429] * 20
        assert await kept(as_owner) == (10, 1_000)


async def test_a_store_that_fails_leaves_no_document_and_no_room_taken(
    addresses: Addresses, as_owner: asyncpg.Connection
) -> None:
    with S3Server("bucket") as store:
        s3 = {"bucket": "bucket", "endpoint": store.endpoint, "access_key_id": ACCESS_KEY}
        async with (
            serving(addresses, [ScriptedModel(says("-"))], s3={**s3, "secret_access_key": SECRET_KEY}) as served,
            served.person() as ada,
        ):
            store.is_broken = True
            refused = await ada.http.post("/api/documents/upload", files={"file": ("a.md", b"# A")})
            assert (refused.status_code, refused.json()["error"]["code"]) == (503, "file_store_unavailable")
            many = await ada.http.post("/api/documents/bulk-upload", files=[("files", ("a.md", b"# A"))])
            assert [one["error"]["code"] for one in many.json()["refused"]] == ["file_store_unavailable"]
            assert await kept(as_owner) == (0, 0)
            assert await as_owner.fetchval("select count(*) from documents") == 0
            store.is_broken = False
            await bring(ada)
            assert len(store.objects) == 1
            await work_off(served.parts)
            assert await _status(ada) == ("ready", None)


async def test_bytes_that_are_gone_take_no_room_and_it_is_said(
    addresses: Addresses, as_owner: asyncpg.Connection
) -> None:
    async with serving(addresses, [ScriptedModel(says("-"))]) as served, served.person() as ada:
        await bring(ada)
        for blob in (served.parts.settings.data_dir / "blobs" / ada.id.hex).iterdir():
            blob.unlink()
        await work_off(served.parts)
        assert await _status(ada) == ("failed", "not_arrived")
        assert await kept(as_owner) == (1, 0)


async def _status(person: Person) -> tuple[str, str | None]:
    (one,) = (await person.http.get("/api/documents")).json()["documents"]
    return one["status"], (one["error"] or {}).get("code")
