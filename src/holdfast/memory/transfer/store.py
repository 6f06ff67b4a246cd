"""Reading everything of an owner page by page, and writing it again under new ids."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

import orjson

from holdfast.core.db import Owner, Tx

_PAGES: Mapping[str, str] = {
    "session": """
        select s.id as after, jsonb_build_object('line', 'session', 'id', s.id, 'sessionId', s.session_id,
               'personaId', s.persona_id, 'isGenerated', s.is_generated, 'stretch', s.stretch,
               'stretchFrom', s.stretch_from, 'stretchAt', s.stretch_at, 'nextSeq', s.next_seq,
               'windowFrom', s.window_from, 'foldedTo', s.folded_to, 'learnedTo', s.learned_to,
               'rollingSummary', s.rolling_summary, 'summarySource', s.summary_source, 'firstAt', s.first_at,
               'lastAt', s.last_at, 'lastUserAt', s.last_user_at, 'openedAt', s.opened_at,
               'touchedAt', s.touched_at, 'closedAt', s.closed_at) as line
          from memory_sessions s where s.tenant_id = $1 and s.user_id = $2 and s.id > $3 order by s.id limit $4""",
    "turn": """
        select e.id as after, jsonb_build_object('line', 'turn', 'id', e.id, 'session', e.session, 'seq', e.seq,
               'externalId', e.external_id, 'personaId', e.persona_id, 'role', e.role, 'name', e.name,
               'text', e.text, 'saidAt', e.said_at, 'storedAt', e.stored_at, 'isEcho', e.is_echo) as line
          from episodes e where e.tenant_id = $1 and e.user_id = $2 and e.id > $3 order by e.id limit $4""",
    "fact": """
        select f.id as after, jsonb_build_object('line', 'fact', 'id', f.id, 'personaId', f.persona_id,
               'lineage', f.lineage, 'subject', f.subject, 'predicate', f.predicate, 'object', f.object,
               'text', f.text, 'confidence', f.confidence, 'source', f.source, 'validFrom', f.valid_from,
               'validTo', f.valid_to, 'learnedAt', f.learned_at, 'retiredAt', f.retired_at,
               'retiredBecause', f.retired_because, 'supersededBy', f.superseded_by,
               'timesReinforced', f.times_reinforced, 'reinforcedAt', f.reinforced_at, 'isPinned', f.is_pinned,
               'isDoubtful', f.is_doubtful,
               'evidence', array(select v.episode_id from fact_evidence v where v.fact_id = f.id order by 1),
               'grounds', array(select g.rests_on from fact_grounds g where g.fact_id = f.id order by 1)) as line
          from facts f where f.tenant_id = $1 and f.user_id = $2 and f.id > $3 order by f.id limit $4""",
    "entity": """
        select n.id as after, jsonb_build_object('line', 'entity', 'id', n.id, 'key', n.key, 'name', n.name,
               'kind', n.kind, 'relation', n.relation, 'mentions', n.mentions, 'firstAt', n.first_at,
               'lastAt', n.last_at, 'mentionedIn',
               array(select m.episode_id from entity_mentions m where m.entity_id = n.id order by 1)) as line
          from entities n where n.tenant_id = $1 and n.user_id = $2 and n.id > $3 order by n.id limit $4""",
    "edge": """
        select d.id as after, jsonb_build_object('line', 'edge', 'id', d.id, 'fromEntity', d.from_entity,
               'toEntity', d.to_entity, 'relation', d.relation, 'factId', d.fact_id) as line
          from edges d where d.tenant_id = $1 and d.user_id = $2 and d.id > $3 order by d.id limit $4""",
    "loop": """
        select l.id as after, jsonb_build_object('line', 'loop', 'id', l.id, 'personaId', l.persona_id,
               'kind', l.kind, 'status', l.status, 'text', l.text, 'signature', l.signature,
               'confidence', l.confidence, 'salience', l.salience, 'timeHorizon', l.time_horizon,
               'dueAt', l.due_at, 'snoozedUntil', l.snoozed_until, 'source', l.source, 'openedAt', l.opened_at,
               'reinforcedAt', l.reinforced_at, 'timesReinforced', l.times_reinforced, 'closedAt', l.closed_at,
               'closedBecause', l.closed_because,
               'evidence', array(select jsonb_build_array(v.episode_id, v.what) from loop_evidence v
                                  where v.loop_id = l.id order by v.episode_id, v.what)) as line
          from loops l where l.tenant_id = $1 and l.user_id = $2 and l.id > $3 order by l.id limit $4""",
    "person": """
        select 1 as after, jsonb_build_object('line', 'person', 'preferredName', p.preferred_name,
               'timeZone', p.time_zone, 'clockZone', p.clock_zone, 'about', p.about, 'identity', p.identity,
               'modelMadeAt', p.model_made_at, 'spine', p.spine, 'spineVersion', p.spine_version,
               'spineSource', p.spine_source, 'spineAt', p.spine_at) as line
          from memory_people p where p.tenant_id = $1 and p.user_id = $2 and 1 > $3 limit $4""",
    "model_item": """
        select i.id as after, jsonb_build_object('line', 'model_item', 'id', i.id, 'section', i.section,
               'text', i.text, 'source', i.source, 'evidence', i.evidence, 'madeAt', i.made_at) as line
          from user_model_items i where i.tenant_id = $1 and i.user_id = $2 and i.id > $3 order by i.id limit $4""",
    "day": """
        select d.day - date '1970-01-01' as after, jsonb_build_object('line', 'day', 'day', d.day,
               'confidence', d.confidence, 'steering', d.steering, 'themes', d.themes, 'evidence', d.evidence,
               'source', d.source, 'madeAt', d.made_at) as line
          from daily_analyses d
         where d.tenant_id = $1 and d.user_id = $2 and d.day - date '1970-01-01' > $3 order by d.day limit $4""",
    "summary": """
        select b.id as after, jsonb_build_object('line', 'summary', 'id', b.id, 'session', b.session,
               'stretch', b.stretch, 'text', b.text, 'handover', b.handover, 'source', b.source,
               'fromSeq', b.from_seq, 'toSeq', b.to_seq, 'endedAt', b.ended_at, 'inSpine', b.in_spine,
               'madeAt', b.made_at) as line
          from session_summaries b where b.tenant_id = $1 and b.user_id = $2 and b.id > $3 order by b.id limit $4""",
    "count": """
        select q.day - date '1970-01-01' as after, jsonb_build_object('line', 'count', 'day', q.day,
               'candidates', q.candidates, 'learned', q.learned, 'duplicates', q.duplicates, 'junk', q.junk,
               'echoes', q.echoes, 'contradicted', q.contradicted) as line
          from memory_quality q
         where q.tenant_id = $1 and q.user_id = $2 and q.day - date '1970-01-01' > $3 order by q.day limit $4""",
    "receipt": """
        select n as after, line from (
          select row_number() over (order by r.made_at, r.id) as n,
                 jsonb_build_object('line', 'receipt', 'id', r.id, 'madeAt', r.made_at, 'body', r.body,
                                    'signature', encode(r.signature, 'hex')) as line
            from forget_receipts r where r.tenant_id = $1 and r.user_id = $2) r
         where n > $3 order by n limit $4""",
}


async def begin_snapshot(tx: Tx) -> None:
    """Everything read from here on is of one moment. Must be the transaction's first statement."""
    await tx.execute("set transaction isolation level repeatable read, read only; set local timezone = 'UTC'")


