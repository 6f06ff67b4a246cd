"""One person's first hour, over HTTP only, from signing up to leaving for good; then we look at what is left.

A worker runs beside the server, as it does in production: it names the chat, and erases the bytes of files.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from uuid import UUID

import asyncpg
import httpx2
import pytest

from holdfast.core.ids import UserId, new_id
from holdfast.core.migrate import Addresses
from holdfast.models.types import CallSettings, ChatMessage, Done, Image, ModelEvent, TextDelta, TokenUsage, ToolSpec
from holdfast.worker.jobs_page import JOBS, SCHEDULE
from holdfast.worker.pace import WorkerPace
from holdfast.worker.run import Duties, run_worker
from tests.architecture.belongings import png
from tests.architecture.catalogue import RECEIPTS, mentions_of
from tests.scripted import ScriptedModel
from tests.serving import PASSWORD, Person, Reader, Served, chat_body, read_events, serving
from tests.waiting import HANGS_SECONDS, until

pytestmark = pytest.mark.anyio

NEW_PASSWORD = "another horse battery"
SECRET = "the key lies under the third stone"
EMAIL = "ada@example.org"


class Companion(ScriptedModel):
    """Answers with what it was asked, the way a test can tell answers apart; names chats when asked for a name."""

    def __init__(self) -> None:
        super().__init__(sees_images=True)
        self.gate = asyncio.Event()
        self.pictures: list[bytes] = []

    async def stream(
        self, messages: Sequence[ChatMessage], tools: Sequence[ToolSpec], settings: CallSettings
    ) -> AsyncGenerator[ModelEvent]:
        self.calls.append((list(messages), list(tools), settings))
        if "Name this conversation" in str(messages[0].content):
            yield TextDelta("Stones and keys")
        else:
            content = messages[-1].content
            shown = [] if isinstance(content, str) else [part.data for part in content if isinstance(part, Image)]
            self.pictures += shown
            yield TextDelta(f"Answer {len(self.calls)}, ")
            await self.gate.wait()
            yield TextDelta("with a picture." if shown else "in full.")
        yield Done(TokenUsage(20, 2))


@asynccontextmanager
async def working(served: Served) -> AsyncIterator[None]:
    stop, parts = asyncio.Event(), served.parts
    pace = WorkerPace(poll_seconds=0.2, grace_seconds=2.0)
    life = asyncio.create_task(
        run_worker(parts.addresses.worker, parts.db, Duties(parts, JOBS, SCHEDULE), stop=stop, pace=pace)
    )
    try:
        yield
    finally:
        stop.set()
        await asyncio.wait_for(life, HANGS_SECONDS)


async def test_a_first_hour_from_signing_up_to_leaving_for_good(
    addresses: Addresses, as_owner: asyncpg.Connection
) -> None:
    model = Companion()
    async with (
        serving(addresses, [model]) as served,
        working(served),
        served.person("root"),
        served.person("bob") as bob,
        served.person("ada") as ada,
        served.stranger() as elsewhere,
    ):
        chat, turn = await talk_reload_and_come_back(ada, model)
        await look_inside(ada, turn)
        await ask_again_and_otherwise(ada, chat)
        await call_it_by_a_name(ada, chat)
        await share_and_take_back(ada, bob, chat)
        key = await use_a_key(ada, served, chat)
        await show_a_picture(ada, model)
        await change_the_locks(ada, elsewhere)
        assert len(blobs_of(served, ada.id)) == 2
        await leave(ada, elsewhere, served, key)
        assert (await bob.http.get("/api/chats/messages", params={"chatId": str(chat)})).status_code == 404

        async def is_idle() -> bool:
            return bool(await as_owner.fetchval("select count(*) = 0 from jobs.pgqueuer"))

        await until(is_idle)
        assert blobs_of(served, ada.id) == []
        for trace in (str(ada.id), ada.id.hex, EMAIL, SECRET, str(chat)):
            assert set(await mentions_of(as_owner, trace)) <= RECEIPTS, trace
        assert await as_owner.fetchval("select count(*) from users") == 2


async def talk_reload_and_come_back(ada: Person, model: Companion) -> tuple[UUID, str]:
    chat = new_id()
    request = ada.http.build_request("POST", "/api/chat", json=chat_body(SECRET, chat=chat))
    response = await ada.http.send(request, stream=True)
    assert response.status_code == 200
    await response.aclose()  # the tab is reloaded before a word was read

    async def has_begun() -> bool:
        told = await ada.http.get("/api/chat", params={"chatId": str(chat)})
        return told.status_code == 200 and "Answer 1" in told.text

    await until(has_begun)
    resumed = Reader(ada.http, f"/api/chat/{chat}/stream")
    await until(lambda: b"Answer 1" in resumed.body)
    model.gate.set()
    answer = await resumed.to_its_end()
    assert (answer.text, answer.kinds[0], answer.kinds[-1]) == ("Answer 1, in full.", "start", "finish")
    assert [one["status"] for one in await ada.messages(chat)] == ["complete", "complete"]
    return chat, response.headers["x-holdfast-turn-id"]


async def look_inside(ada: Person, turn: str) -> None:
    trace = (await ada.http.get(f"/api/turns/{turn}/trace")).json()
    assert [block["kind"] for block in trace["blocks"]] == ["persona", "tools", "real_time", "user_message"]
    assert trace["blocks"][-1]["text"] == SECRET
    assert [attempt["outcome"] for attempt in trace["models"]] == ["answered"]


async def ask_again_and_otherwise(ada: Person, chat: UUID) -> None:
    question, first = await ada.messages(chat)
    again = {"id": str(chat), "trigger": "regenerate-message", "messageId": first["id"]}
    assert (await ada.http.post("/api/chat", json=again)).status_code == 200
    second = (await ada.messages(chat))[1]
    assert second["siblings"] == [first["id"], second["id"]]
    await ada.say("Where does the key lie?", chat=chat, messageId=question["id"])
    edited = await ada.messages(chat)
    assert edited[0]["siblings"] == [question["id"], edited[0]["id"]]
    back = await ada.http.patch(f"/api/chats/{chat}", json={"headMessageId": first["id"]})
    assert back.status_code == 200
    assert [one["id"] for one in await ada.messages(chat)] == [question["id"], first["id"]]
    path = f"/api/chats/{chat}/messages/{first['id']}/feedback"
    assert (await ada.http.put(path, json={"rating": "up", "comment": SECRET})).status_code == 204


async def call_it_by_a_name(ada: Person, chat: UUID) -> None:
    async def is_named_by_the_model() -> bool:
        return bool((await ada.http.get("/api/chats")).json()["chats"][0]["title"] == "Stones and keys")

    await until(is_named_by_the_model)
    renamed = await ada.http.patch(f"/api/chats/{chat}", json={"title": f"Where {SECRET}"})
    assert renamed.json()["title"] == f"Where {SECRET}"


async def share_and_take_back(ada: Person, bob: Person, chat: UUID) -> None:
    path = f"/api/chats/messages?chatId={chat}"
    assert (await bob.http.get(path)).status_code == 403
    await ada.http.patch(f"/api/chats/{chat}", json={"visibility": "public"})
    shown = (await bob.http.get(path)).json()
    assert (len(shown["messages"]), shown["isMine"], shown["messages"][1]["feedback"]) == (2, False, None)
    await ada.http.patch(f"/api/chats/{chat}", json={"visibility": "private"})
    assert (await bob.http.get(path)).status_code == 403
    assert (await bob.http.get("/api/chats")).json()["chats"] == []


async def use_a_key(ada: Person, served: Served, chat: UUID) -> str:
    made = await ada.http.post("/api/keys", json={"name": "My script", "scopes": ["chat"]})
    key: str = made.json()["key"]
    headers = {"authorization": f"Bearer {key}", "accept": "application/json"}
    async with served.stranger() as script:
        answer = await script.post("/api/chat", json=chat_body("From my script", chat=chat), headers=headers)
        assert (answer.status_code, answer.json()["status"]) == (200, "completed")
        assert (await script.get("/api/keys", headers=headers)).status_code == 403
    assert (await ada.messages(chat))[-2]["parts"][0]["text"] == "From my script"
    return key


async def show_a_picture(ada: Person, model: Companion) -> None:
    kept = (await ada.http.post("/api/files", files={"file": (f"{SECRET}.png", png(), "image/png")})).json()
    body = chat_body("What is on this?")
    body["message"]["parts"].append({"type": "file", "blobId": kept["id"], "mediaType": "image/png"})
    answer = read_events((await ada.http.post("/api/chat", json=body)).content)
    assert answer.text.endswith("with a picture.")
    assert model.pictures == [png()]
    assert (await ada.http.get(f"/api/files/{kept['id']}")).content == png()


async def change_the_locks(ada: Person, elsewhere: httpx2.AsyncClient) -> None:
    async def sign_in(password: str) -> int:
        return (await elsewhere.post("/api/auth/login", json={"email": EMAIL, "password": password})).status_code

    assert await sign_in(PASSWORD) == 200
    change = {"currentPassword": PASSWORD, "newPassword": NEW_PASSWORD}
    assert (await ada.http.post("/api/auth/password", json=change)).status_code == 204
    assert (await elsewhere.get("/api/auth/me")).status_code == 401
    assert (await ada.http.get("/api/auth/me")).status_code == 200
    assert await sign_in(NEW_PASSWORD) == 200
    assert (await elsewhere.post("/api/auth/logout-everywhere")).status_code == 204
    assert (await ada.http.get("/api/auth/me")).status_code == 401
    assert await sign_in(PASSWORD) == 401
    again = await ada.http.post("/api/auth/login", json={"email": EMAIL, "password": NEW_PASSWORD})
    assert (again.status_code, again.json()["id"]) == (200, str(ada.id))


async def leave(ada: Person, elsewhere: httpx2.AsyncClient, served: Served, key: str) -> None:
    async def go(password: str) -> int:
        return (await ada.http.request("DELETE", "/api/auth/me", json={"password": password})).status_code

    assert await go(PASSWORD) == 403
    assert await go(NEW_PASSWORD) == 204
    assert (await ada.http.get("/api/chats")).status_code == 401
    gone = await elsewhere.post("/api/auth/login", json={"email": EMAIL, "password": NEW_PASSWORD})
    assert gone.status_code == 401
    async with served.stranger() as script:
        assert (await script.get("/api/chats", headers={"x-api-key": key})).status_code == 401


def blobs_of(served: Served, user: UserId) -> list[Path]:
    """What lies on the disk and is named after this person, a file or an empty folder."""
    folder = served.parts.settings.data_dir / "blobs"
    return [path for path in folder.rglob("*") if user.hex in str(path)]
