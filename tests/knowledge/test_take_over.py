"""Another embedder is chosen: its vectors are made in the background, and the former ones answer meanwhile."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import pytest

from holdfast.core.db import Db, owner_of
from holdfast.core.ids import UserId
from holdfast.core.jobs import JobContext
from holdfast.core.migrate import Addresses
from holdfast.documents.take_over import take_over_spaces
from holdfast.knowledge.registry import user_space
from holdfast.knowledge.search import Search, search
from holdfast.knowledge.spaces import spaces_behind
from holdfast.knowledge.take_over import take_over
from holdfast.knowledge.types import FoundPassages
from holdfast.models.types import Embedder
from tests.scripted import ScriptedModel, says
from tests.serving import Person, Served, serving
from tests.web.test_documents import bring
from tests.words import WordEmbedder
from tests.working import work_off

pytestmark = pytest.mark.anyio

QUESTION = "How many days of holiday do I have a year?"


@dataclass
class Newer:
    """Another model, of another length, that knows the former one."""

    name: str = "test:newer"
    dimensions: int = 64
    version: str = "2"
    knows_former: bool = True
    asked: list[str] = field(default_factory=list)

    async def embed(self, texts: Sequence[str]) -> list[list[float]]:
        self.asked += texts
        return [vector[:64] for vector in await WordEmbedder().embed(texts)]

    def former(self, stored: str) -> Embedder | None:
        return WordEmbedder() if self.knows_former and stored == WordEmbedder.name else None


async def found(served: Served, person: Person, embedder: Embedder) -> FoundPassages:
    return await search(served.parts.db, embedder, person.id, Search(QUESTION, [user_space(person.id)]))


async def stored(db: Db, user_id: UserId) -> Sequence[str]:
    async with db.reading(owner_of(user_id)) as tx:
        rows = await tx.fetch("select distinct embedder from passage_vectors order by 1")
    return [row["embedder"] for row in rows]


async def test_the_former_vectors_answer_until_the_new_ones_are_whole(addresses: Addresses) -> None:
    async with serving(addresses, [ScriptedModel(says("-"))]) as served, served.person() as ada:
        await bring(ada)
        await work_off(served.parts)
        newer, db = Newer(), served.parts.db
        before = await found(served, ada, newer)
        assert before.passages
        assert newer.asked == [], "nothing of its own is there to be held against"
        ((space, acting),) = await spaces_behind(db, newer, most=10)
        assert acting == ada.id
        while await take_over(db, newer, acting, space, seconds=0):
            assert WordEmbedder.name in await stored(db, ada.id)
        assert await stored(db, ada.id) == ["test:newer@2"]
        after = await found(served, ada, newer)
        assert [one.passage.id for one in after.passages[:1]] == [one.passage.id for one in before.passages[:1]]
        assert await spaces_behind(db, newer, most=10) == []


async def test_where_nobody_knows_the_former_one_words_answer(addresses: Addresses) -> None:
    async with serving(addresses, [ScriptedModel(says("-"))]) as served, served.person() as ada:
        await bring(ada)
        await work_off(served.parts)
        answer = await found(served, ada, Newer(knows_former=False))
        assert answer.passages
        assert answer.missing == ()


async def test_a_worker_takes_up_what_is_behind(addresses: Addresses) -> None:
    async with serving(addresses, [ScriptedModel(says("-"))]) as served, served.person() as ada:
        await bring(ada)
        await work_off(served.parts)
        async with served.parts.db.as_user(ada.id) as tx:
            await tx.execute("update passage_vectors set embedder = 'test:gone'")
            await tx.execute("update knowledge_spaces set embedders = '{test:gone}'")
        await take_over_spaces(JobContext(served.parts.db, served.parts.db, served.parts))
        await work_off(served.parts)
        assert await stored(served.parts.db, ada.id) == [WordEmbedder.name]
