from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import asyncpg
import numpy as np
import pytest

from holdfast.core.cells import cells_for, centres_of, must_cell, nearest_cells
from holdfast.memory.intake.ingest import ingest
from holdfast.memory.intake.ingest_session import ingest_session
from holdfast.memory.parts import MemoryParts
from holdfast.memory.recall.vectors.compose import PART_CHARACTERS, PendingVector, blend, is_trivial, pieces, split
from holdfast.memory.recall.vectors.embed import embed_stale, embed_waiting, pending_embeddings
from holdfast.memory.types import IncomingTurn
from tests.memory.conftest import ADA, BOB, WordEmbedder
from tests.memory.recall.conversations import MAY, SMALL_TALK, found, tell

pytestmark = pytest.mark.anyio


class Other(WordEmbedder):
    """Another model: other name, other length."""

    name = "test:other"
    dimensions = 128


class Counting(WordEmbedder):
    def __init__(self) -> None:
        self.batches: list[int] = []

    async def embed(self, texts: Sequence[str]) -> list[list[float]]:
        self.batches.append(len(texts))
        return await super().embed(texts)


async def _vectors(as_owner: asyncpg.Connection) -> dict[str, int]:
    rows = await as_owner.fetch(
        "select e.name, count(*) from memory_vectors v join memory_embedders e on e.id = v.embedder group by 1"
    )
    return {row[0]: row[1] for row in rows}


async def test_everything_that_waits_is_embedded_once_and_in_batches(
    memory: MemoryParts, as_owner: asyncpg.Connection
) -> None:
    counting = Counting()
    memory = replace(memory, embedder=counting)
    await ingest_session(memory, ADA, "long", [IncomingTurn("user", f"Turn {n}", MAY, str(n)) for n in range(300)])
    assert await pending_embeddings(memory) == 300
    assert await embed_waiting(memory, ADA) == 300
    assert await pending_embeddings(memory) == 0
    assert await embed_waiting(memory, ADA) == 0
    assert len(counting.batches) <= 8
    assert await _vectors(as_owner) == {"test:words": 300}


async def test_a_long_turn_gets_several_vectors_and_is_found_by_its_end(
    memory: MemoryParts, as_owner: asyncpg.Connection
) -> None:
    long = "We talked about the garden and the roses. " * 60 + "Then the lighthouse keeper sang a shanty."
    await tell(memory, [*SMALL_TALK, ("Maya", long)])
    assert (await _vectors(as_owner))["test:words"] > len(SMALL_TALK) + 1
    assert (await found(memory, "lighthouse keeper shanty"))[0] == "one/6"


async def test_forgetting_a_turn_takes_its_vector_and_renews_the_one_that_held_a_share_of_it(
    memory: MemoryParts, as_owner: asyncpg.Connection
) -> None:
    await tell(memory, SMALL_TALK)
    neighbour = await as_owner.fetchval(
        "select vector::text from memory_vectors v join episodes e on e.id = v.item_id where e.external_id = 'one/3'"
    )
    async with memory.db.as_owner(ADA) as tx:
        await tx.execute("delete from episodes where external_id = 'one/2'")
    assert await _vectors(as_owner) == {"test:words": len(SMALL_TALK) - 2}
    assert await embed_waiting(memory, ADA) == 1
    renewed = await as_owner.fetchval(
        "select vector::text from memory_vectors v join episodes e on e.id = v.item_id where e.external_id = 'one/3'"
    )
    assert renewed != neighbour


class Meanwhile(WordEmbedder):
    """Something happens to the memory while the embedder works."""

    def __init__(self, memory: MemoryParts, statement: str) -> None:
        self.memory, self.statement = memory, statement

    async def embed(self, texts: Sequence[str]) -> list[list[float]]:
        async with self.memory.db.as_owner(ADA) as tx:
            await tx.execute(self.statement)
        return await super().embed(texts)


