"""How many research runs somebody may have under way, and how fast they may begin.

A slot is a lease: whoever runs renews it, and the slot of a run that died is free when its lease has ended. Beginning
costs a token of a bucket that fills again, so that runs which fail at once cannot be begun without end.

Every slot is a row in Postgres, which has the last word: a slot is given only if the rows leave room. With Redis
configured its script is asked first (`research_gate.py`), and who comes too fast is refused without Postgres. So a
Redis that is lost, or was never told of a slot, neither lifts the limit nor doubles it.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta

from holdfast.core.clock import Clock, utc_now
from holdfast.core.db import Db
from holdfast.core.errors import RateLimited
from holdfast.core.ids import SlotId, UserId, new_id
from holdfast.entitlements import store
from holdfast.entitlements.research_gate import ResearchGate, SlotOutcome
from holdfast.entitlements.store import SlotState
from holdfast.entitlements.types import AccessContext, QuotaExhausted
from holdfast.entitlements.usage import give_back, reserve

LEASE_SECONDS = 60.0
REFILL_SECONDS = 30.0
MIN_TOKENS = 2
"""In a full bucket; as many as may run at once, where that is more."""


@dataclass(frozen=True, slots=True)
class Slot:
    id: SlotId
    user_id: UserId


@dataclass(frozen=True, slots=True)
class ResearchSlots:
    """Built once in `wiring`."""

    db: Db
    gate: ResearchGate | None = None
    clock: Clock = utc_now
    lease_seconds: float = LEASE_SECONDS
    refill_seconds: float = REFILL_SECONDS

    async def reserve_research_slot(self, access: AccessContext) -> Slot:
        """A slot, counted as one of the month's runs; `QuotaExhausted`, or `RateLimited` for who comes too fast."""
        slot = Slot(SlotId(new_id()), access.user_id)
        asked = await self._ask_gate(access, slot)
        if asked.outcome == "too_fast":
            raise _too_fast(asked.wait_seconds)
        try:
            await self._take(access, slot)
        except BaseException:  # border: refused or cancelled, what Redis gave must not stay taken
            if self.gate and asked.outcome == "taken":
                await self.gate.undo(slot.user_id, slot.id, refill_seconds=self.refill_seconds)
            raise
        if self.gate and asked.outcome == "full":
            await self.gate.note(slot.user_id, slot.id, lease_seconds=self.lease_seconds)
        return slot

    async def renew(self, slot: Slot) -> bool:
        """False: the lease had ended, and the run must end as well; somebody else may have its place."""
        async with self.db.as_user(slot.user_id) as tx:
            is_ours = await store.renew_slot(tx, slot.user_id, slot.id, lease_seconds=self.lease_seconds)
        if self.gate and is_ours:
            await self.gate.note(slot.user_id, slot.id, lease_seconds=self.lease_seconds)
        return is_ours

    async def release(self, slot: Slot, *, gives_back: bool = False) -> None:
        """Once, however often it is called. `gives_back`: the run never came to anything, and counts for nothing."""
        async with self.db.as_user(slot.user_id) as tx:
            counted_in = await store.release_slot(tx, slot.user_id, slot.id)
            if counted_in and gives_back:
                await give_back(tx, slot.user_id, "research_runs_per_month", counted_in)
        if self.gate:
            await self.gate.drop(slot.user_id, slot.id)

    async def under_way(self, user_id: UserId) -> int:
        async with self.db.as_user(user_id) as tx:
            return len(await store.active_slots(tx, user_id))

    async def _ask_gate(self, access: AccessContext, slot: Slot) -> SlotOutcome:
        most = access.features.research_concurrent
        if self.gate is None or most is None:
            return SlotOutcome("away")
        return await self.gate.take(
            slot.user_id, slot.id, most=most, tokens=_tokens(most), refill_seconds=self.refill_seconds,
            lease_seconds=self.lease_seconds,
        )  # fmt: skip

    async def _take(self, access: AccessContext, slot: Slot) -> None:
        most, now = access.features.research_concurrent, self.clock()
        async with self.db.as_user(access.user_id) as tx:
            state = await store.lock_slots(tx, access.user_id)
            if most is not None and state.active >= most:
                raise QuotaExhausted(
                    access, "research_concurrent", used=state.active, wanted=1, now=now, resets_at=None
                )
            if most is not None and (wait := self._wait(state, _tokens(most))) > 0:
                raise _too_fast(wait)
            counted_in = await reserve(tx, access, "research_runs_per_month", now)
            full = max(state.bucket_until or state.now, state.now) + timedelta(seconds=self.refill_seconds)
            await store.add_slot(
                tx, access.user_id, slot.id, lease_seconds=self.lease_seconds, bucket_until=full, counted_in=counted_in
            )

    def _wait(self, state: SlotState, tokens: int) -> float:
        """Until the bucket holds a token again."""
        if state.bucket_until is None:
            return 0.0
        return (state.bucket_until - state.now).total_seconds() - (tokens - 1) * self.refill_seconds


def _tokens(most: int) -> int:
    return max(MIN_TOKENS, most)


def _too_fast(wait_seconds: float) -> RateLimited:
    return RateLimited(
        "Research runs were begun in quick succession; begin the next one in a moment.",
        code="research_too_fast",
        retry_after_seconds=max(1.0, wait_seconds),
    )
