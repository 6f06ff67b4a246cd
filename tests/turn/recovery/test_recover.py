"""Coming back to an answer by asking for its chunks: `GET /api/chat?chatId=…&fromSeq=…`, and live on `/stream`."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import Any
from uuid import UUID

import asyncpg
import httpx2
import orjson
import pytest

from holdfast.core.ids import DocumentId, UserId, new_id
from holdfast.core.migrate import Addresses
from holdfast.models.types import Done, TextDelta, TokenUsage
from holdfast.stream.partials import Partials
from holdfast.turn.recovery.end_abandoned import end_silent_streams
from tests.scripted import ScriptedModel, says
from tests.serving import Person, Reader, Served, read_events, serving
from tests.waiting import until

pytestmark = pytest.mark.anyio

ANOTHER = new_id()
"""A process that is not here: it writes, or it did."""


@asynccontextmanager
async def with_running_answer(
    addresses: Addresses, as_owner: asyncpg.Connection, *, chunks: int = 10, **settings: Any
) -> AsyncIterator[tuple[Served, Person, UUID]]:
    """An answer that another process writes, of which so many chunks are buffered."""
    async with serving(addresses, [ScriptedModel(says("Earlier."))], **settings) as served, served.person() as ada:
        chat = new_id()
        await ada.say("before", chat=chat)
        datas = [orjson.dumps({"type": "text-delta", "id": "t0", "delta": f"{number} "}) for number in range(chunks)]
        await write_elsewhere(as_owner, ada.id, chat, datas)
        served.parts.pipeline.running.is_closing = True  # so that whoever asks is quicker than a sweep of this process
        yield served, ada, chat


async def write_elsewhere(as_owner: asyncpg.Connection, user: UserId, chat: UUID, datas: Sequence[bytes]) -> UUID:
    stream, turn, question = new_id(), new_id(), new_id()
    await as_owner.execute(
        """
        insert into turns (id, user_id, chat_id, persona_id, trigger, message_id, answer_id, asked_sha256)
        values ($1, $2, $3, 'assistant', 'submit-message', $4, $5, '')
        """,
        turn, user, chat, question, new_id(),
    )  # fmt: skip
    await as_owner.execute(
        """
        insert into messages (chat_id, id, user_id, turn_id, role, parts, status, tokens)
        values ($1, $2, $3, $4, 'user', '[{"type": "text", "text": "Count."}]', 'complete', 2)
        """,
        chat, question, user, turn,
    )  # fmt: skip
    await as_owner.execute(
        "insert into streams (id, user_id, chat_id, turn_id, process_id) values ($1, $2, $3, $4, $5)",
        stream, user, chat, turn, ANOTHER,
    )  # fmt: skip
    rows = [(stream, seq, user, data) for seq, data in enumerate(datas)]
    await as_owner.executemany(
        "insert into stream_chunks (stream_id, seq, user_id, data) values ($1, $2, $3, $4)", rows
    )
    return stream


async def ask(person: Person, chat: UUID, **params: int) -> httpx2.Response:
    return await person.http.get("/api/chat", params={"chatId": str(chat), **params})


async def test_stale_stream_transitions_to_interrupted(addresses: Addresses, as_owner: asyncpg.Connection) -> None:
    async with with_running_answer(addresses, as_owner) as (_, ada, chat):
        await as_owner.execute(
            "update streams set last_active_at = now() - interval '90 seconds' where status = 'active'"
        )
        response = await ask(ada, chat)
        assert response.status_code == 200
        told = response.json()
        assert (told["status"], told["isStale"], told["isActive"], told["chunks"]) == ("interrupted", True, False, [])
        assert await as_owner.fetchval("select status from streams order by created_at desc limit 1") == "interrupted"
        again = await ask(ada, chat)
        assert (again.status_code, again.content) == (204, b"")
        assert (await ada.http.get(f"/api/chat/{chat}/stream")).status_code == 204


async def test_fresh_stream_returns_buffered_chunks(addresses: Addresses, as_owner: asyncpg.Connection) -> None:
    async with with_running_answer(addresses, as_owner, chunks=10) as (_, ada, chat):
        await as_owner.execute(
            "update streams set last_active_at = now() - interval '5 seconds' where status = 'active'"
        )
        response = await ask(ada, chat)
        assert response.status_code == 200
        told = response.json()
        assert (told["status"], told["isActive"], told["isStale"]) == ("active", True, False)
        assert [chunk["seq"] for chunk in told["chunks"]] == list(range(10))
        assert told["chunks"][3]["data"] == {"type": "text-delta", "id": "t0", "delta": "3 "}


async def test_from_seq_returns_only_newer_chunks(addresses: Addresses, as_owner: asyncpg.Connection) -> None:
    async with with_running_answer(addresses, as_owner, chunks=10) as (_, ada, chat):
        assert [chunk["seq"] for chunk in (await ask(ada, chat, fromSeq=5)).json()["chunks"]] == [5, 6, 7, 8, 9]
        assert (await ask(ada, chat, fromSeq=10)).json()["chunks"] == []
        assert (await ask(ada, chat, fromSeq=-1)).status_code == 422


async def test_composer_partial_content_is_included_for_its_owner(
    addresses: Addresses, as_owner: asyncpg.Connection
) -> None:
    async with with_running_answer(addresses, as_owner) as (served, ada, chat), served.person("bob") as bob:
        document = DocumentId(new_id())
        await as_owner.execute(
            "update streams set metadata = jsonb_build_object('composerDocumentId', $1::text) where status = 'active'",
            str(document),
        )
        assert "partialContent" not in (await ask(ada, chat)).json()["metadata"]
        await Partials(served.parts.db, served.parts.streams).save(ada.id, document, "# Half a plan")
        assert (await ask(ada, chat)).json()["metadata"]["partialContent"] == "# Half a plan"
        await ada.http.patch(f"/api/chats/{chat}", json={"visibility": "public"})
        seen = (await ask(bob, chat)).json()
        assert len(seen["chunks"]) == 10
        assert "partialContent" not in seen["metadata"]


async def test_no_active_stream_returns_204(addresses: Addresses) -> None:
    async with serving(addresses, [ScriptedModel()]) as served, served.person() as ada:
        chat = new_id()
        await ada.say("hello", chat=chat)
        response = await ask(ada, chat)
        assert (response.status_code, response.content) == (204, b"")


async def test_redis_unavailable_degrades_gracefully(addresses: Addresses, as_owner: asyncpg.Connection) -> None:
    """Nobody listens at that port. What Postgres has is told, which is more than nothing."""
    async with with_running_answer(addresses, as_owner, redis_url="redis://127.0.0.1:9/0") as (_, ada, chat):
        response = await ask(ada, chat)
        assert response.status_code == 200
        told = response.json()
        assert told["isActive"] is True
        assert len(told["chunks"]) == 10


async def test_a_private_chat_is_403_an_unknown_one_404_and_a_public_one_for_all_who_are_signed_in(
    addresses: Addresses, as_owner: asyncpg.Connection
) -> None:
    async with with_running_answer(addresses, as_owner) as (served, ada, chat), served.person("bob") as bob:
        assert (await ask(bob, chat)).status_code == 403
        assert (await bob.http.get(f"/api/chat/{chat}/stream")).status_code == 403
        assert (await ask(bob, new_id())).status_code == 404
        assert (await bob.http.get(f"/api/chat/{new_id()}/stream")).status_code == 404
        await ada.http.patch(f"/api/chats/{chat}", json={"visibility": "public"})
        assert len((await ask(bob, chat)).json()["chunks"]) == 10
        async with served.stranger() as nobody:
            assert (await nobody.get(f"/api/chat/{chat}/stream")).status_code == 401


async def test_several_readers_in_two_processes_follow_one_answer_to_its_end(addresses: Addresses) -> None:
    gate = asyncio.Event()
    model = ScriptedModel([TextDelta("seen "), gate, TextDelta("by all"), Done(TokenUsage(1, 2))])
    async with serving(addresses, [model]) as one, serving(addresses, [ScriptedModel()]) as other, one.person() as ada:
        chat = new_id()
        first = asyncio.create_task(ada.say("go", chat=chat))
        await model.waits.wait()
        address = f"/api/chat/{chat}/stream"
        async with other.stranger() as elsewhere:
            elsewhere.cookies.update(ada.http.cookies)
            readers = [Reader(client, address) for client in (ada.http, ada.http, elsewhere, elsewhere, elsewhere)]
            await until(lambda: all(b"seen" in reader.body for reader in readers))
            gate.set()
            user_input = [await reader.to_its_end() for reader in readers]
        answer = await first
        assert answer.text == "seen by all"
        assert {each.text for each in user_input} == {"seen by all"}
        assert {tuple(each.seqs) for each in user_input} == {tuple(answer.seqs)}


async def test_whoever_says_how_far_they_had_read_gets_the_rest_even_after_the_end(addresses: Addresses) -> None:
    async with (
        serving(addresses, [ScriptedModel(says("one ", "two"), says("Next."))]) as served,
        served.person() as ada,
    ):
        chat = new_id()
        answer = await ada.say("go", chat=chat)
        stream, last = answer.headers["x-holdfast-stream-id"], answer.seqs[-1]
        address = f"/api/chat/{chat}/stream"
        rest = await ada.http.get(address, headers={"last-event-id": "1"})
        assert read_events(rest.content).seqs == list(range(2, last + 1))
        assert read_events(rest.content).is_done
        assert (await ada.http.get(address, headers={"last-event-id": str(last)})).status_code == 204
        assert (await ada.http.get(address)).status_code == 204
        await ada.say("and now?", chat=chat)
        named = await ada.http.get(address, params={"streamId": stream}, headers={"last-event-id": "0"})
        assert read_events(named.content).parts == answer.parts[1:]
        assert (await ada.http.get(address, params={"streamId": str(new_id())})).status_code == 204


async def test_a_stream_of_another_chat_is_not_told_by_its_name(addresses: Addresses) -> None:
    """A guest of one chat cannot read another one of the same person."""
    async with (
        serving(addresses, [ScriptedModel(says("secret"))]) as served,
        served.person("ada") as ada,
        served.person("bob") as bob,
    ):
        shared = new_id()
        await ada.say("for all", chat=shared, selectedVisibility="public")
        private = await ada.say("for me")
        params = {"streamId": private.headers["x-holdfast-stream-id"]}
        assert (await bob.http.get(f"/api/chat/{shared}/stream", params=params)).status_code == 204


async def test_an_answer_silent_for_half_an_hour_is_ended_on_schedule_with_what_was_said(
    addresses: Addresses, as_owner: asyncpg.Connection
) -> None:
    async with with_running_answer(addresses, as_owner) as (served, _, _):
        parts = served.parts
        assert await end_silent_streams(parts.db, parts.streams) == 0
        await as_owner.execute(
            "update streams set last_active_at = now() - interval '31 minutes' where status = 'active'"
        )
        assert await end_silent_streams(parts.db, parts.streams) == 1
        assert await end_silent_streams(parts.db, parts.streams) == 0
        row = await as_owner.fetchrow("select status, message_id from streams order by created_at desc limit 1")
        assert row is not None
        assert tuple(row) == ("interrupted", None)
        said = await as_owner.fetchval("select parts from messages where role = 'assistant' and status = 'partial'")
        assert orjson.loads(said)[0]["text"] == "".join(f"{number} " for number in range(10))


async def test_a_stopped_answer_asked_for_long_after_is_not_told_as_finished(
    addresses: Addresses, as_owner: asyncpg.Connection
) -> None:
    model = ScriptedModel([TextDelta("half of "), asyncio.Event()])
    async with serving(addresses, [model]) as served, served.person() as ada:
        chat, message = new_id(), new_id()
        reading = asyncio.create_task(ada.say("go", chat=chat, message=message))
        await model.waits.wait()
        await ada.http.post(f"/api/chat/{chat}/stop")
        await reading
        await as_owner.execute("delete from stream_chunks")  # as they are an hour later
        again = await ada.say("go", chat=chat, message=message)
        assert (again.text, again.is_done) == ("half of ", True)
        assert again.kinds[-2:] == ["message-metadata", "error"]
        assert again.parts[-2]["messageMetadata"]["status"] == "interrupted"


@pytest.mark.parametrize("how", ["asked for its chunks", "sent the next message"])
async def test_an_answer_that_waits_for_the_database_is_not_taken_for_lost_by_the_process_that_writes_it(
    addresses: Addresses, as_owner: asyncpg.Connection, how: str
) -> None:
    gate = asyncio.Event()
    model = ScriptedModel([TextDelta("before "), gate, TextDelta("after"), Done(TokenUsage(1, 2))])
    async with serving(addresses, [model]) as served, served.person() as ada:
        chat = new_id()
        reading = asyncio.create_task(ada.say("go", chat=chat))
        await model.waits.wait()
        await served.saved()
        # As after a minute without a database, before the first beat that gets through.
        await as_owner.execute("update streams set last_active_at = now() - interval '61 seconds'")
        if how == "asked for its chunks":
            told = (await ask(ada, chat)).json()
            assert (told["isActive"], told["isStale"]) == (True, False)
        else:
            assert (await ada.say("and now?", chat=chat)).status == 409
        gate.set()
        answer = await reading
        assert (answer.text, answer.kinds[-1]) == ("before after", "finish")


async def test_of_many_who_find_a_stale_stream_at_once_one_ends_it_and_nobody_is_told_wrong(
    addresses: Addresses, as_owner: asyncpg.Connection
) -> None:
    async with with_running_answer(addresses, as_owner) as (_, ada, chat):
        await as_owner.execute(
            "update streams set last_active_at = now() - interval '90 seconds' where status = 'active'"
        )
        told = await asyncio.gather(*(ask(ada, chat) for _ in range(10)))
        assert sorted(one.status_code for one in told) == [200, *[204] * 9]
        assert await as_owner.fetchval("select count(*) from messages where status = 'partial'") == 1


@pytest.mark.parametrize(
    ("sent", "seqs"),
    [
        ("", None),
        ("abc", None),
        ("-1", None),
        ("1e0", None),
        ("0x1", None),
        ("\u00b2", None),
        ("999999999", None),
        ("9999999999999999999", None),
        ("1" * 300, None),
        ("1", [2, 3]),
    ],
)
async def test_a_last_event_that_means_nothing_is_none(
    addresses: Addresses, as_owner: asyncpg.Connection, sent: str, seqs: list[int] | None
) -> None:
    """Whoever names none of an ended answer has nothing to come back to."""
    async with with_running_answer(addresses, as_owner, chunks=4) as (_, ada, chat):
        await as_owner.execute("update streams set status = 'interrupted', ended_at = now() where status = 'active'")
        headers = {b"last-event-id": sent.encode("latin-1")}
        response = await ada.http.get(f"/api/chat/{chat}/stream", headers=headers)
        if seqs is None:
            assert response.status_code in (204, 422)
        else:
            assert read_events(response.content).seqs == seqs


@pytest.mark.parametrize("from_seq", [2**31, -1, 10**30])
async def test_a_seq_that_no_stream_can_have_is_refused(
    addresses: Addresses, as_owner: asyncpg.Connection, from_seq: int
) -> None:
    async with with_running_answer(addresses, as_owner) as (_, ada, chat):
        assert (await ask(ada, chat, fromSeq=from_seq)).status_code == 422
        assert (await ask(ada, chat, fromSeq=2**31 - 1)).json()["chunks"] == []
