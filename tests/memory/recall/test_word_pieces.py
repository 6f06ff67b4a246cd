"""The vectors of word pieces: kept beside each turn's own, made up for what was embedded before there were any."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import asyncpg
import pytest

from holdfast.memory.parts import MemoryParts
from holdfast.memory.recall.vectors.embed import BATCH, embed_stale, embed_waiting
from holdfast.models.token_vectors import MAX_PACKED, PACKED_BYTES, Embedded
from tests.memory.conftest import ADA, BOB, WordEmbedder
from tests.memory.recall.conversations import SMALL_TALK, found, tell
from tests.words_in_pieces import PieceEmbedder, pieces_of

pytestmark = pytest.mark.anyio

LONG_TALK = [*SMALL_TALK, *(("Maya", f"Then I read the page {n} of the book.") for n in range(BATCH))]


async def _pieces(as_owner: asyncpg.Connection) -> dict[str, bytes | None]:
    rows = await as_owner.fetch(
        "select e.external_id, v.tokens from memory_vectors v join episodes e on v.kind = 'e' and e.id = v.item_id"
    )
    return {row["external_id"]: row["tokens"] for row in rows}


async def _as_before_there_were_any(as_owner: asyncpg.Connection) -> None:
    await as_owner.execute("update memory_vectors set tokens = null")
    await as_owner.execute("update memory_embedded set has_tokens = false")
    await as_owner.execute("delete from jobs.pgqueuer")


@pytest.fixture
def memory(memory: MemoryParts) -> MemoryParts:
    return replace(memory, embedder=PieceEmbedder())


async def test_beside_the_vector_of_a_turn_are_those_of_its_own_words_and_not_of_the_turn_before(
    memory: MemoryParts, as_owner: asyncpg.Connection
) -> None:
    await tell(memory, SMALL_TALK)
    kept = await _pieces(as_owner)
    assert len(kept) == len(SMALL_TALK)
    for number, (name, text) in enumerate(SMALL_TALK):
        assert kept[f"one/{number}"] == pieces_of(f"{name}: {text}").packed()


async def test_a_long_turn_has_them_in_each_of_its_parts_and_takes_no_more_room_for_it(
    memory: MemoryParts, as_owner: asyncpg.Connection
) -> None:
    await tell(memory, [("Maya", "We talked about the garden and the roses. " * 60)])
    parts = await as_owner.fetch("select length(tokens) as bytes from memory_vectors where kind = 'e'")
    assert len(parts) > 1
    assert all(0 < row["bytes"] <= MAX_PACKED * PACKED_BYTES for row in parts)


async def test_turns_of_before_are_found_meanwhile_and_read_in_the_background_for_every_owner(
    memory: MemoryParts, as_owner: asyncpg.Connection
) -> None:
    for owner in (ADA, BOB):
        await tell(memory, LONG_TALK, owner=owner)
    made = await as_owner.fetch("select item_id, vector::text, tokens from memory_vectors order by item_id")
    await _as_before_there_were_any(as_owner)
    assert (await found(memory, "soup, bed and a novel"))[0] == "one/1"

    assert await embed_stale(memory) == 2
    assert await embed_waiting(memory, ADA) == len(LONG_TALK)
    assert await embed_waiting(memory, BOB) == len(LONG_TALK)
    again = await as_owner.fetch("select item_id, vector::text, tokens from memory_vectors order by item_id")
    assert again == made, "nothing but what was missing has changed"
    assert await embed_stale(memory) == 0
    assert await embed_waiting(memory, ADA) == 0


async def test_a_run_that_is_killed_is_taken_up_where_it_stopped(
    memory: MemoryParts, as_owner: asyncpg.Connection
) -> None:
    class Dying(PieceEmbedder):
        async def embed_tokens(self, texts: Sequence[str]) -> list[Embedded]:
            if self.texts:
                raise RuntimeError("killed")
            return await super().embed_tokens(texts)

    await tell(memory, LONG_TALK)
    await _as_before_there_were_any(as_owner)
    with pytest.raises(RuntimeError):
        await embed_waiting(replace(memory, embedder=Dying()), ADA)
    left = [kept for kept in (await _pieces(as_owner)).values() if kept is None]
    assert len(left) == len(LONG_TALK) - BATCH
    assert (await found(memory, "soup, bed and a novel"))[0] == "one/1", "some are read, and some are not"
    assert await embed_stale(memory) == 1
    assert await embed_waiting(memory, ADA) == len(left)
    assert None not in (await _pieces(as_owner)).values()


async def test_what_was_embedded_before_is_read_with_one_text_and_not_two(
    memory: MemoryParts, as_owner: asyncpg.Connection
) -> None:
    await tell(memory, SMALL_TALK)
    await _as_before_there_were_any(as_owner)
    again = PieceEmbedder()
    await embed_waiting(replace(memory, embedder=again), ADA)
    assert len(again.texts) == len(SMALL_TALK)


async def test_what_is_forgotten_lives_on_in_no_neighbours_pieces(
    memory: MemoryParts, as_owner: asyncpg.Connection
) -> None:
    """They were read in its company."""
    await tell(memory, SMALL_TALK)
    async with memory.db.as_owner(ADA) as tx:
        await tx.execute("delete from episodes where external_id = 'one/2'")
    assert not {"one/2", "one/3"} & (await _pieces(as_owner)).keys()
    await embed_waiting(memory, ADA)
    assert (await _pieces(as_owner))["one/3"]


async def test_an_embedder_that_tells_no_pieces_is_never_asked_for_them_again(
    memory: MemoryParts, as_owner: asyncpg.Connection
) -> None:
    plain = replace(memory, embedder=WordEmbedder())
    await tell(plain, SMALL_TALK)
    await _as_before_there_were_any(as_owner)
    assert await embed_stale(plain) == 1
    assert await embed_waiting(plain, ADA) == 0
    assert await embed_stale(plain) == 0
    assert set((await _pieces(as_owner)).values()) == {None}
