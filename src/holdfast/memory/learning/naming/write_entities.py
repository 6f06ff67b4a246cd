"""Entities, the turns that mention them, and the edges that facts draw between them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from holdfast.core.db import Owner, Tx
from holdfast.memory.learning.naming import store
from holdfast.memory.learning.naming.names import SELF, NamedEntity, edges_of
from holdfast.memory.learning.types import FactState

MAX_ENTITIES_READ = 4_000


async def read_entities(tx: Tx, owner: Owner) -> Sequence[NamedEntity]:
    return await store.entities_of(tx, owner, limit=MAX_ENTITIES_READ)


async def write_entities(
    tx: Tx, owner: Owner, facts: Sequence[FactState], entities: Mapping[str, NamedEntity], places: Mapping[int, int]
) -> None:
    touched = {key: entity for key, entity in entities.items() if entity.added}
    edges = edges_of([fact for fact in facts if fact.id < 0], entities)
    ids = {key: entity.id for key, entity in entities.items() if entity.id is not None}
    # In one order everywhere, so that two writers never wait for each other in a ring.
    for key, entity in sorted(touched.items()):
        ids[key] = await store.save_entity(tx, owner, entity)
        await store.add_mentions(tx, owner, ids[key], entity.added)
    if any(begin == SELF for begin, *_ in edges) and SELF not in ids:
        now = max(fact.learned_at for fact in facts)
        ids[SELF] = await store.save_entity(tx, owner, NamedEntity(None, SELF, "user", "person", "self", now, now))
    for begin, end, relation, fact in edges:
        await store.add_edge(tx, owner, ids[begin], ids[end], relation, places.get(fact, fact))
