"""A large space is read by the cells nearest to a question, and what is near is found all the same."""

from __future__ import annotations

from uuid import UUID

import asyncpg
import numpy as np
import pytest

from holdfast.cli.eval import make_somebody
from holdfast.core.cells import FROM_VECTORS
from holdfast.core.db import Db, owner_of
from holdfast.core.ids import DocumentId
from holdfast.knowledge import search_store, spaces_store, store, vectors_store
from holdfast.knowledge.cells import cell_space
from holdfast.knowledge.registry import user_space
from holdfast.knowledge.types import TextChunk, TextToIndex

pytestmark = pytest.mark.anyio

MODEL, DIMENSIONS, TOP = "test:much", 32, 10
DOCUMENT = DocumentId(UUID(int=7))


async def test_a_question_finds_in_cells_what_it_finds_in_all(db: Db, as_owner: asyncpg.Connection) -> None:
    draw = np.random.default_rng(3)
    topics = draw.standard_normal((40, DIMENSIONS))
    made = topics[draw.integers(0, 40, FROM_VECTORS)] + 0.7 * draw.standard_normal((FROM_VECTORS, DIMENSIONS))
    made = made / np.linalg.norm(made, axis=1, keepdims=True)
    person = await make_somebody(db)
    async with db.as_user(person) as tx:
        space = await spaces_store.open_space(tx, user_space(person))
    await as_owner.execute(
        "insert into documents (id, space_id, title, status) values ($1, $2, 'Much', 'ready')", DOCUMENT, space
    )
    await as_owner.execute(
        """
        with made as (
          insert into passages (document_id, space_id, version, reading, ordinal, starts, text, terms)
          select $1, $2, 1, 1, n, 0, 'x', 1 from generate_series(0, $3 - 1) n returning id, ordinal
        )
        insert into passage_vectors (passage_id, space_id, embedder, vector)
        select m.id, $2, $4, v.vector::halfvec from made m
          join unnest($5::text[]) with ordinality v (vector, place) on v.place = m.ordinal + 1
        """,
        DOCUMENT, space, FROM_VECTORS, MODEL, [str(row.round(4).tolist()) for row in made],
    )  # fmt: skip
    questions = [(topic + 0.7 * draw.standard_normal(DIMENSIONS)).round(4).tolist() for topic in topics[:20]]
    asked = search_store.Asked([space], None, TOP)

    async def found() -> list[set[int]]:
        async with db.reading(owner_of(person)) as tx:
            return [set(await search_store.by_meaning(tx, asked, MODEL, question)) for question in questions]

    wanted = await found()
    assert await cell_space(db, person, space, MODEL)
    assert await as_owner.fetchval("select count(distinct cell) from passage_vectors where space_id = $1", space) > 30
    shares = [len(one & other) / TOP for one, other in zip(wanted, await found(), strict=True)]
    assert np.mean(shares) >= 0.98
    assert not await cell_space(db, person, space, MODEL), "it has not doubled since"
    async with db.as_user(person) as tx:
        document = TextToIndex(DOCUMENT, space, 1, 1, "Much", "much.txt", ())
        (later,) = await store.add_passages(tx, document, "english", FROM_VECTORS, [TextChunk(None, 0, "x")], ["x"])
        await vectors_store.add_vectors(tx, space, MODEL, [later], [questions[0]])
        assert later in await search_store.by_meaning(tx, asked, MODEL, questions[0]), "it went into the nearest cell"