async def test_what_was_forgotten_while_it_was_embedded_leaves_no_vector(
    memory: MemoryParts, as_owner: asyncpg.Connection
) -> None:
    await tell(memory, SMALL_TALK, is_embedded=False)
    gone = Meanwhile(memory, "delete from episodes where external_id = 'one/2'")
    await embed_waiting(replace(memory, embedder=gone), ADA)
    left = await as_owner.fetchval(
        "select count(*) from memory_vectors v left join episodes e on e.id = v.item_id where e.id is null"
    )
    assert left == 0
    assert await _vectors(as_owner) == {"test:words": len(SMALL_TALK) - 1}
    assert await pending_embeddings(memory) == 0


async def test_old_vectors_answer_until_the_new_embedder_has_seen_everything(
    memory: MemoryParts, as_owner: asyncpg.Connection
) -> None:
    await tell(memory, SMALL_TALK)
    changed = replace(memory, embedder=Other(), former=[memory.embedder])
    assert (await found(changed, "soup, bed and a novel"))[0] == "one/1"

    class Dying(Other):
        async def embed(self, texts: Sequence[str]) -> list[list[float]]:
            raise ConnectionError

    with pytest.raises(ConnectionError):
        await embed_waiting(replace(changed, embedder=Dying()), ADA)
    assert await _vectors(as_owner) == {"test:words": len(SMALL_TALK)}
    assert (await found(changed, "soup, bed and a novel"))[0] == "one/1"

    assert await embed_waiting(changed, ADA) == len(SMALL_TALK)
    assert await _vectors(as_owner) == {"test:other": len(SMALL_TALK)}
    assert (await found(changed, "soup, bed and a novel"))[0] == "one/1"


async def test_words_answer_when_the_former_embedder_cannot_be_asked(memory: MemoryParts) -> None:
    await tell(memory, SMALL_TALK)
    assert (await found(replace(memory, embedder=Other()), "soup and a novel"))[0] == "one/1"


async def test_a_changed_embedder_promises_the_work_for_every_owner(
    memory: MemoryParts, as_owner: asyncpg.Connection
) -> None:
    await tell(memory, SMALL_TALK)
    await tell(memory, SMALL_TALK, owner=BOB)
    await as_owner.execute("delete from jobs.pgqueuer")
    assert await embed_stale(memory) == 0
    assert await embed_stale(replace(memory, embedder=Other())) == 2
    jobs = await as_owner.fetchval("select count(*) from jobs.pgqueuer where entrypoint = 'memory_embed'")
    assert jobs == 2


async def test_vectors_and_what_waits_are_invisible_to_others(memory: MemoryParts) -> None:
    await tell(memory, SMALL_TALK)
    await tell(memory, [("Maya", "Not yet embedded.")], session="two", is_embedded=False)
    tables = ("memory_vectors", "memory_embedded", "memory_cells", "memory_unembedded")
    async with memory.db.as_owner(BOB) as tx:
        assert [await tx.fetchval(f"select count(*) from {table}") for table in tables] == [0, 0, 0, 0]
    with pytest.raises(asyncpg.InsufficientPrivilegeError):
        async with memory.db.as_owner(BOB) as tx:
            await tx.execute("insert into memory_unembedded values ('acme', 'ada', 'e', 1)")


def test_a_turn_is_embedded_alone_and_with_the_turn_before_it() -> None:
    reply = PendingVector("e", 1, "The blue one.", "Jonas", "Which one?", "Maya")
    (piece,) = pieces(reply)
    assert piece.texts == ("Jonas: The blue one.", "Maya: Which one? Jonas: The blue one.")
    assert sum(piece.shares) == pytest.approx(1.0)
    assert [piece.texts for piece in pieces(PendingVector("f", 2, "Maya likes tea."))] == [("Maya likes tea.",)]


def test_a_long_turn_says_itself_what_it_is_about_and_is_embedded_once() -> None:
    (piece,) = pieces(PendingVector("e", 1, "It rained all day in the hills. " * 20, "Jonas", "How was it?", "Maya"))
    assert len(piece.texts) == 1
    assert "How was it?" not in piece.texts[0]


async def test_turns_that_follow_each_other_wait_for_one_run(memory: MemoryParts, as_owner: asyncpg.Connection) -> None:
    for number in range(3):
        await ingest(memory, ADA, IncomingTurn("user", f"Turn {number}", MAY, str(number)), session_id="talk")
    jobs = await as_owner.fetch(
        "select execute_after - created as pause from jobs.pgqueuer where entrypoint = 'memory_embed'"
    )
    assert [row["pause"].total_seconds() for row in jobs] == [memory.settings.learn_delay_seconds]


