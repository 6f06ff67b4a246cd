"""Chunks and half-written documents go when their time has come, and not before."""

from __future__ import annotations

import asyncpg
import pytest

from holdfast.core.db import Db
from holdfast.core.ids import ProcessId, StreamId, UserId, new_id
from holdfast.stream.tidy import tidy
from tests.stream.conftest import add_person, add_stream

pytestmark = pytest.mark.anyio


async def test_however_much_has_ended_nothing_old_is_left_and_nothing_young_is_gone(
    db: Db, as_owner: asyncpg.Connection
) -> None:
    user = await add_person(as_owner)
    ages = [3700, 3650, 3610, 3605, 3601, 3500, 10, None]
    streams = [await _ended(as_owner, user, age) for age in ages]
    for age in (1900, 1850, 1801, 1700):
        await as_owner.execute(
            "insert into partial_documents values ($1, $2, $3, now() - make_interval(secs => $4))",
            user, new_id(), str(age), age,
        )  # fmt: skip
    await tidy(db, most=2)
    left = await as_owner.fetch("select distinct stream_id from stream_chunks")
    assert {row["stream_id"] for row in left} == set(streams[5:])
    assert [row["content"] for row in await as_owner.fetch("select content from partial_documents")] == ["1700"]


async def _ended(as_owner: asyncpg.Connection, user: UserId, seconds_ago: int | None) -> StreamId:
    """With two chunks; None: it has not ended."""
    stream = await add_stream(as_owner, user, ProcessId(new_id()))
    await as_owner.execute(
        "insert into stream_chunks (stream_id, seq, user_id, data) select $1, n, $2, '{}' from generate_series(0, 1) n",
        stream, user,
    )  # fmt: skip
    if seconds_ago is not None:
        await as_owner.execute(
            """
            update streams set status = 'interrupted', ended_at = now() - make_interval(secs => $2) where id = $1
            """,
            stream, seconds_ago,
        )  # fmt: skip
    return stream
