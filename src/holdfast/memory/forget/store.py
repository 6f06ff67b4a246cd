"""Every SQL statement of forgetting. It reaches into all tables of the memory: this is the one room that may."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

import orjson
from asyncpg import Record

from holdfast.core.db import Db, Owner, Tx
from holdfast.memory.forget.types import Errand, Gone, Learned, Receipt, Turn

_TURN = """e.id, e.session, e.seq, e.role, s.session_id, s.is_generated, e.external_id, e.text, e.stored_at
             from episodes e join memory_sessions s on s.id = e.session"""
_KEPT = ("forget_receipts", "forget_marks", "forget_errands")


# --- Who may write meanwhile ---


async def lock_owner(tx: Tx, owner: Owner) -> None:
    """Two forgets of one owner come one after another, as do turns that name no session, and whoever learns."""
    await tx.execute(
        "select pg_advisory_xact_lock(hashtextextended(jsonb_build_array('memory', $1::text, $2::text)::text, 0))",
        owner.tenant_id, owner.user_id,
    )  # fmt: skip
    learning = orjson.dumps(["memory_learning", owner.tenant_id, owner.user_id]).decode()
    await tx.execute("select pg_advisory_xact_lock(hashtextextended($1, 0))", learning)


async def lock_sessions(tx: Tx, owner: Owner, sessions: Sequence[int] | None) -> None:
    """Whoever ingests, learns or folds here waits, or has to begin again. In order, as two must not wait in a ring."""
    await tx.execute(
        """
        select from memory_sessions
         where tenant_id = $1 and user_id = $2 and ($3::bigint[] is null or id = any ($3)) order by id for update
        """,
        owner.tenant_id, owner.user_id, None if sessions is None else list(sessions),
    )  # fmt: skip


# --- What a wish means ---


async def sessions_named(tx: Tx, owner: Owner, session_ids: Sequence[str]) -> Mapping[str, int]:
    rows = await tx.fetch(
        "select session_id, id from memory_sessions where tenant_id = $1 and user_id = $2 and session_id = any ($3)",
        owner.tenant_id, owner.user_id, list(session_ids),
    )  # fmt: skip
    return {row["session_id"]: row["id"] for row in rows}


async def sessions_of_turns(tx: Tx, owner: Owner, ids: Sequence[int]) -> Sequence[int]:
    rows = await tx.fetch(
        "select distinct session from episodes where tenant_id = $1 and user_id = $2 and id = any ($3)",
        owner.tenant_id, owner.user_id, list(ids),
    )  # fmt: skip
    return [row["session"] for row in rows]


async def turns_of_sessions(tx: Tx, owner: Owner, sessions: Sequence[int]) -> Sequence[Turn]:
    rows = await tx.fetch(
        f"select {_TURN} where e.tenant_id = $1 and e.user_id = $2 and e.session = any ($3) order by e.id",
        owner.tenant_id, owner.user_id, list(sessions),
    )  # fmt: skip
    return [Turn(**row) for row in rows]


async def turns(tx: Tx, owner: Owner, ids: Sequence[int]) -> Sequence[Turn]:
    rows = await tx.fetch(
        f"select {_TURN} where e.tenant_id = $1 and e.user_id = $2 and e.id = any ($3) order by e.id",
        owner.tenant_id, owner.user_id, list(ids),
    )  # fmt: skip
    return [Turn(**row) for row in rows]


async def terms_of(tx: Tx, query: str) -> Sequence[str]:
    terms: Sequence[str] = await tx.fetchval("select tsvector_to_array(to_tsvector('english', $1))", query)
    return terms


async def turns_with_terms(
    tx: Tx, owner: Owner, terms: Sequence[str], *, at_least: int, among: Sequence[int] | None = None
) -> Sequence[int]:
    """Turns that hold so many of these words; with `among`, only of those."""
    rows = await tx.fetch(
        """
        select episode_id from episode_terms
         where tenant_id = $1 and user_id = $2 and term = any ($3)
           and ($5::bigint[] is null or episode_id = any ($5))
         group by 1 having count(distinct term) >= $4
        """,
        owner.tenant_id, owner.user_id, list(terms), at_least, None if among is None else list(among),
    )  # fmt: skip
    return [row["episode_id"] for row in rows]


async def echoes_of(tx: Tx, owner: Owner, probes: Sequence[str], gone: Sequence[int]) -> Sequence[int]:
    """What others than the person said with these very words, in sessions that stay."""
    rows = await tx.fetch(
        """
        select id from episodes
         where tenant_id = $1 and user_id = $2 and role <> 'user' and id <> all ($4)
           and memory_plain(text) like any ($3)
        """,
        owner.tenant_id, owner.user_id, _patterns(probes), list(gone),
    )  # fmt: skip
    return [row["id"] for row in rows]


async def facts_saying(tx: Tx, owner: Owner, query: str) -> Sequence[int]:
    rows = await tx.fetch(
        """
        select id from facts
         where tenant_id = $1 and user_id = $2
           and to_tsvector('english', concat_ws(' ', subject, text, object)) @@ plainto_tsquery('english', $3)
        """,
        owner.tenant_id, owner.user_id, query,
    )  # fmt: skip
    return [row["id"] for row in rows]


async def loops_saying(tx: Tx, owner: Owner, query: str) -> Sequence[int]:
    rows = await tx.fetch(
        """
        select id from loops
         where tenant_id = $1 and user_id = $2 and to_tsvector('english', text) @@ plainto_tsquery('english', $3)
        """,
        owner.tenant_id, owner.user_id, query,
    )  # fmt: skip
    return [row["id"] for row in rows]


async def facts_that_go(
    tx: Tx, owner: Owner, asked: Sequence[int], turns: Sequence[int], *, with_lineage: bool
) -> Sequence[Learned]:
    """Asked for, resting on these turns alone, or concluded from one that goes.

    A version that a person worded has no evidence of its own: it goes when every other version does.
    """
    rows = await tx.fetch(
        """
        with recursive resting as (
          select v.fact_id as id from fact_evidence v
           where v.tenant_id = $1 and v.user_id = $2
             and v.fact_id in (select t.fact_id from fact_evidence t where t.episode_id = any ($4))
           group by 1 having bool_and(v.episode_id = any ($4))
        ), first as (
          select id from resting
          union
          select f.id from facts f
           where f.tenant_id = $1 and f.user_id = $2
             and (f.id = any ($3) or $5 and coalesce(f.lineage, f.id) in (
                   select coalesce(o.lineage, o.id) from facts o
                    where o.id = any ($3) and o.tenant_id = $1 and o.user_id = $2))
        ), worded as (
          select f.id from facts f
           where f.tenant_id = $1 and f.user_id = $2
             and not exists (select from fact_evidence v where v.fact_id = f.id)
             and exists (select from facts o where coalesce(o.lineage, o.id) = coalesce(f.lineage, f.id)
                            and o.id in (select id from first))
             and not exists (select from facts o where coalesce(o.lineage, o.id) = coalesce(f.lineage, f.id)
                                and o.id not in (select id from first)
                                and exists (select from fact_evidence v where v.fact_id = o.id))
        ), gone (id) as (
          select id from first
          union select id from worded
          union select g.fact_id from fact_grounds g join gone on g.rests_on = gone.id
        )
        select f.id, f.text from facts f join gone using (id)
         where f.tenant_id = $1 and f.user_id = $2 order by f.id
        """,
        owner.tenant_id, owner.user_id, list(asked), list(turns), with_lineage,
    )  # fmt: skip
    return [Learned(**row) for row in rows]


async def loops_that_go(
    tx: Tx, owner: Owner, asked: Sequence[int], turns: Sequence[int], facts: Sequence[int]
) -> Sequence[Learned]:
    """Asked for, resting on these turns alone, or resting on a forgotten fact's own turns and naming what it says."""
    rows = await tx.fetch(
        """
        with resting as (
          select v.loop_id as id from loop_evidence v
           where v.tenant_id = $1 and v.user_id = $2
             and v.loop_id in (select t.loop_id from loop_evidence t where t.episode_id = any ($4))
           group by 1 having bool_and(v.episode_id = any ($4))
        ), said as (
          select l.id from facts f
            join fact_evidence v on v.fact_id = f.id
            join loop_evidence w on w.episode_id = v.episode_id
            join loops l on l.id = w.loop_id and l.tenant_id = $1 and l.user_id = $2
           where f.id = any ($5) and f.tenant_id = $1 and f.user_id = $2
             and length(memory_plain(f.object)) > 2
             and memory_plain(l.text) like '%' || memory_plain(f.object) || '%'
             and not exists (select from loop_evidence o where o.loop_id = l.id and not exists (
                   select from fact_evidence fe where fe.episode_id = o.episode_id and fe.fact_id = any ($5)))
        )
        select l.id, l.text from loops l
         where l.tenant_id = $1 and l.user_id = $2
           and (l.id = any ($3) or l.id in (select id from resting) or l.id in (select id from said))
         order by l.id
        """,
        owner.tenant_id, owner.user_id, list(asked), list(turns), list(facts),
    )  # fmt: skip
    return [Learned(**row) for row in rows]


