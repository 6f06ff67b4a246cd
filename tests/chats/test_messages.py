from __future__ import annotations

from uuid import UUID

import asyncpg
import orjson
import pytest

from holdfast.chats.messages import read_said
from holdfast.core.db import Db
from holdfast.core.ids import new_id

pytestmark = pytest.mark.anyio


async def talk(rows: asyncpg.Connection, user: UUID, chat: UUID, session: UUID, messages: int) -> UUID:
    """A conversation of one session; the id of its last message."""
    await rows.execute("insert into users (id, name) values ($1, 'Ada')", user)
    await rows.execute("insert into chats (id, user_id, persona_id, title) values ($1, $2, 'sophie', 'T')", chat, user)
    await rows.execute(
        """
        insert into sessions (id, user_id, chat_id, persona_id, started_at, last_user_message_at, closes_at)
        values ($1, $2, $3, 'sophie', now(), now(), now())
        """,
        session, user, chat,
    )  # fmt: skip
    ids = [new_id() for _ in range(messages)]
    await rows.executemany(
        """
        insert into messages (chat_id, id, user_id, parent_id, session_id, turn_id, role, parts, status, tokens)
        values ($1, $2, $3, $4, $5, $6, $7, $8::jsonb, 'complete', 1)
        """,
        [
            (chat, one, user, ids[n - 1] if n else None, session, new_id(), "assistant" if n % 2 else "user",
             orjson.dumps([{"type": "text", "text": f"Message {n}."}]).decode())
            for n, one in enumerate(ids)
        ],
    )  # fmt: skip
    return ids[-1]


async def test_how_often_somebody_spoke_is_counted_from_the_first_word(db: Db, as_owner: asyncpg.Connection) -> None:
    user, chat, session = new_id(), new_id(), new_id()
    leaf = await talk(as_owner, user, chat, session, 6)
    assert await read_said(db, user, chat, leaf, session) == (3, "Message 0.")


async def test_a_very_long_session_is_not_walked_to_its_beginning(db: Db, as_owner: asyncpg.Connection) -> None:
    user, chat, session = new_id(), new_id(), new_id()
    leaf = await talk(as_owner, user, chat, session, 1_000)
    times, _ = await read_said(db, user, chat, leaf, session)
    assert times == 200
