"""Texts into vectors: on this machine here, at an OpenAI-compatible endpoint in `embed_remote`.

`python -m holdfast.models.embed <folder>` embeds one pair of texts and fails if they come out wrong.
"""

from __future__ import annotations

import asyncio
import functools
import hashlib
import os
import sys
import threading
from collections import OrderedDict, deque
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from holdfast.core.errors import Setup
from holdfast.core.first_words import GiveWay
from holdfast.models.embed_aside import AsideThreads
from holdfast.models.embed_remote import RemoteEmbedder
from holdfast.models.local_kinds import EMBEDDING_MODEL
from holdfast.models.onnx_session import open_session

if TYPE_CHECKING:
    from tokenizers import Encoding

    from holdfast.models.token_vectors import Embedded

__all__ = ["LocalEmbedder", "RemoteEmbedder"]

Vector = list[float]

_WORD_PIECES = 256
# No text of this length has fewer than 256 word pieces worth reading; the tokenizer would read it all before it cuts.
CHARACTERS_READ = 8_000
_HANDFUL = 8
_SHARE = 4
"""Texts taken from one caller before the next has its turn: a long document must not keep a question waiting."""


_MAX_RECENT = 64
"""Vectors kept of single texts, by hash: as many turns as run at once, and a few."""


class TextModel(Protocol):
    def embed(self, texts: Sequence[str]) -> list[Embedded]: ...


class MiniLM:
    """The model itself, for one thread at a time or several; loads in about 0.3 s."""

    dimensions = 384

    def __init__(self, folder: Path) -> None:
        from tokenizers import Tokenizer

        self._session = open_session(folder / "model.onnx")
        if "tokens" not in [output.name for output in self._session.get_outputs()]:
            raise Setup("The local embedding model is of another version; run `holdfast models fetch`.")
        self._tokenizer = Tokenizer.from_file(str(folder / "tokenizer.json"))
        self._tokenizer.enable_truncation(_WORD_PIECES)
        self._tokenizer.no_padding()

    def embed(self, texts: Sequence[str]) -> list[Embedded]:
        return [self._one(text[:CHARACTERS_READ].encode("utf-8", "replace").decode()) for text in texts]

    def _one(self, text: str) -> Embedded:
        # Quantized activations are scaled over a whole batch, so a text would get another vector in other company
        # (cosine down to 0.98). One by one costs a fifth more, wastes nothing on padding, and is always the same.
        import numpy as np

        from holdfast.models.token_vectors import Embedded, TokenVectors

        read = self._tokenizer.encode(text)
        ids = np.array([read.ids], dtype=np.int64)
        inputs = {"input_ids": ids, "attention_mask": np.ones_like(ids)}
        vector, tokens = self._session.run(["vector", "tokens"], inputs)
        starts = [start for start, _ in read.offsets[1:-1]]
        return Embedded(vector[0].tolist(), TokenVectors(tokens[0, 1:-1], starts, _words(read)))


def _words(read: Encoding) -> Sequence[str]:
    """For each piece the whole word it is of; pieces that go on with a word begin with ##."""
    whole: dict[int | None, str] = {}
    for word, piece in zip(read.word_ids[1:-1], read.tokens[1:-1], strict=True):
        whole[word] = whole.get(word, "") + piece.removeprefix("##")
    return [whole[word] for word in read.word_ids[1:-1]]


@dataclass(slots=True, eq=False)
class _Order:
    """One caller's texts, how far they were taken, and what came of them."""

    texts: Sequence[str]
    done: asyncio.Future[list[Embedded]]
    made: dict[int, Embedded] = field(default_factory=dict)
    taken: int = 0


