"""Redis or Valkey as a buffer: quick, and never the only place.

    stream:{id}:chunks                 a Redis stream; the id of an entry is its seq + 1, so that a batch sent twice is
                                       there once. After the last chunk comes an entry that says: ended, ask Postgres
    stream:{id}:state                  status, and which process writes; a process that lost the stream adds nothing
    composer:stream:{document}:content one field for each person: a document's id is chosen by clients

Nothing waits for it. A call that takes longer than a moment, or fails, leaves it alone for a second (`BufferAway`), and
everybody is served from Postgres meanwhile. Commands of Redis 7.0 and Lua only.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, TypeVar, cast

import orjson

from holdfast.core.ids import DocumentId, ProcessId, StreamId, UserId
from holdfast.core.log import get_logger
from holdfast.core.redis import RedisAway, RedisBackoff
from holdfast.stream.buffer import BufferAway, Partial
from holdfast.stream.types import KEEP_CHUNKS_SECONDS, KEEP_PARTIALS_SECONDS, Chunk, Status

if TYPE_CHECKING:
    from redis.asyncio import Redis

PAUSE_SECONDS = 1.0
_BLOCK_MS = 40
"""How long a question for news waits in Redis; a reader who joins meanwhile waits as long at most."""
_KEEP_AT_MOST = 20_000
"""Chunks of one stream; a reader further behind is served from Postgres."""

_APPEND = """
local writer, keep, most = ARGV[1], ARGV[2], ARGV[3]
local at = 4
local refused = {}
for n = 1, #KEYS, 2 do
  local chunks, state = KEYS[n], KEYS[n + 1]
  local begins, count = ARGV[at] == '1', tonumber(ARGV[at + 1])
  local held = redis.call('HMGET', state, 'status', 'writer')
  local is_ours = begins or not held[2] or held[2] == writer
  if (held[1] and held[1] ~= 'active') or not is_ours then
    refused[#refused + 1] = (n + 1) / 2
  else
    if begins or not held[1] then redis.call('HSET', state, 'status', 'active', 'writer', writer) end
    local last = redis.call('XREVRANGE', chunks, '+', '-', 'COUNT', 1)
    local top = last[1] and tonumber(string.match(last[1][1], '^%d+')) or 0
    for i = 0, count - 1 do
      local id = tonumber(ARGV[at + 2 + 2 * i]) + 1
      if id > top then
        redis.call('XADD', chunks, 'MAXLEN', '~', most, id .. '-0', 'd', ARGV[at + 3 + 2 * i])
      end
    end
    redis.call('EXPIRE', chunks, keep)
    redis.call('EXPIRE', state, keep)
  end
  at = at + 2 + 2 * count
end
return refused
"""

_MARK = """
local held = redis.call('HGET', KEYS[2], 'status')
if held and held ~= 'active' then return 0 end
redis.call('HSET', KEYS[2], 'status', ARGV[1])
redis.call('EXPIRE', KEYS[2], ARGV[2])
if ARGV[1] ~= 'active' then
  local last = redis.call('XREVRANGE', KEYS[1], '+', '-', 'COUNT', 1)
  local top = last[1] and string.match(last[1][1], '^%d+') or '0'
  redis.call('XADD', KEYS[1], top .. '-1', 'e', ARGV[1])
  redis.call('EXPIRE', KEYS[1], ARGV[2])
end
return 1
"""

_FORGET = """
for n = 1, #KEYS, 2 do
  redis.call('UNLINK', KEYS[n])
  local status = redis.call('HGET', KEYS[n + 1], 'status')
  if status == 'active' then redis.call('HSET', KEYS[n + 1], 'status', 'interrupted') end
end
"""

T = TypeVar("T")
log = get_logger()


@dataclass(frozen=True, slots=True)
class News:
    chunks: Sequence[Chunk]
    is_ended: bool


class RedisBuffer:
    def __init__(self, client: Redis, process_id: ProcessId, patience_seconds: float) -> None:
        self._client: Any = client  # its own types say any command may answer anything
        self._process = process_id.hex
        self._append = self._client.register_script(_APPEND)
        self._mark = self._client.register_script(_MARK)
        self._forget = self._client.register_script(_FORGET)
        self.backoff = RedisBackoff(
            without="stream_buffer_away", pause_seconds=PAUSE_SECONDS, patience_seconds=patience_seconds
        )

    @property
    def is_up(self) -> bool:
        return self.backoff.is_up

    async def append(self, chunks: Sequence[tuple[StreamId, int, bytes]]) -> None:
        await self.append_held(chunks)

    async def append_held(
        self, chunks: Sequence[tuple[StreamId, int, bytes]], begins: frozenset[StreamId] = frozenset()
    ) -> Sequence[StreamId]:
        """One script for all streams of a process. `begins`: streams whose writer we have just become.

        Those that another process writes by now, or that have ended, take nothing, and are returned.
        """
        batches: dict[StreamId, list[Any]] = {}
        for stream_id, seq, data in chunks:
            batches.setdefault(stream_id, []).extend((seq, data))
        if not batches:
            return []
        keys = [key for stream_id in batches for key in (_chunks(stream_id), _state(stream_id))]
        given: list[Any] = [self._process, int(KEEP_CHUNKS_SECONDS), _KEEP_AT_MOST]
        for stream_id, batch in batches.items():
            given += [int(stream_id in begins), len(batch) // 2, *batch]
        refused = await self._ask(lambda: self._append(keys=keys, args=given))
        ids = list(batches)
        return [ids[int(number) - 1] for number in refused]

    async def read(self, stream_id: StreamId, from_seq: int, *, limit: int = 1000) -> Sequence[Chunk]:
        entries = await self._ask(
            lambda: self._client.xrange(_chunks(stream_id), min=f"{from_seq + 1}-0", max="+", count=limit)
        )
        return _news(entries).chunks

    async def read_news(self, places: Mapping[StreamId, int]) -> Mapping[StreamId, News]:
        """What came after these places, in all of these streams; waits a moment if there is nothing yet."""
        keys = {_chunks(stream_id): stream_id for stream_id in places}
        # After the last chunk they have: the next one, or the entry that says it was the last.
        asked: dict[Any, Any] = {_chunks(stream_id): f"{seq}-0" for stream_id, seq in places.items()}
        found = await self._ask(lambda: self._client.xread(asked, count=500, block=_BLOCK_MS))
        return {keys[key.decode()]: _news(entries) for key, entries in found or ()}

    async def mark(self, stream_id: StreamId, status: Status) -> None:
        keys, given = [_chunks(stream_id), _state(stream_id)], [status, int(KEEP_CHUNKS_SECONDS)]
        await self._ask(lambda: self._mark(keys=keys, args=given))

    async def find_status(self, stream_id: StreamId) -> Status | None:
        found = await self._ask(lambda: self._client.hget(_state(stream_id), "status"))
        return cast(Status, found.decode()) if found else None

    async def forget(self, stream_ids: Sequence[StreamId]) -> None:
        keys = [key for stream_id in stream_ids for key in (_chunks(stream_id), _state(stream_id))]
        if keys:  # a writer who has not heard of it yet finds the stream ended, and adds nothing
            await self._ask(lambda: self._forget(keys=keys))

    async def forget_partials(self, user_id: UserId, document_ids: Sequence[DocumentId]) -> None:
        async def forget() -> None:
            async with self._client.pipeline(transaction=False) as pipe:
                for document_id in document_ids:
                    pipe.hdel(_partial(document_id), user_id.hex)
                await pipe.execute()

        if document_ids:
            await self._ask(forget)

    async def save_partial(self, user_id: UserId, document_id: DocumentId, partial: Partial) -> None:
        key, value = _partial(document_id), orjson.dumps([partial.saved_at.timestamp(), partial.content])

        async def save() -> None:
            async with self._client.pipeline(transaction=True) as pipe:
                pipe.hset(key, user_id.hex, value)
                pipe.expire(key, int(KEEP_PARTIALS_SECONDS))
                await pipe.execute()

        await self._ask(save)

    async def find_partial(self, user_id: UserId, document_id: DocumentId) -> Partial | None:
        found = await self._ask(lambda: self._client.hget(_partial(document_id), user_id.hex))
        if found is None:
            return None
        saved_at, content = orjson.loads(found)
        return Partial(content, datetime.fromtimestamp(saved_at, UTC))

    async def aclose(self) -> None:
        await self._client.aclose()

    async def _ask(self, question: Callable[[], Awaitable[T]]) -> T:
        try:
            return await self.backoff.ask(question)
        except RedisAway as away:
            raise BufferAway from away


def _chunks(stream_id: StreamId) -> str:
    return f"stream:{stream_id}:chunks"


def _state(stream_id: StreamId) -> str:
    return f"stream:{stream_id}:state"


def _partial(document_id: DocumentId) -> str:
    return f"composer:stream:{document_id}:content"


def _news(entries: Sequence[tuple[bytes, Mapping[bytes, bytes]]]) -> News:
    chunks: list[Chunk] = []
    is_ended = False
    for entry_id, fields in entries:
        if b"d" in fields:
            chunks.append(Chunk(int(entry_id.partition(b"-")[0]) - 1, fields[b"d"]))
        else:
            is_ended = True
    return News(chunks, is_ended)
