"""After the embedder was changed, a graph's vectors are made anew before anything more is delivered into it.

Vectors of two embedders cannot be compared, not even where they have one length. Until this is done, searching uses
words alone.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any

from holdfast.memory.graph import store
from holdfast.memory.graph.drivers import OpenGraph
from holdfast.models.embed_aside import embed_aside
from holdfast.models.types import Embedder

_AT_ONCE = 64


async def embed_again(graph: OpenGraph, embedder: Embedder) -> None:
    known = await store.embedder_of(graph)
    if known == embedder.name:
        return
    if known is not None:
        await _embed(graph, embedder, await store.entity_names(graph), store.save_entity_vectors)
        await _embed(graph, embedder, await store.fact_texts(graph), store.save_fact_vectors)
    # Last, so that whoever is killed before begins again.
    await store.set_embedder(graph, embedder.name)


async def _embed(
    graph: OpenGraph,
    embedder: Embedder,
    texts: Sequence[tuple[str, str]],
    save: Callable[[OpenGraph, Sequence[Mapping[str, Any]]], Awaitable[None]],
) -> None:
    for start in range(0, len(texts), _AT_ONCE):
        some = texts[start : start + _AT_ONCE]
        vectors = await embed_aside(embedder, [text for _, text in some])
        await save(graph, [{"id": id, "vector": list(vector)} for (id, _), vector in zip(some, vectors, strict=True)])
