"""What was said and answered, as the memory is told of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Literal

import asyncpg
import orjson

from holdfast.chats.types import Part
from holdfast.core.db import Tx
from holdfast.core.ids import MessageId, SessionId, TurnId, UserId

_IS_REMEMBERED = (
    "not exists (select from turns own where own.id = m.turn_id and own.user_id = {} and not own.is_remembered)"
)
"""Said while the memory rested, or in a temporary chat: the memory is never told of it."""


@dataclass(frozen=True, slots=True)
class SpokenTurn:
    id: MessageId
    session_id: SessionId
    persona_id: str | None
    """Whose session it is: a question answered again by another persona stays where it was asked."""
    role: Literal["user", "assistant"]
    parts: Sequence[Part]
    created_at: datetime
    kept: int = 0
    """Of an answer that went on, the characters that were there before: the memory knows them."""


async def find_spoken(
    tx: Tx, user_id: UserId, turn_id: TurnId, *, by_session: Sequence[str] = ()
) -> tuple[Sequence[SpokenTurn], str | None]:
    """The question and the answer of a turn, as far as they are still there; and where the person's clock stands.

    Nothing of a turn with one of the personas that learn by session, while its session is open: its end brings it.
    """
    rows = await tx.fetch(
        f"""
        select m.id, coalesce(m.session_id, t.session_id) as session_id, said.persona_id, m.role, m.parts, m.created_at,
               case when m.id = t.answer_id then coalesce((t.choices ->> 'kept')::int, 0) else 0 end as kept,
               coalesce(t.choices ->> 'timeZone', (select quota_zone from users where id = $2)) as zone
          from turns t join messages m on m.chat_id = t.chat_id and m.id in (t.message_id, t.answer_id)
          left join sessions said on said.id = coalesce(m.session_id, t.session_id) and said.user_id = $2
         where t.id = $1 and t.user_id = $2 and m.user_id = $2 and coalesce(m.session_id, t.session_id) is not null
           and {_IS_REMEMBERED.format("$2")}
           and not (t.persona_id = any ($3) and exists (
                 select from sessions s where s.id = t.session_id and s.user_id = $2 and s.closed_at is null))
         order by m.seq
        """,  # noqa: S608
        turn_id, user_id, list(by_session),
    )  # fmt: skip
    return [_spoken(row) for row in rows], rows[0]["zone"] if rows else None


async def find_persona_of_open(tx: Tx, user_id: UserId, session_id: SessionId) -> str | None:
    """None: it has closed, or there is no such session."""
    persona: str | None = await tx.fetchval(
        "select persona_id from sessions where id = $1 and user_id = $2 and closed_at is null", session_id, user_id
    )
    return persona


async def find_spoken_in(tx: Tx, user_id: UserId, session_id: SessionId) -> tuple[Sequence[SpokenTurn], str | None]:
    """What was said in a session, in all its branches, the oldest first; and where the person's clock stands."""
    rows = await tx.fetch(
        f"""
        select m.id, m.session_id, s.persona_id, m.role, m.parts, m.created_at,
               (select quota_zone from users where id = $2) as zone
          from sessions s join messages m on m.chat_id = s.chat_id and m.session_id = s.id
         where s.id = $1 and s.user_id = $2 and m.user_id = $2 and {_IS_REMEMBERED.format("$2")}
         order by m.seq
        """,  # noqa: S608
        session_id, user_id,
    )  # fmt: skip
    return [_spoken(row) for row in rows], rows[0]["zone"] if rows else None


async def find_spoken_lately(tx: Tx, user_id: UserId, *, most: int) -> Sequence[SpokenTurn]:
    """What was said in the chats of the last day, the oldest first."""
    rows = await tx.fetch(
        f"""
        select m.id, m.session_id, s.persona_id, m.role, m.parts, m.created_at
          from chats c join messages m on m.chat_id = c.id
          left join sessions s on s.id = m.session_id and s.user_id = $1
         where c.user_id = $1 and m.user_id = $1 and c.updated_at > now() - interval '1 day'
           and m.created_at > now() - interval '1 day' and m.session_id is not null
           and {_IS_REMEMBERED.format("$1")}
         order by m.seq desc limit $2
        """,  # noqa: S608
        user_id, most,
    )  # fmt: skip
    return [_spoken(row) for row in reversed(rows)]


def _spoken(row: asyncpg.Record) -> SpokenTurn:
    parts = orjson.loads(row["parts"])
    kept = row.get("kept", 0)
    return SpokenTurn(row["id"], row["session_id"], row["persona_id"], row["role"], parts, row["created_at"], kept)
