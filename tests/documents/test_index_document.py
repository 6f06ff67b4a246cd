"""The job behind an upload, a portion at a time: what was looked at is kept, and whoever cancels is heard."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from dataclasses import replace
from typing import Any
from uuid import UUID

import asyncpg
import orjson
import pytest

from holdfast.core.db import Db, connect, owner_of
from holdfast.core.ids import ChatId, DocumentId, ProcessId, new_id
from holdfast.core.jobs import Job, JobContext, JobLost
from holdfast.core.migrate import Addresses
from holdfast.documents.desk import take_along
from holdfast.documents.index_document import index_document
from holdfast.knowledge.index import BATCH
from holdfast.models.types import Image
from tests.documents import files
from tests.scripted import ScriptedModel, says
from tests.serving import Person, Served, serving
from tests.waiting import until
from tests.web.test_documents import bring, look_for
from tests.words import WordEmbedder
from tests.working import work_off

pytestmark = pytest.mark.anyio

WORDS = {
    "sent": b"# Harbour\n\nThe lantern hangs in the boat house.\n",
    "deleted": b"# Attic\n\nThe globe stands there.\n",
}
PAGES = [f"Drawer {number} holds the {thing}" for number, thing in enumerate(("lantern", "anvil", "globe", "sextant"))]


@pytest.fixture
async def worker_db(addresses: Addresses) -> AsyncIterator[Db]:
    database = await connect(addresses.worker, size=2)
    yield database
    await database.close()


async def taken(served: Served, person: Person, as_owner: asyncpg.Connection) -> Job | None:
    """The job that waits, as a worker takes it."""
    row = await as_owner.fetchrow(
        """
        update jobs.pgqueuer set status = 'picked', attempts = 1, queue_manager_id = gen_random_uuid()
         where id = (select id from jobs.pgqueuer where entrypoint = 'index_document' and status = 'queued'
                      order by priority desc, id limit 1)
        returning id, payload, queue_manager_id
        """
    )
    if row is None:
        return None
    ids: dict[str, Any] = orjson.loads(row["payload"])
    holder = ProcessId(UUID(str(row["queue_manager_id"])))
    return Job(row["id"], "index_document", owner_of(person.id), ids, 1, holder)


async def test_a_scan_is_looked_at_two_pages_at_a_time_and_goes_on_where_it_was(
    addresses: Addresses, worker_db: Db, as_owner: asyncpg.Connection
) -> None:
    async with serving(addresses, [ScriptedModel(says("-"))]) as served, served.person() as ada:
        made = (await bring(ada, files.scanned(*PAGES), "scan.pdf"))["document"]
        context = JobContext(served.parts.db, worker_db, served.parts)
        seen, last = [], None
        while job := await taken(served, ada, as_owner):
            await index_document(job, context, seconds=0.0)
            left = await as_owner.fetchval("select count(*) from document_pages where is_picture")
            told = (await ada.http.get(f"/api/documents/{made['id']}")).json()
            seen.append((left, told["status"], round(told["progress"], 1)))
            last = job
        assert seen == [(2, "processing", 0.3), (0, "ready", 1.0)]
        assert (told["extraction"], told["pages"]) == ("ocr", 4)
        found = await look_for(ada, "What holds the sextant?")
        assert (found[0]["page"], found[0]["text"]) == (4, PAGES[3])
        assert last is not None
        with pytest.raises(JobLost):
            await index_document(last, context)


async def test_whoever_cancels_while_it_is_looked_at_is_heard_at_the_next_pages(
    addresses: Addresses, worker_db: Db, as_owner: asyncpg.Connection
) -> None:
    async with serving(addresses, [ScriptedModel(says("-"))]) as served, served.person() as ada:
        made = (await bring(ada, files.scanned(*PAGES), "scan.pdf"))["document"]
        context = JobContext(served.parts.db, worker_db, served.parts)
        first = await taken(served, ada, as_owner)
        assert first is not None
        await index_document(first, context, seconds=0.0)
        await ada.http.post(f"/api/documents/{made['id']}/cancel")
        while job := await taken(served, ada, as_owner):
            await index_document(job, context, seconds=0.0)
        told = (await ada.http.get(f"/api/documents/{made['id']}")).json()
        assert told["status"] == "cancelled"
        assert await as_owner.fetchval("select count(*) from passages") == 0


async def test_what_is_unclear_is_read_by_a_model_that_sees_and_by_nobody_where_there_is_none(
    addresses: Addresses, as_owner: asyncpg.Connection
) -> None:
    eyes = ScriptedModel(says("The barometer hangs in the hall."), sees_images=True)
    async with serving(addresses, [eyes]) as served, served.person() as ada:
        made = (await bring(ada, files.smudge(), "photo.png"))["document"]
        await work_off(served.parts)
        told = (await ada.http.get(f"/api/documents/{made['id']}")).json()
        assert (told["status"], told["extraction"]) == ("ready", "model")
        assert "barometer" in (await look_for(ada, "Where does the barometer hang?"))[0]["text"]
        asked = eyes.calls[0][0][-1].content
        assert [type(part) for part in asked] == [Image], "the picture and no words of anybody's"
    blind = ScriptedModel(says("never asked"))
    async with serving(addresses, [blind]) as served, served.person("bob") as bob:
        made = (await bring(bob, files.smudge(), "photo.png"))["document"]
        await work_off(served.parts)
        told = (await bob.http.get(f"/api/documents/{made['id']}")).json()
        assert (told["status"], told["error"]["code"]) == ("failed", "empty")
        assert blind.calls == []


class Meanwhile(WordEmbedder):
    """Something happens the first time that it is asked."""

    def __init__(self, happens: Callable[[], Awaitable[object]]) -> None:
        self._happens: Callable[[], Awaitable[object]] | None = happens

    async def embed(self, texts: Sequence[str]) -> list[list[float]]:
        happens, self._happens = self._happens, None
        if happens:
            await happens()
        return await super().embed(texts)


async def test_what_is_sent_or_deleted_while_it_is_read_is_read_on_where_it_went_or_no_more(
    addresses: Addresses, worker_db: Db, as_owner: asyncpg.Connection
) -> None:
    async with serving(addresses, [ScriptedModel(says("-"))]) as served, served.person() as ada:
        chat = ChatId(new_id())
        await ada.say("Hello", chat=chat)
        for ends in ("sent", "deleted"):
            made = (await bring(ada, WORDS[ends], target="chat"))["document"]
            document = DocumentId(UUID(made["id"]))

            async def happens(ends: str = ends, document: DocumentId = document) -> None:
                if ends == "deleted":
                    assert (await ada.http.delete(f"/api/documents/{document}")).status_code == 204
                async with served.parts.db.as_user(ada.id) as tx:
                    if ends == "sent":
                        await take_along(tx, ada.id, chat, [document])

            documents = replace(served.parts.documents, embedder=Meanwhile(happens))
            context = JobContext(served.parts.db, worker_db, replace(served.parts, documents=documents))
            jobs = 0
            while job := await taken(served, ada, as_owner):
                await index_document(job, context)
                jobs += 1
            told = (await ada.http.get(f"/api/documents/{document}")).json()
            if ends == "sent":
                assert (jobs, told["status"], told["target"]) == (2, "ready", f"chat:{chat}")
            else:
                assert (jobs, told["error"]["code"]) == (1, "unknown_document")
        assert await as_owner.fetchval("select count(*) from passages where document_id = $1", document) == 0


def chapters(count: int) -> bytes:
    """Each a passage of its own."""
    return "\n\n".join(f"## Chapter {n}\n\nThe mill of town {n} grinds from dawn." for n in range(count)).encode()


async def test_a_large_document_gives_way_after_each_portion(
    addresses: Addresses, worker_db: Db, as_owner: asyncpg.Connection
) -> None:
    async with (
        serving(addresses, [ScriptedModel(says("-"))]) as served,
        served.person() as ada,
        served.person("bob") as bob,
    ):
        large = (await bring(ada, chapters(3 * BATCH), "large.md"))["document"]["id"]
        small = (await bring(bob, b"Nobody works on Sundays.", "small.md"))["document"]["id"]
        context = JobContext(served.parts.db, worker_db, served.parts)
        portions = []
        while job := await taken(served, ada, as_owner):
            is_large = job.ids["document"] == large
            his_or_hers = job if is_large else replace(job, owner=owner_of(bob.id))
            await index_document(his_or_hers, context, seconds=0.0)
            whose, document = (ada, large) if is_large else (bob, small)
            told = (await whose.http.get(f"/api/documents/{document}")).json()
            portions.append((document, round(told["progress"], 1)))
        assert portions == [(large, 0.4), (small, 1.0), (large, 0.7), (large, 1.0)], "and nothing is done twice"
        assert (await ada.http.get(f"/api/documents/{large}")).json()["passages"] == 3 * BATCH


class Counting(WordEmbedder):
    def __init__(self) -> None:
        self.batches = 0

    async def embed(self, texts: Sequence[str]) -> list[list[float]]:
        self.batches += 1
        return await super().embed(texts)


async def test_while_a_batch_is_written_the_next_is_embedded(
    addresses: Addresses, worker_db: Db, as_owner: asyncpg.Connection
) -> None:
    embedder = Counting()
    async with serving(addresses, [ScriptedModel(says("-"))], embedder=embedder) as served, served.person() as ada:
        made = (await bring(ada, chapters(2 * BATCH), "large.md"))["document"]["id"]
        job = await taken(served, ada, as_owner)
        assert job is not None
        async with as_owner.transaction():
            await as_owner.execute("lock table passages in share mode")
            reading = asyncio.create_task(index_document(job, JobContext(served.parts.db, worker_db, served.parts)))
            await until(lambda: embedder.batches == 2)
        await reading
        ready = (await ada.http.get(f"/api/documents/{made}")).json()
        assert (ready["status"], ready["passages"], embedder.batches) == ("ready", 2 * BATCH, 2)
