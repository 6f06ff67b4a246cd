"""What comes with the code is embedded once on a machine."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

from holdfast.models.embed import LocalEmbedder, MiniLM
from holdfast.models.local_kinds import EMBEDDING_MODEL
from holdfast.models.token_vectors import Embedded
from holdfast.models.vector_cache import FloatRows, embed_cached
from tests.words import WordEmbedder

pytestmark = pytest.mark.anyio

TEXTS = ["I haven't touched meat since March.", "Where did I put the key?"]
made: list[str] = []


class Noting(MiniLM):
    def embed(self, texts: Sequence[str]) -> list[Embedded]:
        made.extend(texts)
        return super().embed(texts)


@pytest.fixture
def folder(models_dir: Path, tmp_path: Path) -> Path:
    """The model, in a folder that is the test's own."""
    for file in (models_dir / EMBEDDING_MODEL).glob("*.*"):
        (tmp_path / file.name).symlink_to(file)
    return tmp_path


async def rows_in_another_process(folder: Path, texts: Sequence[str] = TEXTS, name: str = "requests") -> FloatRows:
    made.clear()
    embedder = LocalEmbedder(folder, load=Noting)
    try:
        return await embed_cached(embedder, name, texts, embedder.embed)
    finally:
        await embedder.aclose()


async def test_the_next_process_reads_what_the_first_has_made(folder: Path) -> None:
    first = await rows_in_another_process(folder)
    assert made == TEXTS
    again = await rows_in_another_process(folder)
    assert made == []
    assert np.array_equal(first, again)


async def test_other_texts_are_embedded_and_take_the_place_of_those_of_another_release(folder: Path) -> None:
    await rows_in_another_process(folder)
    await rows_in_another_process(folder, name="statements")
    rows = await rows_in_another_process(folder, [*TEXTS, "What is open?"])
    assert made == [*TEXTS, "What is open?"]
    assert rows.shape == (3, 384)
    names = sorted(file.name.partition("-")[0] for file in (folder / "cache").iterdir())
    assert names == ["requests", "statements"]


async def test_another_model_makes_vectors_of_its_own(folder: Path, models_dir: Path) -> None:
    await rows_in_another_process(folder)
    model = folder / "model.onnx"
    model.unlink()
    model.write_bytes((models_dir / EMBEDDING_MODEL / "model.onnx").read_bytes())
    os.utime(model, (1, 1))
    await rows_in_another_process(folder)
    assert made == TEXTS


@pytest.mark.parametrize("damage", [b"", b"half a file", b"\x93NUMPY\x01\x00"])
async def test_a_file_that_is_damaged_is_made_anew(folder: Path, damage: bytes) -> None:
    first = await rows_in_another_process(folder)
    (file,) = (folder / "cache").iterdir()
    file.write_bytes(damage)
    assert np.array_equal(await rows_in_another_process(folder), first)
    assert made == TEXTS
    await rows_in_another_process(folder)
    assert made == []


async def test_where_nothing_can_be_written_each_process_makes_its_own(folder: Path) -> None:
    (folder / "cache").write_text("in the way")
    for _ in range(2):
        assert (await rows_in_another_process(folder)).shape == (2, 384)
        assert made == TEXTS


async def test_vectors_of_an_embedder_elsewhere_are_not_kept(tmp_path: Path) -> None:
    embedder = WordEmbedder()
    rows = await embed_cached(embedder, "requests", TEXTS, embedder.embed)
    assert rows.shape == (2, embedder.dimensions)
    assert list(tmp_path.iterdir()) == []
