"""Who takes more than a share of the event loop stands in line, as long as others are there who do not.

Nobody is refused for asking much while the house is theirs alone. But where modest ones are served too, the greedy come
in one at a time, those who had least first, and take together what the modest leave over. To stand in line costs
nothing but the place: nothing of the request has been read, and nothing is answered until its turn has come; so whoever
sends again as soon as they are answered is slowed to the pace of the line, and the pace of the line is ours.

How much is too much depends on how it is asked for. Whoever has more waiting than are served at a time takes whatever
they get, so a fixed share is theirs. Whoever asks for one thing after the other takes what such things cost here, and
is measured by the others who do: by a few times what is ordinary.

Such as are strangers count each for themselves, and all of them together as one more.

A burst is held back too, before anything of it could be measured: of one who is not alone only a few are served at a
time. Whoever is served for longer than our own work takes waits for something else, and is not counted any more.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass
from statistics import median_low
from typing import Generic, TypeVar

from holdfast.core.errors import AppError
from holdfast.core.fair_account import FairPlace, TimeAccount
from holdfast.core.shares import too_many

Whose = TypeVar("Whose", bound=Hashable)

_NOTHING = 0.001
_FREE = 0.6
"""What of the loop may be given away; the rest is for such as come next."""


@dataclass(frozen=True, slots=True)
class Terms:
    share: float = 0.04
    """Of the event loop, that anybody may take without being greedy."""
    times_ordinary: float = 3.0
    """For whoever asks for little at a time: by chance one takes twice what others do, and hardly ever three times."""
    most: float = 0.2
    """Of the event loop, however ordinary it is."""
    left_to_the_greedy: float = 0.07
    """Of the event loop, of all of them together, however much the others take."""
    at_once: int = 3
    """Of one who is not alone."""
    greedy_at_once: int = 1
    """Of all of them."""
    in_line: int = 256
    """Of one."""
    all_in_line: int = 1024
    seconds: float = 10.0
    """To stand in line."""
    served_seconds: float = 2.0
    """To count as served; longer than that a request waits for something that is not ours, a model or a lock."""
    look_seconds: float = 0.02
    """How often what all take is added up, and the line looked at when nobody leaves."""


class FairLine(Generic[Whose]):
    def __init__(self, terms: Terms = Terms(), refusal: Callable[[], AppError] = too_many) -> None:
        self._terms, self._refusal = terms, refusal
        self._accounts: dict[Whose, TimeAccount] = {}
        """Of those who took something lately."""
        self._strangers = TimeAccount()
        self._in_line: dict[TimeAccount, None] = {}
        """Those with somebody waiting."""
        self._waiting = self._greedy_served = 0
        self._modest = self._greedy = 0.0
        """Shares of all of them together, as of then."""
        self._summed_at = float("-inf")
        self._clock: asyncio.TimerHandle | None = None

    def __len__(self) -> int:
        """How many are known, because they took something lately."""
        return len(self._accounts)

    def share_of_all(self) -> float:
        """Of the event loop, what all take together."""
        self._sum_up()
        return self._modest + self._greedy

    def is_greedy(self, whose: Whose) -> bool:
        self._sum_up()
        account = self._accounts.get(whose)
        return account is not None and account.is_greedy

    async def enter(self, whose: Whose, *, is_stranger: bool = False) -> FairPlace:
        """At once, or when the turn has come; refused when the line is full, or has not moved for too long."""
        self._sum_up()
        account = self._accounts.get(whose)
        if account is None:
            account = self._accounts[whose] = TimeAccount(self._strangers if is_stranger else None)
        if not account.waiting and (place := self._let_in(account)):
            return place
        if len(account.waiting) >= self._terms.in_line or self._waiting >= self._terms.all_in_line:
            raise self._refusal()
        return await self._wait(account)

    async def _wait(self, account: TimeAccount) -> FairPlace:
        turn: asyncio.Future[FairPlace] = asyncio.get_running_loop().create_future()
        account.waiting.append(turn)
        self._in_line[account] = None
        self._waiting += 1
        self._look_again()
        try:
            async with asyncio.timeout(self._terms.seconds):
                return await turn
        except BaseException as ended:  # border: whoever leaves the line, cancelled too, hands on what they were given
            if turn.done() and not turn.cancelled():
                turn.result().leave()
            elif turn in account.waiting:
                account.waiting.remove(turn)
                self._is_out_of_line(account)
            if isinstance(ended, TimeoutError):
                raise self._refusal() from None
            raise

    def _let_in(self, account: TimeAccount) -> FairPlace | None:
        """A place, if this one may have it now."""
        others = self._modest - (0.0 if account.is_greedy else account.taken.share())
        if others > _NOTHING and (
            account.has_too_many(self._terms.at_once) or (account.is_greedy and not self._has_room_for_greedy())
        ):
            return None
        account.is_served(1)
        self._greedy_served += account.is_greedy
        place = FairPlace(account, account.is_greedy, self._left)
        asyncio.get_running_loop().call_later(self._terms.served_seconds, place.leave)
        return place

    def _has_room_for_greedy(self) -> bool:
        # The modest ask for more whenever the loop is idle for them, so that twice what they take is kept free.
        left_over = max(self._terms.left_to_the_greedy, _FREE - 2 * self._modest)
        return self._greedy_served < self._terms.greedy_at_once and self._greedy <= left_over

    def _sum_up(self) -> None:
        """Now and then, because there may be many; those who take nothing any more are forgotten."""
        now = time.monotonic()
        if now - self._summed_at < self._terms.look_seconds:
            return
        self._summed_at = now
        shares = {whose: account.taken.share() for whose, account in self._accounts.items()}
        for whose, account in list(self._accounts.items()):
            if shares[whose] < _NOTHING and not account.served and not account.waiting:
                del self._accounts[whose], shares[whose]
        ordinary = self._ordinary(shares)
        strangers_waiting = sum(len(account.waiting) for account in self._in_line if account.within)
        self._strangers.weigh(self._strangers.taken.share(), self._much(strangers_waiting, ordinary), strangers_waiting)
        self._modest = self._greedy = 0.0
        for whose, share in shares.items():
            account = self._accounts[whose]
            account.weigh(share, self._much(len(account.waiting), ordinary), len(account.waiting))
            if account.is_greedy:
                self._greedy += share
            else:
                self._modest += share

    def _ordinary(self, shares: Mapping[Whose, float]) -> float:
        """What one takes who has nobody in line. Not of strangers: addresses are cheap, and would be the many."""
        patient = [
            shares[whose] for whose, account in self._accounts.items() if not account.waiting and not account.within
        ]
        return median_low(patient) if patient else 0.0

    def _much(self, waiting: int, ordinary: float) -> float:
        if waiting > self._terms.at_once:
            return self._terms.share
        return max(self._terms.share, min(self._terms.times_ordinary * ordinary, self._terms.most))

    def _left(self, place: FairPlace) -> None:
        place.account.is_served(-1)
        self._greedy_served -= place.is_greedy
        self._call_in()

    def _call_in(self) -> None:
        """Whoever had least goes first, and of one the first who came."""
        if not self._in_line:
            return
        self._sum_up()
        for account in sorted(self._in_line, key=TimeAccount.standing):
            while account.waiting:
                if not account.waiting[0].done():
                    if not (place := self._let_in(account)):
                        break
                    account.waiting[0].set_result(place)
                account.waiting.popleft()
                self._is_out_of_line(account)
        self._look_again()

    def _is_out_of_line(self, account: TimeAccount) -> None:
        self._waiting -= 1
        if not account.waiting:
            del self._in_line[account]

    def _look_again(self) -> None:
        if self._in_line and self._clock is None:
            self._clock = asyncio.get_running_loop().call_later(self._terms.look_seconds, self._tick)

    def _tick(self) -> None:
        self._clock = None
        self._call_in()
