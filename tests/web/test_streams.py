"""Leaving, coming back, stopping, and losing the right to read."""

from __future__ import annotations

import asyncio
from uuid import UUID

import asyncpg
import httpx2
import pytest

from holdfast.core.ids import new_id
from holdfast.core.migrate import Addresses
from holdfast.models.types import Done, ReasoningDelta, TextDelta, TokenUsage, ToolCall
from tests.scripted import ScriptedModel
from tests.serving import PASSWORD, Person, chat_body, read_events, serving
from tests.tools.drawer import answers, put_in, tool
from tests.waiting import HANGS_SECONDS, until

pytestmark = pytest.mark.anyio


async def begin(person: Person, body: dict[str, object]) -> httpx2.Response:
    """Send, read the headers, and leave without reading the answer."""
    request = person.http.build_request("POST", "/api/chat", json=body)
    response = await person.http.send(request, stream=True)
    await response.aclose()
    return response


async def resume(person: Person, chat: UUID, **headers: str) -> httpx2.Response:
    """Listening from the moment this returns; `aread` waits for the end."""
    request = person.http.build_request("GET", f"/api/chat/{chat}/stream", headers=headers)
    return await person.http.send(request, stream=True)


async def test_an_answer_goes_on_when_its_reader_leaves_and_is_there_on_return(addresses: Addresses) -> None:
    gate = asyncio.Event()
    model = ScriptedModel([TextDelta("before "), gate, TextDelta("after"), Done(TokenUsage(1, 2))])
    async with serving(addresses, [model]) as served, served.person() as ada:
        chat = new_id()
        response = await begin(ada, chat_body("go", chat=chat))
        assert response.status_code == 200
        resumed = await resume(ada, chat)
        gate.set()
        answer = read_events(await resumed.aread())
        assert answer.text == "before after"
        assert answer.seqs == list(range(len(answer.parts)))
        assert (await ada.http.get(f"/api/chat/{chat}/stream")).status_code == 204
        assert (await ada.messages(chat))[1]["parts"][0]["text"] == "before after"


async def test_replay_begins_at_the_seq_that_is_asked_for_and_resume_after_the_last_event(addresses: Addresses) -> None:
    gate = asyncio.Event()
    model = ScriptedModel(
        [TextDelta("one "), 0.05, TextDelta("two "), 0.05, TextDelta("three"), gate, Done(TokenUsage(1, 2))]
    )
    async with serving(addresses, [model]) as served, served.person() as ada:
        chat = new_id()
        await begin(ada, chat_body("go", chat=chat))
        await model.waits.wait()
        everything = (await ada.http.get("/api/chat", params={"chatId": str(chat)})).json()
        assert everything["isActive"] is True
        assert everything["isStale"] is False
        assert [chunk["seq"] for chunk in everything["chunks"]] == list(range(len(everything["chunks"])))
        some = (await ada.http.get("/api/chat", params={"chatId": str(chat), "fromSeq": 3})).json()
        assert some["chunks"] == everything["chunks"][3:]
        resumed = await resume(ada, chat, **{"last-event-id": "3"})
        gate.set()
        assert read_events(await resumed.aread()).seqs[0] == 4
        assert (await ada.http.get("/api/chat", params={"chatId": str(chat)})).status_code == 204


async def test_stopping_closes_the_upstream_keeps_what_was_said_and_marks_it(
    addresses: Addresses, as_owner: asyncpg.Connection
) -> None:
    model = ScriptedModel([TextDelta("half of "), asyncio.Event()])
    async with serving(addresses, [model]) as served, served.person() as ada:
        chat = new_id()
        reading = asyncio.create_task(ada.say("go", chat=chat))
        await model.waits.wait()
        stopped = await ada.http.post(f"/api/chat/{chat}/stop")
        assert stopped.json() == {"stopped": True}
        answer = await reading
        assert answer.text == "half of "
        assert answer.kinds[-1] == "abort"
        assert model.was_closed_early
        assert (await ada.messages(chat))[1]["status"] == "partial"
        assert (await ada.http.post(f"/api/chat/{chat}/stop")).json() == {"stopped": False}
    assert await as_owner.fetchval("select status from streams") == "interrupted"