async def known_facts(tx: Tx, owner: Owner, ids: Sequence[int]) -> int:
    count: int = await tx.fetchval(
        "select count(*) from facts where tenant_id = $1 and user_id = $2 and id = any ($3)",
        owner.tenant_id, owner.user_id, list(ids),
    )  # fmt: skip
    return count


async def turns_saying_only(
    tx: Tx, owner: Owner, turns: Sequence[int], facts: Sequence[int], loops: Sequence[int]
) -> Sequence[int]:
    """Those of the turns from which nothing but these facts and loops was learned."""
    rows = await tx.fetch(
        """
        select t.id from unnest($3::bigint[]) t (id)
         where not exists (select from fact_evidence e where e.episode_id = t.id and e.tenant_id = $1 and e.user_id = $2
                              and not e.fact_id = any ($4))
           and not exists (select from loop_evidence e where e.episode_id = t.id and e.tenant_id = $1 and e.user_id = $2
                              and not e.loop_id = any ($5))
         order by 1
        """,
        owner.tenant_id, owner.user_id, list(turns), list(facts), list(loops),
    )  # fmt: skip
    return [row["id"] for row in rows]


async def turns_behind(tx: Tx, owner: Owner, facts: Sequence[int]) -> Sequence[int]:
    rows = await tx.fetch(
        "select distinct episode_id from fact_evidence where tenant_id = $1 and user_id = $2 and fact_id = any ($3)",
        owner.tenant_id, owner.user_id, list(facts),
    )  # fmt: skip
    return [row["episode_id"] for row in rows]


