"""Passages of a document: cut, worded, embedded, and written a batch at a time.

Until all of them are there the document's former version is the one that is found; nothing of a half-read one is told.
A run that dies is begun again at the passage where it stopped.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence

from holdfast.core.db import Db
from holdfast.core.ids import UserId
from holdfast.knowledge import store
from holdfast.knowledge.cells import cell_space
from holdfast.knowledge.chunk import chunk
from holdfast.knowledge.terms import USUAL, language_of
from holdfast.knowledge.types import PageText, TextToIndex
from holdfast.knowledge.vectors import embed_passages, stored_name
from holdfast.models.types import Embedder

BATCH = 24
_LANGUAGE_CHARACTERS = 4_000
_OWN_PAGES = frozenset({"pptx", "odp", "xlsx", "ods"})


async def index_passages(db: Db, embedder: Embedder, acting: UserId, document: TextToIndex) -> AsyncIterator[float]:
    """The share that is done, after each batch; no more of one that was deleted or moved meanwhile."""
    chunks, name = chunk(document.pages, stands_alone=_has_own_pages(document.filename)), stored_name(embedder)
    language = language_of(_beginning(document.pages)) or USUAL
    async with db.as_user(acting) as tx:
        done = await store.count_passages(tx, document.document_id, document.reading)
        await store.note_kind(tx, document.space_id, language, name)
    while done < len(chunks):
        batch = chunks[done : done + BATCH]
        told = [in_place(document.title, document.filename, one.headings, one.text) for one in batch]
        vectors = await embed_passages(embedder, told)
        async with db.as_user(acting) as tx:
            await store.lock_spaces(tx, document.space_id)
            if not await store.is_there(tx, document):
                return
            ids = await store.add_passages(tx, document, language, done, batch, told)
            await store.add_vectors(tx, document.space_id, name, ids, vectors)
        done += len(batch)
        if done == len(chunks):
            await cell_space(db, acting, document.space_id, name)
        yield done / len(chunks)


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
