"""What tools told of a document goes with it: from messages, streams and every table, whoever deletes it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from uuid import UUID

import asyncpg
import orjson
import pytest

from holdfast.core.ids import ChatId, DocumentId, new_id
from holdfast.core.migrate import Addresses
from holdfast.models.types import Done, ToolCall
from holdfast.tools.types import ToolAnswer, ToolCaller, ToolProgress
from tests.architecture.catalogue import mentions_of
from tests.scripted import Line, ScriptedModel, says
from tests.serving import Person, serving
from tests.tools.drawer import put_in, tool
from tests.web.test_documents import bring
from tests.web.test_personas import found_together
from tests.working import work_off

pytestmark = pytest.mark.anyio

MARKER = "quokkazanzibar"
WORDS = f"The password of the boathouse is {MARKER}, and the key hangs behind the stove.".encode()
SEARCH = {"query": "What is the password of the boathouse?"}


def calls(name: str, **arguments: Any) -> list[Line]:
    return [ToolCall("1", name, orjson.dumps(arguments).decode()), Done()]


def goes_on(model: ScriptedModel, *scripts: list[Line]) -> None:
    """With these, whatever it was asked before."""
    model.scripts = [*([says("-")] * len(model.calls)), *scripts]


async def outputs(person: Person, chat: ChatId) -> list[Mapping[str, Any]]:
    messages = await person.messages(chat)
    return [part for message in messages for part in message["parts"] if part["type"] == "dynamic-tool"]


async def delete(person: Person, document: str) -> None:
    assert (await person.http.delete(f"/api/documents/{document}")).status_code == 204


async def test_of_a_deleted_document_no_word_is_left_in_what_tools_told_its_reader_and_others(
    addresses: Addresses, as_owner: asyncpg.Connection
) -> None:
    model = ScriptedModel()
    async with (
        serving(addresses, [model]) as served,
        served.person("root"),
        served.person("ada") as ada,
        served.person("max") as max_,
    ):
        await found_together(served, ada, max_)
        made = (await bring(ada, WORDS, "boathouse.md", target="org"))["document"]
        other = (await bring(ada, b"The mill stands still on Sundays.", "mill.md", target="org"))["document"]
        await work_off(served.parts)
        chats = {person.id: ChatId(new_id()) for person in (ada, max_)}
        for person in (ada, max_):
            first = [calls("search_documents", **SEARCH), says("Found.")]
            goes_on(model, *first, calls("open_document", document_id=other["id"]), says("Read."))
            await person.say("Look it up.", chat=chats[person.id])
            await person.say("And the mill?", chat=chats[person.id])
            assert MARKER in (await outputs(person, chats[person.id]))[0]["output"]
        assert "public.messages" in await mentions_of(as_owner, MARKER)

        await delete(ada, made["id"])
        await work_off(served.parts)
        assert await mentions_of(as_owner, MARKER) == []
        for person in (ada, max_):
            gone, kept = await outputs(person, chats[person.id])
            assert gone["output"] == "What it told of is deleted."
            assert gone["input"] == SEARCH, "what was asked is not the document's"
            assert "Sundays" in kept["output"], "what was told of others stays"


async def test_a_text_that_an_assistant_kept_goes_with_its_document_from_the_call_too(
    addresses: Addresses, as_owner: asyncpg.Connection
) -> None:
    model = ScriptedModel(calls("addResource", content=WORDS.decode(), title="Boathouse"), says("Kept."))
    async with serving(addresses, [model]) as served, served.person("ada") as ada:
        chat = ChatId(new_id())
        await ada.say("Keep that.", chat=chat)
        await work_off(served.parts)
        (document,) = (await ada.http.get("/api/documents")).json()["documents"]
        await delete(ada, document["id"])
        await work_off(served.parts)
        assert await mentions_of(as_owner, MARKER) == []
        assert [part["input"] for part in await outputs(ada, chat)] == [{}]


async def test_one_that_is_deleted_while_the_answer_is_written_leaves_nothing_either(
    addresses: Addresses, as_owner: asyncpg.Connection
) -> None:
    model = ScriptedModel(calls("peek"), says("Gone by now."))
    async with serving(addresses, [model]) as served, served.person("ada") as ada:
        made = (await bring(ada, WORDS, "boathouse.md"))["document"]
        await work_off(served.parts)

        async def peek(caller: ToolCaller, arguments: Mapping[str, Any], progress: ToolProgress) -> ToolAnswer:
            await delete(ada, made["id"])
            return ToolAnswer(WORDS.decode(), documents=[DocumentId(UUID(made["id"]))])

        put_in(served, tool("peek", peek))
        chat = ChatId(new_id())
        await ada.say("Peek.", chat=chat)
        await work_off(served.parts)
        assert [part["output"] for part in await outputs(ada, chat)] == ["What it told of is deleted."]
        assert "public.messages" not in await mentions_of(as_owner, MARKER)