async def page(tx: Tx, owner: Owner, kind: str, *, after: int, most: int) -> tuple[Sequence[str], int]:
    """Lines of one kind, and where the next page begins."""
    rows = await tx.fetch(_PAGES[kind], owner.tenant_id, owner.user_id, after, most)
    return [row["line"] for row in rows], rows[-1]["after"] if rows else after


async def lock_owner(tx: Tx, owner: Owner) -> None:
    """As whoever forgets, and turns that name no session."""
    await tx.execute(
        "select pg_advisory_xact_lock(hashtextextended(jsonb_build_array('memory', $1::text, $2::text)::text, 0))",
        owner.tenant_id, owner.user_id,
    )  # fmt: skip


async def has_memories(tx: Tx, owner: Owner) -> bool:
    found: bool = await tx.fetchval(
        """
        select exists (select from memory_sessions where tenant_id = $1 and user_id = $2)
            or exists (select from facts where tenant_id = $1 and user_id = $2)
            or exists (select from loops where tenant_id = $1 and user_id = $2)
            or exists (select from entities where tenant_id = $1 and user_id = $2)
            or exists (select from memory_people where tenant_id = $1 and user_id = $2 and about <> '')
        """,
        owner.tenant_id, owner.user_id,
    )  # fmt: skip
    return found


