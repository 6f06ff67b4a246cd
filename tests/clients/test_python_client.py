"""The client for Python, against a real server: what its README shows, and what goes wrong."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from holdfast_client import AsyncHoldfast, Holdfast, HoldfastError

from holdfast.core.migrate import Addresses
from tests.scripted import ScriptedModel, says
from tests.serving import Person, Served, serving
from tests.working import work_off

pytestmark = pytest.mark.anyio


@asynccontextmanager
async def kim_with_a_key(addresses: Addresses, *scopes: str) -> AsyncIterator[tuple[Served, Person, str]]:
    model = ScriptedModel(says("Fish, ", "without nuts."), name="test:answers")
    async with serving(addresses, [model]) as served, served.person("kim") as kim:
        wish = {"name": "client", "scopes": scopes or ("chat", "memory")}
        made = await kim.http.post("/api/api-keys", json=wish)
        assert made.status_code == 201, made.text
        yield served, kim, made.json()["key"]


async def test_five_lines_remember_recall_and_ask(addresses: Addresses) -> None:
    async with kim_with_a_key(addresses) as (served, _, key), AsyncHoldfast(served.url, key=key) as holdfast:
        session = await holdfast.remember("I am allergic to peanuts.", session="five", external_id="1")
        assert session == "five"
        await holdfast.remember("I promised to call Rui by Friday.", session="five", external_id="2")
        await work_off(served.parts)
        found = await holdfast.recall("What am I allergic to?")
        assert found.facts[0].text == "Is allergic to peanuts"
        assert found.episodes[0].text == "I am allergic to peanuts."
        assert "Is allergic to peanuts" in [fact.text for fact in await holdfast.facts()]
        assert [loop.kind for loop in await holdfast.loops()] == ["commitment"]
        assert (await holdfast.brief())["activeLoops"]

        answer = await holdfast.ask("Suggest something for dinner.")
        assert answer.text == "Fish, without nuts."
        pieces = [piece async for piece in holdfast.ask_stream("And?", conversation=answer.conversation)]
        assert "".join(pieces) == "Fish, without nuts."
        told = await holdfast.trace(answer.turn)
        assert told["turnId"] == answer.turn
        conversations = (await holdfast.search_documents("tides"), await holdfast.forget(query="peanuts"))
        assert conversations[0] == []
        assert (await holdfast.recall("What am I allergic to?")).facts == []


async def test_the_one_that_waits_does_the_same(addresses: Addresses) -> None:
    async with kim_with_a_key(addresses) as (served, _, key):

        def talk() -> list[str]:
            with Holdfast(served.url, key=key) as holdfast:
                holdfast.remember("I keep bees.")
                said = [holdfast.ask("Hello?", persona="sophie").text, "".join(holdfast.ask_stream("Hello?"))]
                return [*said, holdfast.recall("bees").episodes[0].text]

        assert await asyncio.to_thread(talk) == ["Fish, without nuts."] * 2 + ["I keep bees."]


async def test_a_file_is_asked_about(addresses: Addresses, tmp_path: Path) -> None:
    (tmp_path / "dinner.md").write_text("# Friday\n\nFish.\n")
    async with kim_with_a_key(addresses, "documents") as (served, _, key):
        async with AsyncHoldfast(served.url, key=key) as holdfast:
            told = await holdfast.analyze("What is for dinner?", file=tmp_path / "dinner.md")
        assert (told.answer, told.data, told.is_whole, told.citations) == ("Fish, without nuts.", None, True, [])

        def wait() -> str | None:
            with Holdfast(served.url, key=key) as holdfast:
                return holdfast.analyze("What is for dinner?", file=str(tmp_path / "dinner.md")).answer

        assert await asyncio.to_thread(wait) == "Fish, without nuts."


async def test_what_the_server_refuses_is_raised_in_its_own_words(addresses: Addresses) -> None:
    async with kim_with_a_key(addresses, "memory:read") as (served, _, key):
        async with AsyncHoldfast(served.url, key=key) as holdfast:
            with pytest.raises(HoldfastError) as refused:
                await holdfast.remember("I keep bees.")
            assert (refused.value.status, refused.value.code) == (403, "missing_scope")
            with pytest.raises(HoldfastError):
                [piece async for piece in holdfast.ask_stream("Hello?")]
            with pytest.raises(ValueError, match="one of"):
                await holdfast.forget()
        async with AsyncHoldfast(served.url, key="hf_wrong") as holdfast:
            with pytest.raises(HoldfastError) as unknown:
                await holdfast.facts()
            assert unknown.value.status == 401
