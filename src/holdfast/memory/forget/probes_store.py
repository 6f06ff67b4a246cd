"""The SQL behind looking for pieces: it reads everybody's tables and writes none."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from holdfast.core.db import Owner, Tx
from holdfast.memory.forget.types import Deletion


async def plain(tx: Tx, texts: Sequence[str]) -> Sequence[str]:
    rows = await tx.fetch(
        "select memory_plain(t) as plain from unnest($1::text[]) with ordinality x (t, n) order by n", list(texts)
    )
    return [row["plain"] for row in rows]


async def words_of(tx: Tx, texts: Sequence[str]) -> Sequence[Sequence[str]]:
    """The words of each that full-text search knows."""
    rows = await tx.fetch(
        """
        select tsvector_to_array(to_tsvector('english', t)) as words
          from unnest($1::text[]) with ordinality x (t, n) order by n
        """,
        list(texts),
    )
    return [row["words"] for row in rows]


async def how_common(tx: Tx, owner: Owner, words: Sequence[str], *, at_most: int) -> Mapping[str, int]:
    """In how many turns each stands; counted no further than so many."""
    rows = await tx.fetch(
        """
        select w.word, (select count(*) from (select from episode_terms t
                                               where t.tenant_id = $1 and t.user_id = $2 and t.term = w.word
                                               limit $4) few) as turns
          from unnest($3::text[]) w (word)
        """,
        owner.tenant_id, owner.user_id, list(words), at_most,
    )  # fmt: skip
    return {row["word"]: row["turns"] for row in rows}


async def find_probes_by_word(tx: Tx, owner: Owner, words: Mapping[str, str]) -> Sequence[tuple[str, int]]:
    """(piece, turn): among the turns that hold the word which is given for the piece, or hide it."""
    rows = await tx.fetch(
        """
        with piece as (
          select * from unnest($3::text[], $4::text[], $5::text[]) p (probe, loose, word)
        ), holding as materialized (
          select t.term as word, t.episode_id as id from episode_terms t
           where t.tenant_id = $1 and t.user_id = $2 and t.term = any ($5)
          union
          select h.word, e.id from episodes e cross join lateral unnest(e.hidden_words) h (word)
           where e.tenant_id = $1 and e.user_id = $2 and e.hidden_words is not null and h.word = any ($5)
        ), turn as materialized (
          select id, text, lower(text) as low from episodes
           where tenant_id = $1 and user_id = $2 and id in (select id from holding)
        )
        select p.probe, e.id from piece p join holding h using (word) join turn e on e.id = h.id
         where case when e.low like p.loose then strpos(memory_plain(e.text), p.probe) > 0 else false end
        """,
        owner.tenant_id, owner.user_id, list(words), _loose(list(words)), list(words.values()),
    )  # fmt: skip
    return [(row["probe"], row["id"]) for row in rows]


async def find_probes_anywhere(tx: Tx, owner: Owner, probes: Sequence[str]) -> Sequence[tuple[str, int]]:
    """The same, among all turns: each is read."""
    rows = await tx.fetch(
        """
        with turn as materialized (
          select id, text, lower(text) as low from episodes
           where tenant_id = $1 and user_id = $2 and lower(text) like any ($4)
        )
        select p.probe, e.id from turn e join unnest($3::text[], $4::text[]) p (probe, loose) on e.low like p.loose
         where strpos(memory_plain(e.text), p.probe) > 0
        """,
        owner.tenant_id, owner.user_id, list(probes), _loose(probes),
    )  # fmt: skip
    return [(row["probe"], row["id"]) for row in rows]


async def not_by_the_person(tx: Tx, owner: Owner, turns: Sequence[int]) -> Sequence[int]:
    rows = await tx.fetch(
        "select id from episodes where tenant_id = $1 and user_id = $2 and id = any ($3) and role <> 'user'",
        owner.tenant_id, owner.user_id, list(turns),
    )  # fmt: skip
    return [row["id"] for row in rows]


async def which_say(tx: Tx, texts: Sequence[str], query: str) -> Sequence[bool]:
    rows = await tx.fetch(
        """
        select to_tsvector('english', t) @@ plainto_tsquery('english', $2) as says
          from unnest($1::text[]) with ordinality x (t, n) order by n
        """,
        list(texts), query,
    )  # fmt: skip
    return [row["says"] for row in rows]


async def find_again(tx: Tx, owner: Owner, gone: Deletion, probes: Sequence[str]) -> Mapping[str, int]:
    """How often it is still there, by each way one can ask."""
    row = await tx.fetchrow(
        """
        select
          (select count(*) from episodes where tenant_id = $1 and user_id = $2 and id = any ($3)) as turns,
          (select count(*) from episode_terms where tenant_id = $1 and user_id = $2 and episode_id = any ($3)) as words,
          (select count(*) from memory_vectors where tenant_id = $1 and user_id = $2
              and (kind = 'e' and item_id = any ($3) or kind = 'f' and item_id = any ($4)
                   or kind = 'l' and item_id = any ($5))) as vectors,
          (select count(*) from memory_unembedded where tenant_id = $1 and user_id = $2
              and (kind = 'e' and item_id = any ($3) or kind = 'f' and item_id = any ($4)
                   or kind = 'l' and item_id = any ($5))) as vectors_awaited,
          (select count(*) from carried_vectors where tenant_id = $1 and user_id = $2) as vectors_carried,
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
        [loop.id for loop in gone.loops], list(gone.sessions), patterns_of(probes),
    )  # fmt: skip
    assert row is not None
    return dict(row)


def patterns_of(probes: Sequence[str]) -> list[str]:
    """Words and spaces alone: nothing in them means anything to LIKE."""
    return [f"%{probe}%" for probe in probes]


def _loose(probes: Sequence[str]) -> list[str]:
    """The words of a piece in order, with anything between them: cheap to look for, and true wherever the piece is."""
    return [f"%{probe.replace(' ', '%')}%" for probe in probes]