_ROWS: Mapping[str, tuple[str, str]] = {
    "session": (
        "memory_sessions",
        """session_id text, persona_id text, is_generated boolean, stretch integer, stretch_from integer,
           stretch_at timestamptz, next_seq integer, window_from integer, folded_to integer, learned_to integer,
           rolling_summary text, summary_source text, first_at timestamptz, last_at timestamptz,
           last_user_at timestamptz, opened_at timestamptz, touched_at timestamptz, closed_at timestamptz""",
    ),
    "turn": (
        "episodes",
        """session bigint, seq integer, external_id text, persona_id text, role text, name text, text text,
           said_at timestamptz, stored_at timestamptz, is_echo boolean""",
    ),
    "fact": (
        "facts",
        """persona_id text, subject text, predicate text, object text, text text, confidence real, source text,
           valid_from timestamptz, valid_to timestamptz, learned_at timestamptz, retired_at timestamptz,
           retired_because text, times_reinforced integer, reinforced_at timestamptz, is_pinned boolean,
           is_doubtful boolean""",
    ),
    "entity": (
        "entities",
        """key text, name text, kind text, relation text, mentions integer, first_at timestamptz,
           last_at timestamptz""",
    ),
    "edge": ("edges", "from_entity bigint, to_entity bigint, relation text, fact_id bigint"),
    "loop": (
        "loops",
        """persona_id text, kind text, status text, text text, signature text, confidence real, salience real,
           time_horizon text, due_at timestamptz, snoozed_until timestamptz, source text, opened_at timestamptz,
           reinforced_at timestamptz, times_reinforced integer, closed_at timestamptz, closed_because text""",
    ),
    "model_item": (
        "user_model_items",
        "section text, text text, source text, evidence bigint[], made_at timestamptz",
    ),
    "day": (
        "daily_analyses",
        """day date, confidence text, steering text, themes jsonb, evidence bigint[], source text,
           made_at timestamptz""",
    ),
    "summary": (
        "session_summaries",
        """session bigint, stretch integer, name text, text text, handover text, source text, from_seq integer,
           to_seq integer, ended_at timestamptz, in_spine integer, made_at timestamptz""",
    ),
    "count": (
        "memory_quality",
        """day date, candidates bigint, learned bigint, duplicates bigint, junk bigint, echoes bigint,
           contradicted bigint""",
    ),
}
_WITHOUT_ID = ("day", "count")


