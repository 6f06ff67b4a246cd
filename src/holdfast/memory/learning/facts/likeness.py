"""Which held facts mean nearly the same: by the vectors there are, and fresh ones for what has none yet."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from holdfast.core.db import Owner
from holdfast.core.log import get_logger
from holdfast.memory.learning.facts import store
from holdfast.memory.learning.types import FactState
from holdfast.memory.loops.match import Likeness
from holdfast.memory.parts import MemoryParts
from holdfast.models.embed_aside import embed_aside
from holdfast.models.types import ModelFailed

MAX_EMBEDDED = 300
"""Texts embedded in one go; beyond it the words alone decide."""

log = get_logger()

TextVectors = Mapping[str, Sequence[float]]


class FactLikeness:
    """Cosines between a candidate's text and a held fact."""

    def __init__(self, near: Mapping[tuple[str, int], float], fresh: Likeness) -> None:
        self._near = near
        self._fresh = fresh

    def __call__(self, text: str, fact: FactState) -> float:
        return self._near.get((text, fact.id)) or self._fresh(text, fact.text)


async def embed_texts(memory: MemoryParts, texts: Sequence[str]) -> TextVectors:
    """None at all where the embedder does not answer: likeness of words still finds what is said alike."""
    wanted = list(dict.fromkeys(text for text in texts if text))[:MAX_EMBEDDED]
    if not wanted:
        return {}
    try:
        return dict(zip(wanted, await embed_aside(memory.embedder, wanted), strict=True))
    except ModelFailed as error:
        log.info("learning_without_vectors", failure=error.failure)
        return {}


async def likeness_of(
    memory: MemoryParts, owner: Owner, vectors: TextVectors, held: Sequence[FactState]
) -> FactLikeness:
    """`vectors`: of the candidates' texts. Held facts keep theirs in the database, where they are compared."""
    if not vectors or not held:
        return FactLikeness({}, Likeness(vectors))
    texts = list(vectors)
    ids = [fact.id for fact in held]
    async with memory.db.as_owner(owner) as tx:
        near = await store.nearest_facts(tx, owner, memory.embedder.name, [vectors[text] for text in texts], ids)
        known = await store.with_vectors(tx, owner, memory.embedder.name, ids)
    fresh = await embed_texts(memory, [fact.text for fact in held if fact.id not in known])
    return FactLikeness({(texts[n], fact): like for n, fact, like in near}, Likeness({**fresh, **vectors}))
