"""Every SQL statement that lays out what is known."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from asyncpg import Record

from holdfast.core.db import Owner, Tx
from holdfast.memory.known.types import Edge, KindCount, KnownEntity
from holdfast.memory.learning.naming.names import SELF
from holdfast.memory.learning.store import BELIEVED, STRONGEST_KIND
from holdfast.memory.types import Entity, Episode

_COUNTED = f"""
  with held as materialized (
         select f.id, to_tsvector('simple', f.subject || ' ' || f.text) as words
           from facts f where f.tenant_id = $1 and f.user_id = $2 and {BELIEVED.format(as_of="$3")}),
       found as materialized (
         select n.*, row_number() over (order by {{order}}) as place, phraseto_tsquery('simple', n.name) as phrase
           from entities n
          where n.tenant_id = $1 and n.user_id = $2 and ($3::timestamptz is null or n.first_at <= $3) {{which}}
          order by place limit $4)
  select n.id, n.name, n.kind, n.relation, n.mentions, n.last_at, n.key = '{SELF}' as is_self,
         (select count(*) from held f
           where f.id in (select d.fact_id from edges d where n.id in (d.from_entity, d.to_entity))
              or n.key <> '{SELF}' and f.words @@ n.phrase) as facts
    from found n order by n.place
"""  # noqa: S608
"""People and things with how many facts name them. The words of the facts are taken apart once, and not once more for
each of those who are shown."""


_NAMED = f"""
  and n.key <> '{SELF}'
  and (select coalesce(bool_and(position(word in lower(n.name || ' ' || coalesce(n.relation, ''))) > 0), true)
         from unnest($5::text[]) word)
  and ($6::timestamptz is null or (n.last_at, n.id) < ($6, $7))
"""  # noqa: S608


async def kinds_held(tx: Tx, owner: Owner, as_of: datetime | None) -> Sequence[KindCount]:
    rows = await tx.fetch(
        f"""
        select {STRONGEST_KIND} as kind, count(*) as facts from facts f
         where f.tenant_id = $1 and f.user_id = $2 and {BELIEVED.format(as_of="$3")}
         group by 1 order by 2 desc, 1
        """,  # noqa: S608
        owner.tenant_id, owner.user_id, as_of,
    )  # fmt: skip
    return [KindCount(**row) for row in rows]


async def first_learned(tx: Tx, owner: Owner) -> datetime | None:
    first: datetime | None = await tx.fetchval(
        "select min(learned_at) from facts where tenant_id = $1 and user_id = $2", owner.tenant_id, owner.user_id
    )
    return first


async def turns_numbered(tx: Tx, owner: Owner, ids: Sequence[int]) -> Sequence[Episode]:
    rows = await tx.fetch(
        """
        select e.id, e.session as session_row, s.session_id, e.seq, e.role, e.text, e.said_at, e.external_id, e.name,
               e.persona_id
          from episodes e join memory_sessions s on s.id = e.session and s.tenant_id = $1 and s.user_id = $2
         where e.tenant_id = $1 and e.user_id = $2 and e.id = any ($3::bigint[]) order by e.said_at, e.id
        """,
        owner.tenant_id, owner.user_id, list(ids),
    )  # fmt: skip
    return [Episode(**row) for row in rows]


async def entities_named(
    tx: Tx,
    owner: Owner,
    words: Sequence[str],
    *,
    as_of: datetime | None,
    before: tuple[datetime, int] | None,
    limit: int,
) -> Sequence[KnownEntity]:
    """Those last mentioned first, without the person themselves."""
    when, last = before or (None, None)
    rows = await tx.fetch(
        _COUNTED.format(order="n.last_at desc, n.id desc", which=_NAMED),
        owner.tenant_id, owner.user_id, as_of, limit, list(words), when, last,
    )  # fmt: skip
    return [_known(row) for row in rows]


async def entities_joined(tx: Tx, owner: Owner, as_of: datetime | None, *, limit: int) -> Sequence[KnownEntity]:
    """Those mentioned most; the person themselves first."""
    rows = await tx.fetch(
        _COUNTED.format(order=f"n.key = '{SELF}' desc, n.mentions desc, n.id", which=""),
        owner.tenant_id, owner.user_id, as_of, limit,
    )  # fmt: skip
    return [_known(row) for row in rows]


async def edges_among(tx: Tx, owner: Owner, as_of: datetime | None, entities: Sequence[int]) -> Sequence[Edge]:
    rows = await tx.fetch(
        f"""
        select d.from_entity as begin, d.to_entity as "end", d.relation, d.fact_id, f.text
          from edges d join facts f on f.id = d.fact_id and f.tenant_id = $1 and f.user_id = $2
         where d.tenant_id = $1 and d.user_id = $2 and {BELIEVED.format(as_of="$3")}
           and d.from_entity = any ($4::bigint[]) and d.to_entity = any ($4::bigint[])
         order by d.id
        """,  # noqa: S608
        owner.tenant_id, owner.user_id, as_of, list(entities),
    )  # fmt: skip
    return [Edge(**row) for row in rows]


def _known(row: Record) -> KnownEntity:
    fields = dict(row)
    is_self, facts = fields.pop("is_self"), fields.pop("facts")
    return KnownEntity(Entity(**fields), is_self, facts)


async def turns_called(tx: Tx, owner: Owner, external_ids: Sequence[str]) -> tuple[Sequence[int], bool]:
    """The turns that came under these names, and whether all have come and were learned from."""
    rows = await tx.fetch(
        """
        select e.id, e.external_id, e.seq < s.learned_to as is_learned
          from episodes e join memory_sessions s on s.id = e.session and s.tenant_id = $1 and s.user_id = $2
         where e.tenant_id = $1 and e.user_id = $2 and e.external_id = any ($3) order by e.id
        """,
        owner.tenant_id, owner.user_id, list(external_ids),
    )  # fmt: skip
    have_come = {row["external_id"] for row in rows} == set(external_ids)
    return [row["id"] for row in rows], have_come and all(row["is_learned"] for row in rows)


async def loops_from_alone(tx: Tx, owner: Owner, turns: Sequence[int]) -> Sequence[tuple[int, str]]:
    """Open ones that rest on these turns and no other."""
    rows = await tx.fetch(
        """
        select l.id, l.text from loops l
         where l.tenant_id = $1 and l.user_id = $2 and l.status = 'open'
           and l.id in (select v.loop_id from loop_evidence v where v.tenant_id = $1 and v.user_id = $2
                         group by 1 having bool_and(v.episode_id = any ($3)))
         order by l.id
        """,
        owner.tenant_id, owner.user_id, list(turns),
    )  # fmt: skip
    return [(row["id"], row["text"]) for row in rows]