async def test_a_stop_asked_for_in_the_database_reaches_the_writer_with_its_next_beat(
    addresses: Addresses, as_owner: asyncpg.Connection
) -> None:
    model = ScriptedModel([TextDelta("half"), asyncio.Event()])
    async with serving(addresses, [model]) as served, served.person() as ada:
        reading = asyncio.create_task(ada.say("go"))
        await model.waits.wait()
        await as_owner.execute("update streams set stop_requested_at = now()")
        async with asyncio.timeout(HANGS_SECONDS):
            assert (await reading).kinds[-1] == "abort"


async def test_a_deleted_chat_ends_its_running_answer_and_leaves_nothing(
    addresses: Addresses, as_owner: asyncpg.Connection
) -> None:
    model = ScriptedModel([TextDelta("half"), asyncio.Event()])
    async with serving(addresses, [model]) as served, served.person() as ada:
        chat = new_id()
        reading = asyncio.create_task(ada.say("go", chat=chat))
        await model.waits.wait()
        assert (await ada.http.delete(f"/api/chats/{chat}")).status_code == 204
        async with asyncio.timeout(HANGS_SECONDS):
            await reading
        assert model.was_closed_early
    for table in ("messages", "turns", "streams", "stream_chunks", "traces", "sessions"):
        assert await as_owner.fetchval(f"select count(*) from {table}") == 0


@pytest.mark.parametrize("how", ["sign out everywhere", "change password", "suspend"])
async def test_an_open_stream_ends_with_the_right_to_read_it(
    addresses: Addresses, as_owner: asyncpg.Connection, how: str
) -> None:
    model = ScriptedModel([TextDelta("half"), asyncio.Event()])
    async with serving(addresses, [model]) as served, served.person() as ada, served.stranger() as elsewhere:
        login = {"email": "ada@example.org", "password": PASSWORD}
        assert (await elsewhere.post("/api/auth/login", json=login)).status_code == 200
        chat = new_id()
        reading = asyncio.create_task(ada.say("go", chat=chat))
        await model.waits.wait()
        if how == "sign out everywhere":
            await elsewhere.post("/api/auth/logout-everywhere")
        elif how == "change password":
            body = {"currentPassword": PASSWORD, "newPassword": "another horse battery"}
            assert (await elsewhere.post("/api/auth/password", json=body)).status_code == 204
        else:
            await as_owner.execute("update users set suspended_at = now()")
        async with asyncio.timeout(HANGS_SECONDS):
            answer = await reading
        if how == "suspend":
            assert model.was_closed_early
        else:
            assert not answer.is_done
        assert (await ada.http.get("/api/chats")).status_code in (401, 403)


async def test_a_stale_stream_is_interrupted_told_once_and_then_gone(
    addresses: Addresses, as_owner: asyncpg.Connection
) -> None:
    gate = asyncio.Event()
    model = ScriptedModel([TextDelta("never finished"), gate, Done(TokenUsage(1, 1))])
    async with serving(addresses, [model]) as served, served.person() as ada:
        chat = new_id()
        await begin(ada, chat_body("go", chat=chat))
        await until(lambda: as_owner.fetchval("select count(*) > 1 from stream_chunks"))
        # Another process held it and died: nobody beats for it here.
        for live in served.parts.streams:
            served.parts.streams.forget(live.id)
        served.parts.pipeline.running.is_closing = True  # so that the reader is quicker than a sweep
        await as_owner.execute(
            "update streams set last_active_at = now() - interval '90 seconds', process_id = gen_random_uuid()"
        )
        told = (await ada.http.get("/api/chat", params={"chatId": str(chat)})).json()
        assert (told["status"], told["isStale"], told["isActive"], told["chunks"]) == ("interrupted", True, False, [])
        assert (await ada.http.get("/api/chat", params={"chatId": str(chat)})).status_code == 204
        assert await as_owner.fetchval("select status from streams") == "interrupted"
        partial = (await ada.messages(chat))[1]
        assert (partial["status"], partial["parts"][0]["text"]) == ("partial", "never finished")
        gate.set()


async def test_the_next_message_takes_over_an_abandoned_answer(
    addresses: Addresses, as_owner: asyncpg.Connection
) -> None:
    gate = asyncio.Event()
    model = ScriptedModel(
        [TextDelta("lost"), gate, Done(TokenUsage(1, 1))], [TextDelta("found"), Done(TokenUsage(1, 1))]
    )
    async with serving(addresses, [model]) as served, served.person() as ada:
        chat = new_id()
        await begin(ada, chat_body("go", chat=chat))
        await until(lambda: as_owner.fetchval("select count(*) > 1 from stream_chunks"))
        for live in served.parts.streams:
            served.parts.streams.forget(live.id)
        await as_owner.execute(
            "update streams set last_active_at = now() - interval '11 seconds', process_id = gen_random_uuid()"
        )
        assert (await ada.say("and now?", chat=chat)).text == "found"
        assert [one["status"] for one in await ada.messages(chat)] == ["complete", "partial", "complete", "complete"]
        gate.set()


