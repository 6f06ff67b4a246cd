"""Every SQL statement on the user model and the daily analyses; and what they are made of."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date, datetime
from typing import Any

import orjson
from asyncpg import Record

from holdfast.core.db import Db, Owner, Tx, row_count
from holdfast.memory.kinds.of_fact import kinds_of, read_kinds
from holdfast.memory.people import store as people_store
from holdfast.memory.profile.types import (
    SECTIONS,
    DailyAnalysis,
    DayRead,
    Ground,
    Identity,
    IdentityItem,
    KnownItem,
    ModelItem,
    Section,
    UserModel,
)
from holdfast.memory.restore import restore_rows
from holdfast.memory.summaries.types import MadeBy
from holdfast.memory.types import Episode, Evidence

MAX_EVIDENCE = 5
_EPISODE = """e.id, e.session as session_row, s.session_id, e.seq, e.role, e.text, e.said_at, e.external_id, e.name,
               e.persona_id"""
_PAIRS = """
  array(select jsonb_build_array(e.id, e.external_id) from unnest({ids}) with ordinality wanted (id, place)
          join episodes e on e.id = wanted.id and e.tenant_id = $1 and e.user_id = $2 order by place) as evidence
"""


async def read_identity(tx: Tx, owner: Owner) -> Identity:
    row = await tx.fetchrow(
        """
        select preferred_name, time_zone, about, identity, clock_zone
          from memory_people where tenant_id = $1 and user_id = $2
        """,
        owner.tenant_id, owner.user_id,
    )  # fmt: skip
    return identity_of(row) if row else Identity()


def identity_of(row: Record | Mapping[str, object]) -> Identity:
    items = [
        IdentityItem(item["what"], item["text"], [Evidence(*pair) for pair in item["evidence"]])
        for item in orjson.loads(str(row["identity"]))
    ]
    name, zone, clock = row["preferred_name"], row["time_zone"], row["clock_zone"]
    return Identity(
        str(name) if name else None,
        str(zone) if zone else None,
        items,
        str(row["about"]),
        str(clock) if clock else None,
    )


async def read_ground(tx: Tx, owner: Owner, *, facts: int, loops: int, people: int, recent: int) -> Ground:
    await people_store.ensure_person(tx, owner)
    person = await tx.fetchrow(
        """
        select generation, model_of, time_zone from memory_people where tenant_id = $1 and user_id = $2
        """,
        owner.tenant_id, owner.user_id,
    )  # fmt: skip
    assert person is not None
    held = await tx.fetch(
        """
        select 'F' || f.id as ref, 'fact' as kind, f.subject, f.predicate, f.object, f.text, f.confidence,
               coalesce(f.reinforced_at, f.learned_at) as at, f.is_pinned, f.kinds,
               array(select jsonb_build_array(e.id, e.external_id)
                       from fact_evidence v join episodes e on e.id = v.episode_id
                      where v.fact_id = f.id and v.tenant_id = $1 and v.user_id = $2
                      order by e.said_at desc limit $4) as evidence
          from facts f
         where f.tenant_id = $1 and f.user_id = $2 and f.retired_at is null and not f.is_doubtful
         order by f.is_pinned desc, f.learned_at desc, f.id desc
         limit $3
        """,
        owner.tenant_id, owner.user_id, facts, MAX_EVIDENCE,
    )  # fmt: skip
    open_loops = await tx.fetch(
        """
        select 'L' || l.id as ref, l.kind, '' as subject, l.time_horizon as predicate, '' as object, l.text,
               l.confidence, greatest(l.opened_at, l.reinforced_at) as at, false as is_pinned,
               array(select jsonb_build_array(e.id, e.external_id)
                       from loop_evidence v join episodes e on e.id = v.episode_id
                      where v.loop_id = l.id and v.tenant_id = $1 and v.user_id = $2
                      group by e.id order by e.said_at desc limit $4) as evidence
          from loops l
         where l.tenant_id = $1 and l.user_id = $2 and l.status = 'open'
         order by l.times_reinforced desc, l.salience desc, l.opened_at desc, l.id
         limit $3
        """,
        owner.tenant_id, owner.user_id, loops, MAX_EVIDENCE,
    )  # fmt: skip
    named = await tx.fetch(
        """
        select 'E' || n.id as ref, n.kind, n.name as subject, coalesce(n.relation, '') as predicate,
               n.mentions::text as object, n.name as text, 0.7::real as confidence, n.last_at as at, false as is_pinned,
               array(select jsonb_build_array(e.id, e.external_id)
                       from entity_mentions v join episodes e on e.id = v.episode_id
                      where v.entity_id = n.id and v.tenant_id = $1 and v.user_id = $2
                      order by e.said_at desc limit $4) as evidence
          from entities n
         where n.tenant_id = $1 and n.user_id = $2 and n.kind = 'person'
         order by n.mentions desc, n.last_at desc, n.id
         limit $3
        """,
        owner.tenant_id, owner.user_id, people, MAX_EVIDENCE,
    )  # fmt: skip
    latest = await tx.fetch(
        f"""
        select {_EPISODE} from (
          select * from episodes where tenant_id = $1 and user_id = $2 and role = 'user'
           order by said_at desc, id desc limit $3) e
          join memory_sessions s on s.id = e.session
         order by e.said_at, e.id
        """,  # noqa: S608
        owner.tenant_id, owner.user_id, recent,
    )  # fmt: skip
    return Ground(
        person["generation"], _known(held), _known(open_loops), _known(named), [Episode(**row) for row in latest],
        person["model_of"], person["time_zone"],
    )  # fmt: skip


async def set_identity(tx: Tx, owner: Owner, identity: Identity, *, at: datetime) -> None:
    items = [
        {"what": item.what, "text": item.text, "evidence": [[one.episode_id, one.external_id] for one in item.evidence]}
        for item in identity.facts
    ]
    await people_store.set_identity(tx, owner, items, name=identity.preferred_name, zone=identity.time_zone, at=at)


async def set_model(
    tx: Tx, owner: Owner, items: Sequence[tuple[Section, ModelItem]], *, model_of: bytes | None, at: datetime
) -> None:
    await tx.execute(
        "delete from user_model_items where tenant_id = $1 and user_id = $2", owner.tenant_id, owner.user_id
    )
    await tx.executemany(
        """
        insert into user_model_items (tenant_id, user_id, section, text, source, evidence, made_at)
        values ($1, $2, $3, $4, $5, $6, $7)
        """,
        [
            (owner.tenant_id, owner.user_id, section, item.text, item.source,
             [one.episode_id for one in item.evidence], at)
            for section, item in items
        ],
    )  # fmt: skip
    await people_store.note_model(tx, owner, model_of=model_of, at=at)


async def read_model(tx: Tx, owner: Owner) -> UserModel:
    rows = await tx.fetch(
        f"""
        select i.section, i.text, i.source, {_PAIRS.format(ids="i.evidence")}
          from user_model_items i
         where i.tenant_id = $1 and i.user_id = $2
         order by i.id
        """,  # noqa: S608
        owner.tenant_id, owner.user_id,
    )  # fmt: skip
    made_at: datetime | None = await tx.fetchval(
        "select model_made_at from memory_people where tenant_id = $1 and user_id = $2", owner.tenant_id, owner.user_id
    )
    items = [(row["section"], ModelItem(row["text"], _evidence(row), row["source"])) for row in rows]
    sections = {section: [item for of, item in items if of == section and item.evidence] for section in SECTIONS}
    return UserModel(sections, made_at)


async def read_day(tx: Tx, owner: Owner, day: date, begins: datetime, ends: datetime, *, most: int) -> DayRead:
    await people_store.ensure_person(tx, owner)
    generation: int = await tx.fetchval(
        "select generation from memory_people where tenant_id = $1 and user_id = $2", owner.tenant_id, owner.user_id
    )
    said = await tx.fetch(
        f"""
        select {_EPISODE} from (
          select * from episodes where tenant_id = $1 and user_id = $2 and said_at >= $3 and said_at < $4
             and role in ('user', 'assistant')
           order by said_at desc, id desc limit $5) e
          join memory_sessions s on s.id = e.session
         order by e.said_at, e.id
        """,  # noqa: S608
        owner.tenant_id, owner.user_id, begins, ends, most,
    )  # fmt: skip
    turns = [Episode(**row) for row in said]
    touched = await tx.fetch(
        """
        select 'L' || l.id as ref, l.kind, l.status as subject, l.time_horizon as predicate, '' as object, l.text,
               l.confidence, greatest(l.opened_at, l.reinforced_at) as at, false as is_pinned,
               array(select jsonb_build_array(e.id, e.external_id)
                       from loop_evidence v join episodes e on e.id = v.episode_id
                      where v.loop_id = l.id and v.tenant_id = $1 and v.user_id = $2 and e.id = any ($3)
                      group by e.id order by e.id limit $4) as evidence
          from loops l
         where l.tenant_id = $1 and l.user_id = $2 and l.id in (
                 select v.loop_id from loop_evidence v
                  where v.tenant_id = $1 and v.user_id = $2 and v.episode_id = any ($3))
         order by l.salience desc, l.id
         limit 12
        """,
        owner.tenant_id, owner.user_id, [turn.id for turn in turns], MAX_EVIDENCE,
    )  # fmt: skip
    return DayRead(day, generation, turns, _known(touched))


async def keep_analysis(tx: Tx, owner: Owner, made: DailyAnalysis, *, at: datetime) -> None:
    await tx.execute(
        """
        insert into daily_analyses (tenant_id, user_id, day, confidence, steering, themes, evidence, source, made_at)
        values ($1, $2, $3, $4, $5, $6::jsonb, $7, $8, $9)
        on conflict (tenant_id, user_id, day) do update
           set confidence = $4, steering = $5, themes = $6::jsonb, evidence = $7, source = $8, made_at = $9
        """,
        owner.tenant_id, owner.user_id, made.date, made.confidence, made.steering,
        orjson.dumps(list(made.themes)).decode(), [one.episode_id for one in made.evidence], made.source, at,
    )  # fmt: skip


async def find_analysis(tx: Tx, owner: Owner, day: date) -> DailyAnalysis | None:
    row = await tx.fetchrow(
        f"""
        select d.day, d.confidence, d.steering, d.themes, d.source, {_PAIRS.format(ids="d.evidence")}
          from daily_analyses d
         where d.tenant_id = $1 and d.user_id = $2 and d.day = $3
        """,  # noqa: S608
        owner.tenant_id, owner.user_id, day,
    )  # fmt: skip
    if row is None:
        return None
    themes: Sequence[str] = orjson.loads(row["themes"])
    return DailyAnalysis(row["day"], row["confidence"], row["steering"], themes, _evidence(row), _made_by(row))


async def active_owners(
    db: Db, *, since: datetime, after: Owner, most: int
) -> Sequence[tuple[Owner, str | None, date | None]]:
    """With the zone their days are counted by and the last day that was analysed."""
    rows = await db.look_up(
        "select tenant_id, user_id, time_zone, analysed_to from memory_active_owners($1, $2, $3, $4)",
        since, after.tenant_id, after.user_id, most,
    )  # fmt: skip
    return [(Owner(row["tenant_id"], row["user_id"]), row["time_zone"], row["analysed_to"]) for row in rows]


async def clear(tx: Tx, owner: Owner) -> Mapping[str, int]:
    """Everything made about the person; how many rows of which table."""
    was_there = await people_store.hold_person(tx, owner)
    items = await tx.execute(
        "delete from user_model_items where tenant_id = $1 and user_id = $2", owner.tenant_id, owner.user_id
    )
    days = await tx.execute(
        "delete from daily_analyses where tenant_id = $1 and user_id = $2", owner.tenant_id, owner.user_id
    )
    people = await people_store.clear_person(tx, owner)
    return {
        "user_model_items": row_count(items),
        "daily_analyses": row_count(days),
        "memory_people": people if was_there else 0,
    }


async def delete_analyses_like(tx: Tx, owner: Owner, patterns: Sequence[str]) -> None:
    await tx.execute(
        """
        delete from daily_analyses where tenant_id = $1 and user_id = $2
           and memory_plain(concat_ws(' ', steering, themes::text)) like any ($3)
        """,
        owner.tenant_id, owner.user_id, list(patterns),
    )  # fmt: skip


async def restore_items(tx: Tx, owner: Owner, rows: Sequence[Mapping[str, Any]]) -> Sequence[int]:
    columns = "section text, text text, source text, evidence bigint[], made_at timestamptz"
    return await restore_rows(tx, owner, "user_model_items", columns, rows)


async def restore_analyses(tx: Tx, owner: Owner, rows: Sequence[Mapping[str, Any]]) -> Sequence[int]:
    columns = """day date, confidence text, steering text, themes jsonb, evidence bigint[], source text,
                 made_at timestamptz"""
    return await restore_rows(tx, owner, "daily_analyses", columns, rows, has_id=False)


def _known(rows: Sequence[Record]) -> list[KnownItem]:
    return [
        KnownItem(
            **{name: value for name, value in row.items() if name not in ("evidence", "kinds")},
            evidence=_evidence(row),
            kinds=_kinds(row) if row["kind"] == "fact" else {},
        )
        for row in rows
    ]


def _kinds(row: Record) -> Mapping[str, float]:
    """By its words until its vector is made."""
    return read_kinds(row["kinds"]) if row["kinds"] else kinds_of(row["predicate"], row["text"])


def _evidence(row: Record) -> list[Evidence]:
    return [Evidence(*orjson.loads(pair)) for pair in row["evidence"]]


def _made_by(row: Record) -> MadeBy:
    return "model" if row["source"] == "model" else "rules"
