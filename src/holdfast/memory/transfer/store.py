"""Reading everything of an owner page by page. What is written again, each table's own store writes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

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
