"""What is read of sessions and turns, facts as people see them; shingles and counters, which are written here."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from datetime import date, datetime, timedelta, tzinfo
from typing import Any

import orjson
from asyncpg import Record

from holdfast.core.db import Db, Owner, Tx
from holdfast.core.ids import SessionRow
from holdfast.memory.kinds.of_fact import read_kinds
from holdfast.memory.learning.types import FactFilter, Window, WindowTurn
from holdfast.memory.restore import restore_rows
from holdfast.memory.types import Evidence, Fact

_FACT = """
  f.id, coalesce(f.lineage, f.id) as lineage, f.subject, f.predicate, f.object, f.text,
  f.confidence::numeric::float8 as confidence, f.source, f.learned_at, f.valid_from, f.valid_to, f.retired_at,
  f.retired_because, f.superseded_by, f.times_reinforced, f.reinforced_at, f.is_pinned, f.is_doubtful,
  f.persona_id, f.kinds,
  array(select jsonb_build_array(e.id, e.external_id)
          from fact_evidence v join episodes e on e.id = v.episode_id
         where v.fact_id = f.id and v.tenant_id = $1 and v.user_id = $2 order by e.id) as evidence
"""

BELIEVED = "({as_of}::timestamptz is null and f.retired_at is null or f.learned_at <= {as_of}" + (
    " and (f.retired_at is null or f.retired_at > {as_of}))"
)
"""Now, or as it was known at a moment."""
STRONGEST_KIND = """coalesce((select one.key from jsonb_each(f.kinds) one where position('/' in one.key) = 0
                               order by one.value::float8 desc, one.key limit 1), 'other')"""
"""What it is most of; circumstances are no kinds."""


# Sessions and turns


async def find_window(
    tx: Tx, owner: Owner, session_row: SessionRow, *, most: int, before: int, zone: tzinfo
) -> Window | None:
    """The next turns to learn from, with a few before them, in the zone of the speaker's clock; None where there is no
    such session."""
    row = await tx.fetchrow(
        """
        select generation, learned_to, next_seq from memory_sessions
         where id = $3 and tenant_id = $1 and user_id = $2
        """,
        owner.tenant_id, owner.user_id, session_row,
    )  # fmt: skip
    if row is None:
        return None
    rows = await tx.fetch(
        """
        select t.*, exists (select from forget_marks k where k.kind = 'u' and k.item_id = t.id) as teaches_nothing
          from (
          (select id, seq, role, name, text, said_at, stored_at, is_echo, true as is_new from episodes
            where session = $3 and tenant_id = $1 and user_id = $2 and seq >= $4 order by seq limit $5)
          union all
          (select id, seq, role, name, text, said_at, stored_at, is_echo, false from episodes
            where session = $3 and tenant_id = $1 and user_id = $2 and seq < $4 order by seq desc limit $6)) t
         order by seq
        """,
        owner.tenant_id, owner.user_id, session_row, row["learned_to"], most, before,
    )  # fmt: skip
    new = [turn for turn in rows if turn["is_new"]]
    has_more = len(new) == most and new[-1]["seq"] + 1 < row["next_seq"]
    return Window(
        session_row=session_row,
        generation=row["generation"],
        learned_to=row["learned_to"],
        turns=[
            WindowTurn(
                turn["id"], turn["seq"], turn["role"], turn["name"], turn["text"],
                turn["said_at"].astimezone(zone), turn["stored_at"], turn["is_new"],
            )
            for turn in rows
            if not turn["is_echo"] and not turn["teaches_nothing"]
        ],
        next_learned_to=new[-1]["seq"] + 1 if has_more else row["next_seq"],
        has_more=has_more,
    )  # fmt: skip


async def find_earlier_session(
    tx: Tx, owner: Owner, session_row: SessionRow, *, without: Collection[int]
) -> SessionRow | None:
    """The one in which the first thing was said that is not learned yet, if it was said before all of this one's."""
    found: SessionRow | None = await tx.fetchval(
        """
        with waiting as (
          select s.id, (select min(e.said_at) from episodes e
                         where e.session = s.id and e.seq >= s.learned_to and e.tenant_id = $1 and e.user_id = $2
                       ) as first_at
            from memory_sessions s
           where s.tenant_id = $1 and s.user_id = $2 and s.learned_to < s.next_seq
        )
        select w.id from waiting w
         where w.id <> $3 and w.id <> all($4::bigint[])
           and w.first_at < (select mine.first_at from waiting mine where mine.id = $3)
         order by w.first_at, w.id limit 1
        """,
        owner.tenant_id, owner.user_id, session_row, list(without),
    )  # fmt: skip
    return found


