"""A vector for each word piece: what it means in its company, and that it survives being packed."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import numpy as np
import pytest

from holdfast.models.embed import LocalEmbedder
from holdfast.models.local_kinds import EMBEDDING_MODEL
from holdfast.models.token_vectors import (
    AXES,
    MAX_PACKED,
    PACKED_BYTES,
    EmbedsTokens,
    TokenMatrix,
    TokenVectors,
    pack,
    units,
    unpack,
)

pytestmark = pytest.mark.anyio


@pytest.fixture
async def local(models_dir: Path) -> AsyncIterator[LocalEmbedder]:
    made = LocalEmbedder(models_dir / EMBEDDING_MODEL)
    yield made
    await made.aclose()


def some(count: int) -> TokenMatrix:
    return np.random.default_rng(count).standard_normal((count, AXES)).astype(np.float32)


def cosines(one: TokenMatrix, other: TokenMatrix) -> TokenMatrix:
    return np.asarray((units(one) * units(other)).sum(axis=1))


def test_packed_vectors_point_where_they_did() -> None:
    vectors = some(MAX_PACKED)
    packed = pack(vectors)
    assert len(packed) == MAX_PACKED * PACKED_BYTES
    assert cosines(unpack(packed), vectors).min() > 0.98


def test_no_text_takes_more_room_than_a_short_one_and_its_neighbouring_pieces_are_taken_together() -> None:
    vectors = np.repeat(some(MAX_PACKED), 3, axis=0)
    packed = pack(vectors)
    assert len(packed) == MAX_PACKED * PACKED_BYTES
    assert cosines(unpack(packed), vectors[::3]).min() > 0.98


@pytest.mark.parametrize("vectors", [some(0), np.zeros((3, AXES), dtype=np.float32)])
def test_nothing_can_be_packed_too(vectors: TokenMatrix) -> None:
    again = unpack(pack(vectors))
    assert again.shape == vectors.shape
    assert not again.any()


def test_of_a_text_its_end_can_be_packed_alone() -> None:
    read = TokenVectors(some(4), [0, 5, 9, 14], ["said", "and", "then", "done"])
    assert read.packed(since=9) == pack(read.vectors[2:])
    assert read.packed() == pack(read.vectors)
    assert read.packed(since=99) == b""


async def test_a_text_is_told_in_word_pieces_with_the_vector_it_always_has(local: LocalEmbedder) -> None:
    text = "Pixel hates thunderstorms."
    (read,) = await local.embed_tokens([text])
    assert isinstance(local, EmbedsTokens)
    assert [read.vector] == await local.embed([text])
    assert list(dict.fromkeys(read.tokens.words)) == ["pixel", "hates", "thunderstorms", "."]
    assert read.tokens.vectors.shape == (len(read.tokens.starts), AXES)
    assert {start for start, word in zip(read.tokens.starts, read.tokens.words, strict=True) if word == "hates"} == {6}
    (aside,) = await local.embed_tokens_aside([text])
    assert np.array_equal(aside.tokens.vectors, read.tokens.vectors)


async def test_a_word_means_what_its_company_makes_of_it(local: LocalEmbedder) -> None:
    river, water, money = [
        units(one.tokens.vectors)[one.tokens.words.index("bank")]
        for one in await local.embed_tokens(
            ["We sat on the bank of the river.", "Ducks nest by the bank.", "The bank refused my loan."]
        )
    ]
    assert river @ water > river @ money + 0.04


@pytest.mark.parametrize("text", ["", "   ", "😀", "x" * 9_000])
async def test_any_text_can_be_told_so(local: LocalEmbedder, text: str) -> None:
    (read,) = await local.embed_tokens([text])
    assert len(read.tokens.vectors) == len(read.tokens.starts) == len(read.tokens.words) <= 254
    assert len(read.tokens.packed()) <= MAX_PACKED * PACKED_BYTES
