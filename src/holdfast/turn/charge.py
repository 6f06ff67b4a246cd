"""A turn of a program's person is one of the account's: whoever holds the key pays, however many people it names."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from holdfast.core.db import Db
from holdfast.core.ids import UserId
from holdfast.entitlements.types import AccessContext
from holdfast.entitlements.usage import give_back, reserve
from holdfast.turn.quota import TURNS


@dataclass(frozen=True, slots=True)
class Charge:
    """What was counted; None: the turn counts itself, for the account is its person."""

    account: UserId
    period: str | None

    async def give_back(self, db: Db) -> None:
        """Nobody got an answer, and not because they stopped it."""
        if self.period is not None:
            async with db.as_user(self.account) as tx:
                await give_back(tx, self.account, TURNS, self.period)


async def charge(db: Db, access: AccessContext, person: UserId, now: datetime) -> Charge:
    return Charge(access.user_id, None) if person == access.user_id else await charge_account(db, access, now)


async def charge_account(db: Db, access: AccessContext, now: datetime) -> Charge:
    """For what is answered outside of a turn."""
    async with db.as_user(access.user_id) as tx:
        return Charge(access.user_id, await reserve(tx, access, TURNS, now))
