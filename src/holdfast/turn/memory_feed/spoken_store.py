"""What was said and answered, as the memory is told of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Literal
from uuid import UUID

import asyncpg
import orjson

from holdfast.chats.types import Part
from holdfast.core.db import Tx


@dataclass(frozen=True, slots=True)
class Spoken:
    id: UUID
    session_id: UUID
    persona_id: str | None
    """Whose session it is: a question answered again by another persona stays where it was asked."""
    role: Literal["user", "assistant"]
    parts: Sequence[Part]
    created_at: datetime


async def find_spoken(
    tx: Tx, user: UUID, turn_id: UUID, *, by_session: Sequence[str] = ()
) -> tuple[Sequence[Spoken], str | None]:
    """The question and the answer of a turn, as far as they are still there; and where the person's clock stands.

    Nothing of a turn with one of the personas that learn by session, while its session is open: its end brings it.
    """
    rows = await tx.fetch(
        """
        select m.id, coalesce(m.session_id, t.session_id) as session_id, said.persona_id, m.role, m.parts, m.created_at,
               coalesce(t.choices ->> 'timeZone', (select quota_zone from users where id = $2)) as zone
          from turns t join messages m on m.chat_id = t.chat_id and m.id in (t.message_id, t.answer_id)
          left join sessions said on said.id = coalesce(m.session_id, t.session_id) and said.user_id = $2
         where t.id = $1 and t.user_id = $2 and m.user_id = $2 and coalesce(m.session_id, t.session_id) is not null
           and not (t.persona_id = any ($3) and exists (
                 select from sessions s where s.id = t.session_id and s.user_id = $2 and s.closed_at is null))
         order by m.seq
        """,
        turn_id, user, list(by_session),
    )  # fmt: skip
    return [_spoken(row) for row in rows], rows[0]["zone"] if rows else None


async def find_persona_of_open(tx: Tx, user: UUID, session_id: UUID) -> str | None:
    """None: it has closed, or there is no such session."""
    persona: str | None = await tx.fetchval(
        "select persona_id from sessions where id = $1 and user_id = $2 and closed_at is null", session_id, user
    )
    return persona


async def find_spoken_in(tx: Tx, user: UUID, session_id: UUID) -> tuple[Sequence[Spoken], str | None]:
    """What was said in a session, in all its branches, the oldest first; and where the person's clock stands."""
    rows = await tx.fetch(
        """
        select m.id, m.session_id, s.persona_id, m.role, m.parts, m.created_at,
               (select quota_zone from users where id = $2) as zone
          from sessions s join messages m on m.chat_id = s.chat_id and m.session_id = s.id
         where s.id = $1 and s.user_id = $2 and m.user_id = $2
         order by m.seq
        """,
        session_id, user,
    )  # fmt: skip
    return [_spoken(row) for row in rows], rows[0]["zone"] if rows else None


async def find_spoken_lately(tx: Tx, user: UUID, *, most: int) -> Sequence[Spoken]:
    """What was said in the chats of the last day, the oldest first."""
    rows = await tx.fetch(
        """
        select m.id, m.session_id, s.persona_id, m.role, m.parts, m.created_at
          from chats c join messages m on m.chat_id = c.id
          left join sessions s on s.id = m.session_id and s.user_id = $1
         where c.user_id = $1 and m.user_id = $1 and c.updated_at > now() - interval '1 day'
           and m.created_at > now() - interval '1 day' and m.session_id is not null
         order by m.seq desc limit $2
        """,
        user, most,
    )  # fmt: skip
    return [_spoken(row) for row in reversed(rows)]


def _spoken(row: asyncpg.Record) -> Spoken:
    parts = orjson.loads(row["parts"])
    return Spoken(row["id"], row["session_id"], row["persona_id"], row["role"], parts, row["created_at"])
