from __future__ import annotations

from collections.abc import Sequence

import pytest

from holdfast.turn.reading import vectors
from holdfast.turn.reading.vectors import MAX_CHARACTERS, MAX_VECTORS, vector_of, vectors_of
from tests.turn.reading.speaking import CountingEmbedder

pytestmark = pytest.mark.anyio


async def test_the_least_used_vectors_make_room_and_what_is_used_stays() -> None:
    embedder = CountingEmbedder("test:room")
    await vector_of("the handover", embedder)
    for number in range(MAX_VECTORS + 50):
        await vectors_of(["the handover", f"message {number}"], embedder)
    assert embedder.asked.count("the handover") == 1
    assert len(vectors._kept) == MAX_VECTORS
    await vector_of("message 0", embedder)
    assert embedder.asked.count("message 0") == 2


async def test_nothing_that_is_kept_can_be_read_as_what_was_said() -> None:
    await vector_of("a very private sentence", CountingEmbedder("test:private"))
    assert "private sentence" not in repr(list(vectors._kept))


async def test_vectors_of_two_embedders_are_never_mixed() -> None:
    one, other = CountingEmbedder("test:one"), CountingEmbedder("test:other")
    await vector_of("the same text", one)
    await vector_of("the same text", other)
    assert one.asked == other.asked == ["the same text"]


async def test_of_a_page_only_the_beginning_is_embedded() -> None:
    embedder = CountingEmbedder("test:page")
    await vectors_of(["x" * 100_000, "x" * 90_000, "\ud800"], embedder)
    assert [len(text) for text in embedder.asked] == [MAX_CHARACTERS, 1]


async def test_what_is_no_number_is_refused_and_not_kept() -> None:
    embedder = CountingEmbedder("test:broken")

    async def embed(texts: Sequence[str]) -> list[list[float]]:
        return [[float("nan"), float("inf")] for _ in texts]

    embedder.embed = embed  # type: ignore[method-assign]
    with pytest.raises(ValueError, match="no numbers"):
        await vector_of("anything", embedder)
    assert not [key for key in vectors._kept if key[0] == "test:broken"]
