"""The SQL behind taking things out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from uuid import UUID

from holdfast.core.db import Owner, Tx
from holdfast.memory.forget.delete_types import Tainted
from holdfast.memory.forget.types import Turn


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


async def tainted(tx: Tx, owner: Owner, probes: Sequence[str]) -> Tainted:
    """Summaries, of whatever session, that hold one of these pieces."""
    rolling = await tx.fetch(
        """
        select id from memory_sessions
         where tenant_id = $1 and user_id = $2 and rolling_summary <> '' and memory_plain(rolling_summary) like any ($3)
        """,
        owner.tenant_id, owner.user_id, _patterns(probes),
    )  # fmt: skip
    summaries = await tx.fetch(
        """
        select session, min(to_seq) - 1 as seq from session_summaries
         where tenant_id = $1 and user_id = $2 and memory_plain(concat_ws(' ', text, handover)) like any ($3)
         group by session
        """,
        owner.tenant_id, owner.user_id, _patterns(probes),
    )  # fmt: skip
    return Tainted([row["id"] for row in rolling], {row["session"]: row["seq"] for row in summaries})


async def drop_deliveries(tx: Tx, owner: Owner, sessions: Sequence[int], turns: Sequence[Turn]) -> int:
    """Rows of the outbox about turns that are gone, and about stretches of which nothing is left."""
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
    return _count(dropped)


async def fold_again(tx: Tx, owner: Owner, sessions: Sequence[int]) -> None:
    """What is left of these sessions is folded from the beginning."""
    await tx.execute(
        """
        update memory_sessions
           set rolling_summary = '', summary_source = 'none', folded_to = 0, fold_attempts = 0, fold_after = '-infinity'
         where tenant_id = $1 and user_id = $2 and id = any ($3)
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


async def owe_summaries(tx: Tx, owner: Owner, first: Mapping[int, int], now: datetime) -> int:
    """The first stretch that lost a turn, and those after it: a summary may lean on the one before. How many go.

    One made again is delivered under a new name: under the old one a sink would take it for a repeat.
    """
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
    return _count(summaries)


async def delivered_names(tx: Tx, owner: Owner, first: Mapping[int, int], turns: Sequence[Turn]) -> Sequence[str]:
    """Under which sinks may have got something of it: these turns, and the summaries from the first of them on.

    Those of earlier stretches stay: they are not made again, so a sink that lost them would never get them back. A dead
    letter that was dropped has no row any more, and may have reached a sink all the same: its name is known without.
    """
    rows = await tx.fetch(
        """
        with gone as (select * from unnest($5::bigint[], $6::integer[]) g (session, seq)),
             first as (select * from unnest($3::bigint[], $4::integer[]) f (session, seq))
        select o.name from memory_outbox o join first using (session)
         where o.tenant_id = $1 and o.user_id = $2 and o.kind = 'session' and o.to_seq > first.seq
        union
        select b.name from session_summaries b join first using (session)
         where b.tenant_id = $1 and b.user_id = $2 and b.to_seq > first.seq
        union
        select format('turn:%s:%s', g.session, g.seq) from gone g join memory_sessions s on s.id = g.session
         where s.tenant_id = $1 and s.user_id = $2 and g.seq < s.window_from
        """,
        owner.tenant_id, owner.user_id, list(first), list(first.values()),
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


async def drop_carried(tx: Tx, owner: Owner) -> None:
    """All of them: they save a moment of work at most, and of which words each is made nobody can tell any more."""
    await tx.execute(
        "delete from carried_vectors where tenant_id = $1 and user_id = $2", owner.tenant_id, owner.user_id
    )


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


def _patterns(probes: Sequence[str]) -> list[str]:
    """Words and spaces alone: nothing in them means anything to LIKE."""
    return [f"%{probe}%" for probe in probes]


def _count(done: str) -> int:
    return int(done.rpartition(" ")[2])
