"""What a lost process left: the turn behind a stream, and its chat, locked."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

import orjson

from holdfast.chats.types import Part
from holdfast.core.db import Tx
from holdfast.core.ids import ChatId, MessageId, SessionId, StreamId, TurnId, UserId
from holdfast.stream.types import MAX_RESTARTS


@dataclass(frozen=True, slots=True)
class LeftTurn:
    """A turn whose writer is gone, as far as it must be known to answer it anew."""

    turn_id: TurnId
    chat_id: ChatId
    session_id: SessionId | None
    persona_id: str
    trigger: Literal["submit-message", "regenerate-message"]
    message_id: MessageId
    answer_id: MessageId
    choices: Mapping[str, str]
    parts: Sequence[Part]
    parent_id: MessageId | None
    is_new_chat: bool


async def find_left_turn(tx: Tx, user_id: UserId, stream_id: StreamId) -> LeftTurn | None:
    """None where it cannot be answered anew: ended, asked to stop, begun anew often enough, or nobody's who may ask."""
    row = await tx.fetchrow(
        """
        select t.id as turn_id, t.chat_id, t.session_id, t.persona_id, t.trigger, t.message_id, t.answer_id, t.choices,
               m.parts, m.parent_id, m.parent_id is null and c.titled_by = 'words' as is_new_chat
          from streams s
          join turns t on t.id = s.turn_id and t.user_id = $2
          join chats c on c.id = s.chat_id and c.user_id = $2
          join messages m on m.chat_id = t.chat_id and m.id = t.message_id and m.user_id = $2
          join users u on u.id = $2 and u.suspended_at is null
         where s.id = $1 and s.user_id = $2 and s.status = 'active' and s.restarts < $3
           and s.stop_requested_at is null
        """,
        stream_id, user_id, MAX_RESTARTS,
    )  # fmt: skip
    if row is None:
        return None
    return LeftTurn(**{**row, "choices": orjson.loads(row["choices"]), "parts": orjson.loads(row["parts"])})


async def lock_chat_of(tx: Tx, user_id: UserId, stream_id: StreamId) -> None:
    """Before a stream's own row is touched, as everybody does who needs both: nobody waits for each other."""
    await tx.execute(
        """
        select from chats
         where user_id = $1 and id = (select chat_id from streams where id = $2 and user_id = $1)
           for no key update
        """,
        user_id, stream_id,
    )  # fmt: skip
