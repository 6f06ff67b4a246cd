"""Vectors for everything of an owner that waits, in batches; and for everything again when the embedder was changed.

Nothing is locked while an embedder works: texts are read, vectors made, and kept only for what still stands as it was
read. Whoever learns or forgets writes the same rows in an order of their own, so that they are kept under the lock of
those. A run that dies is taken up by the next one where it stopped. While the present embedder has not seen all of an
owner's memory, the vectors of the former one stay and answer; while turns of before lack the vectors of their word
pieces, their one vector answers for them.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from itertools import accumulate
from math import inf

import numpy as np
from numpy.typing import NDArray

from holdfast.core.cells import Matrix, cells_for, centres_of, must_cell, nearest_cells
from holdfast.core.db import Db, Owner
from holdfast.core.jobs import BULK, Job, JobContext, enqueue, work
from holdfast.memory.jobs import EMBED
from holdfast.memory.kinds.meaning import learn_meaning, unit
from holdfast.memory.kinds.of_fact import kinds_of
from holdfast.memory.locks import waiting_for_learning
from holdfast.memory.parts import HasMemory, MemoryParts
from holdfast.memory.recall.vectors import store
from holdfast.memory.recall.vectors.compose import PendingVector, Piece, pieces
from holdfast.memory.recall.vectors.make import make_vectors
from holdfast.memory.recall.vectors.present import EmbedderCoverage
from holdfast.memory.recall.vectors.store import EmbeddedBatch, KnownVectors, NewVector
from holdfast.models.embed_lately import digest
from holdfast.models.local_kinds import EMBEDDING_MODEL
from holdfast.models.token_vectors import EmbedsTokens
from holdfast.models.types import Embedder

BATCH = 48
BATCH_CHARACTERS = 40_000
"""Long texts make long batches, and whoever is next waits for the whole of one."""
PORTION_SECONDS = 2.0
"""What one job gives to one owner before the others have their turn."""
_OWNERS_AT_ONCE = 500
CARRIED_FOR = timedelta(hours=6)
"""A persona that learns by session learns when it has ended; sessions are mostly shorter."""


@dataclass(frozen=True, slots=True)
class _Batch:
    items: Sequence[PendingVector]
    planned: Sequence[tuple[PendingVector, Piece]]
    """The vectors they need."""
    known: KnownVectors


async def embed(job: Job, context: JobContext[HasMemory], *, seconds: float = PORTION_SECONDS) -> None:
    """The EMBED job: a portion, and back to the end of the line if more is left."""
    _, has_more = await _embed_for(seconds, context.parts.memory, job.owner) if job.owner else (0, False)
    async with work(context.worker, job) as tx:
        if has_more:
            await enqueue(tx, EMBED, {}, dedupe_key="all", priority=BULK)


async def embed_waiting(memory: MemoryParts, owner: Owner) -> int:
    """All of it. How many items got their vectors."""
    count, _ = await _embed_for(inf, memory, owner)
    return count


async def _embed_for(seconds: float, memory: MemoryParts, owner: Owner) -> tuple[int, bool]:
    """How many items got their vectors, one batch at least; and whether there may be more when the time is over."""
    now = asyncio.get_running_loop().time
    until, count = now() + seconds, 0
    standing = await _begin(memory, owner)
    embedder = standing.embedder
    while batch := await _read(memory, owner, standing):
        kept = await _embed_batch(memory, owner, embedder, batch)
        count += kept
        if not kept:  # all of it was reworded or forgotten meanwhile, and whoever did that has promised a new run
            return count, False
        if now() >= until:
            return count, True
    await _finish(memory, owner, embedder)
    return count, False


async def embed_stale(memory: MemoryParts) -> int:
    """Promise the work for owners who wait, whose vectors are a former embedder's, or whose turns lack those of their
    word pieces. For the schedule. Carried vectors that nobody came for go."""
    await store.drop_carried(memory.db, older_than=CARRIED_FOR)
    async with memory.db.as_nobody() as tx:
        embedder = await store.embedder_id(tx, memory.embedder.name, memory.embedder.dimensions)
    owners = await store.owners_to_embed(memory.db, embedder, most=_OWNERS_AT_ONCE)
    for owner in owners:
        async with memory.db.as_owner(owner) as tx:
            await enqueue(tx, EMBED, {}, dedupe_key="all")
    return len(owners)


async def pending_embeddings(memory: MemoryParts) -> int:
    return await store.pending(memory.db)


async def _begin(memory: MemoryParts, owner: Owner) -> EmbedderCoverage:
    """How the present embedder stands with this owner."""
    name = memory.embedder.name
    async with memory.db.as_owner(owner) as tx:
        embedder = await store.embedder_id(tx, name, memory.embedder.dimensions)
        known = {one.embedder: one for one in await store.coverages(tx, owner)}
        if embedder in known:
            return known[embedder]
        is_first = not known
        await store.set_coverage(tx, owner, embedder, is_whole=is_first, has_tokens=is_first)
    return EmbedderCoverage(embedder, name, is_whole=is_first, celled_at=0, has_tokens=is_first)


async def _read(memory: MemoryParts, owner: Owner, standing: EmbedderCoverage) -> _Batch | None:
    embedder = standing.embedder
    async with memory.db.as_owner(owner) as tx:
        found = await store.waiting(tx, owner, most=BATCH)
        if not found and not standing.is_whole:
            found = await store.not_yet_by(tx, owner, embedder, most=BATCH)
        if not found and not standing.has_tokens and isinstance(memory.embedder, EmbedsTokens):
            found = await store.without_tokens(tx, owner, embedder, most=BATCH)
        sizes = accumulate(len(item.text) for item in found)
        items = [item for item, size in zip(found, sizes, strict=True) if size <= BATCH_CHARACTERS] or found[:1]
        planned = [(item, piece) for item in items if not item.needs_none for piece in pieces(item)]
        texts = {digest(text) for _, piece in planned for text in piece.texts}
        made_of = [piece.made_of for _, piece in planned]
        name = memory.embedder.name
        known = await store.find_known(tx, owner, embedder, name=name, texts=sorted(texts), pieces=made_of)
    return _Batch(items, planned, known) if items else None


async def _embed_batch(memory: MemoryParts, owner: Owner, embedder: int, batch: _Batch) -> int:
    planned = batch.planned
    vectors = await make_vectors(memory.embedder, planned, batch.known)
    blended = [vector for vector, _ in vectors]
    kinds = await _kinds(memory.embedder, [(item, vector) for (item, _), vector in zip(planned, blended, strict=True)])
    async with memory.db.as_owner(owner, first=waiting_for_learning(owner)) as tx:
        centres = await store.centres(tx, owner, embedder) if planned else None
        cells = nearest_cells(np.stack(blended), centres) if centres is not None else np.zeros(len(planned), int)
        made = [
            NewVector(
                item.kind, item.item_id, piece.part, int(cell) if item.kind == "e" else 0, vector, piece.made_of, tokens
            )
            for (item, piece), cell, (vector, tokens) in zip(planned, cells, vectors, strict=True)
        ]
        done = EmbeddedBatch(batch.items, made, kinds, list(batch.known.texts))
        return await store.keep(tx, owner, embedder, done)


async def _kinds(
    embedder: Embedder, made: Sequence[tuple[PendingVector, Matrix]]
) -> Sequence[tuple[int, Mapping[str, float]]]:
    """The kinds of the facts among these, by their first piece; by words where another embedder is in use than the one
    that the tables were weighed for."""
    facts = {item.item_id: (item, vector) for item, vector in reversed(made) if item.kind == "f"}
    if not facts:
        return ()
    known = await learn_meaning(embedder, "statements") if embedder.name == EMBEDDING_MODEL else None
    return [(n, kinds_of(item.predicate or "", item.text, unit(vector), known)) for n, (item, vector) in facts.items()]


async def _finish(memory: MemoryParts, owner: Owner, embedder: int) -> None:
    async with memory.db.as_owner(owner, first=waiting_for_learning(owner)) as tx:
        await store.drop_gone(tx, owner)
        known = {one.embedder: one for one in await store.coverages(tx, owner)}
        if embedder not in known or not (known[embedder].is_whole and known[embedder].has_tokens):
            await store.set_coverage(tx, owner, embedder, is_whole=True, has_tokens=True)
        if known.keys() - {embedder}:
            await store.drop_others(tx, owner, embedder)
        size = await store.memory_size(tx, owner)
    if must_cell(size, known[embedder].celled_at if embedder in known else 0):
        await _make_cells(memory.db, owner, embedder)


async def _make_cells(db: Db, owner: Owner, embedder: int) -> None:
    async with db.as_owner(owner) as tx:
        keys, vectors = await store.turn_vectors(tx, owner, embedder)
    if not keys:
        return
    centres, cells = await asyncio.to_thread(_cells_of, vectors)
    async with db.as_owner(owner, first=waiting_for_learning(owner)) as tx:
        await store.set_cells(tx, owner, embedder, centres, keys, cells)


def _cells_of(vectors: Matrix) -> tuple[Matrix, NDArray[np.int64]]:
    centres = centres_of(vectors, cells_for(len(vectors)))
    return centres, nearest_cells(vectors, centres)