# Facts


async def names_of_person(tx: Tx, owner: Owner) -> Sequence[str]:
    rows = await tx.fetch(
        """
        select object from facts
         where tenant_id = $1 and user_id = $2 and subject = 'user' and predicate in ('name', 'preferred_name')
           and retired_at is null
        """,
        owner.tenant_id, owner.user_id,
    )  # fmt: skip
    return [row["object"] for row in rows]


async def facts_of(
    tx: Tx, owner: Owner, wanted: FactFilter, *, before: tuple[datetime, int] | None, limit: int
) -> Sequence[Fact]:
    """Newest first."""
    when, last = before or (None, None)
    rows = await tx.fetch(
        f"""
        select {_FACT} from facts f
         where f.tenant_id = $1 and f.user_id = $2
           and ($3 or {BELIEVED.format(as_of="$10")})
           and ($4::boolean is null or f.is_pinned = $4)
           and ($5::text is null or f.persona_id is null or f.persona_id = $5)
           and (select coalesce(
                  bool_and(position(word in lower(f.subject || ' ' || f.text || ' ' || f.object)) > 0), true)
                  from unnest($6::text[]) word)
           and ($7::timestamptz is null or (f.learned_at, f.id) < ($7, $8))
           and ($11::text is null or {STRONGEST_KIND} = $11)
           and ($12::bigint is null or exists (
                 select from entities n where n.id = $12 and n.tenant_id = $1 and n.user_id = $2
                    and (f.id in (select d.fact_id from edges d where n.id in (d.from_entity, d.to_entity))
                         or to_tsvector('simple', f.subject || ' ' || f.text) @@ phraseto_tsquery('simple', n.name))))
         order by f.learned_at desc, f.id desc
         limit $9
        """,  # noqa: S608
        owner.tenant_id, owner.user_id, wanted.include_retired, wanted.pinned, wanted.persona_id, list(wanted.words),
        when, last, limit, wanted.as_of, wanted.kind, wanted.entity_id,
    )  # fmt: skip
    return [_fact(row) for row in rows]


async def facts_from_alone(tx: Tx, owner: Owner, turns: Sequence[int]) -> Sequence[Fact]:
    """Believed ones that rest on these turns and no other."""
    rows = await tx.fetch(
        f"""
        select {_FACT} from facts f
         where f.tenant_id = $1 and f.user_id = $2 and f.retired_at is null
           and f.id in (select v.fact_id from fact_evidence v where v.tenant_id = $1 and v.user_id = $2
                           and v.fact_id in (select t.fact_id from fact_evidence t where t.episode_id = any ($3))
                         group by 1 having bool_and(v.episode_id = any ($3)))
         order by f.id
        """,  # noqa: S608
        owner.tenant_id, owner.user_id, list(turns),
    )  # fmt: skip
    return [_fact(row) for row in rows]


async def about_and_pinned(db: Db, owner: Owner, *, persona_id: str | None, limit: int) -> tuple[str, Sequence[Fact]]:
    """What people wrote about themselves, and what they pinned, newest first. Every turn asks for both, so they are one
    message, whose function names the asker."""
    rows = await db.look_up(
        "select * from memory_standing($1, $2, $3, $4)", owner.tenant_id, owner.user_id, persona_id, limit
    )
    found = [dict(row) for row in rows]
    abouts = [row.pop("told_about_oneself") for row in found]
    return abouts[0] or "", [_fact(row) for row in found if row["id"] is not None]


async def find_fact(tx: Tx, owner: Owner, fact_id: int) -> Fact | None:
    row = await tx.fetchrow(
        f"select {_FACT} from facts f where f.tenant_id = $1 and f.user_id = $2 and f.id = $3",  # noqa: S608
        owner.tenant_id, owner.user_id, fact_id,
    )  # fmt: skip
    return _fact(row) if row else None


