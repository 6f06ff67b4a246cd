"""Every SQL statement on entities, who mentions them, and edges."""

from __future__ import annotations

from collections.abc import Sequence

from holdfast.core.db import Owner, Tx
from holdfast.memory.learning.naming.names import Named


async def entities_of(tx: Tx, owner: Owner, *, limit: int) -> Sequence[Named]:
    rows = await tx.fetch(
        """
        select id, key, name, kind, relation, first_at, last_at from entities
         where tenant_id = $1 and user_id = $2 order by mentions desc, id limit $3
        """,
        owner.tenant_id, owner.user_id, limit,
    )  # fmt: skip
    return [Named(**row) for row in rows]


async def save_entity(tx: Tx, owner: Owner, entity: Named) -> int:
    entity_id: int = await tx.fetchval(
        """
        insert into entities (tenant_id, user_id, key, name, kind, relation, first_at, last_at)
        values ($1, $2, $3, $4, $5, $6, $7, $8)
        on conflict (tenant_id, user_id, key) do update
           set kind = case when entities.kind = 'thing' then excluded.kind else entities.kind end,
               relation = coalesce(excluded.relation, entities.relation),
               first_at = least(entities.first_at, excluded.first_at),
               last_at = greatest(entities.last_at, excluded.last_at)
        returning id
        """,
        owner.tenant_id, owner.user_id, entity.key, entity.name, entity.kind, entity.relation, entity.first_at,
        entity.last_at,
    )  # fmt: skip
    return entity_id


async def add_mentions(tx: Tx, owner: Owner, entity_id: int, episodes: Sequence[int]) -> None:
    """Each turn once, and `mentions` counts the rows."""
    await tx.execute(
        """
        with new as (
          insert into entity_mentions (tenant_id, user_id, entity_id, episode_id)
          select $1, $2, $3, e.id from episodes e
           where e.id = any($4::bigint[]) and e.tenant_id = $1 and e.user_id = $2
          on conflict do nothing returning 1
        )
        update entities set mentions = mentions + (select count(*) from new)
         where id = $3 and tenant_id = $1 and user_id = $2
        """,
        owner.tenant_id, owner.user_id, entity_id, list(episodes),
    )  # fmt: skip


async def add_edge(tx: Tx, owner: Owner, begin: int, end: int, relation: str, fact_id: int) -> None:
    await tx.execute(
        """
        insert into edges (tenant_id, user_id, from_entity, to_entity, relation, fact_id)
        values ($1, $2, $3, $4, $5, $6) on conflict do nothing
        """,
        owner.tenant_id, owner.user_id, begin, end, relation, fact_id,
    )  # fmt: skip