async def test_a_writer_that_lost_its_stream_stores_nothing(addresses: Addresses, as_owner: asyncpg.Connection) -> None:
    gate = asyncio.Event()
    model = ScriptedModel([TextDelta("zombie"), gate, TextDelta(" speaks"), Done(TokenUsage(1, 1))])
    async with serving(addresses, [model]) as served, served.person() as ada:
        chat = new_id()
        await begin(ada, chat_body("go", chat=chat))
        await model.waits.wait()
        await as_owner.execute("update streams set process_id = gen_random_uuid()")
        gate.set()
        await until(lambda: not list(served.parts.streams))
        assert [one["role"] for one in await ada.messages(chat)] == ["user"]
        assert await as_owner.fetchval("select status from streams") == "active"


async def test_readers_of_a_public_chat_follow_it_live(addresses: Addresses) -> None:
    gate = asyncio.Event()
    model = ScriptedModel([TextDelta("seen by "), gate, TextDelta("all"), Done(TokenUsage(1, 2))])
    async with serving(addresses, [model]) as served, served.person("ada") as ada, served.person("bob") as bob:
        chat = new_id()
        await begin(ada, chat_body("go", chat=chat, selectedVisibility="public"))
        readers = [await resume(one, chat) for one in (ada, bob, bob)]
        gate.set()
        assert {read_events(await reader.aread()).text for reader in readers} == {"seen by all"}


async def test_guests_of_a_public_chat_get_the_words_and_never_thoughts_or_what_tools_said(
    addresses: Addresses, as_owner: asyncpg.Connection
) -> None:
    gate = asyncio.Event()
    model = ScriptedModel(
        [ReasoningDelta("secret thought"), ToolCall("1", "mail", '{"about": "secret asked"}'), Done(TokenUsage(1, 1))],
        [TextDelta("You have "), gate, TextDelta("one mail."), Done(TokenUsage(1, 2, cost_usd=0.25))],
    )

    async with serving(addresses, [model]) as served, served.person("ada") as ada, served.person("bob") as bob:
        put_in(served, tool("mail", answers("secret mail")))
        chat = new_id()
        await begin(ada, chat_body("go", chat=chat, selectedVisibility="public"))
        readers = [await resume(one, chat) for one in (ada, bob)]
        await model.waits.wait()
        chunks = [(await one.http.get("/api/chat", params={"chatId": str(chat)})).text for one in (ada, bob)]
        gate.set()
        live = [(await reader.aread()).decode() for reader in readers]
        again = [(await (await resume(one, chat, **{"last-event-id": "0"})).aread()).decode() for one in (ada, bob)]
        for mine, shared in (chunks, live, again):
            assert all(secret in mine for secret in ("secret thought", "secret asked", "secret mail"))
            assert "secret" not in shared
            assert "mail" not in shared.replace("one mail.", "")
        assert read_events(live[1].encode()).text == read_events(live[0].encode()).text == "You have one mail."
        assert "0.25" in live[0]
        assert "usage" not in live[1]
        # Whatever a stored message may come to hold besides is its owner's too.
        await as_owner.execute(
            """update messages set parts = parts || '[{"type": "tool-mail", "output": "secret mail"}]'"""
            " where role = 'assistant'"
        )
        assert "secret mail" in str(await ada.messages(chat))
        assert "secret mail" not in str(await bob.messages(chat))


async def test_a_chat_that_is_shared_no_more_ends_its_guests_streams(addresses: Addresses) -> None:
    gate = asyncio.Event()
    model = ScriptedModel([TextDelta("for all, "), gate, TextDelta("for me"), Done(TokenUsage(1, 2))])
    async with serving(addresses, [model]) as served, served.person("ada") as ada, served.person("bob") as bob:
        chat = new_id()
        await begin(ada, chat_body("go", chat=chat, selectedVisibility="public"))
        guest = await resume(bob, chat)
        await model.waits.wait()
        await ada.http.patch(f"/api/chats/{chat}", json={"visibility": "private"})
        async with asyncio.timeout(HANGS_SECONDS):
            seen = read_events(await guest.aread())
        assert (seen.text, seen.is_done) == ("for all, ", False)
        gate.set()