async def facts_numbered(tx: Tx, owner: Owner, ids: Sequence[int]) -> Sequence[Fact]:
    rows = await tx.fetch(
        f"""
        select {_FACT} from facts f
         where f.tenant_id = $1 and f.user_id = $2 and f.id = any ($3::bigint[]) order by f.id
        """,  # noqa: S608
        owner.tenant_id, owner.user_id, list(ids),
    )  # fmt: skip
    return [_fact(row) for row in rows]


async def versions_of(tx: Tx, owner: Owner, lineage: int) -> Sequence[Fact]:
    rows = await tx.fetch(
        f"""
        select {_FACT} from facts f
         where f.tenant_id = $1 and f.user_id = $2 and coalesce(f.lineage, f.id) = $3
         order by f.learned_at, f.id
        """,  # noqa: S608
        owner.tenant_id, owner.user_id, lineage,
    )  # fmt: skip
    return [_fact(row) for row in rows]


def _fact(row: Record | Mapping[str, Any]) -> Fact:
    fields = {name: value for name, value in row.items() if name not in ("evidence", "kinds")}
    evidence = [Evidence(*orjson.loads(item)) for item in row["evidence"]]
    return Fact(**fields, evidence=evidence, kinds=read_kinds(row.get("kinds")))


# Echoes and counters


async def add_shingles(db: Db, owner: Owner, shingles: Sequence[int], *, older_than: timedelta, keep: int) -> None:
    """And what is too old goes, or beyond the number that is kept. A model is waited for meanwhile, or not long: it is
    one message, whose function names the asker."""
    await db.look_up(
        "select memory_note_told($1, $2, $3, $4, $5)",
        owner.tenant_id, owner.user_id, list(shingles), older_than, keep,
    )  # fmt: skip


async def shingles_before(
    tx: Tx, owner: Owner, *, first: datetime, last: datetime, window: timedelta
) -> Sequence[tuple[datetime, frozenset[int]]]:
    """What was handed out in the day before these turns came in."""
    rows = await tx.fetch(
        """
        select recalled_at, shingles from recalled_shingles
         where tenant_id = $1 and user_id = $2 and recalled_at between $3::timestamptz - $5::interval and $4
        """,
        owner.tenant_id, owner.user_id, first, last, window,
    )  # fmt: skip
    return [(row["recalled_at"], frozenset(row["shingles"])) for row in rows]


async def clear_shingles(tx: Tx, owner: Owner, shingles: Sequence[int]) -> None:
    """Hashes of what recall handed out: those of forgotten words go, the others still guard against echoes."""
    await tx.execute(
        """
        update recalled_shingles
           set shingles = array(select s from unnest(shingles) s where s <> all ($3::bigint[]))
         where tenant_id = $1 and user_id = $2 and shingles && $3::bigint[]
        """,
        owner.tenant_id, owner.user_id, list(shingles),
    )  # fmt: skip


async def count(tx: Tx, owner: Owner, day: date, counts: Mapping[str, int]) -> None:
    """Names of columns are ours: `counts` comes from the code, never from a request."""
    await tx.execute(
        """
        insert into memory_quality as q
          (tenant_id, user_id, day, candidates, learned, duplicates, junk, echoes, contradicted)
        values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
        on conflict (tenant_id, user_id, day) do update
           set candidates = q.candidates + excluded.candidates, learned = q.learned + excluded.learned,
               duplicates = q.duplicates + excluded.duplicates, junk = q.junk + excluded.junk,
               echoes = q.echoes + excluded.echoes, contradicted = q.contradicted + excluded.contradicted
        """,
        owner.tenant_id, owner.user_id, day, *(counts.get(name, 0) for name in
            ("candidates", "learned", "duplicates", "junk", "echoes", "contradicted")),
    )  # fmt: skip


async def restore_counts(tx: Tx, owner: Owner, rows: Sequence[Mapping[str, Any]]) -> Sequence[int]:
    columns = """day date, candidates bigint, learned bigint, duplicates bigint, junk bigint, echoes bigint,
                 contradicted bigint"""
    return await restore_rows(tx, owner, "memory_quality", columns, rows, has_id=False)
