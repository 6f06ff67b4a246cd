"""Whoever waits for the first word of an answer goes first.

Between a question and its first word a server works for some ten milliseconds. Almost everything else that it does can
wait for as long, and nobody would notice: the rest of an answer that has begun, what is stored of it, and in the worker
beside it all of the learning. On a machine with few cores these stood in the way of each other in the order in which
they came, so that of sixteen who asked at once each waited for the whole answers of the others.

`FirstWords` knows those who wait in this process:

- A few are served at a time, in the order in which they came. All at once would be done at the same time, late; one
  after another each but the last is done sooner.
- An answer that has begun steps aside for them, once.
- The worker beside this process sees how many there are in memory that both share, and does a piece of its work at a
  time while there are any (`GiveWay`).

Nobody waits long for that: each has a limit. And whoever is served for longer than our own work takes waits for
something else, a model that is asked or a lock, and stands in nobody's way.
"""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

MAX_SERVED = 3
"""At once. One alone would leave the event loop idle half of the time: the database has its share of the work."""
SERVED_SECONDS = 0.1
MAX_SECONDS_AT_THE_DOOR = 0.25
MAX_SECONDS_ASIDE = 0.4
_EVERY_SECONDS = 0.025
_LOOK_SECONDS = 0.003


class FirstWordsPlace:
    """Of one who is served. Left once, however often that is told."""

    def __init__(self, leave: Callable[[], None]) -> None:
        self._leave: Callable[[], None] | None = leave
        self.is_kept = False

    def keep(self) -> FirstWordsPlace:
        """It is left by whoever goes on with it."""
        self.is_kept = True
        return self

    def leave(self) -> None:
        if self._leave is not None:
            leave, self._leave = self._leave, None
            leave()


class FirstWords:
    """`tell`: hears how many wait, whenever that changes."""

    def __init__(
        self,
        tell: Callable[[int], None] = lambda waiting: None,
        *,
        most_served: int = MAX_SERVED,
        served_seconds: float = SERVED_SECONDS,
        door_seconds: float = MAX_SECONDS_AT_THE_DOOR,
    ) -> None:
        self._tell = tell
        self._most_served = most_served
        self._served_seconds = served_seconds
        self._door_seconds = door_seconds
        self._served = 0
        self._at_the_door: deque[asyncio.Future[None]] = deque()
        self._aside: deque[asyncio.Future[None]] = deque()

    @property
    def waiting(self) -> int:
        return self._served + len(self._at_the_door)

    def take_place(self) -> FirstWordsPlace:
        """Without a look at the door."""
        self._served += 1
        return self._place()

    @asynccontextmanager
    async def served(self) -> AsyncIterator[FirstWordsPlace]:
        """For the time of the block; for longer, if the place is kept."""
        place = await self._come_in() if self._served >= self._most_served else self.take_place()
        try:
            yield place
        finally:
            if not place.is_kept:
                place.leave()

    async def step_aside(self) -> None:
        """Until fewer wait, or long enough."""
        if self.waiting >= self._most_served:
            await _wait_in(self._aside, MAX_SECONDS_ASIDE)

    async def _come_in(self) -> FirstWordsPlace:
        self._tell(self.waiting + 1)
        if await _wait_in(self._at_the_door, self._door_seconds, if_cancelled=self._left):
            return self._place()
        return self.take_place()

    def _place(self) -> FirstWordsPlace:
        self._tell(self.waiting)
        place = FirstWordsPlace(self._left)
        asyncio.get_running_loop().call_later(self._served_seconds, place.leave)
        return place

    def _left(self) -> None:
        if self._at_the_door and self._served <= self._most_served:
            _let_go(self._at_the_door)  # the place is theirs now
            return
        self._served -= 1
        self._tell(self.waiting)
        # Each that goes on will soon have another question: as many as there is room for; all, if nobody is left.
        room = self._most_served - self._served if self._served else len(self._aside)
        for _ in range(min(room, len(self._aside))):
            _let_go(self._aside)


async def _wait_in(
    line: deque[asyncio.Future[None]], seconds: float, *, if_cancelled: Callable[[], None] = lambda: None
) -> bool:
    """Whether it was let go; False: it waited long enough. `if_cancelled`: it was let go, and nobody is there."""
    turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
    line.append(turn)
    try:
        await asyncio.wait([turn], timeout=seconds)
    except asyncio.CancelledError:
        if turn.done():
            if_cancelled()
        raise
    finally:
        if not turn.done():
            line.remove(turn)
    return turn.done()


def _let_go(line: deque[asyncio.Future[None]]) -> None:
    """Whoever came first."""
    line.popleft().set_result(None)


class FirstWord:
    """Of one answer: whoever writes it steps aside when it has come, once."""

    def __init__(self, others: FirstWords) -> None:
        self._others = others
        self._is_there = asyncio.Event()

    async def came(self) -> None:
        if not self._is_there.is_set():
            self._is_there.set()
            await self._others.step_aside()

    def will_not_come(self) -> None:
        """Or has come long ago: the answer is over."""
        self._is_there.set()

    async def wait(self) -> None:
        """For what belongs to the answer and is needed only at its end."""
        await self._is_there.wait()


class GiveWay:
    """For work that nobody waits for, in another process: a piece of it at a time while somebody waits for a word.

    A piece is what cannot be stopped once it is begun: a text that is embedded, a transaction.
    """

    def __init__(self, is_somebody_waiting: Callable[[], bool], *, every_seconds: float = _EVERY_SECONDS) -> None:
        self._is_somebody_waiting = is_somebody_waiting
        self._every_seconds = every_seconds
        self._next_at = 0.0
        self._in_order = asyncio.Lock()

    async def pause(self) -> None:
        """Before a piece. Only the first in line looks again and again."""
        if not self._must_wait():
            self._go()
            return
        async with self._in_order:
            while self._must_wait():  # noqa: ASYNC110 — it is told in memory shared with another process, by no event
                await asyncio.sleep(_LOOK_SECONDS)
            self._go()

    def pause_thread(self) -> None:
        """The same in a thread of its own."""
        while self._must_wait():
            time.sleep(_LOOK_SECONDS)
        self._go()

    def _must_wait(self) -> bool:
        return self._is_somebody_waiting() and time.monotonic() < self._next_at

    def _go(self) -> None:
        self._next_at = time.monotonic() + self._every_seconds
