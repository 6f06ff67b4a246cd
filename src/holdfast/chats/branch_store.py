"""Reading the messages that lead to one: the branch, what was said in a session, versions and ratings."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

import orjson
from asyncpg import Record

from holdfast.chats.types import Message, Part
from holdfast.core.db import Tx
from holdfast.core.ids import ChatId, MessageId, SessionId, UserId

_MAX_COUNTED = 400
_MESSAGE = "id, role, parts, status, parent_id, turn_id, model, created_at, tokens, session_id, ended_because"
"""In the order of `Message`."""


async def leaf_under(tx: Tx, user_id: UserId, chat_id: ChatId, message_id: MessageId) -> MessageId | None:
    """The newest leaf below a message: choosing an older version brings back what followed it."""
    leaf: MessageId | None = await tx.fetchval(
        """
        with recursive down as (
          select id, 0 as depth from messages where chat_id = $1 and user_id = $2 and id = $3
          union all
          select next.id, depth + 1
            from down cross join lateral (
              select id from messages
               where chat_id = $1 and user_id = $2 and parent_id = down.id order by seq desc limit 1) next
           where depth < 10000
        )
        select id from down order by depth desc limit 1
        """,
        chat_id, user_id, message_id,
    )  # fmt: skip
    return leaf


async def branch(
    tx: Tx, user_id: UserId, chat_id: ChatId, leaf_id: MessageId, *, limit: int, session_id: SessionId | None = None
) -> Sequence[Message]:
    """The messages that lead to `leaf`, it included, oldest first; with a session, only that session's.

    What was said to another persona in between is passed over; before the session's first message nothing is looked at.
    """
    rows = await _line(tx, user_id, chat_id, leaf_id, limit, session_id)
    if rows is None:
        rows = await _climb(tx, user_id, chat_id, leaf_id, limit, session_id)
    return [_message(row) for row in rows]


async def _line(
    tx: Tx, user_id: UserId, chat_id: ChatId, leaf_id: MessageId, limit: int, session_id: SessionId | None
) -> Sequence[Record] | None:
    """A chat is mostly one line, in which each message follows the one stored before it: then its last messages are
    the branch. None: it is not, or they do not reach far enough."""
    rows = await tx.fetch(
        f"""
        select {_MESSAGE} from messages
         where chat_id = $1 and user_id = $2
           and seq <= (select seq from messages where chat_id = $1 and user_id = $2 and id = $3)
           and seq >= coalesce((select min(seq) from messages
                                 where chat_id = $1 and user_id = $2 and session_id = $5), 0)
         order by seq desc limit $4
        """,  # noqa: S608
        chat_id, user_id, leaf_id, limit, session_id,
    )  # fmt: skip
    if any(later["parent_id"] != earlier["id"] for later, earlier in pairwise(rows)):
        return None
    mine = [row for row in rows if session_id is None or row["session_id"] == session_id]
    return mine[::-1] if len(mine) == limit or len(rows) < limit else None


async def _climb(
    tx: Tx, user_id: UserId, chat_id: ChatId, leaf_id: MessageId, limit: int, session_id: SessionId | None
) -> Sequence[Record]:
    """From parent to parent, where messages were edited or answered again."""
    rows: Sequence[Record] = await tx.fetch(
        f"""
        with recursive first as (
          select min(seq) as seq from messages where chat_id = $1 and user_id = $2 and session_id = $5
        ), up as (
          select m.*, 1 as depth, ($5::uuid is null or coalesce(m.session_id = $5, false))::int as kept
            from messages m where chat_id = $1 and user_id = $2 and id = $3
          union all
          select before.*, up.depth + 1,
                 up.kept + ($5::uuid is null or coalesce(before.session_id = $5, false))::int
            from up cross join lateral (
              select m.* from messages m where m.chat_id = $1 and m.user_id = $2 and m.id = up.parent_id limit 1) before
           where up.kept < $4 and ($5::uuid is null or before.seq >= (select seq from first))
        )
        select {_MESSAGE} from up where $5::uuid is null or session_id = $5 order by depth desc
        """,  # noqa: S608
        chat_id, user_id, leaf_id, limit, session_id,
    )  # fmt: skip
    return rows


async def said_in_session(
    tx: Tx, user_id: UserId, chat_id: ChatId, leaf_id: MessageId, session_id: SessionId
) -> tuple[int, Sequence[Part] | None]:
    """How often the person spoke in a session on the branch that leads to `leaf`, and what came first. Of a very long
    session, only the last part is counted: a turn must not cost more with every turn before it."""
    row = await tx.fetchrow(
        f"""
        with last as (
          select id, parent_id, role, session_id, seq from messages
           where chat_id = $1 and user_id = $2
             and seq <= (select seq from messages where chat_id = $1 and user_id = $2 and id = $3)
             and seq >= (select min(seq) from messages where chat_id = $1 and user_id = $2 and session_id = $4)
           order by seq desc limit {_MAX_COUNTED}
        ), line as (
          select *, lead(id) over (order by seq desc) as before from last
        ), said as (
          select count(*) as times, (array_agg(id order by seq))[1] as first_id
            from last where role = 'user' and session_id = $4
        )
        select said.times, (select parts from messages where chat_id = $1 and user_id = $2 and id = first_id) as parts,
               not exists (select from line where before is not null and parent_id is distinct from before) as is_line
          from said
        """,  # noqa: S608
        chat_id, user_id, leaf_id, session_id,
    )  # fmt: skip
    if row is None or not row["is_line"]:
        row = await _climb_and_count(tx, user_id, chat_id, leaf_id, session_id)
    return (row["times"], orjson.loads(row["parts"])) if row and row["times"] else (0, None)


async def _climb_and_count(
    tx: Tx, user_id: UserId, chat_id: ChatId, leaf_id: MessageId, session_id: SessionId
) -> Record | None:
    return await tx.fetchrow(
        f"""
        with recursive first as (
          select min(seq) as seq from messages where chat_id = $1 and user_id = $2 and session_id = $4
        ), up as (
          select m.id, m.parent_id, m.role, m.session_id, m.seq, 1 as depth from messages m
           where m.chat_id = $1 and m.user_id = $2 and m.id = $3 and m.seq >= (select seq from first)
          union all
          select before.*, up.depth + 1 from up cross join lateral (
              select m.id, m.parent_id, m.role, m.session_id, m.seq from messages m
               where m.chat_id = $1 and m.user_id = $2 and m.id = up.parent_id limit 1) before
           where before.seq >= (select seq from first) and up.depth < {_MAX_COUNTED}
        ), said as (
          select id, count(*) over () as times from up where role = 'user' and session_id = $4 order by seq limit 1
        )
        select said.times, m.parts from said join messages m on m.chat_id = $1 and m.user_id = $2 and m.id = said.id
        """,  # noqa: S608
        chat_id, user_id, leaf_id, session_id,
    )  # fmt: skip


async def what_is_known(tx: Tx, user_id: UserId, chat_id: ChatId, messages: Sequence[Message]) -> Sequence[Message]:
    """The same messages with their versions, their ratings, what they cost, and whether they are marked."""
    rows = await tx.fetch(
        """
        select m.id, f.rating,
               (select sum(t.cost_usd) from turns t
                 where t.chat_id = $1 and t.user_id = $2 and t.answer_id = m.id) as cost_usd,
               m.bookmarked_at is not null as is_bookmarked,
               array(select s.id from messages s where s.chat_id = $1 and s.user_id = $2
                        and s.parent_id is not distinct from m.parent_id and s.role = m.role order by s.seq) as siblings
          from messages m
          left join feedback f on f.chat_id = m.chat_id and f.message_id = m.id and f.user_id = $2
         where m.chat_id = $1 and m.user_id = $2 and m.id = any ($3)
        """,
        chat_id, user_id, [message.id for message in messages],
    )  # fmt: skip
    known = {row["id"]: row for row in rows}
    return [
        replace(
            message,
            siblings=row["siblings"],
            feedback=row["rating"],
            cost_usd=row["cost_usd"],
            is_bookmarked=row["is_bookmarked"],
        )
        if (row := known.get(message.id))
        else replace(message, siblings=(message.id,))
        for message in messages
    ]


def _message(row: Record) -> Message:
    identity, role, parts, *others = row
    return Message(identity, role, orjson.loads(parts), *others)