@pytest.mark.parametrize("text", ["", "word " * 3_000, "x" * 5_000, "A sentence. " * 500, "短い。" * 2_000])
def test_a_text_is_split_into_parts_that_can_be_read_whole(text: str) -> None:
    parts = split(text)
    assert 1 <= len(parts) <= 16
    assert all(len(part) <= PART_CHARACTERS for part in parts)


def test_a_blend_scores_as_the_weighted_sum() -> None:
    random = np.random.default_rng(1)
    one, two, asked = random.standard_normal((3, 8)).astype(np.float32)
    assert blend([one.tolist(), two.tolist()], (0.6, 0.4)) @ asked == pytest.approx(
        0.6 * one @ asked + 0.4 * two @ asked, rel=1e-4
    )


def test_cells_keep_near_vectors_together() -> None:
    random = np.random.default_rng(2)
    topics = random.standard_normal((20, 32)).astype(np.float32)
    vectors = np.repeat(topics, 50, axis=0) + 0.05 * random.standard_normal((1000, 32)).astype(np.float32)
    cells = nearest_cells(vectors, centres_of(vectors, 40))
    apart = sum(len(set(cells[start : start + 50].tolist())) for start in range(0, 1000, 50))
    assert apart <= 45, "a topic lies in one or two cells"


@pytest.mark.parametrize(
    ("vectors", "celled_at", "expected"),
    [(100, 0, False), (4_000, 0, True), (7_000, 4_000, False), (8_000, 4_000, True)],
)
def test_cells_are_made_when_a_memory_is_long_and_again_when_it_doubled(
    vectors: int, celled_at: int, expected: bool
) -> None:
    assert must_cell(vectors, celled_at) is expected
    assert 16 <= cells_for(vectors) <= 1024


@pytest.mark.parametrize(
    ("text", "says_nothing"),
    [
        ("", True), ("  \n", True), ("👍", True), ("🙏🙏 ❤️", True), ("...", True), ("!" * 80, True), ("ok", True),
        ("Okay.", True), ("Thanks!", True), ("thank you so much 🙂", True), ("Hmm…", True), ("Danke!", True),
        ("got it, thanks", True), ("hi", True), ("yes", False), ("No.", False), ("ok, at nine", False),
        ("Thanks, Anna", False), ("good, the knee is better", False), ("42", False), ("はい、九時に", False),
        ("ok ok ok ok ok ok ok ok ok ok ok ok ok ok ok ok ok", False),
    ],
)  # fmt: skip
def test_only_courtesy_and_signs_need_no_vector(text: str, says_nothing: bool) -> None:
    assert is_trivial(text) is says_nothing


async def test_what_says_nothing_is_not_embedded_and_its_words_are_found_all_the_same(
    memory: MemoryParts, as_owner: asyncpg.Connection
) -> None:
    counting = Counting()
    memory = replace(memory, embedder=counting)
    said = [("Maya", "My sister's cheers woke the street."), ("Jonas", "👍"), ("Maya", "Cheers!"), ("Jonas", "ok")]
    await tell(memory, said, is_embedded=False)
    assert await embed_waiting(memory, ADA) == 4
    assert await pending_embeddings(memory) == 0
    assert await _vectors(as_owner) == {"test:words": 1}
    assert sum(counting.batches) == 1
    assert "one/2" in await found(memory, "cheers")
    # Another embedder: what it needs no vector for does not keep it from being whole.
    changed = replace(memory, embedder=Other(), former=(counting,))
    await embed_waiting(changed, ADA)
    assert await _vectors(as_owner) == {"test:other": 1}


async def test_a_turn_that_says_nothing_but_has_a_former_embedders_vector_is_embedded_again(
    memory: MemoryParts, as_owner: asyncpg.Connection
) -> None:
    await tell(memory, [("Maya", "Is the flat in Bergen dry?")])
    await as_owner.execute("update episodes set text = 'ok'")
    await embed_waiting(replace(memory, embedder=Other(), former=(memory.embedder,)), ADA)
    assert await _vectors(as_owner) == {"test:other": 1}