# --- Pieces to look for ---


async def plain(tx: Tx, texts: Sequence[str]) -> Sequence[str]:
    rows = await tx.fetch(
        "select memory_plain(t) as plain from unnest($1::text[]) with ordinality x (t, n) order by n", list(texts)
    )
    return [row["plain"] for row in rows]


async def only_here(tx: Tx, owner: Owner, probes: Sequence[str], gone: Sequence[int]) -> Sequence[str]:
    """Pieces that stand in no turn that stays: whatever else holds one has it from what goes."""
    rows = await tx.fetch(
        """
        with staying as materialized (
          select memory_plain(text) as plain from episodes
           where tenant_id = $1 and user_id = $2 and id <> all ($4)
        )
        select p.probe from unnest($3::text[]) p (probe)
         where not exists (select from staying where strpos(plain, p.probe) > 0)
        """,
        owner.tenant_id, owner.user_id, list(probes), list(gone),
    )  # fmt: skip
    return [row["probe"] for row in rows]


# --- Taking it out ---


async def delete_turns(tx: Tx, owner: Owner, turns: Sequence[int]) -> None:
    """With their words and the sums over them. Evidence and mentions go by cascade, vectors by trigger."""
    await tx.execute(
        """
        with words as (
          select coalesce(sum(coalesce(array_length(w.positions, 1), 1)), 0) as terms
            from episodes e cross join lateral unnest(to_tsvector('english', e.text)) w
           where e.id = any ($3) and e.tenant_id = $1 and e.user_id = $2
        ), unindexed as (
          delete from episode_terms where episode_id = any ($3) and tenant_id = $1 and user_id = $2
        )
        update memory_sizes m
           set episodes = greatest(m.episodes - cardinality($3::bigint[]), 0), terms = greatest(m.terms - w.terms, 0)
          from words w where m.tenant_id = $1 and m.user_id = $2
        """,
        owner.tenant_id, owner.user_id, list(turns),
    )  # fmt: skip
    # The reason a loop was closed with may quote the turn that closed it.
    await tx.execute(
        """
        update loops l set closed_because = null
         where l.tenant_id = $1 and l.user_id = $2 and l.closed_because is not null
           and exists (select from loop_evidence v where v.loop_id = l.id and v.episode_id = any ($3)
                          and v.what in ('completed', 'dropped'))
        """,
        owner.tenant_id, owner.user_id, list(turns),
    )  # fmt: skip
    # What somebody is to the person may be known from a turn that goes: it stays only if a turn that stays says so.
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
    await tx.execute(
        "delete from episodes where id = any ($3) and tenant_id = $1 and user_id = $2",
        owner.tenant_id, owner.user_id, list(turns),
    )  # fmt: skip


