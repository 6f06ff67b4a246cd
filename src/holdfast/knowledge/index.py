"""Passages of a document: cut, worded, embedded, and written a batch at a time.

Until all of them are there the document's former version is the one that is found; nothing of a half-read one is told.
A run that dies is begun again at the passage where it stopped.
"""

from __future__ import annotations

import asyncio
import math
from collections.abc import AsyncGenerator, Sequence
from itertools import zip_longest

from holdfast.core.db import Db
from holdfast.core.ids import UserId
from holdfast.knowledge import spaces_store, store, vectors_store
from holdfast.knowledge.cells import cell_space
from holdfast.knowledge.chunk import chunk
from holdfast.knowledge.terms import USUAL, language_of
from holdfast.knowledge.types import PageText, TextChunk, TextToIndex
from holdfast.knowledge.vectors import embed_passages, stored_name
from holdfast.models.types import Embedder

BATCH = 24
_LANGUAGE_CHARACTERS = 4_000
_OWN_PAGES = frozenset({"pptx", "odp", "xlsx", "ods"})


async def index_passages(
    db: Db, embedder: Embedder, acting: UserId, document: TextToIndex, *, until: float = math.inf
) -> AsyncGenerator[float, None]:
    """The share that is done, after each batch; no more of one that was deleted or moved meanwhile, and no batch is
    begun after `until`, as the event loop tells the time.

    While one batch is written the next is embedded, so that the embedder waits for nobody."""
    chunks, name = chunk(document.pages, stands_alone=_has_own_pages(document.filename)), stored_name(embedder)
    language = language_of(_beginning(document.pages)) or USUAL
    async with db.as_user(acting) as tx:
        done = await store.count_passages(tx, document.document_id, document.reading)
        await spaces_store.note_kind(tx, document.space_id, language, name)
    batches = [_Batch(document, first, chunks[first : first + BATCH]) for first in range(done, len(chunks), BATCH)]
    following = _begin(embedder, batches[0]) if batches else None
    try:
        for batch, after in zip_longest(batches, batches[1:]):
            assert following is not None
            vectors = await following
            has_time = asyncio.get_running_loop().time() < until
            following = _begin(embedder, after) if after and has_time else None
            async with db.as_user(acting) as tx:
                await spaces_store.lock_spaces(tx, document.space_id)
                if not await store.is_there(tx, document):
                    return
                ids = await store.add_passages(tx, document, language, batch.first, batch.chunks, batch.told)
                await vectors_store.add_vectors(tx, document.space_id, name, ids, vectors)
            if not after:
                await cell_space(db, acting, document.space_id, name)
            yield (batch.first + len(batch.chunks)) / len(chunks)
            if not following:
                return
    finally:
        if following:
            following.cancel()


class _Batch:
    """Passages that are embedded and written together."""

    def __init__(self, document: TextToIndex, first: int, chunks: Sequence[TextChunk]) -> None:
        self.first, self.chunks = first, chunks
        self.told = [in_place(document.title, document.filename, one.headings, one.text) for one in chunks]


def _begin(embedder: Embedder, batch: _Batch) -> asyncio.Task[Sequence[Sequence[float]]]:
    return asyncio.create_task(embed_passages(embedder, batch.told))


def in_place(title: str, filename: str, headings: Sequence[str], text: str) -> str:
    """A passage as it is embedded and worded: behind the names it stands under, which it seldom repeats itself."""
    names = [title, *headings]
    if filename.rpartition(".")[0] not in title:
        names.insert(1, filename)
    return f"{' › '.join(names)}\n{text}"


def _has_own_pages(filename: str) -> bool:
    """Slides and sheets: what stood on the one before says nothing of the next."""
    return filename.rpartition(".")[2].lower() in _OWN_PAGES


def _beginning(pages: Sequence[PageText]) -> str:
    text = ""
    for page in pages:
        text += page.text[: _LANGUAGE_CHARACTERS - len(text)]
        if len(text) >= _LANGUAGE_CHARACTERS:
            break
    return text
