"""Searches in documents: among which, what goes on with what, and what is missing when something does not answer."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from datetime import timedelta

import asyncpg
import pytest

from holdfast.core.clock import utc_now
from holdfast.core.migrate import Addresses
from holdfast.knowledge.follow_up import Exchange
from holdfast.knowledge.registry import user_space
from holdfast.knowledge.search import Search, search
from tests.scripted import ScriptedModel, says
from tests.serving import serving
from tests.web.test_documents import bring, look_for
from tests.words import WordEmbedder
from tests.working import work_off

pytestmark = pytest.mark.anyio

HARBOUR = b"# Lease of Harbour Street\n\nThe rent of the office is 3,480 pounds. The deposit is 10,440 pounds.\n"
MILL = b"# Lease of Mill Lane\n\nThe rent of the workshop is 2,150 pounds. The deposit is 6,450 pounds.\n"


class Silent(WordEmbedder):
    """Knows its name, and answers to nothing."""

    async def embed(self, texts: Sequence[str]) -> list[list[float]]:
        await asyncio.Event().wait()
        return []


async def test_documents_are_searched_by_folder_kind_and_date(addresses: Addresses) -> None:
    async with serving(addresses, [ScriptedModel(says("-"))]) as served, served.person() as ada:
        await bring(ada, HARBOUR, "harbour.md", folder="leases")
        await bring(ada, b"The rent in Harbour Street rises in May.\n", "news.txt")
        await work_off(served.parts)
        soon = (utc_now() + timedelta(minutes=5)).isoformat()
        for wish, names in (
            ({}, ["harbour.md", "news.txt"]),
            ({"folder": "leases"}, ["harbour.md"]),
            ({"mediaTypes": ["text/plain"]}, ["news.txt"]),
            ({"since": soon}, []),
            ({"until": soon}, ["harbour.md", "news.txt"]),
        ):
            found = await look_for(ada, "the rent in Harbour Street", **wish)
            assert sorted(one["title"] for one in found) == names, wish


async def test_a_question_that_goes_on_is_about_what_was_asked_before_and_a_new_one_is_not(
    addresses: Addresses,
) -> None:
    async with serving(addresses, [ScriptedModel(says("-"))]) as served, served.person() as ada:
        await bring(ada, HARBOUR, "harbour.md")
        await bring(ada, MILL, "mill.md")
        await work_off(served.parts)

        async def first(question: str, *before: str) -> str:
            wish = Search(question, [user_space(ada.id)], before=[Exchange(one) for one in before])
            found = await search(served.parts.db, WordEmbedder(), ada.id, wish)
            return found.passages[0].passage.filename

        assert await first("And the deposit?", "What is the rent of the office in Harbour Street?") == "harbour.md"
        assert await first("And the deposit?", "What is the rent of the workshop in Mill Lane?") == "mill.md"
        assert await first("Rent of Mill Lane?", "What is the rent of the office in Harbour Street?") == "mill.md"


async def test_where_no_vector_comes_in_time_words_answer_and_that_is_said(addresses: Addresses) -> None:
    async with serving(addresses, [ScriptedModel(says("-"))]) as served, served.person() as ada:
        await bring(ada, HARBOUR, "harbour.md")
        await work_off(served.parts)
        wish = Search("rent of the office in Harbour Street", [user_space(ada.id)])
        found = await search(served.parts.db, Silent(), ada.id, wish)
        assert [one.passage.filename for one in found.passages] == ["harbour.md"]
        assert found.missing == ("embedder",)


async def test_a_space_that_does_not_answer_is_missing_in_the_trace_and_the_turn_goes_on(
    addresses: Addresses, as_owner: asyncpg.Connection
) -> None:
    async with serving(addresses, [ScriptedModel(says("I cannot look it up now."))]) as served, served.person() as ada:
        await bring(ada, HARBOUR, "harbour.md")
        await work_off(served.parts)
        async with as_owner.transaction():
            await as_owner.execute("lock table passage_terms in access exclusive mode")
            answer = await ada.say("What is the rent of the office in Harbour Street?")
        assert answer.text == "I cannot look it up now."
        trace = await ada.trace(answer)
        assert {"source": "documents", "reason": "user did not answer in time"} in trace["missing"]


async def test_what_the_house_changed_is_told_as_it_is_now_whoever_asked_before(addresses: Addresses) -> None:
    question = "the rent of the office in Harbour Street"
    async with (
        serving(addresses, [ScriptedModel(says("-"))]) as served,
        served.person() as ada,
        served.person("bob") as bob,
    ):
        made = (await bring(ada, HARBOUR, "harbour.md", target="company"))["document"]["id"]
        await work_off(served.parts)
        for person in (ada, bob, ada):
            assert "3,480" in (await look_for(person, question))[0]["text"]
        await bring(ada, HARBOUR.replace(b"3,480", b"3,600"), "harbour.md", versionOf=made)
        await work_off(served.parts)
        assert "3,600" in (await look_for(bob, question))[0]["text"]
        assert (await ada.http.delete(f"/api/documents/{made}")).status_code == 204
        assert await look_for(bob, question) == []
