"""Texts whose vectors nobody waits for: embedded beside the answers of this process, and out of their way.

A turn leaves some fifty milliseconds of embedding behind, several times what it costs itself. Done at once, that work
would take the next turn's core. It has threads of its own, to which the kernel prefers others, and it rests after each
handful in proportion to what the event loop is doing: not at all in a quiet process, many times as long as it worked
in one that is busy answering. So it never stops, and holds nobody up.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Generic, Protocol, TypeVar, runtime_checkable

from holdfast.core.niceness import let_others_go_first
from holdfast.models.embed_lately import lately
from holdfast.models.types import Embedder

Made = TypeVar("Made")
"""What becomes of a text."""

_HANDFUL = 2
_NICENESS = 3
"""Enough to be put off when the event loop wakes up. With more, it would stand still where others fill the machine."""
_QUIET_SHARE = 0.1
_REST = 20.0
_MAX_REST_SECONDS = 2.0


@runtime_checkable
class EmbedsAside(Protocol):
    async def embed_aside(self, texts: Sequence[str]) -> Sequence[Sequence[float]]: ...


async def embed_aside(embedder: Embedder, texts: Sequence[str]) -> Sequence[Sequence[float]]:
    """As `embedder.embed`, for work that can wait. An embedder elsewhere is out of our way by itself.

    A text that was embedded a while ago is not embedded again: what is learned is compared first and kept later, what
    is open is compared with every turn, and people repeat themselves.
    """
    known_lately = lately(embedder)
    wanted = dict.fromkeys(texts)
    known = {text: vector for text in wanted if (vector := known_lately.find(text))}
    if missing := [text for text in wanted if text not in known]:
        embed = embedder.embed_aside if isinstance(embedder, EmbedsAside) else embedder.embed
        made = dict(zip(missing, await embed(missing), strict=True))
        known_lately.keep(made)
        known |= made
    return [known[text] for text in texts]


class AsideThreads(Generic[Made]):
    """The threads for it. A caller has as many handfuls in line as there are threads: callers come by turns, and one
    with a sentence does not wait for one with a library."""

    def __init__(self, embed: Callable[[Sequence[str]], list[Made]], *, threads: int) -> None:
        self._embed = embed
        self._threads = threads
        self._pool = ThreadPoolExecutor(
            threads, thread_name_prefix="embed-aside", initializer=let_others_go_first, initargs=(_NICENESS,)
        )
        self._free = asyncio.Semaphore(threads)
        self._loop_was = LoopShare()

    async def embed(self, texts: Sequence[str]) -> list[Made]:
        made: list[list[Made]] = [[] for _ in range(0, len(texts), _HANDFUL)]
        places = iter(range(len(made)))

        async def one_after_another() -> None:
            for place in places:
                made[place] = await self._one_handful(texts[place * _HANDFUL : (place + 1) * _HANDFUL])

        try:
            async with asyncio.TaskGroup() as group:
                for _ in range(min(self._threads, len(made))):
                    group.create_task(one_after_another())
        except ExceptionGroup as failures:
            raise failures.exceptions[0] from None
        return [one for handful in made for one in handful]

    async def _one_handful(self, texts: Sequence[str]) -> list[Made]:
        async with self._free:
            began = time.monotonic()
            made = await asyncio.get_running_loop().run_in_executor(self._pool, self._embed, texts)
            await asyncio.sleep(rest_seconds(time.monotonic() - began, self._loop_was.look()))
        return made

    def close(self) -> None:
        self._pool.shutdown(wait=False, cancel_futures=True)


class LoopShare:
    """How much of a core the event loop's thread has used since the last look, from 0 to 1."""

    def __init__(self) -> None:
        self._at = self._used = 0.0

    def look(self) -> float:
        at, used = time.monotonic(), time.thread_time()
        share = (used - self._used) / max(at - self._at, 1e-6)
        self._at, self._used = at, used
        return min(max(share, 0.0), 1.0)


def rest_seconds(worked_seconds: float, loop_share: float) -> float:
    return min(worked_seconds * _REST * max(loop_share - _QUIET_SHARE, 0.0), _MAX_REST_SECONDS)
