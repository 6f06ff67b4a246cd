"""With Redis or Valkey configured, streams go by it too, and their readers in other processes hear of chunks sooner."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Sequence

from holdfast.core.config import Settings
from holdfast.core.redis import open_redis
from holdfast.stream.flush import Flush
from holdfast.stream.live import LiveStreams
from holdfast.stream.redis_buffer import RedisBuffer
from holdfast.stream.relay import Relay


def start_redis(settings: Settings, streams: LiveStreams) -> Sequence[Callable[[], Coroutine[None, None, None]]]:
    """What has to run from now on; nothing where there is no Redis."""
    client = open_redis(settings)
    if client is None:
        return ()
    streams.fast = RedisBuffer(client, streams.process_id, settings.redis_patience_seconds)
    streams.relay = Relay(streams.fast)
    return (Flush(streams.fast, streams).run, streams.relay.run)
