"""A chat that is shared as it was: nothing that came later is told, by no way one can ask, and what is gone is gone."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any
from uuid import UUID

import asyncpg
import pytest

from holdfast.chats.forget import forget_messages
from holdfast.core.ids import MessageId, new_id
from holdfast.core.migrate import Addresses
from holdfast.models.types import Done, TextDelta, TokenUsage
from tests.architecture.catalogue import mentions_of
from tests.scripted import ScriptedModel, says
from tests.serving import Person, Served, chat_body, read_events, serving
from tests.waiting import HANGS_SECONDS, until
from tests.web.test_streams import begin, resume
from tests.working import work_off

pytestmark = pytest.mark.anyio


@dataclass(frozen=True, slots=True)
class Shared:
    served: Served
    mira: Person
    bob: Person
    chat: UUID

    async def share(self, visibility: str) -> dict[str, Any]:
        answer = await self.mira.http.patch(f"/api/chats/{self.chat}", json={"visibility": visibility})
        assert answer.status_code == 200, answer.text
        changed: dict[str, Any] = answer.json()
        return changed

    async def seen_by_bob(self, **which: Any) -> list[str]:
        answer = await self.bob.http.get("/api/chats/messages", params={"chatId": str(self.chat), **which})
        assert answer.status_code == 200, answer.text
        return [message["parts"][0]["text"] for message in answer.json()["messages"]]

    async def refused_to_bob(self, **which: Any) -> str:
        answer = await self.bob.http.get("/api/chats/messages", params={"chatId": str(self.chat), **which})
        assert answer.status_code in (403, 404), answer.text
        code: str = answer.json()["error"]["code"]
        return code


@asynccontextmanager
async def a_chat(addresses: Addresses, *models: ScriptedModel, first: str = "First?") -> AsyncIterator[Shared]:
    async with (
        serving(addresses, models or [ScriptedModel(says("So it is."), is_demo=True)]) as served,
        served.person("mira") as mira,
        served.person("bob") as bob,
    ):
        shared = Shared(served, mira, bob, new_id())
        await mira.say(first, chat=shared.chat)
        yield shared


async def test_what_is_said_after_it_was_shared_is_told_by_no_way_one_can_ask(addresses: Addresses) -> None:
    async with a_chat(addresses) as here:
        told = await here.share("snapshot")
        assert (told["visibility"], told["sharedAt"] is not None) == ("snapshot", True)
        await here.mira.say("Later secret?", chat=here.chat)
        hers = await here.mira.messages(here.chat)
        assert [message["parts"][0]["text"] for message in hers][2] == "Later secret?"

        assert await here.seen_by_bob() == ["First?", "So it is."]
        for later in hers[2:]:
            assert await here.refused_to_bob(before=later["id"]) == "unknown_message"
            assert await here.refused_to_bob(around=later["id"]) == "unknown_message"
        assert await here.seen_by_bob(around=hers[0]["id"]) == ["First?", "So it is."]
        assert await here.seen_by_bob(before=hers[1]["id"]) == ["First?"]
        for format in ("markdown", "json"):
            taken = await here.bob.http.get(f"/api/chats/{here.chat}/export", params={"format": format})
            assert "First?" in taken.text
            assert "Later" not in taken.text
        refused = await here.bob.http.post(f"/api/chats/{here.chat}/fork", json={"messageId": hers[3]["id"]})
        assert refused.status_code == 404
        copy = (await here.bob.http.post(f"/api/chats/{here.chat}/fork", json={})).json()
        assert "Later" not in str(await here.bob.messages(copy["id"]))


async def test_a_snapshot_says_nothing_of_how_its_chat_went_on(addresses: Addresses) -> None:
    """Neither its new name and when it was last used, nor its versions, nor the order its owner keeps."""
    async with a_chat(addresses) as here:
        question = (await here.mira.messages(here.chat))[0]["id"]
        at = (await here.share("snapshot"))["sharedAt"]
        change = {"title": "Divorce", "folder": "Lawyers", "isPinned": True, "isArchived": True, "memory": "paused"}
        await here.mira.http.patch(f"/api/chats/{here.chat}", json=change)
        await here.mira.say("First, edited?", chat=here.chat, messageId=question)
        page = (await here.bob.http.get("/api/chats/messages", params={"chatId": str(here.chat)})).json()
        seen = page["chat"]
        assert (seen["title"], seen["updatedAt"], seen["sharedAt"]) == ("First?", at, at)
        assert (seen["folder"], seen["isPinned"], seen["isArchived"], seen["memory"]) == (None, False, False, "on")
        assert [message["siblings"] for message in page["messages"]] == [[one["id"]] for one in page["messages"]]
        assert page["author"] == "Mira"


async def test_taken_again_it_shows_what_came_since_and_shared_no_more_nothing(addresses: Addresses) -> None:
    async with a_chat(addresses) as here:
        assert await here.refused_to_bob() == "not_your_chat"
        await here.share("snapshot")
        await here.mira.say("Second?", chat=here.chat)
        await here.share("snapshot")
        assert (await here.seen_by_bob())[2:] == ["Second?", "So it is."]
        listed = await here.mira.http.get("/api/chats", params={"shelf": "shared"})
        assert [chat["visibility"] for chat in listed.json()["chats"]] == ["snapshot"]

        assert (await here.share("private"))["sharedAt"] is None
        assert await here.refused_to_bob() == "not_your_chat"
        assert (await here.mira.http.get("/api/chats", params={"shelf": "shared"})).json()["chats"] == []
        await here.share("public")
        await here.mira.say("Third?", chat=here.chat)
        assert "Third?" in await here.seen_by_bob()
        assert (await here.share("snapshot"))["visibility"] == "snapshot"


async def test_of_a_chat_in_which_nothing_was_said_no_snapshot_is_taken(
    addresses: Addresses, as_owner: asyncpg.Connection
) -> None:
    async with a_chat(addresses) as here:
        empty = new_id()
        await as_owner.execute(
            "insert into chats (id, user_id, persona_id, title) values ($1, $2, 'assistant', 'T')", empty, here.mira.id
        )
        refused = await here.mira.http.patch(f"/api/chats/{empty}", json={"visibility": "snapshot", "title": "X"})
        assert (refused.status_code, refused.json()["error"]["code"]) == (409, "nothing_to_share")
        assert await as_owner.fetchval("select title from chats where id = $1", empty) == "T", "nothing was changed"


async def test_whoever_reads_a_snapshot_follows_no_answer_and_one_made_of_a_live_chat_ends_its_streams(
    addresses: Addresses,
) -> None:
    gate = asyncio.Event()
    model = ScriptedModel(
        says("So it is."), [TextDelta("for all, "), gate, TextDelta("for me"), Done(TokenUsage(1, 2))]
    )
    async with a_chat(addresses, model) as here:
        await here.share("public")
        await begin(here.mira, chat_body("Go on.", chat=here.chat))
        guest = await resume(here.bob, here.chat)
        await until(lambda: model.waits.is_set())
        told = await here.bob.http.get("/api/chat", params={"chatId": str(here.chat)})
        assert (told.status_code, "for all" in told.text) == (200, True)
        await here.share("snapshot")
        async with asyncio.timeout(HANGS_SECONDS):
            seen = read_events(await guest.aread())
        assert (seen.text, seen.is_done) == ("for all, ", False)
        for address in (f"/api/chat?chatId={here.chat}", f"/api/chat/{here.chat}/stream"):
            assert (await here.bob.http.get(address)).status_code == 204
        assert (await here.mira.http.get(f"/api/chat?chatId={here.chat}")).status_code == 200
        gate.set()
        await until(lambda: not list(here.served.parts.streams))
        assert await here.seen_by_bob() == ["First?", "So it is.", "Go on."]


async def test_what_is_forgotten_is_gone_from_a_snapshot_and_from_its_title(
    addresses: Addresses, as_owner: asyncpg.Connection
) -> None:
    secret = "I work as a baker in Quaggaharbour, and nobody may know."
    async with a_chat(addresses, first="What is the capital of Norway?") as here:
        await here.mira.say(secret, chat=here.chat)
        await here.mira.http.patch(f"/api/chats/{here.chat}", json={"title": secret, "folder": secret})
        await here.share("snapshot")
        await here.mira.http.patch(f"/api/chats/{here.chat}", json={"title": "Norway"})
        assert secret in await here.seen_by_bob()
        await work_off(here.served.parts)
        forgotten = await here.mira.http.post("/memory/forget", json={"query": "Quaggaharbour"})
        assert forgotten.json()["verified"], forgotten.text
        seen = await here.seen_by_bob()
        assert seen[0] == "What is the capital of Norway?"
        assert "Quagga" not in str(seen)
        page = (await here.bob.http.get("/api/chats/messages", params={"chatId": str(here.chat)})).json()
        assert page["chat"]["title"] == "New chat"
        await work_off(here.served.parts)
        assert await mentions_of(as_owner, "quaggaharbour") == []


async def test_a_snapshot_of_which_all_is_forgotten_is_shared_no_more_though_the_chat_goes_on(
    addresses: Addresses, as_owner: asyncpg.Connection
) -> None:
    """What was said since must not take the place of what was shared."""
    async with a_chat(addresses, first="I work as a baker in Quaggaharbour.") as here:
        first = [message["id"] for message in await here.mira.messages(here.chat)]
        await here.share("snapshot")
        await here.mira.say("What is the capital of Norway?", chat=here.chat)
        async with here.served.parts.db.as_user(here.mira.id) as tx:
            await forget_messages(tx, here.mira.id, ids=[MessageId(UUID(one)) for one in first], sessions=[], probes=[])
        assert len(await here.mira.messages(here.chat)) == 2
        assert await here.refused_to_bob() == "not_your_chat"


async def test_a_deleted_chat_takes_its_snapshot_along(addresses: Addresses) -> None:
    async with a_chat(addresses) as here:
        await here.share("snapshot")
        assert (await here.mira.http.delete(f"/api/chats/{here.chat}")).status_code == 204
        assert await here.refused_to_bob() == "unknown_chat"


async def test_a_reader_of_a_live_chat_sees_no_version_that_is_not_in_view(addresses: Addresses) -> None:
    """Whoever saw it once knows its ids."""
    async with a_chat(addresses) as here:
        await here.share("public")
        old = await here.mira.messages(here.chat)
        await here.mira.say("First, edited?", chat=here.chat, messageId=old[0]["id"])
        assert await here.seen_by_bob() == ["First, edited?", "So it is."]
        assert await here.refused_to_bob(before=old[1]["id"]) == "unknown_message"
        assert await here.refused_to_bob(around=old[0]["id"]) == "unknown_message"