async def add(tx: Tx, owner: Owner, kind: str, rows: Sequence[Mapping[str, Any]]) -> Sequence[int]:
    """Rows of one kind, in order; their new ids in the same order."""
    table, columns = _ROWS[kind]
    names = ", ".join(column.split()[0] for column in columns.split(","))
    added = await tx.fetch(
        f"""
        insert into {table} (tenant_id, user_id, {names})
        select $1, $2, {names}
          from rows from (jsonb_to_recordset($3::text::jsonb) as ({columns})) with ordinality x ({names}, place)
         order by place
        {"" if kind in _WITHOUT_ID else "returning id"}
        """,  # noqa: S608
        owner.tenant_id, owner.user_id, orjson.dumps(rows).decode(),
    )  # fmt: skip
    return sorted(row["id"] for row in added)


async def index(tx: Tx, owner: Owner, ids: Sequence[int], texts: Sequence[str]) -> None:
    await tx.execute("select memory_index($1, $2, $3, $4)", owner.tenant_id, owner.user_id, list(ids), list(texts))


async def tie_facts(
    tx: Tx, owner: Owner, ties: Sequence[tuple[int, int | None, int | None]], grounds: Sequence[tuple[int, int]]
) -> None:
    """(fact, lineage, superseded by), and what rests on what."""
    await tx.execute(
        """
        update facts f set lineage = t.lineage, superseded_by = t.superseded_by
          from unnest($3::bigint[], $4::bigint[], $5::bigint[]) t (id, lineage, superseded_by)
         where f.id = t.id and f.tenant_id = $1 and f.user_id = $2
        """,
        owner.tenant_id, owner.user_id, *_columns(ties, 3),
    )  # fmt: skip
    await tx.execute(
        """
        insert into fact_grounds (tenant_id, user_id, fact_id, rests_on)
        select $1, $2, * from unnest($3::bigint[], $4::bigint[])
        """,
        owner.tenant_id, owner.user_id, *_columns(grounds, 2),
    )  # fmt: skip


async def add_fact_evidence(tx: Tx, owner: Owner, pairs: Sequence[tuple[int, int]]) -> None:
    await tx.execute(
        """
        insert into fact_evidence (tenant_id, user_id, fact_id, episode_id)
        select $1, $2, * from unnest($3::bigint[], $4::bigint[]) on conflict do nothing
        """,
        owner.tenant_id, owner.user_id, *_columns(pairs, 2),
    )  # fmt: skip


async def add_mentions(tx: Tx, owner: Owner, pairs: Sequence[tuple[int, int]]) -> None:
    await tx.execute(
        """
        insert into entity_mentions (tenant_id, user_id, entity_id, episode_id)
        select $1, $2, * from unnest($3::bigint[], $4::bigint[]) on conflict do nothing
        """,
        owner.tenant_id, owner.user_id, *_columns(pairs, 2),
    )  # fmt: skip


async def add_loop_evidence(tx: Tx, owner: Owner, triples: Sequence[tuple[int, int, str]]) -> None:
    await tx.execute(
        """
        insert into loop_evidence (tenant_id, user_id, loop_id, episode_id, what)
        select $1, $2, * from unnest($3::bigint[], $4::bigint[], $5::text[]) on conflict do nothing
        """,
        owner.tenant_id, owner.user_id, *_columns(triples, 3),
    )  # fmt: skip


async def set_person(tx: Tx, owner: Owner, row: Mapping[str, Any]) -> None:
    await tx.execute(
        """
        insert into memory_people as p (tenant_id, user_id, preferred_name, time_zone, clock_zone, about, identity,
                                        model_made_at, spine, spine_version, spine_source, spine_at)
        select $1, $2, x.* from jsonb_to_record($3::text::jsonb) x (
          preferred_name text, time_zone text, clock_zone text, about text, identity jsonb, model_made_at timestamptz,
          spine text, spine_version integer, spine_source text, spine_at timestamptz)
        on conflict (tenant_id, user_id) do update
           set preferred_name = excluded.preferred_name, time_zone = excluded.time_zone,
               clock_zone = excluded.clock_zone, about = excluded.about, identity = excluded.identity,
               model_made_at = excluded.model_made_at, spine = excluded.spine,
               spine_version = excluded.spine_version, spine_source = excluded.spine_source,
               spine_at = excluded.spine_at, generation = p.generation + 1
        """,
        owner.tenant_id, owner.user_id, orjson.dumps(row).decode(),
    )  # fmt: skip


