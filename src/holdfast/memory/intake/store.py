"""Every SQL statement that writes turns, their postings and the sums over them, and turns that are awaited.

One turn costs one round trip: `memory_ingest` in the schema stores it, moves its session on and makes its jobs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from asyncpg import Record

from holdfast.core.db import Owner, Tx
from holdfast.core.ids import SessionRow
from holdfast.memory.intake.terms import IntakeTerms
from holdfast.memory.jobs import DRAIN, EMBED, LEARN
from holdfast.memory.people import store as people_store
from holdfast.memory.restore import restore_rows
from holdfast.memory.types import Episode, IncomingTurn, IngestResult

_MOVED = """
  {zone}::text is not null and not exists (
    select from memory_people p where p.tenant_id = $1 and p.user_id = $2 and p.clock_zone = {zone})
"""
"""Looked at without a lock, in the statement that is sent anyway: nearly everybody is where they were."""


async def add_turn(
    tx: Tx,
    owner: Owner,
    said: IncomingTurn,
    terms: IntakeTerms,
    *,
    session_id: str | None,
    new_session_id: str,
) -> IngestResult:
    row = await tx.fetchrow(
        f"""
        select session_id, buffer_size, evicted, is_repeat, {_MOVED.format(zone="$18")} as has_moved
          from memory_ingest($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14,
                             embed => $15, learn => $16, drain => $17)
        """,  # noqa: S608
        owner.tenant_id, owner.user_id, session_id, terms.persona_id, new_session_id,
        said.role, said.name, said.text, said.said_at, said.external_id,
        terms.now, terms.gap, terms.window, terms.pause, EMBED.name, LEARN.name, DRAIN.name, terms.clock_zone,
    )  # fmt: skip
    assert row is not None
    if row["has_moved"] and not row["is_repeat"]:
        await people_store.set_clock(tx, owner, terms.clock_zone)
    return IngestResult(row["session_id"], row["buffer_size"], row["evicted"], row["is_repeat"])


async def add_turns(
    tx: Tx,
    owner: Owner,
    session_id: str,
    messages: Sequence[IncomingTurn],
    terms: IntakeTerms,
) -> tuple[int, int]:
    """How many were new, and how many have a vector already."""
    row = await tx.fetchrow(
        f"""
        select stored, embedded, {_MOVED.format(zone="$16")} as has_moved
          from memory_ingest_many($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12,
                                  embed => $13, learn => $14, drain => $15)
        """,  # noqa: S608
        owner.tenant_id, owner.user_id, session_id, terms.persona_id,
        [said.external_id for said in messages], [said.role for said in messages], [said.name for said in messages],
        [said.text for said in messages], [said.said_at for said in messages],
        terms.now, terms.window, terms.pause, EMBED.name, LEARN.name, DRAIN.name, terms.clock_zone,
    )  # fmt: skip
    assert row is not None
    if row["has_moved"] and row["stored"]:
        await people_store.set_clock(tx, owner, terms.clock_zone)
    return row["stored"], row["embedded"]


async def characters_added(tx: Tx, owner: Owner, session_id: str, *, stored: int) -> int:
    """Of the newest turns of a session, as many as this transaction has stored."""
    characters: int = await tx.fetchval(
        """
        select coalesce(sum(length(e.text)), 0) from (
          select e.text from memory_sessions s join episodes e on e.session = s.id
           where s.tenant_id = $1 and s.user_id = $2 and s.session_id = $3 and e.tenant_id = $1 and e.user_id = $2
           order by e.seq desc limit $4
        ) e
        """,
        owner.tenant_id, owner.user_id, session_id, stored,
    )  # fmt: skip
    return characters


async def read_window(tx: Tx, owner: Owner, session_id: str) -> Sequence[Episode]:
    """The last messages of a session, the oldest first; empty once it is closed, or if there is no such session."""
    rows = await tx.fetch(
        """
        select e.id, e.session as session_row, s.session_id, e.seq, e.role, e.text, e.said_at, e.external_id, e.name,
               e.persona_id
          from memory_sessions s join episodes e on e.session = s.id and e.seq >= s.window_from
         where s.tenant_id = $1 and s.user_id = $2 and s.session_id = $3 and e.tenant_id = $1 and e.user_id = $2
         order by e.seq
        """,
        owner.tenant_id, owner.user_id, session_id,
    )  # fmt: skip
    return [_episode(row) for row in rows]


def _episode(row: Record) -> Episode:
    return Episode(**row)


async def flag_echoes(tx: Tx, owner: Owner, episodes: Sequence[int]) -> None:
    await tx.execute(
        "update episodes set is_echo = true where id = any($3::bigint[]) and tenant_id = $1 and user_id = $2",
        owner.tenant_id, owner.user_id, list(episodes),
    )  # fmt: skip


async def delete_episodes(tx: Tx, owner: Owner, ids: Sequence[int]) -> None:
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
        owner.tenant_id, owner.user_id, list(ids),
    )  # fmt: skip
    await tx.execute(
        "delete from episodes where id = any ($3) and tenant_id = $1 and user_id = $2",
        owner.tenant_id, owner.user_id, list(ids),
    )  # fmt: skip


async def restore_episodes(tx: Tx, owner: Owner, rows: Sequence[Mapping[str, Any]]) -> Sequence[int]:
    """With their words."""
    columns = """session bigint, seq integer, external_id text, persona_id text, role text, name text, text text,
                 said_at timestamptz, stored_at timestamptz, is_echo boolean"""
    ids = await restore_rows(tx, owner, "episodes", columns, rows)
    texts = [row["text"] for row in rows]
    await tx.execute("select memory_index($1, $2, $3, $4)", owner.tenant_id, owner.user_id, list(ids), texts)
    return ids


async def find_arrived(
    tx: Tx, owner: Owner, session_row: SessionRow, external_ids: Sequence[str]
) -> dict[str, tuple[int, int]]:
    """(episode, seq) of those that came already, by their external ids."""
    rows = await tx.fetch(
        """
        select external_id, id, seq from episodes
         where tenant_id = $1 and user_id = $2 and session = $3 and external_id = any ($4)
        """,
        owner.tenant_id, owner.user_id, session_row, list(external_ids),
    )  # fmt: skip
    return {row["external_id"]: (row["id"], row["seq"]) for row in rows}


async def await_turns(tx: Tx, owner: Owner, session_row: SessionRow, external_ids: Sequence[str]) -> dict[str, int]:
    """Their numbers, all below zero."""
    rows = await tx.fetch(
        """
        insert into awaited_turns (tenant_id, user_id, session, external_id)
        select $1, $2, $3, external_id from unnest($4::text[]) external_id
        on conflict (session, external_id) do update set external_id = excluded.external_id
        returning id, external_id
        """,
        owner.tenant_id, owner.user_id, session_row, list(external_ids),
    )  # fmt: skip
    return {row["external_id"]: row["id"] for row in rows}


async def note_facts(tx: Tx, owner: Owner, rows: Sequence[tuple[int, int]]) -> None:
    await tx.execute(
        """
        update awaited_turns w set facts = w.facts || new.facts
          from (select turn, array_agg(fact) as facts
                  from unnest($3::bigint[], $4::bigint[]) given (fact, turn) group by turn) new
         where w.id = new.turn and w.tenant_id = $1 and w.user_id = $2
        """,
        owner.tenant_id, owner.user_id, [row[0] for row in rows], [row[1] for row in rows],
    )  # fmt: skip


async def note_loops(tx: Tx, owner: Owner, rows: Sequence[tuple[int, int, str]]) -> None:
    await tx.execute(
        """
        update awaited_turns w set loops = w.loops || new.loops
          from (select turn, jsonb_agg(jsonb_build_object('id', loop, 'what', what)) as loops
                  from unnest($3::bigint[], $4::bigint[], $5::text[]) given (loop, turn, what) group by turn) new
         where w.id = new.turn and w.tenant_id = $1 and w.user_id = $2
        """,
        owner.tenant_id, owner.user_id, [row[0] for row in rows], [row[1] for row in rows], [row[2] for row in rows],
    )  # fmt: skip
