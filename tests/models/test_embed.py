"""Vectors, local and remote."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Sequence
from itertools import pairwise
from pathlib import Path

import onnx
import pytest

from holdfast.core.errors import Setup
from holdfast.models.embed import LocalEmbedder, MiniLM, RemoteEmbedder
from holdfast.models.embed_ahead import expect
from holdfast.models.endpoint import Endpoint
from holdfast.models.local_kinds import EMBEDDING_MODEL
from holdfast.models.token_vectors import Embedded
from holdfast.models.types import Failure, ModelFailed
from tests.loopback.model_server import ModelServer
from tests.loopback.openai_wire import Reply, failing
from tests.waiting import HANGS_SECONDS, takes

pytestmark = pytest.mark.anyio


@pytest.fixture
async def local(models_dir: Path) -> AsyncIterator[LocalEmbedder]:
    made = LocalEmbedder(models_dir / EMBEDDING_MODEL)
    yield made
    await made.aclose()


def cosine(one: list[float], other: list[float]) -> float:
    return sum(map(float.__mul__, one, other))


async def test_near_meanings_are_near_and_vectors_have_length_one(local: LocalEmbedder) -> None:
    cat, kitten, rates = await local.embed(["The cat sleeps.", "A kitten is asleep.", "Interest rates rose."])
    assert len(cat) == local.dimensions == 384
    assert cosine(cat, cat) == pytest.approx(1.0, abs=1e-3)
    assert cosine(cat, kitten) > 0.6 > 0.2 > cosine(cat, rates)


async def test_the_published_example_is_met(local: LocalEmbedder) -> None:
    """The number stands in the original model's documentation; int8 may differ by little."""
    food, bread = await local.embed(["A man is eating food.", "A man is eating a piece of bread."])
    assert cosine(food, bread) == pytest.approx(0.755, abs=0.02)


async def test_each_caller_gets_its_own_vectors_in_order(local: LocalEmbedder) -> None:
    texts = [[f"Caller {caller} says sentence {n}." for n in range(caller + 1)] for caller in range(12)]
    together = await asyncio.gather(*(local.embed(mine) for mine in texts))
    for mine, vectors in zip(texts, together, strict=True):
        assert len(vectors) == len(mine)
        assert vectors[-1:] == await local.embed(mine[-1:]), "a text has one vector, whatever its company"


async def test_a_question_does_not_wait_for_a_long_document(local: LocalEmbedder) -> None:
    await local.embed(["warm"])
    document = asyncio.create_task(local.embed(["A sentence of the long document. " * 8] * 300))
    await takes(0.05)
    await local.embed(["What did I say about the dentist?"])
    assert not document.done()
    document.cancel()


async def test_a_caller_that_leaves_leaves_no_work_behind(local: LocalEmbedder) -> None:
    await local.embed(["warm"])
    gone = asyncio.create_task(local.embed(["A sentence of the long document. " * 20] * 2_000))
    await takes(0.05)
    gone.cancel()
    async with asyncio.timeout(HANGS_SECONDS):
        await local.embed(["Hello."])


@pytest.mark.parametrize("text", ["", " ", "\0", "a\ud800b", "x" * 5_000_000, "word " * 1_000_000, "😀" * 100_000])
async def test_odd_and_huge_texts_are_embedded_quickly(local: LocalEmbedder, text: str) -> None:
    await local.embed(["warm"])
    began = time.perf_counter()
    (vector,) = await local.embed([text])
    assert len(vector) == 384
    assert time.perf_counter() - began < 30


async def test_nothing_in_nothing_out(local: LocalEmbedder) -> None:
    assert await local.embed([]) == []


async def test_a_missing_model_says_how_to_get_it(tmp_path: Path) -> None:
    embedder = LocalEmbedder(tmp_path)
    with pytest.raises(Setup, match="holdfast models fetch"):
        await embedder.embed(["Hello."])
    await embedder.aclose()


@pytest.fixture
def remote(endpoint: Endpoint) -> RemoteEmbedder:
    return RemoteEmbedder(endpoint, "some-model", 384)


async def test_remote_texts_go_out_in_batches_and_come_back_in_order(
    remote: RemoteEmbedder, server: ModelServer
) -> None:
    texts = [f"word{n}" for n in range(150)]
    vectors = await remote.embed(texts)
    assert sorted(len(request.body["input"]) for request in server.requests) == [22, 64, 64]
    assert server.requests[-1].path == "/v1/embeddings"
    assert vectors[149] == (await remote.embed(["word149"]))[0]
    assert all(one != other for one, other in pairwise(vectors))