async def delete_learned(tx: Tx, owner: Owner, facts: Sequence[int], loops: Sequence[int]) -> None:
    await tx.execute(
        "delete from facts where id = any ($3) and tenant_id = $1 and user_id = $2",
        owner.tenant_id, owner.user_id, list(facts),
    )  # fmt: skip
    await tx.execute(
        "delete from loops where id = any ($3) and tenant_id = $1 and user_id = $2",
        owner.tenant_id, owner.user_id, list(loops),
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
    return _count(done)


async def emptied_sessions(tx: Tx, owner: Owner, sessions: Sequence[int]) -> Mapping[int, str]:
    """Of these, the ones of which no turn is left."""
    rows = await tx.fetch(
        """
        select s.id, s.session_id from memory_sessions s
         where s.tenant_id = $1 and s.user_id = $2 and s.id = any ($3)
           and not exists (select from episodes e where e.session = s.id)
        """,
        owner.tenant_id, owner.user_id, list(sessions),
    )  # fmt: skip
    return {row["id"]: row["session_id"] for row in rows}


async def delete_sessions(tx: Tx, owner: Owner, sessions: Sequence[int]) -> None:
    await tx.execute(
        "delete from memory_sessions where id = any ($3) and tenant_id = $1 and user_id = $2",
        owner.tenant_id, owner.user_id, list(sessions),
    )  # fmt: skip


async def restart_sessions(
    tx: Tx, owner: Owner, sessions: Sequence[int], turns: Sequence[Turn], now: datetime
) -> tuple[int, int]:
    """What is left of them is folded and summarised anew. (rows of the outbox, summaries) that are gone.

    A summary made again is delivered under a new name: under the old one a sink would take it for a repeat.
    """
    await raise_generation(tx, owner, sessions)
    await tx.execute(
        """
        update memory_sessions
           set rolling_summary = '', summary_source = 'none', folded_to = 0, fold_attempts = 0, fold_after = '-infinity'
         where tenant_id = $1 and user_id = $2 and id = any ($3)
        """,
        owner.tenant_id, owner.user_id, list(sessions),
    )  # fmt: skip
    dropped = await tx.execute(
        """
        delete from memory_outbox o
         using unnest($3::bigint[], $4::integer[]) t (session, seq)
         where o.tenant_id = $1 and o.user_id = $2 and o.session = t.session and o.seq = t.seq and o.kind = 'turn'
        """,
        owner.tenant_id, owner.user_id, [turn.session for turn in turns], [turn.seq for turn in turns],
    )  # fmt: skip
    await tx.execute(
        """
        delete from memory_outbox o
         where o.tenant_id = $1 and o.user_id = $2 and o.session = any ($3) and o.kind = 'session'
           and not exists (select from episodes e where e.session = o.session
                              and e.seq >= o.from_seq and e.seq < o.to_seq)
        """,
        owner.tenant_id, owner.user_id, list(sessions),
    )  # fmt: skip
    await tx.execute(
        """
        update memory_outbox set folded_at = null, last_error = null
         where tenant_id = $1 and user_id = $2 and session = any ($3) and kind = 'turn'
        """,
        owner.tenant_id, owner.user_id, list(sessions),
    )  # fmt: skip
    # The first stretch that lost a turn, and those after it: a summary may lean on the one before.
    first = {turn.session: turn.seq for turn in sorted(turns, key=lambda turn: -turn.seq)}
    await tx.execute(
        """
        update memory_outbox o
           set status = 'pending', attempts = 0, next_attempt_at = $5, last_error = null, delivered_at = null,
               name = format('session:%s:%s:%s', o.session, o.seq, s.generation)
          from unnest($3::bigint[], $4::integer[]) t (session, seq), memory_sessions s
         where o.session = t.session and o.to_seq > t.seq and o.kind = 'session' and s.id = o.session
           and o.tenant_id = $1 and o.user_id = $2
        """,
        owner.tenant_id, owner.user_id, list(first), list(first.values()), now,
    )  # fmt: skip
    summaries = await tx.execute(
        """
        delete from session_summaries b using unnest($3::bigint[], $4::integer[]) t (session, seq)
         where b.session = t.session and b.to_seq > t.seq and b.tenant_id = $1 and b.user_id = $2
        """,
        owner.tenant_id, owner.user_id, list(first), list(first.values()),
    )  # fmt: skip
    return _count(dropped), _count(summaries)


async def raise_generation(tx: Tx, owner: Owner, sessions: Sequence[int]) -> None:
    """Work that began before this is void."""
    await tx.execute(
        """
        update memory_sessions set generation = generation + 1
         where tenant_id = $1 and user_id = $2 and id = any ($3)
        """,
        owner.tenant_id, owner.user_id, list(sessions),
    )  # fmt: skip


async def delivered_names(tx: Tx, owner: Owner, sessions: Sequence[int], turns: Sequence[Turn]) -> Sequence[str]:
    """Under which sinks may have got something of it: these turns, and the summaries from the first of them on.

    Those of earlier stretches stay: they are not made again, so a sink that lost them would never get them back. A dead
    letter that was dropped has no row any more, and may have reached a sink all the same: its name is known without.
    """
    rows = await tx.fetch(
        """
        with gone as (select * from unnest($4::bigint[], $5::integer[]) g (session, seq)),
             first as (select s.id as session, coalesce(min(g.seq), 0) as seq
                         from unnest($3::bigint[]) s (id) left join gone g on g.session = s.id group by 1)
        select o.name from memory_outbox o join first using (session)
         where o.tenant_id = $1 and o.user_id = $2 and o.kind = 'session' and o.to_seq > first.seq
        union
        select b.name from session_summaries b join first using (session)
         where b.tenant_id = $1 and b.user_id = $2 and b.to_seq > first.seq
        union
        select format('turn:%s:%s', g.session, g.seq) from gone g join memory_sessions s on s.id = g.session
         where s.tenant_id = $1 and s.user_id = $2 and g.seq < s.window_from
        """,
        owner.tenant_id, owner.user_id, list(sessions),
        [turn.session for turn in turns], [turn.seq for turn in turns],
    )  # fmt: skip
    return [row["name"] for row in rows]


async def about(tx: Tx, owner: Owner) -> str:
    text: str | None = await tx.fetchval(
        "select about from memory_people where tenant_id = $1 and user_id = $2", owner.tenant_id, owner.user_id
    )
    return text or ""


async def set_about(tx: Tx, owner: Owner, text: str) -> None:
    await tx.execute(
        "update memory_people set about = $3 where tenant_id = $1 and user_id = $2",
        owner.tenant_id, owner.user_id, text,
    )  # fmt: skip


async def saying(tx: Tx, texts: Sequence[str], query: str) -> Sequence[bool]:
    rows = await tx.fetch(
        """
        select to_tsvector('english', t) @@ plainto_tsquery('english', $2) as says
          from unnest($1::text[]) with ordinality x (t, n) order by n
        """,
        list(texts), query,
    )  # fmt: skip
    return [row["says"] for row in rows]


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


async def drop_chat_summaries(tx: Tx, user: UUID, chats: Sequence[UUID], probes: Sequence[str]) -> int:
    done = await tx.execute(
        "delete from chat_summaries where user_id = $1 and (chat_id = any ($2) or memory_plain(text) like any ($3))",
        user, list(chats), _patterns(probes),
    )  # fmt: skip
    return _count(done)


async def sweep(tx: Tx, owner: Owner, probes: Sequence[str]) -> Sequence[tuple[str, int]]:
    """Whatever was derived and still holds a piece goes as well: (kind, id) of the facts and loops among it."""
    rows = await tx.fetch(
        """
        with facts_gone as (
          delete from facts where tenant_id = $1 and user_id = $2
             and memory_plain(concat_ws(' ', subject, predicate, object, text)) like any ($3) returning id
        ), loops_gone as (
          delete from loops where tenant_id = $1 and user_id = $2 and memory_plain(text) like any ($3) returning id
        ), summaries_gone as (
          delete from session_summaries where tenant_id = $1 and user_id = $2
             and memory_plain(concat_ws(' ', text, handover)) like any ($3)
        ), rolling as (
          update memory_sessions
             set rolling_summary = '', summary_source = 'none', folded_to = 0, generation = generation + 1,
                 fold_attempts = 0, fold_after = '-infinity'
           where tenant_id = $1 and user_id = $2 and memory_plain(rolling_summary) like any ($3)
        ), days_gone as (
          delete from daily_analyses where tenant_id = $1 and user_id = $2
             and memory_plain(concat_ws(' ', steering, themes::text)) like any ($3)
        )
        select 'f' as kind, id from facts_gone union all select 'l', id from loops_gone
        """,
        owner.tenant_id, owner.user_id, _patterns(probes),
    )  # fmt: skip
    return [(row["kind"], row["id"]) for row in rows]


async def drop_jobs_about(tx: Tx, sessions: Sequence[int]) -> int:
    count: int = await tx.fetchval("select jobs.drop_mine_about($1)", list(sessions))
    return count


# --- Everything ---


async def owned_tables(tx: Tx) -> Sequence[str]:
    """Every table whose rows carry an owner, but for receipts: one that is added later is found as well."""
    rows = await tx.fetch(
        """
        select quote_ident(c.relname) as name from pg_class c
         where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and c.relname <> all ($1)
           and 2 = (select count(*) from pg_attribute a
                     where a.attrelid = c.oid and a.attname in ('tenant_id', 'user_id') and not a.attisdropped)
         order by 1
        """,
        list(_KEPT),
    )  # fmt: skip
    return [row["name"] for row in rows]


async def all_that_is(tx: Tx, owner: Owner) -> Gone:
    """Numbers alone, for the marks: a whole memory is not read into ours."""
    rows = await tx.fetch(
        """
        select 'f' as kind, id, '' as text from facts where tenant_id = $1 and user_id = $2
        union all select 'l', id, '' from loops where tenant_id = $1 and user_id = $2
        """,
        owner.tenant_id, owner.user_id,
    )  # fmt: skip
    learned = [(row["kind"], Learned(row["id"], row["text"])) for row in rows]
    sessions = await tx.fetch(
        "select id, session_id from memory_sessions where tenant_id = $1 and user_id = $2 order by id",
        owner.tenant_id, owner.user_id,
    )  # fmt: skip
    return Gone(
        "everything",
        facts=[item for kind, item in learned if kind == "f"],
        loops=[item for kind, item in learned if kind == "l"],
        sessions=[row["id"] for row in sessions],
        session_ids=[row["session_id"] for row in sessions],
    )


async def all_messages(tx: Tx, owner: Owner) -> Sequence[tuple[str | None, str]]:
    rows = await tx.fetch(
        """
        select s.session_id, s.is_generated, e.external_id from episodes e join memory_sessions s on s.id = e.session
         where e.tenant_id = $1 and e.user_id = $2 and e.external_id is not null
        """,
        owner.tenant_id, owner.user_id,
    )  # fmt: skip
    named: list[tuple[str | None, str]] = [(row["session_id"], row["external_id"]) for row in rows]
    return named + [(None, row["external_id"]) for row in rows if row["is_generated"]]


async def delete_all(tx: Tx, owner: Owner, table: str) -> None:
    await tx.execute(
        f"delete from {table} where tenant_id = $1 and user_id = $2",  # noqa: S608
        owner.tenant_id, owner.user_id,
    )  # fmt: skip


async def count_all(tx: Tx, owner: Owner, table: str) -> int:
    count: int = await tx.fetchval(
        f"select count(*) from {table} where tenant_id = $1 and user_id = $2",  # noqa: S608
        owner.tenant_id, owner.user_id,
    )  # fmt: skip
    return count


# --- Looking for it again ---


async def find_again(tx: Tx, owner: Owner, gone: Gone, probes: Sequence[str]) -> Mapping[str, int]:
    """How often it is still there, by each way one can ask."""
    row = await tx.fetchrow(
        """
        select
          (select count(*) from episodes where tenant_id = $1 and user_id = $2
              and (id = any ($3) or memory_plain(text) like any ($7))) as turns,
          (select count(*) from episode_terms where tenant_id = $1 and user_id = $2 and episode_id = any ($3)) as words,
          (select count(*) from memory_vectors where tenant_id = $1 and user_id = $2
              and (kind = 'e' and item_id = any ($3) or kind = 'f' and item_id = any ($4)
                   or kind = 'l' and item_id = any ($5))) as vectors,
          (select count(*) from memory_unembedded where tenant_id = $1 and user_id = $2
              and (kind = 'e' and item_id = any ($3) or kind = 'f' and item_id = any ($4)
                   or kind = 'l' and item_id = any ($5))) as vectors_awaited,
          (select count(*) from facts where tenant_id = $1 and user_id = $2 and (id = any ($4)
              or memory_plain(concat_ws(' ', subject, predicate, object, text)) like any ($7))) as facts,
          (select count(*) from fact_evidence where tenant_id = $1 and user_id = $2
              and (fact_id = any ($4) or episode_id = any ($3))) as evidence,
          (select count(*) from loops where tenant_id = $1 and user_id = $2
              and (id = any ($5) or memory_plain(concat_ws(' ', text, closed_because)) like any ($7))) as loops,
          (select count(*) from entity_mentions where tenant_id = $1 and user_id = $2
              and episode_id = any ($3)) as mentions,
          (select count(*) from memory_sessions where tenant_id = $1 and user_id = $2
              and (id = any ($6) or memory_plain(rolling_summary) like any ($7))) as rolling_summaries,
          (select count(*) from session_summaries where tenant_id = $1 and user_id = $2
              and (session = any ($6) or memory_plain(concat_ws(' ', text, handover)) like any ($7)))
            as session_summaries,
          (select count(*) from memory_outbox where tenant_id = $1 and user_id = $2 and session = any ($6)) as outbox,
          (select count(*) from user_model_items where tenant_id = $1 and user_id = $2
              and (evidence && $3 or memory_plain(text) like any ($7))) as profile,
          (select count(*) from daily_analyses where tenant_id = $1 and user_id = $2 and (evidence && $3
              or memory_plain(concat_ws(' ', steering, themes::text)) like any ($7))) as days,
          (select count(*) from memory_people where tenant_id = $1 and user_id = $2
              and memory_plain(concat_ws(' ', preferred_name, identity::text, spine)) like any ($7)) as person
        """,
        owner.tenant_id, owner.user_id, [turn.id for turn in gone.turns], [fact.id for fact in gone.facts],
        [loop.id for loop in gone.loops], list(gone.sessions), _patterns(probes),
    )  # fmt: skip
    assert row is not None
    return dict(row)


# --- Receipts, marks, errands ---


async def add_receipt(tx: Tx, owner: Owner, receipt: Receipt) -> None:
    await tx.execute(
        """
        insert into forget_receipts (id, tenant_id, user_id, made_at, body, signature, is_imported)
        values ($1, $2, $3, $4, $5::jsonb, $6, $7)
        """,
        receipt.id, owner.tenant_id, owner.user_id, receipt.made_at, orjson.dumps(receipt.body).decode(),
        receipt.signature, receipt.is_imported,
    )  # fmt: skip


async def sign_receipt(tx: Tx, owner: Owner, receipt: Receipt) -> None:
    await tx.execute(
        "update forget_receipts set body = $4::jsonb, signature = $5 where id = $3 and tenant_id = $1 and user_id = $2",
        owner.tenant_id, owner.user_id, receipt.id, orjson.dumps(receipt.body).decode(), receipt.signature,
    )  # fmt: skip


async def find_receipt(tx: Tx, owner: Owner, receipt_id: UUID) -> Receipt | None:
    row = await tx.fetchrow(
        """
        select id, made_at, body, signature, is_imported from forget_receipts
         where id = $3 and tenant_id = $1 and user_id = $2
        """,
        owner.tenant_id, owner.user_id, receipt_id,
    )  # fmt: skip
    return _receipt(row) if row else None


async def receipts(tx: Tx, owner: Owner, *, before: tuple[datetime, UUID] | None, limit: int) -> Sequence[Receipt]:
    when, receipt_id = before or (None, None)
    rows = await tx.fetch(
        """
        select id, made_at, body, signature, is_imported from forget_receipts
         where tenant_id = $1 and user_id = $2 and ($3::timestamptz is null or (made_at, id) < ($3, $4::uuid))
         order by made_at desc, id desc limit $5
        """,
        owner.tenant_id, owner.user_id, when, receipt_id, limit,
    )  # fmt: skip
    return [_receipt(row) for row in rows]


async def add_marks(tx: Tx, owner: Owner, receipt: UUID, marks: Sequence[tuple[str, int]]) -> None:
    await tx.execute(
        """
        insert into forget_marks (tenant_id, user_id, receipt, kind, item_id)
        select $1, $2, $3, m.kind::"char", m.item_id from unnest($4::text[], $5::bigint[]) m (kind, item_id)
        """,
        owner.tenant_id, owner.user_id, receipt, [kind for kind, _ in marks], [item for _, item in marks],
    )  # fmt: skip


async def mark_messages(tx: Tx, owner: Owner, receipt: UUID, messages: Sequence[tuple[str | None, str]]) -> None:
    """(session id, external id): what is sent again under these names is not taken."""
    await tx.execute(
        """
        insert into forget_marks (tenant_id, user_id, receipt, kind, digest)
        select distinct $1, $2, $3::uuid, 'x'::"char", memory_mark(m.session_id, m.external_id)
          from unnest($4::text[], $5::text[]) m (session_id, external_id)
        """,
        owner.tenant_id, owner.user_id, receipt,
        [session_id for session_id, _ in messages], [external_id for _, external_id in messages],
    )  # fmt: skip


async def mark_digests(tx: Tx, owner: Owner, receipt: UUID, digests: Sequence[bytes]) -> None:
    await tx.execute(
        """
        insert into forget_marks (tenant_id, user_id, receipt, kind, digest)
        select $1, $2, $3::uuid, 'x'::"char", d from unnest($4::bytea[]) d
        """,
        owner.tenant_id, owner.user_id, receipt, list(digests),
    )  # fmt: skip


async def receipts_of_all(tx: Tx, *, after: UUID | None, most: int) -> Sequence[tuple[Owner, Receipt]]:
    """For an operator, by the role that keeps the schema; everybody else sees their own."""
    rows = await tx.fetch(
        """
        select tenant_id, user_id, id, made_at, body, signature, is_imported from forget_receipts
         where not is_imported and ($1::uuid is null or id > $1) order by id limit $2
        """,
        after, most,
    )  # fmt: skip
    found = [dict(row) for row in rows]
    return [(Owner(row.pop("tenant_id"), row.pop("user_id")), _receipt(row)) for row in found]


async def marks(tx: Tx, owner: Owner, receipt: UUID) -> Sequence[tuple[str, int | bytes]]:
    rows = await tx.fetch(
        """
        select kind::text as kind, item_id, digest from forget_marks
         where receipt = $3 and tenant_id = $1 and user_id = $2 order by kind, item_id, digest
        """,
        owner.tenant_id, owner.user_id, receipt,
    )  # fmt: skip
    return [(row["kind"], row["item_id"] if row["digest"] is None else row["digest"]) for row in rows]


async def find_marked(tx: Tx, owner: Owner, receipt: UUID) -> Mapping[str, int]:
    """Of the rows a receipt speaks of, how many are there today."""
    row = await tx.fetchrow(
        """
        with k as materialized (
          select kind, item_id from forget_marks where receipt = $3 and tenant_id = $1 and user_id = $2
        )
        select (select count(*) from k join episodes e on e.id = k.item_id where k.kind = 'e') as turns,
               (select count(*) from k join episode_terms t on t.episode_id = k.item_id where k.kind = 'e') as words,
               (select count(*) from k join memory_vectors v on v.kind = k.kind and v.item_id = k.item_id) as vectors,
               (select count(*) from k join facts f on f.id = k.item_id where k.kind = 'f') as facts,
               (select count(*) from k join loops l on l.id = k.item_id where k.kind = 'l') as loops,
               (select count(*) from k join memory_sessions s on s.id = k.item_id where k.kind = 's') as sessions
        """,
        owner.tenant_id, owner.user_id, receipt,
    )  # fmt: skip
    assert row is not None
    return dict(row)


async def add_errand(
    tx: Tx, owner: Owner, receipt: UUID, sink: str, names: Sequence[str] | None, due_at: datetime
) -> None:
    await tx.execute(
        """
        insert into forget_errands (tenant_id, user_id, receipt, sink, names, due_at) values ($1, $2, $3, $4, $5, $6)
        """,
        owner.tenant_id, owner.user_id, receipt, sink, None if names is None else list(names), due_at,
    )  # fmt: skip


async def take_errand(tx: Tx, owner: Owner, *, now: datetime, until: datetime, without: Sequence[str]) -> Errand | None:
    """The one that is due the longest, but for those of these sinks."""
    row = await tx.fetchrow(
        """
        update forget_errands e set attempts = attempts + 1, due_at = $4
         where e.id = (select n.id from forget_errands n
                        where n.tenant_id = $1 and n.user_id = $2 and n.due_at <= $3 and n.sink <> all ($5)
                        order by n.due_at, n.id limit 1 for update skip locked)
           and e.tenant_id = $1 and e.user_id = $2
        returning id, sink, names, is_done, attempts
        """,
        owner.tenant_id, owner.user_id, now, until, list(without),
    )  # fmt: skip
    return Errand(**row) if row else None


async def put_off_errand(
    tx: Tx, owner: Owner, errand: int, *, due_at: datetime, is_done: bool, error: str | None
) -> None:
    await tx.execute(
        """
        update forget_errands set due_at = $4, is_done = is_done or $5, last_error = $6
         where id = $3 and tenant_id = $1 and user_id = $2
        """,
        owner.tenant_id, owner.user_id, errand, due_at, is_done, error,
    )  # fmt: skip


async def drop_errand(tx: Tx, owner: Owner, errand: int) -> None:
    await tx.execute(
        "delete from forget_errands where id = $3 and tenant_id = $1 and user_id = $2",
        owner.tenant_id, owner.user_id, errand,
    )  # fmt: skip


async def sinks_waiting(tx: Tx, owner: Owner, receipt: UUID) -> Sequence[str]:
    rows = await tx.fetch(
        """
        select distinct sink from forget_errands
         where tenant_id = $1 and user_id = $2 and receipt = $3 and not is_done order by 1
        """,
        owner.tenant_id, owner.user_id, receipt,
    )  # fmt: skip
    return [row["sink"] for row in rows]


async def owners_with_errands(db: Db, *, now: datetime, most: int) -> Sequence[Owner]:
    rows = await db.look_up("select tenant_id, user_id from forget_errands_waiting($1, $2)", now, most)
    return [Owner(row["tenant_id"], row["user_id"]) for row in rows]


def _receipt(row: Record | Mapping[str, Any]) -> Receipt:
    fields: dict[str, Any] = dict(row)
    return Receipt(**{**fields, "body": orjson.loads(fields["body"])})


def _patterns(probes: Sequence[str]) -> list[str]:
    """Words and spaces alone: nothing in them means anything to LIKE."""
    return [f"%{probe}%" for probe in probes]


def _count(done: str) -> int:
    return int(done.rpartition(" ")[2])