class LocalEmbedder:
    """all-MiniLM-L6-v2 in a small thread pool. What waits is taken in handfuls, callers in turn.

    Work that nobody waits for has threads and a pace of its own (`embed_aside`), unless nobody is answered in this
    process: a worker gives way as a whole, by its niceness, and with each text to whoever waits for a word.
    """

    name = EMBEDDING_MODEL
    version = "3"
    """Of what is told by a vector: another model, or the same one converted anew."""
    dimensions = MiniLM.dimensions

    def __init__(
        self,
        folder: Path,
        *,
        threads: int | None = None,
        is_beside_answers: bool = True,
        gives_way: GiveWay | None = None,
        load: Callable[[Path], TextModel] | None = None,
    ) -> None:
        """`load`: another way to the model than the one of this process."""
        self.folder = folder
        self._load = load
        self._gives_way = gives_way
        self._is_beside_answers = is_beside_answers
        self._threads = threads or min(2, os.cpu_count() or 1)
        self._pool = ThreadPoolExecutor(self._threads, thread_name_prefix="embed")
        self._orders: deque[_Order] = deque()
        self._recent: OrderedDict[bytes, asyncio.Future[list[Embedded]]] = OrderedDict()
        self._expected: set[asyncio.Task[None]] = set()
        self._working = 0
        self._is_closed = False
        self._model: TextModel | None = None
        self._loading = threading.Lock()
        self._aside = AsideThreads(self._embed, threads=self._threads)

    def load_model(self) -> TextModel:
        return load_minilm(self.folder)

    @property
    def is_here(self) -> bool:
        return (self.folder / "model.onnx").is_file()

    async def embed(self, texts: Sequence[str]) -> list[Vector]:
        return [one.vector for one in await self.embed_tokens(texts)]

    async def embed_aside(self, texts: Sequence[str]) -> list[Vector]:
        return [one.vector for one in await self.embed_tokens_aside(texts)]

    async def embed_tokens(self, texts: Sequence[str]) -> list[Embedded]:
        if len(texts) == 1:
            return [await self._once(texts[0])]
        return await self._order(texts) if texts else []

    async def embed_tokens_aside(self, texts: Sequence[str]) -> list[Embedded]:
        if not self._is_beside_answers:
            return await self.embed_tokens(texts)
        if self._model is None:
            await self.embed([""])  # loaded by a thread that is not held back: a question may be waiting for it
        return await self._aside.embed(texts)

    def expect(self, texts: Sequence[str]) -> None:
        """A single text that was embedded a moment ago costs nothing, so it may be begun before it is asked for. The
        first is, before this returns."""
        with suppress(Exception):  # border: as below
            self._begun(texts[0])
        if len(texts) == 1:
            return
        work = asyncio.get_running_loop().create_task(self._one_by_one(texts))
        self._expected.add(work)
        work.add_done_callback(self._expected.discard)

    async def _one_by_one(self, texts: Sequence[str]) -> None:
        with suppress(Exception):  # border: whoever asks for the text hears of it
            for text in texts:
                await self._once(text)

    async def _once(self, text: str) -> Embedded:
        work = self._begun(text)
        return (work.result() if work.done() else await asyncio.shield(work))[0]

    def _begun(self, text: str) -> asyncio.Future[list[Embedded]]:
        """One message is asked about several times in a turn, by different rooms: it is embedded for the first."""
        key = hashlib.blake2b(text[:CHARACTERS_READ].encode("utf-8", "replace"), digest_size=16).digest()
        work = self._recent.get(key)
        if work is None or (not work.done() and work.get_loop() is not asyncio.get_running_loop()):
            work = self._recent[key] = self._order([text])
            work.add_done_callback(functools.partial(self._keep, key))
        return work

    def _keep(self, key: bytes, work: asyncio.Future[list[Embedded]]) -> None:
        if (work.cancelled() or work.exception()) and self._recent.get(key) is work:
            del self._recent[key]
        while len(self._recent) > _MAX_RECENT:
            self._recent.popitem(last=False)

    def _order(self, texts: Sequence[str]) -> asyncio.Future[list[Embedded]]:
        order = _Order(texts, asyncio.get_running_loop().create_future())
        self._orders.append(order)
        self._go_on()
        return order.done

    def _go_on(self) -> None:
        while self._working < self._threads and (batch := self._next_batch()):
            texts = [order.texts[index] for order, index in batch]
            work = asyncio.get_running_loop().run_in_executor(self._pool, self._embed, texts)
            self._working += 1
            work.add_done_callback(functools.partial(self._deliver, batch))

    def _next_batch(self) -> list[tuple[_Order, int]]:
        batch: list[tuple[_Order, int]] = []
        while self._orders and len(batch) < _HANDFUL:
            order = self._orders.popleft()
            if order.done.done():  # its caller has gone
                continue
            share = range(order.taken, min(order.taken + _SHARE, len(order.texts)))
            batch += [(order, index) for index in share]
            order.taken = share.stop
            if order.taken < len(order.texts):
                self._orders.append(order)
        return batch

    def _deliver(self, batch: list[tuple[_Order, int]], work: asyncio.Future[list[Embedded]]) -> None:
        self._working -= 1
        error = None if work.cancelled() else work.exception()
        for position, (order, index) in enumerate(batch):
            if order.done.done():
                continue
            if error is not None or work.cancelled():
                order.done.set_exception(error or Setup("The embedder was closed."))
                continue
            order.made[index] = work.result()[position]
            if len(order.made) == len(order.texts):
                order.done.set_result([order.made[index] for index in range(len(order.texts))])
        if not self._is_closed:
            self._go_on()

    def _embed(self, texts: Sequence[str]) -> list[Embedded]:
        with self._loading:
            if self._model is None:
                self._model = self._load(self.folder) if self._load else self.load_model()
        if self._gives_way is None:
            return self._model.embed(texts)
        made: list[Embedded] = []
        for text in texts:
            self._gives_way.pause_thread()
            made += self._model.embed([text])
        return made

    async def aclose(self) -> None:
        self._is_closed = True
        self._aside.close()
        self._pool.shutdown(wait=False, cancel_futures=True)


@functools.cache
def load_minilm(folder: Path) -> MiniLM:
    """Once a process, however many embedders: it can be used by several threads, and a fork shares its weights."""
    if not (folder / "model.onnx").is_file():
        raise Setup("The local embedding model is not here; run `holdfast models fetch`.")
    return MiniLM(folder)


def load_ahead(folder: Path) -> None:
    """Before a fork, so that both have it in the same memory. Where it is missing, whoever needs it is told later."""
    if (folder / "model.onnx").is_file():
        load_minilm(folder)


def _try_out(folder: Path) -> None:
    near, also_near, far = load_minilm(folder).embed(["The cat sleeps.", "A kitten is asleep.", "Interest rates rose."])
    likeness, unlikeness = (sum(map(float.__mul__, near.vector, other.vector)) for other in (also_near, far))
    if not likeness > 0.5 > 0.3 > unlikeness:
        raise SystemExit(f"Its vectors are wrong: {likeness:.2f} and {unlikeness:.2f}.")


if __name__ == "__main__":
    _try_out(Path(sys.argv[1]))