async def add_receipts(tx: Tx, owner: Owner, rows: Sequence[Mapping[str, Any]]) -> None:
    """As history: they were signed elsewhere. One that is known here already, to whomever, stays as it is."""
    await tx.execute(
        """
        insert into forget_receipts (id, tenant_id, user_id, made_at, body, signature, is_imported)
        select x.id, $1, $2, x.made_at, x.body, decode(x.signature, 'hex'), true
          from jsonb_to_recordset($3::text::jsonb) x (id uuid, made_at timestamptz, body jsonb, signature text)
        on conflict do nothing
        """,
        owner.tenant_id, owner.user_id, orjson.dumps(rows).decode(),
    )  # fmt: skip


async def has_turns_to_come(tx: Tx, owner: Owner) -> bool:
    """Whether a number is taken that the next turn of its session would get."""
    found: bool = await tx.fetchval(
        """
        select exists (select from memory_sessions s join episodes e on e.session = s.id and e.seq >= s.next_seq
                        where s.tenant_id = $1 and s.user_id = $2 and e.tenant_id = $1 and e.user_id = $2)
        """,
        owner.tenant_id, owner.user_id,
    )  # fmt: skip
    return found


async def owe_what_is_due(tx: Tx, owner: Owner, now: datetime) -> Sequence[int]:
    """Rows of the outbox for turns that are evicted and not folded, and for closed stretches without a summary."""
    await tx.execute(
        """
        insert into memory_outbox (tenant_id, user_id, session, kind, seq, from_seq, to_seq, name, next_attempt_at,
                                   created_at, status, folded_at, delivered_at)
        select $1, $2, e.session, 'turn', e.seq, e.seq, e.seq + 1, format('turn:%s:%s', e.session, e.seq),
               $3::timestamptz, $3::timestamptz, case when e.seq < s.folded_to then 'delivered' else 'pending' end,
               case when e.seq < s.folded_to then $3::timestamptz end,
               case when e.seq < s.folded_to then $3::timestamptz end
          from episodes e join memory_sessions s on s.id = e.session
         where e.tenant_id = $1 and e.user_id = $2 and e.seq < s.window_from
        """,
        owner.tenant_id, owner.user_id, now,
    )  # fmt: skip
    await tx.execute(
        """
        insert into memory_outbox (tenant_id, user_id, session, kind, seq, from_seq, to_seq, name, next_attempt_at,
                                   created_at, status, delivered_at)
        select $1, $2, b.session, 'session', b.stretch, b.from_seq, b.to_seq, b.name, $3::timestamptz, $3::timestamptz,
               'delivered', $3::timestamptz
          from session_summaries b where b.tenant_id = $1 and b.user_id = $2
        union all
        select $1, $2, s.id, 'session', s.stretch, s.stretch_from, s.next_seq, format('session:%s:%s', s.id, s.stretch),
               $3::timestamptz, $3::timestamptz, 'pending', null::timestamptz
          from memory_sessions s
         where s.tenant_id = $1 and s.user_id = $2 and s.closed_at is not null and s.next_seq > s.stretch_from
           and not exists (select from session_summaries b where b.session = s.id and b.stretch = s.stretch)
        """,
        owner.tenant_id, owner.user_id, now,
    )  # fmt: skip
    rows = await tx.fetch(
        "select id from memory_sessions where tenant_id = $1 and user_id = $2 and learned_to < next_seq",
        owner.tenant_id, owner.user_id,
    )  # fmt: skip
    return [row["id"] for row in rows]


def _columns(rows: Sequence[tuple[Any, ...]], width: int) -> list[list[Any]]:
    return [[row[place] for row in rows] for place in range(width)]
