"""What somebody may use and has used: `AccessContext`, computed once a request.

Rights come from this process's memory, else from a copy in Redis, else from Postgres. Counters are never remembered.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from holdfast.core.clock import Clock, utc_now
from holdfast.core.db import RETRYABLE, Db
from holdfast.core.errors import Unauthenticated
from holdfast.core.ids import UserId
from holdfast.core.log import get_logger
from holdfast.entitlements import store
from holdfast.entitlements.cache import Cache
from holdfast.entitlements.compute import resolve
from holdfast.entitlements.copies import Copies
from holdfast.entitlements.periods import SPANS
from holdfast.entitlements.plans import Plan
from holdfast.entitlements.types import AccessContext, Entitlement
from holdfast.entitlements.usage import in_units

_TOGETHER = 500
log = get_logger()


@dataclass(slots=True)
class Entitlements:
    """Built once in `wiring`."""

    db: Db
    default_plan: Plan = "unlimited"
    copies: Copies | None = None
    clock: Clock = utc_now
    cache: Cache = field(default_factory=Cache)

    async def of(self, user_id: UserId) -> Entitlement:
        kept = self.cache.find(user_id)
        if kept:
            return kept
        # Without the ears, a copy would not be believed: nobody needs to ask for it.
        if self.copies and self.cache.is_believed:
            copy = await self.copies.find(user_id)
            if copy and self.cache.keep_copy(copy):
                return copy
        found = await self._read([user_id])
        if not found:
            raise Unauthenticated("This account is no more.")
        return found[0]

    async def uncounted(self, user_id: UserId) -> AccessContext:
        """For whoever reserves without a look beforehand."""
        mine = await self.of(user_id)
        return AccessContext(user_id, mine.plan, mine.source, mine.features, mine.calendar)

    async def access(self, user_id: UserId, *, counts_all: bool = False) -> AccessContext:
        """`counts_all`: also what has no limit, for showing."""
        bare, now = await self.uncounted(user_id), self.clock()
        wanted = [feature for feature in SPANS if counts_all or bare.features.limit(feature) is not None]
        if not wanted:
            return bare
        counted = await store.read_usage(self.db, user_id, {one: bare.period(one, now).name for one in wanted})
        return replace(bare, counters={one: in_units(one, counted.get(one, 0)) for one in wanted})

    async def invalidate(self, people: Sequence[UserId]) -> None:
        """Their rights have changed: forget what was known, compute it anew, tell everybody; in this order.

        Called after the commit, whose work is done: the tables have told the others by themselves, so a database that
        goes away now leaves nobody with old rights.
        """
        self.cache.drop(people)
        try:
            for first in range(0, len(people), _TOGETHER):
                some = people[first : first + _TOGETHER]
                if self.copies:
                    await self.copies.drop(some)
                await self._read(some)
            await store.tell(self.db, people)
        except RETRYABLE as error:
            log.warning("rights_not_told", error=type(error).__name__)

    async def _read(self, people: Sequence[UserId]) -> Sequence[Entitlement]:
        tickets = {user: self.cache.ticket(user) for user in people}
        found = [resolve(granted, self.default_plan) for granted in await store.read_grants(self.db, people)]
        for one in found:
            self.cache.keep(one, tickets[one.user_id])
        if self.copies and found:
            await self.copies.keep(found)
        return found

    async def aclose(self) -> None:
        if self.copies:
            await self.copies.aclose()
