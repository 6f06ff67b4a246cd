"""Vectors for everything of an owner that waits, in batches; and for everything again when the embedder was changed.

Nothing is locked while an embedder works: texts are read, vectors made, and kept only for what still stands as it was
read. A run that dies is taken up by the next one where it stopped. While the present embedder has not seen all of an
owner's memory, the vectors of the former one stay and answer.
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

from holdfast.core.db import Db, Owner
from holdfast.core.jobs import BULK, Job, JobContext, enqueue, work
from holdfast.memory.jobs import EMBED
from holdfast.memory.kinds.meaning import learn_meaning, unit
from holdfast.memory.kinds.of_fact import kinds_of
from holdfast.memory.parts import HasMemory, MemoryParts
from holdfast.memory.recall.vectors import store
from holdfast.memory.recall.vectors.cells import cells_for, centres_of, must_cell, nearest_cells
from holdfast.memory.recall.vectors.compose import Piece, Waiting, blend, pieces
from holdfast.memory.recall.vectors.store import Known, Made, Matrix
from holdfast.models.embed_aside import embed_aside
from holdfast.models.embed_lately import digest, lately
from holdfast.models.local_kinds import EMBEDDING_MODEL
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
    items: Sequence[Waiting]
    planned: Sequence[tuple[Waiting, Piece]]
    """The vectors they need."""
    known: Known


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
    embedder, is_whole = await _begin(memory, owner)
    while batch := await _read(memory, owner, embedder, is_whole):
        kept = await _embed_batch(memory, owner, embedder, batch)
        count += kept
        if not kept:  # all of it was reworded or forgotten meanwhile, and whoever did that has promised a new run
            return count, False
        if now() >= until:
            return count, True
    await _finish(memory, owner, embedder)
    return count, False


async def embed_stale(memory: MemoryParts) -> int:
    """Promise the work for owners who wait, or whose vectors are a former embedder's. For the schedule. Carried vectors
    that nobody came for go."""
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


async def _begin(memory: MemoryParts, owner: Owner) -> tuple[int, bool]:
    async with memory.db.as_owner(owner) as tx:
        embedder = await store.embedder_id(tx, memory.embedder.name, memory.embedder.dimensions)
        known = {one.embedder: one for one in await store.standings(tx, owner)}
        is_whole = not known or (embedder in known and known[embedder].is_whole)
        if embedder not in known:
            await store.set_standing(tx, owner, embedder, is_whole=is_whole)
    return embedder, is_whole


async def _read(memory: MemoryParts, owner: Owner, embedder: int, is_whole: bool) -> _Batch | None:
    async with memory.db.as_owner(owner) as tx:
        found = await store.waiting(tx, owner, most=BATCH)
        if not found and not is_whole:
            found = await store.not_yet_by(tx, owner, embedder, most=BATCH)
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
    blended = await _vectors(memory.embedder, [piece for _, piece in planned], batch.known)
    kinds = await _kinds(memory.embedder, [(item, vector) for (item, _), vector in zip(planned, blended, strict=True)])
    async with memory.db.as_owner(owner) as tx:
        centres = await store.centres(tx, owner, embedder) if planned else None
        cells = nearest_cells(np.stack(blended), centres) if centres is not None else np.zeros(len(planned), int)
        made = [
            Made(item.kind, item.item_id, piece.part, int(cell) if item.kind == "e" else 0, vector, piece.made_of)
            for (item, piece), cell, vector in zip(planned, cells, blended, strict=True)
        ]
        return await store.keep(tx, owner, embedder, batch.items, made, kinds, list(batch.known.texts))


async def _vectors(embedder: Embedder, wanted: Sequence[Piece], known: Known) -> Sequence[Matrix]:
    """What was carried here is known as if it had been embedded in this process, to whoever reads the turn next too."""
    lately(embedder).receive(known.texts)
    new = {piece.made_of: piece for piece in wanted if piece.made_of not in known.pieces}
    vectors = iter(await embed_aside(embedder, [text for piece in new.values() for text in piece.texts]))
    made = {key: blend([next(vectors) for _ in piece.texts], piece.shares) for key, piece in new.items()}
    return [made[key] if (key := piece.made_of) in made else known.pieces[key] for piece in wanted]


async def _kinds(
    embedder: Embedder, made: Sequence[tuple[Waiting, Matrix]]
) -> Sequence[tuple[int, Mapping[str, float]]]:
    """The kinds of the facts among these, by their first piece; by words where another embedder is in use than the one
    that the tables were weighed for."""
    facts = {item.item_id: (item, vector) for item, vector in reversed(made) if item.kind == "f"}
    if not facts:
        return ()
    known = await learn_meaning(embedder, "statements") if embedder.name == EMBEDDING_MODEL else None
    return [(n, kinds_of(item.predicate or "", item.text, unit(vector), known)) for n, (item, vector) in facts.items()]


async def _finish(memory: MemoryParts, owner: Owner, embedder: int) -> None:
    async with memory.db.as_owner(owner) as tx:
        await store.drop_gone(tx, owner)
        known = {one.embedder: one for one in await store.standings(tx, owner)}
        if embedder not in known or not known[embedder].is_whole:
            await store.set_standing(tx, owner, embedder, is_whole=True)
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
    async with db.as_owner(owner) as tx:
        await store.set_cells(tx, owner, embedder, centres, keys, cells)


def _cells_of(vectors: Matrix) -> tuple[Matrix, NDArray[np.int64]]:
    centres = centres_of(vectors, cells_for(len(vectors)))
    return centres, nearest_cells(vectors, centres)
