from __future__ import annotations

from collections.abc import Sequence
from random import Random

import asyncpg
import orjson
import pytest

from holdfast.chats.messages import read_branch, read_spoken
from holdfast.chats.types import SpokenBefore
from holdfast.core.db import Db
from holdfast.core.ids import ChatId, MessageId, SessionId, UserId, new_id

pytestmark = pytest.mark.anyio


async def talk(rows: asyncpg.Connection, user: UserId, chat: ChatId, session: SessionId, messages: int) -> MessageId:
    """A conversation of one session; the id of its last message."""
    await begin_chat(rows, user, chat, session)
    ids = [MessageId(new_id()) for _ in range(messages)]
    await say(rows, user, chat, [(one, ids[n - 1] if n else None, session) for n, one in enumerate(ids)])
    return ids[-1]


async def begin_chat(rows: asyncpg.Connection, user: UserId, chat: ChatId, *sessions: SessionId) -> None:
    await rows.execute("insert into users (id, name) values ($1, 'Ada')", user)
    await rows.execute("insert into chats (id, user_id, persona_id, title) values ($1, $2, 'sophie', 'T')", chat, user)
    await rows.executemany(
        """
        insert into sessions (id, user_id, chat_id, persona_id, started_at, last_user_message_at, closes_at)
        values ($1, $2, $3, $4, now(), now(), now())
        """,
        [(session, user, chat, f"persona{n}") for n, session in enumerate(sessions)],
    )


async def say(
    rows: asyncpg.Connection, user: UserId, chat: ChatId, told: Sequence[tuple[MessageId, MessageId | None, SessionId]]
) -> None:
    """Messages as (id, the one before, session), in the order in which they are stored."""
    await rows.executemany(
        """
        insert into messages (chat_id, id, user_id, parent_id, session_id, turn_id, role, parts, status, tokens)
        values ($1, $2, $3, $4, $5, $6, $7, $8::jsonb, 'complete', 1)
        """,
        [
            (chat, one, user, before, session, new_id(), "assistant" if n % 2 else "user",
             orjson.dumps([{"type": "text", "text": f"Message {n}."}]).decode())
            for n, (one, before, session) in enumerate(told)
        ],
    )  # fmt: skip


async def said(db: Db, user: UserId, chat: ChatId, leaf: MessageId, session: SessionId) -> SpokenBefore:
    async with db.as_user(user) as tx:
        return await read_spoken(tx, user, chat, leaf, session)


async def test_how_often_somebody_spoke_is_counted_from_the_first_word(db: Db, as_owner: asyncpg.Connection) -> None:
    user, chat, session = UserId(new_id()), ChatId(new_id()), SessionId(new_id())
    leaf = await talk(as_owner, user, chat, session, 6)
    assert await said(db, user, chat, leaf, session) == SpokenBefore(3, "Message 0.")


async def test_a_very_long_session_is_not_walked_to_its_beginning(db: Db, as_owner: asyncpg.Connection) -> None:
    user, chat, session = UserId(new_id()), ChatId(new_id()), SessionId(new_id())
    leaf = await talk(as_owner, user, chat, session, 1_000)
    assert (await said(db, user, chat, leaf, session)).times == 200


@pytest.mark.parametrize("seed", range(12))
async def test_a_branch_is_what_its_parents_say_whether_the_chat_is_one_line_or_a_tree(
    db: Db, as_owner: asyncpg.Connection, seed: int
) -> None:
    chance, user, chat = Random(seed), UserId(new_id()), ChatId(new_id())
    sessions = [SessionId(new_id()) for _ in range(3)]
    await begin_chat(as_owner, user, chat, *sessions)
    ids, told = [MessageId(new_id()) for _ in range(40)], dict[MessageId, tuple[MessageId | None, SessionId]]()
    for n, one in enumerate(ids):
        turns_aside = n > 1 and chance.random() < (0.0, 0.03, 0.3)[seed % 3]
        before = chance.choice([None, *ids[:n]]) if turns_aside else (ids[n - 1] if n else None)
        # One after another, or two personas by turns in one chat.
        told[one] = before, sessions[n // 15 if seed % 2 else chance.randrange(2)]
    await say(as_owner, user, chat, [(one, *where) for one, where in told.items()])
    for _ in range(12):
        leaf, limit, session = chance.choice(ids), chance.choice([1, 3, 12, 50]), chance.choice([None, *sessions])
        path = [one for one in _path(told, leaf) if session is None or told[one][1] == session]
        async with db.as_user(user) as tx:
            found = await read_branch(tx, user, chat, leaf, limit=limit, session_id=session)
            counted = await read_spoken(tx, user, chat, leaf, session or sessions[0])
        assert [message.id for message in found] == path[:limit][::-1]
        where = session or sessions[0]
        spoken = [one for one in _path(told, leaf)[::-1] if told[one][1] == where and ids.index(one) % 2 == 0]
        assert counted == SpokenBefore(len(spoken), f"Message {ids.index(spoken[0])}." if spoken else None)


def _path(told: dict[MessageId, tuple[MessageId | None, SessionId]], leaf: MessageId) -> Sequence[MessageId]:
    before = told[leaf][0]
    return [leaf, *(_path(told, before) if before else ())]
