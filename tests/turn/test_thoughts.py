"""What a model thought before it answered is kept with the answer: for its owner alone, and for nobody's prompt."""

from __future__ import annotations

from typing import Any
from uuid import UUID

import asyncpg
import pytest

from holdfast.core.ids import new_id
from holdfast.core.migrate import Addresses
from holdfast.models.types import Done, ReasoningDelta, TextDelta, TokenUsage
from tests.architecture.catalogue import mentions_of
from tests.scripted import Line, ScriptedModel
from tests.serving import Person, serving
from tests.working import work_off

pytestmark = pytest.mark.anyio

SECRET = "The treasure lies under the crooked oak behind the old mill."


def thinks(thought: str, words: str) -> list[Line]:
    return [ReasoningDelta(thought), TextDelta(words), Done(TokenUsage(10, 5))]


def thinking(thought: str = "quokkazanzibar: the tide decides", words: str = "Go at noon.") -> ScriptedModel:
    return ScriptedModel(thinks(thought, words), is_demo=True)


async def answer_in(person: Person, chat: UUID) -> list[dict[str, Any]]:
    parts: list[dict[str, Any]] = (await person.messages(chat))[-1]["parts"]
    return parts


async def test_it_is_there_after_a_reload_with_how_long_it_took(addresses: Addresses) -> None:
    async with serving(addresses, [thinking()]) as served, served.person() as ada:
        chat = new_id()
        live = await ada.say("When shall I go?", chat=chat)
        thought, words = await answer_in(ada, chat)
        assert (thought["type"], thought["text"]) == ("reasoning", "quokkazanzibar: the tide decides")
        assert words == {"type": "text", "text": "Go at noon."}
        [end] = [part for part in live.parts if part["type"] == "reasoning-end"]
        assert thought["providerMetadata"] == end["providerMetadata"]
        assert thought["providerMetadata"]["holdfast"]["ms"] >= 0


async def test_whoever_reads_a_shared_chat_is_not_told_what_was_thought(addresses: Addresses) -> None:
    async with serving(addresses, [thinking()]) as served, served.person() as ada, served.person("bob") as bob:
        chat = new_id()
        await ada.say("When shall I go?", chat=chat)
        await ada.http.patch(f"/api/chats/{chat}", json={"visibility": "public"})
        assert await answer_in(bob, chat) == [{"type": "text", "text": "Go at noon."}]
        assert "quokkazanzibar" not in (await bob.http.get(f"/api/chats/messages?chatId={chat}")).text


async def test_neither_the_next_prompt_nor_the_memory_hears_of_it(
    addresses: Addresses, as_owner: asyncpg.Connection
) -> None:
    model = thinking()
    async with serving(addresses, [model]) as served, served.person() as ada:
        chat = new_id()
        await ada.say("When shall I go?", chat=chat)
        await ada.say("And where to?", chat=chat)
        await work_off(served.parts)
        assert all("quokkazanzibar" not in str(messages) for messages, _, _ in model.calls)
        assert "Go at noon." in str(model.calls[-1][0])
        assert set(await mentions_of(as_owner, "quokkazanzibar")) <= {"public.messages", "public.stream_chunks"}


async def test_an_answer_that_repeats_what_is_forgotten_in_its_thoughts_goes_too(
    addresses: Addresses, as_owner: asyncpg.Connection
) -> None:
    model = ScriptedModel(thinks("", "I see."), thinks(f"They told me: {SECRET}", "Ask me tomorrow."), is_demo=True)
    async with serving(addresses, [model]) as served, served.person() as ada:
        first, second = new_id(), new_id()
        await ada.say(SECRET, chat=first)
        await ada.say("What do you know?", chat=second)
        await work_off(served.parts)
        receipt = (await ada.http.post("/memory/forget", json={"query": "treasure crooked oak"})).json()
        assert receipt["verified"], receipt
        assert [message["role"] for message in await ada.messages(second)] == ["user"]
        assert await mentions_of(as_owner, "crooked oak") == []


async def test_it_goes_with_the_chat(addresses: Addresses, as_owner: asyncpg.Connection) -> None:
    async with serving(addresses, [thinking()]) as served, served.person() as ada:
        for how in ("", "?forget=true"):
            chat = new_id()
            await ada.say("When shall I go?", chat=chat)
            assert await mentions_of(as_owner, "quokkazanzibar") != []
            assert (await ada.http.delete(f"/api/chats/{chat}{how}")).status_code in (200, 204)
            assert await mentions_of(as_owner, "quokkazanzibar") == []
