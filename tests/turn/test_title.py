from __future__ import annotations

import asyncio

import asyncpg
import pytest

from holdfast.core.ids import new_id
from holdfast.core.migrate import Addresses
from holdfast.models.failures import failed
from holdfast.models.types import Failure
from holdfast.turn.title import clean_title, title_from_words
from tests.scripted import ScriptedModel, says
from tests.serving import Person, serving
from tests.waiting import until
from tests.working import worked_off, working

pytestmark = pytest.mark.anyio


@pytest.mark.parametrize(
    ("text", "title"),
    [
        ("Hello", "Hello"),
        ("  two\n lines ", "two lines"),
        ("", "New chat"),
        ("x" * 80, "x" * 59 + "…"),
        ("a b, " * 30, "a b, a b, a b, a b, a b, a b, a b, a b, a b, a b, a b, a…"),
    ],
)
def test_a_chat_is_first_named_by_its_own_words(text: str, title: str) -> None:
    assert title_from_words(text) == title
    assert len(title_from_words(text)) <= 60


@pytest.mark.parametrize(
    ("said", "title"),
    [
        ('"Pruning apple trees."', "Pruning apple trees"),
        ("**Apple trees**\n\nLet me explain", "Apple trees"),
        ("", ""),
        ("\n\n", ""),
        ("# Trees", "Trees"),
    ],
)
def test_what_a_model_calls_a_title_is_cleaned(said: str, title: str) -> None:
    assert clean_title(said) == title


async def title_of(person: Person) -> str:
    chats = (await person.http.get("/api/chats")).json()["chats"]
    return str(chats[0]["title"])


async def until_titled(person: Person, title: str) -> None:
    async def is_titled() -> bool:
        return await title_of(person) == title

    await until(is_titled)


async def test_the_model_gives_a_better_title_by_a_job(addresses: Addresses) -> None:
    model = ScriptedModel(says("Cut in winter."), says("Pruning ", "apple trees"))
    async with serving(addresses, [model]) as served, working(served.parts), served.person() as ada:
        await ada.say("How do I prune an apple tree?")
        await until_titled(ada, "Pruning apple trees")


async def test_a_title_that_a_person_gave_is_theirs(addresses: Addresses) -> None:
    gate = asyncio.Event()
    model = ScriptedModel(says("Hi."), [gate, *says("Model's title")])
    async with serving(addresses, [model]) as served, working(served.parts), served.person() as ada:
        chat = new_id()
        await ada.say("hello", chat=chat)
        await model.waits.wait()
        await ada.http.patch(f"/api/chats/{chat}", json={"title": "My own"})
        gate.set()
        await worked_off(served.parts)
        assert await title_of(ada) == "My own"


async def test_a_model_that_fails_leaves_the_first_words(addresses: Addresses) -> None:
    model = ScriptedModel(says("Hi."), [failed(Failure.SERVER_ERROR)])
    async with serving(addresses, [model]) as served, working(served.parts), served.person() as ada:
        await ada.say("hello there")
        await until(lambda: len(model.calls) > 1)
        await worked_off(served.parts)
        assert await title_of(ada) == "hello there"


async def test_the_demo_model_is_not_asked_for_titles(addresses: Addresses, as_owner: asyncpg.Connection) -> None:
    model = ScriptedModel(is_demo=True)
    async with serving(addresses, [model]) as served, served.person() as ada:
        await ada.say("hello there")
        assert await as_owner.fetchval("select array_agg(entrypoint) from jobs.pgqueuer") == ["feed_memory"]
