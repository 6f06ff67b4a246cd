"""Embedding that nobody waits for gives way to everybody else."""

from __future__ import annotations

import asyncio
import os
import threading
import time
from collections.abc import AsyncIterator, Sequence
from pathlib import Path

import pytest

from holdfast.models.embed import LocalEmbedder
from holdfast.models.embed_aside import AsideThreads, LoopShare, embed_aside, rest_seconds
from holdfast.models.embed_lately import Lately
from holdfast.models.local_kinds import EMBEDDING_MODEL
from tests.waiting import takes
from tests.words import WordEmbedder

pytestmark = pytest.mark.anyio


@pytest.fixture
async def local(models_dir: Path) -> AsyncIterator[LocalEmbedder]:
    made = LocalEmbedder(models_dir / EMBEDDING_MODEL)
    yield made
    await made.aclose()


async def test_a_text_has_the_same_vector_whether_somebody_waits_for_it_or_not(local: LocalEmbedder) -> None:
    texts = [f"Sentence {number}." for number in range(7)]
    assert await embed_aside(local, texts) == await local.embed(texts)
    assert await embed_aside(local, []) == []


async def test_a_question_passes_everything_that_waits_aside(local: LocalEmbedder) -> None:
    await local.embed(["warm"])
    document = asyncio.create_task(local.embed_aside(["A sentence of the long document. " * 20] * 400))
    await takes(0.05)
    await local.embed(["What did I say about the dentist?"])
    assert not document.done()
    document.cancel()


async def test_an_embedder_elsewhere_is_simply_asked() -> None:
    embedder = WordEmbedder()
    assert await embed_aside(embedder, ["one", "two"]) == await embedder.embed(["one", "two"])


async def test_a_text_is_embedded_once_however_often_it_is_asked_for() -> None:
    class Counting(WordEmbedder):
        def __init__(self) -> None:
            self.texts: list[str] = []

        async def embed(self, texts: Sequence[str]) -> list[list[float]]:
            self.texts += texts
            return await super().embed(texts)

    embedder, other = Counting(), Counting()
    first = await embed_aside(embedder, ["one", "two", "one"])
    again = await embed_aside(embedder, ["two", "three"])
    assert embedder.texts == ["one", "two", "three"]
    assert first[0] == first[2]
    assert again[0] == pytest.approx(first[1])
    await embed_aside(other, ["one"])
    assert other.texts == ["one"], "another model's vectors are its own"


def test_of_the_vectors_of_late_the_oldest_go_first() -> None:
    lately = Lately(most=2)
    lately.keep({"one": [1.0], "two": [2.0]})
    assert lately.find("one") == [1.0]
    lately.keep({"three": [3.0]})
    assert [lately.find(text) for text in ("one", "two", "three")] == [[1.0], None, [3.0]]


async def test_one_with_a_sentence_does_not_wait_for_one_with_a_library() -> None:
    done: list[str] = []

    def embed(texts: Sequence[str]) -> list[list[float]]:
        done.extend(texts)
        return [[0.0] for _ in texts]

    aside = AsideThreads(embed, threads=1)
    library = asyncio.create_task(aside.embed(["page"] * 200))
    while not done:
        await asyncio.sleep(0)
    await aside.embed(["sentence"])
    assert done.index("sentence") < 50
    library.cancel()
    await asyncio.wait([library])
    aside.close()


@pytest.mark.skipif(os.uname().sysname != "Linux", reason="elsewhere niceness belongs to the whole process")
async def test_its_threads_let_others_go_first_and_the_process_stays_as_it_was() -> None:
    def niceness(texts: Sequence[str]) -> list[list[float]]:
        return [[float(os.getpriority(os.PRIO_PROCESS, threading.get_native_id()))] for _ in texts]

    before = os.getpriority(os.PRIO_PROCESS, 0)
    aside = AsideThreads(niceness, threads=1)
    ((its_own,),) = await aside.embed(["whatever"])
    aside.close()
    assert its_own > before
    assert os.getpriority(os.PRIO_PROCESS, 0) == before


@pytest.mark.skipif(os.uname().sysname != "Linux", reason="elsewhere niceness belongs to the whole process")
def test_where_its_process_gives_way_already_its_threads_give_way_to_that_too() -> None:
    def niceness(texts: Sequence[str]) -> list[list[float]]:
        return [[float(os.getpriority(os.PRIO_PROCESS, threading.get_native_id()))] for _ in texts]

    async def ask() -> list[list[float]]:
        aside = AsideThreads(niceness, threads=1)
        told = await aside.embed(["whatever"])
        aside.close()
        return [list(one) for one in told]

    def give_way() -> None:
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), 12)
        said.extend(asyncio.run(ask()))

    said: list[list[float]] = []
    thread = threading.Thread(target=give_way)
    thread.start()
    thread.join()
    assert said == [[15.0]]


async def test_a_failure_reaches_whoever_asked_and_leaves_no_work_behind() -> None:
    tried: list[Sequence[str]] = []

    def fails(texts: Sequence[str]) -> list[list[float]]:
        tried.append(texts)
        raise ValueError("no such model")

    aside = AsideThreads(fails, threads=1)
    with pytest.raises(ValueError, match="no such model"):
        await aside.embed(["one"] * 50)
    assert len(tried) < 5
    aside.close()


@pytest.mark.parametrize(
    ("worked", "share", "expected"),
    [(0.04, 0.0, 0.0), (0.04, 0.1, 0.0), (0.04, 0.2, 0.08), (0.04, 1.0, 0.72), (9.0, 1.0, 2.0)],
)
def test_it_rests_the_longer_the_busier_the_loop_is(worked: float, share: float, expected: float) -> None:
    assert rest_seconds(worked, share) == pytest.approx(expected)


async def test_the_loops_share_tells_a_busy_loop_from_a_quiet_one() -> None:
    share = LoopShare()
    share.look()
    await takes(0.2)
    quiet = share.look()
    used = time.thread_time()
    while time.thread_time() - used < 0.1:
        pass
    assert share.look() > 5 * quiet  # however much others take: it is a share of the time that went by
