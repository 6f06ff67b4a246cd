"""Every SQL statement on entities, who mentions them, and edges."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from holdfast.core.db import Owner, Tx, row_count
from holdfast.memory.learning.naming.names import NamedEntity
from holdfast.memory.restore import restore_rows


async def entities_of(tx: Tx, owner: Owner, *, limit: int) -> Sequence[NamedEntity]:
    rows = await tx.fetch(
        """
        select id, key, name, kind, relation, first_at, last_at from entities
         where tenant_id = $1 and user_id = $2 order by mentions desc, id limit $3
        """,
        owner.tenant_id, owner.user_id, limit,
    )  # fmt: skip
    return [NamedEntity(**row) for row in rows]


async def save_entity(tx: Tx, owner: Owner, entity: NamedEntity) -> int:
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


async def clear_relations(tx: Tx, owner: Owner, turns: Sequence[int]) -> None:
    """What somebody is to the person may be known from a turn that goes: it stays only if a turn that stays says so."""
    await tx.execute(
        """
        update entities n set relation = null
         where n.tenant_id = $1 and n.user_id = $2 and n.relation is not null
           and exists (select from entity_mentions m where m.entity_id = n.id and m.episode_id = any ($3))
           and not exists (select from entity_mentions m join episodes e on e.id = m.episode_id
                            where m.entity_id = n.id and m.episode_id <> all ($3)
                              and strpos(lower(e.text), lower(n.relation)) > 0)
        """,
        owner.tenant_id, owner.user_id, list(turns),
    )  # fmt: skip


async def tidy_entities(tx: Tx, owner: Owner) -> int:
    """Those nobody mentions any more, and that no fact joins to another, are gone; the others are counted again."""
    done = await tx.execute(
        """
        delete from entities n
         where n.tenant_id = $1 and n.user_id = $2
           and not exists (select from entity_mentions m where m.entity_id = n.id)
           and not exists (select from edges d where n.id in (d.from_entity, d.to_entity))
        """,
        owner.tenant_id, owner.user_id,
    )  # fmt: skip
    await tx.execute(
        """
        update entities n set mentions = m.mentions, first_at = m.first_at, last_at = m.last_at
          from (select m.entity_id, count(*) as mentions, min(e.said_at) as first_at, max(e.said_at) as last_at
                  from entity_mentions m join episodes e on e.id = m.episode_id
                 where m.tenant_id = $1 and m.user_id = $2 group by 1) m
         where n.id = m.entity_id and n.tenant_id = $1 and n.user_id = $2 and n.mentions > m.mentions
        """,
        owner.tenant_id, owner.user_id,
    )  # fmt: skip
    return row_count(done)


async def restore_entities(tx: Tx, owner: Owner, rows: Sequence[Mapping[str, Any]]) -> Sequence[int]:
    """With how often they were mentioned; where, `restore_mentions` says."""
    columns = """key text, name text, kind text, relation text, mentions integer, first_at timestamptz,
                 last_at timestamptz"""
    return await restore_rows(tx, owner, "entities", columns, rows)


async def restore_mentions(tx: Tx, owner: Owner, pairs: Sequence[tuple[int, int]]) -> None:
    """(entity, turn), counted already."""
    await tx.execute(
        """
        insert into entity_mentions (tenant_id, user_id, entity_id, episode_id)
        select $1, $2, * from unnest($3::bigint[], $4::bigint[]) on conflict do nothing
        """,
        owner.tenant_id, owner.user_id, [entity for entity, _ in pairs], [turn for _, turn in pairs],
    )  # fmt: skip


async def restore_edges(tx: Tx, owner: Owner, rows: Sequence[Mapping[str, Any]]) -> Sequence[int]:
    columns = "from_entity bigint, to_entity bigint, relation text, fact_id bigint"
    return await restore_rows(tx, owner, "edges", columns, rows)
