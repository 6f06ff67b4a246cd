"""Traces and the texts they name: read for whoever asks why, taken out for whoever forgets."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

import orjson

from holdfast.chats.types import Part
from holdfast.core.db import Tx
from holdfast.core.ids import ChatId, MessageId, SessionId, TurnId, UserId
from holdfast.turn.glassbox.encode import decode_trace
from holdfast.turn.glassbox.types import Trace


async def find_trace(tx: Tx, user_id: UserId, turn_id: TurnId) -> tuple[Trace, ChatId] | None:
    row = await tx.fetchrow(
        """
        select trace, t.chat_id from traces join turns t on t.id = turn_id and t.user_id = $2
         where turn_id = $1 and traces.user_id = $2
        """,
        turn_id, user_id,
    )  # fmt: skip
    return (decode_trace(row["trace"]), row["chat_id"]) if row else None


@dataclass(frozen=True, slots=True)
class OldTurn:
    chat_id: ChatId
    session_id: SessionId | None
    persona_id: str
    message_id: MessageId
    answer_id: MessageId
    created_at: datetime
    time_zone: str | None
    chat_memory: str | None


async def find_old_turn(tx: Tx, user_id: UserId, turn_id: TurnId) -> OldTurn | None:
    row = await tx.fetchrow(
        """
        select chat_id, session_id, persona_id, message_id, answer_id, created_at, choices ->> 'timeZone' as time_zone,
               choices ->> 'chatMemory' as chat_memory
          from turns where id = $1 and user_id = $2
        """,
        turn_id, user_id,
    )  # fmt: skip
    return OldTurn(**row) if row else None


async def prompt_texts(tx: Tx, user_id: UserId, hashes: Sequence[bytes]) -> dict[bytes, str]:
    rows = await tx.fetch(
        "select sha256, text from prompt_texts where user_id = $1 and sha256 = any ($2)", user_id, list(hashes)
    )
    return {row["sha256"]: row["text"] for row in rows}


async def message_texts(
    tx: Tx, user_id: UserId, chat_id: ChatId, ids: Sequence[MessageId]
) -> dict[MessageId, Sequence[Part]]:
    rows = await tx.fetch(
        "select id, parts from messages where chat_id = $1 and user_id = $2 and id = any ($3)",
        chat_id,
        user_id,
        list(ids),
    )
    return {row["id"]: orjson.loads(row["parts"]) for row in rows}


async def strip_traces(tx: Tx, user_id: UserId, sources: Sequence[tuple[str, str]], kinds: Sequence[str] = ()) -> int:
    """The blocks that came from one of these sources (kind, id), or from any of these kinds, are told no more, in
    whichever trace they stand. That there was one is said, and what else it told of."""
    done = await tx.execute(
        """
        with gone as materialized (
          select jsonb_build_object('type', kind, 'id', id) as source from unnest($2::text[], $3::text[]) g (kind, id)
        ), stripped as (
          select t.turn_id, jsonb_agg(b.block order by b.n) filter (where not b.is_gone) as blocks,
                 jsonb_agg(jsonb_build_object('kind', b.block -> 'kind', 'sources', b.others) order by b.n)
                   filter (where b.is_gone and b.block ->> 'status' is distinct from 'dropped') as forgotten
            from traces t cross join lateral (
              select b.block, b.n, exists (select from gone where b.block -> 'sources' @> jsonb_build_array(source))
                     or exists (select from jsonb_array_elements(b.block -> 'sources') s where s ->> 'type' = any ($4)),
                     (select coalesce(jsonb_agg(s), '[]'::jsonb) from jsonb_array_elements(b.block -> 'sources') s
                       where s not in (select source from gone))
                from jsonb_array_elements(t.trace -> 'blocks') with ordinality b (block, n)
              ) b (block, n, is_gone, others)
           where t.user_id = $1 group by 1 having bool_or(b.is_gone)
        )
        update traces t
           set trace = t.trace || jsonb_build_object(
                 'blocks', coalesce(s.blocks, '[]'::jsonb),
                 'forgotten', coalesce(t.trace -> 'forgotten', '[]'::jsonb) || coalesce(s.forgotten, '[]'::jsonb))
          from stripped s where t.turn_id = s.turn_id and t.user_id = $1
        """,
        user_id, [kind for kind, _ in sources], [one for _, one in sources], list(kinds),
    )  # fmt: skip
    return int(done.rpartition(" ")[2])


async def turns_with(tx: Tx, user_id: UserId, probes: Sequence[str]) -> Sequence[TurnId]:
    """Turns whose trace holds one of these pieces."""
    rows = await tx.fetch(
        "select turn_id from traces where user_id = $1 and memory_plain(trace::text) like any ($2)",
        user_id, [f"%{probe}%" for probe in probes],
    )  # fmt: skip
    return [row["turn_id"] for row in rows]


async def empty_traces(tx: Tx, user_id: UserId, turns: Sequence[TurnId]) -> int:
    """What went into these answers is not told any more. Counts and times stay."""
    done = await tx.execute(
        """
        update traces
           set trace = trace - 'sentence' || jsonb_build_object(
                 'blocks', '[]'::jsonb, 'retrievals', '[]'::jsonb, 'tools', '[]'::jsonb, 'systemBlocks', '[]'::jsonb,
                 'speech', '{}'::jsonb, 'forgotten', '[]'::jsonb, 'isForgotten', true)
         where user_id = $1 and turn_id = any ($2)
        """,
        user_id, list(turns),
    )  # fmt: skip
    return int(done.rpartition(" ")[2])


async def drop_prompt_texts(tx: Tx, user_id: UserId, probes: Sequence[str]) -> int:
    """Those that no trace refers to any more, and those that hold a piece."""
    done = await tx.execute(
        """
        delete from prompt_texts p
         where p.user_id = $1
           and (memory_plain(p.text) like any ($2)
                or encode(p.sha256, 'hex') not in (
                     select b ->> 'sha256' from traces t, jsonb_array_elements(t.trace -> 'blocks') b
                      where t.user_id = $1))
        """,
        user_id, [f"%{probe}%" for probe in probes],
    )  # fmt: skip
    return int(done.rpartition(" ")[2])


async def traces_with(tx: Tx, user_id: UserId, probes: Sequence[str]) -> int:
    count: int = await tx.fetchval(
        """
        select (select count(*) from traces where user_id = $1 and memory_plain(trace::text) like any ($2))
             + (select count(*) from prompt_texts where user_id = $1 and memory_plain(text) like any ($2))
        """,
        user_id, [f"%{probe}%" for probe in probes],
    )  # fmt: skip
    return count
