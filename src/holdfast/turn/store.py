"""The statements that begin and finish a turn, and change what is stored of one.

A turn writes to chats, messages, turns, traces and streams at once. Each of the two writes is one statement: they are
on the path of every answer, where a round trip is the unit of cost, and a turn is stored whole or not at all.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import astuple, dataclass
from datetime import datetime

import orjson

from holdfast.chats.types import Part
from holdfast.core.ask_within import Missing
from holdfast.core.db import LOCAL_TENANT, Tx
from holdfast.core.ids import ChatId, MessageId, ProcessId, TurnId, UserId
from holdfast.core.jobs import Promise
from holdfast.memory.types import CarriedVector
from holdfast.stream.wire import EndedBecause
from holdfast.turn.glassbox.encode import encode_trace
from holdfast.turn.glassbox.types import SpokenTrace, Trace
from holdfast.turn.types import TurnIds


@dataclass(frozen=True, slots=True)
class NewTurn:
    ids: TurnIds
    process_id: ProcessId
    persona_id: str
    trigger: str
    parent_id: MessageId | None
    asked_sha256: bytes
    gap_seconds: float
    parts: Sequence[Part] | None
    """None: the question is already stored."""
    tokens: int
    at: datetime
    """When it was said. Only the gap of a session is told by it; the order of messages is their seq."""
    head_id: MessageId
    """What is in view while it is answered."""
    choices: Mapping[str, str]
    """What was chosen with the question, for whoever must answer it anew after a crash."""
    is_remembered: bool
    finds_waiting: bool = False
    """Calls of tools wait in this chat."""


@dataclass(frozen=True, slots=True)
class Counted:
    """The period a turn is counted in, to be given back there."""

    period: str
    adds_to: str | None = None
    """The counter that goes up with it; None: it has gone up already."""


async def insert_turn(tx: Tx, turn: NewTurn, counted: Counted | None) -> None:
    ids = turn.ids
    await tx.execute(
        """
        with used as (
          insert into usage_counters as c (user_id, feature, period, used)
          select $4, $19, $18, 1 where $19::text is not null
          on conflict (user_id, feature, period) do update set used = c.used + 1
        ), session as (
          insert into sessions (id, user_id, chat_id, persona_id, started_at, last_user_message_at, closes_at)
          values ($5, $4, $3, $7, $16, $16, $16::timestamptz + make_interval(secs => $13))
          on conflict (id) do update
             -- The schedule may have closed it a moment ago: whoever goes on with it opens it again.
             set last_user_message_at = excluded.last_user_message_at, closes_at = excluded.closes_at,
                 closed_at = null, is_owed = false
           where $14::jsonb is not null
        ), question as (
          insert into messages
            (chat_id, id, user_id, parent_id, session_id, turn_id, role, parts, status, tokens, created_at)
          select $3, $9, $4, $10, $5, $1, 'user', $14::jsonb, 'complete', $15, $16 where $14 is not null
        ), turn as (
          insert into turns
            (id, user_id, chat_id, session_id, persona_id, trigger, message_id, answer_id, asked_sha256, created_at,
             choices, counted_in, is_remembered)
          values ($1, $4, $3, $5, $7, $8, $9, $11, $12, $16, $17, $18, $20)
        ), stream as (
          insert into streams (id, user_id, chat_id, turn_id, process_id) values ($2, $4, $3, $1, $6)
        )
        -- Whoever goes on with an archived chat has it back.
        update chats set head_id = $21, updated_at = now(), archived_at = null where id = $3 and user_id = $4
        """,
        ids.turn_id, ids.stream_id, ids.chat_id, ids.user_id, ids.session_id, turn.process_id, turn.persona_id,
        turn.trigger, ids.question_id, turn.parent_id, ids.answer_id, turn.asked_sha256, turn.gap_seconds,
        None if turn.parts is None else orjson.dumps(turn.parts).decode(), turn.tokens, turn.at,
        orjson.dumps(turn.choices).decode(), counted and counted.period, counted and counted.adds_to,
        turn.is_remembered, turn.head_id,
    )  # fmt: skip


async def uncount_turn(tx: Tx, user_id: UserId, turn_id: TurnId) -> str | None:
    """The day it was counted in, told once; None where it was not, or not any more."""
    counted_in: str | None = await tx.fetchval(
        """
        with counted as (
          select id, counted_in from turns where id = $1 and user_id = $2 and counted_in is not null for update)
        update turns t set counted_in = null from counted where t.id = counted.id returning counted.counted_in
        """,
        turn_id, user_id,
    )  # fmt: skip
    return counted_in


@dataclass(frozen=True, slots=True)
class EndedTurn:
    ids: TurnIds
    process_id: ProcessId
    ending: str
    parts: Sequence[Part] | None
    """None: nothing was said, so no message is stored."""
    message_status: str
    ended_because: EndedBecause | None
    answer_tokens: int
    model: str | None
    input_tokens: int | None
    output_tokens: int | None
    cost_usd: float | None
    trace: Trace
    prompt_texts: Sequence[tuple[bytes, str]]
    first_seq: int
    chunks: Sequence[bytes]
    jobs: Sequence[Promise]
    """Work that follows."""
    at: datetime | None = None
    """When the answer was given; None: now."""
    carried: CarriedVector | None = None
    """The vector that was made of the question: the memory need not make it again."""


async def insert_ending(tx: Tx, turn: EndedTurn) -> bool:
    """Everything that ends a turn, if the stream is still ours to end. False: it is not, and nothing was written.

    The chat's row is locked before the stream's, as deleting a chat does; otherwise each could wait for the other.
    """
    ids = turn.ids
    ended = await tx.fetchval(
        """
        with place as (
          select id from chats where id = $3 and user_id = $4 for no key update
        ), ended as (
          update streams s
             set status = $9, ended_at = now(),
                 message_id = case when $9 = 'completed' then $8::uuid end
            from place
           where s.id = $2 and s.user_id = $4 and s.process_id = $6 and s.status = 'active'
          returning s.id
        ), answer as (
          insert into messages
            (chat_id, id, user_id, parent_id, session_id, turn_id, role, parts, status, model, tokens, created_at,
             ended_because)
          select $3, $8, $4, $7, $5, $1, 'assistant', $10::jsonb, $11, $13, $12, coalesce($22::timestamptz, now()), $31
            from ended where $10 is not null
          on conflict (chat_id, id) do update  -- it went on
             set parts = excluded.parts, status = excluded.status, model = excluded.model, tokens = excluded.tokens,
                 turn_id = excluded.turn_id, ended_because = excluded.ended_because
           where messages.user_id = $4 and messages.role = 'assistant'
        ), turn as (
          update turns
             set status = $9, model = $13, input_tokens = $14, output_tokens = $15, cost_usd = $16, ended_at = now()
           where id = $1 and user_id = $4 and exists (select from ended)
        ), trace as (
          insert into traces (turn_id, user_id, trace) select $1, $4, $17::jsonb from ended
          on conflict (turn_id) do update set trace = excluded.trace
        ), texts as (
          insert into prompt_texts (user_id, sha256, text)
          select $4, t.sha256, t.text from ended, unnest($18::bytea[], $19::text[]) as t (sha256, text)
          on conflict do nothing
        ), chunks as (
          insert into stream_chunks (stream_id, seq, user_id, data)
          select $2, $20 + n - 1, $4, data from ended, unnest($21::bytea[]) with ordinality as c (data, n)
          on conflict do nothing
        ), chat as (
          update chats
             set updated_at = now(), head_id = case when head_id = $7 and $10 is not null then $8 else head_id end
           where id = $3 and user_id = $4 and exists (select from ended)
        ), carried as (
          insert into carried_vectors (tenant_id, user_id, chat_id, message_id, digest, embedder, vector, tokens)
          select $26, $4::text, $3, q.id, $27, $28, $29, $30
            from ended join messages q on q.chat_id = $3 and q.id = $7 and q.user_id = $4
            join turns asked on asked.id = $1 and asked.user_id = $4 and asked.is_remembered
           where $29::bytea is not null
          on conflict (chat_id, message_id) do update
             set digest = excluded.digest, embedder = excluded.embedder, vector = excluded.vector,
                 tokens = excluded.tokens, made_at = now()
        ), fed as (
          select jobs.enqueue(kind, ids, key, interval '0', 0) as is_new
            from ended cross join unnest($23::text[], $24::jsonb[], $25::text[]) as promised (kind, ids, key)
        )
        select count(is_new) from fed
        """,
        ids.turn_id, ids.stream_id, ids.chat_id, ids.user_id, ids.session_id, turn.process_id, ids.question_id,
        ids.answer_id, turn.ending, None if turn.parts is None else orjson.dumps(turn.parts).decode(),
        turn.message_status, turn.answer_tokens, turn.model, turn.input_tokens, turn.output_tokens, turn.cost_usd,
        encode_trace(turn.trace), [sha for sha, _ in turn.prompt_texts],
        [text for _, text in turn.prompt_texts], turn.first_seq, list(turn.chunks), turn.at,
        *zip(*[job.as_row() for job in turn.jobs], strict=True),
        LOCAL_TENANT, *(astuple(turn.carried) if turn.carried else (None, None, None, None)),
        turn.ended_because,
    )  # fmt: skip
    return bool(ended)


async def note_speech(
    tx: Tx, user_id: UserId, turn_id: TurnId, spoken: SpokenTrace, missing: Sequence[Missing], ms: float
) -> None:
    """What became of the voice, into the trace that was stored with the answer."""
    await tx.execute(
        """
        update traces
           set trace = trace
               || jsonb_build_object('missing', coalesce(trace -> 'missing', '[]'::jsonb) || $4::jsonb)
               || jsonb_build_object('timings', trace -> 'timings' || jsonb_build_object('speak', $5::float8))
               || jsonb_build_object('speech', trace -> 'speech' || jsonb_build_object('spoken', $3::jsonb))
         where turn_id = $1 and user_id = $2
        """,
        turn_id, user_id, orjson.dumps(spoken).decode(), orjson.dumps(missing).decode(), ms,
    )  # fmt: skip


async def set_parts(
    tx: Tx, user_id: UserId, answer: tuple[ChatId, MessageId], parts: Sequence[Part], *, is_cut: bool
) -> None:
    """`is_cut`: it is not whole until it has gone on; whoever finds it so knows that its server went down."""
    await tx.execute(
        """
        update messages
           set parts = $4::jsonb, status = case when $5 then 'partial' else status end,
               ended_because = case when $5 then 'lost' else ended_because end
         where chat_id = $1 and user_id = $2 and id = $3
        """,
        answer[0], user_id, answer[1], orjson.dumps(parts).decode(), is_cut,
    )  # fmt: skip


async def blank_turns(tx: Tx, user_id: UserId, turns: Sequence[TurnId]) -> None:
    """Not even a hash of what was asked stays; one that runs is over."""
    await tx.execute(
        """
        update turns set asked_sha256 = uuid_send(gen_random_uuid()),
               status = case when status = 'running' then 'interrupted' else status end,
               ended_at = coalesce(ended_at, now())
         where user_id = $1 and id = any ($2)
        """,
        user_id, list(turns),
    )  # fmt: skip


async def interrupt_turns(tx: Tx, user_id: UserId, turns: Sequence[TurnId]) -> None:
    await tx.execute(
        """
        update turns set status = 'interrupted', ended_at = now()
         where user_id = $1 and id = any ($2) and status = 'running'
        """,
        user_id, list(turns),
    )  # fmt: skip