async def test_a_passing_failure_is_tried_again_a_bounded_number_of_times(
    remote: RemoteEmbedder, server: ModelServer
) -> None:
    server.script.extend([failing(503), failing(429, {"retry-after": "0.1"})])
    assert len(await remote.embed(["Hello."])) == 1
    server.script.extend([failing(500)] * 5)
    with pytest.raises(ModelFailed) as caught:
        await remote.embed(["Hello."])
    assert caught.value.failure is Failure.SERVER_ERROR
    assert server.counts["requests"] == 6


async def test_a_lasting_failure_is_not_tried_again(remote: RemoteEmbedder, server: ModelServer) -> None:
    server.script.append(failing(401))
    with pytest.raises(ModelFailed) as caught:
        await remote.embed(["Hello."])
    assert caught.value.failure is Failure.UNAUTHORIZED
    assert server.counts["requests"] == 1


@pytest.mark.parametrize(
    "document",
    [
        b"{",
        b"[]",
        b'{"data": []}',
        b'{"data": [{"index": 0, "embedding": [1, 2]}]}',
        b'{"data": [{"index": 0, "embedding": ["x"]}]}',
        b'{"data": [{"index": 0, "embedding": null}]}',
    ],
)
async def test_vectors_that_make_no_sense_are_malformed(
    remote: RemoteEmbedder, server: ModelServer, document: bytes
) -> None:
    server.script.append(Reply([document], headers={"content-type": "application/json"}))
    with pytest.raises(ModelFailed) as caught:
        await remote.embed(["Hello."])
    assert caught.value.failure is Failure.MALFORMED


async def test_a_model_of_before_is_named_and_not_used(models_dir: Path, tmp_path: Path) -> None:
    """It told nothing of word pieces."""
    former = onnx.load(models_dir / EMBEDDING_MODEL / "model.onnx")
    former.graph.output.pop()
    onnx.save(former, tmp_path / "model.onnx")
    with pytest.raises(Setup, match="another version"):
        await LocalEmbedder(tmp_path).embed(["How is Ana?"])


async def test_what_is_expected_is_ready_when_it_is_asked_for(models_dir: Path) -> None:
    made: list[str] = []

    class Noting(MiniLM):
        def embed(self, texts: Sequence[str]) -> list[Embedded]:
            made.extend(texts)
            return super().embed(texts)

    local = LocalEmbedder(models_dir / EMBEDDING_MODEL, load=Noting)
    (alone,) = await local.embed(["Which roses did I plant?"])
    made.clear()
    expect(local, ["How is Ana?", "Where is the key?"])
    assert await local.embed(["How is Ana?"]) != await local.embed(["Where is the key?"])
    assert made == ["How is Ana?", "Where is the key?"]
    assert await local.embed(["Which roses did I plant?"]) == [alone]
    assert len(made) == 2
    await local.aclose()


async def test_an_expectation_that_fails_is_told_to_whoever_asks(tmp_path: Path) -> None:
    nowhere = LocalEmbedder(tmp_path)
    expect(nowhere, ["How is Ana?"])
    await takes(0.05)
    with pytest.raises(Setup):
        await nowhere.embed(["How is Ana?"])
    await nowhere.aclose()


async def test_who_leaves_takes_no_vector_from_those_who_wait_for_the_same(local: LocalEmbedder) -> None:
    expect(local, ["How is Ana?"])
    gone, waiting = (asyncio.create_task(local.embed(["How is Ana?"])) for _ in range(2))
    several = asyncio.create_task(local.embed(["How is Ana?", "Where is the key?"]))
    await asyncio.sleep(0)
    gone.cancel()
    several.cancel()
    await asyncio.gather(gone, several, return_exceptions=True)
    assert gone.cancelled()
    assert several.cancelled()
    assert len((await waiting)[0]) == 384
    assert await local.embed(["How is Ana?"]) == await waiting


async def test_to_expect_something_of_a_closed_embedder_harms_nobody(local: LocalEmbedder) -> None:
    await local.aclose()
    expect(local, ["How is Ana?"])
    expect(local, ["How is Ana?", "Where is the key?"])
    with pytest.raises(RuntimeError):
        await local.embed(["How is Ana?"])
