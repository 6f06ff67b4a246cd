"""By the posting table nothing is missed that reading every turn would find."""

from __future__ import annotations

import random

import asyncpg
import pytest

from holdfast.memory.forget.probes import COMMON_IN_TURNS, probes_of, where_they_stand
from holdfast.memory.intake.ingest_session import ingest_session
from holdfast.memory.parts import MemoryParts
from tests.memory.conftest import ADA, BOB
from tests.memory.forget.living import said

pytestmark = pytest.mark.anyio

ODD = (
    "treasure oak mill the is to be under hidden my not of running ran don't it's e.g. U.S. 3.50 -7 +4 1e5 10:30 1,000 "
    "well-known mother-in-law a/b and/or www.example.org/oak/mill oak@mill.example notes.txt /usr/oak/mill v1.2.3 "
    "<oak> </mill> <!-- mill --> &nbsp; &oak; http://oak snake_case UPPER Straße café cafe\u0301 naïve 日本 ’oak’ oak… "
    "“mill” mill—oak 😀 oak\u200bmill soft\u00adhyphen #oak @mill 50% C++ $oak ~mill oak=mill [oak](mill) *oak* `mill`"
)
WORDS = ODD.split(" ")
SEPARATORS = (" ", " ", " ", " ", "  ", "\n", ", ", ". ", ".", "-", "/", " - ", ": ", "", "'", "(", ") ")


def texts(count: int, seed: int) -> list[str]:
    draw = random.Random(seed)
    return [
        "".join(draw.choice(WORDS) + draw.choice(SEPARATORS) for _ in range(draw.randint(3, 14))) for _ in range(count)
    ]


@pytest.mark.parametrize("seed", [1, 2, 3])
async def test_every_turn_that_holds_a_piece_is_found_however_it_is_written(
    memory: MemoryParts, as_owner: asyncpg.Connection, seed: int
) -> None:
    turns = [text for text in texts(400, seed) if text.strip()]
    turns += [f"pre{text}post" for text in turns[:100]]
    turns += [text.upper() for text in turns[100:200]]
    await ingest_session(memory, ADA, "s", [said(text, n) for n, text in enumerate(turns)])
    await ingest_session(memory, BOB, "s", [said(text, n) for n, text in enumerate(turns[:50])])
    async with memory.db.as_owner(ADA) as tx:
        for some in range(0, 300, 60):
            probes = await probes_of(tx, turns[some : some + 60])
            assert len(probes) > 50
            found = set(await where_they_stand(tx, ADA, probes))
            rows = await tx.fetch(
                "select p, e.id from unnest($1::text[]) p join episodes e on strpos(memory_plain(e.text), p) > 0",
                probes,
            )
            assert found == {(row["p"], row["id"]) for row in rows}


async def test_no_words_but_common_ones_are_found_too(memory: MemoryParts) -> None:
    await ingest_session(memory, ADA, "s", [said("To be or not to be.", 1), said("It is what it is, is it not?", 2)])
    async with memory.db.as_owner(ADA) as tx:
        assert await where_they_stand(tx, ADA, ["to be or not to be"])
        assert await where_they_stand(tx, ADA, ["is what it is"])
        assert not await where_they_stand(tx, ADA, ["is what it was"])


async def test_a_word_that_stands_nearly_everywhere_does_not_hide_the_piece(memory: MemoryParts) -> None:
    turns = [said(f"The oak has number {n}.", n) for n in range(COMMON_IN_TURNS + 10)]
    for start in range(0, len(turns), 400):
        await ingest_session(memory, ADA, f"s{start}", turns[start : start + 400])
    async with memory.db.as_owner(ADA) as tx:
        assert len(await where_they_stand(tx, ADA, ["the oak has"])) == COMMON_IN_TURNS + 10
        assert len(await where_they_stand(tx, ADA, ["oak has number 7"])) == 1 + 10 + 100


async def test_a_link_row_of_one_owner_does_not_take_the_place_of_anothers(
    memory: MemoryParts, as_owner: asyncpg.Connection
) -> None:
    """As hand-written SQL could try: row numbers of another, in one's own name."""
    keys = await as_owner.fetch(
        """
        select c.relname, array_agg(a.attname::text) as columns
          from pg_index i join pg_class c on c.oid = i.indrelid
          join pg_attribute a on a.attrelid = c.oid and a.attnum = any (i.indkey)
         where i.indisunique and c.relname in ('fact_evidence', 'fact_grounds', 'entity_mentions', 'loop_evidence')
         group by c.relname, i.indexrelid
        """
    )
    assert len(keys) == 4
    assert [row["relname"] for row in keys if not {"tenant_id", "user_id"} <= set(row["columns"])] == []
