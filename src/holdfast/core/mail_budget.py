"""How many mails may leave the house in a day: because of one person, one place, to one address, and over all.

Counted in Postgres, with Redis as without: what a restart or an emptied Redis forgets, a mail server's reputation does
not. Counted before anything is looked up, so that a refusal tells nothing about who has an account. Strangers together
have half of what there is: they cannot use up what those who live here need.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from holdfast.core.config import MailSettings
from holdfast.core.db import Db
from holdfast.core.errors import RateLimited
from holdfast.core.ids import UserId
from holdfast.core.throttle import Limit, seconds_to_wait, wider

_DAY = 86400
TO_ONE_ADDRESS = 5
"""Of one kind of mail in a day, whoever wants it sent."""


class MailBudgetSpent(RateLimited):
    code = "mail_budget"


@dataclass(frozen=True, slots=True)
class MailBudget:
    db: Db
    settings: MailSettings = field(default_factory=MailSettings)

    async def take_for_person(self, user_id: UserId, kind: str, to: str) -> None:
        """A mail that somebody who is signed in causes, or `MailBudgetSpent`."""
        await self._to_address(kind, to)
        limit = Limit("mails-by-person", self.settings.a_day_per_person, _DAY)
        await self._take(limit, "You have sent as many mails as one person may in a day", str(user_id))
        await self._over_all()

    async def take_for_stranger(self, peer: str, kind: str, to: str, *, device: str | None = None) -> None:
        """The same for whoever is not signed in. `device`: the mark of a browser that has opened the account before;
        it is counted apart from strangers, who could otherwise keep its owner from being written to."""
        await self._to_address(kind, to, device or "")
        limit = Limit("mails-by-peer", self.settings.a_day_per_peer, _DAY)
        told = "As many mails as one place may cause in a day were sent because of yours"
        await self._take(limit, told, peer)
        for bits, more, network in wider(peer):
            await self._take(replace(limit, name=f"{limit.name}-{bits}", times=limit.times * more), told, network)
        half = Limit("mails-by-strangers", max(1, self.settings.a_day // 2), _DAY)
        await self._take(half, "This installation has sent as many mails to strangers as it may in a day")
        await self._over_all()

    async def _to_address(self, kind: str, to: str, device: str = "") -> None:
        limit = Limit("mails-by-address", TO_ONE_ADDRESS, _DAY)
        told = "As many mails of this kind went to that address as may in a day"
        await self._take(limit, told, kind, to.lower(), device)

    async def _over_all(self) -> None:
        told = "This installation has sent as many mails as it may in a day"
        await self._take(Limit("mails", self.settings.a_day, _DAY), told)

    async def _take(self, limit: Limit, told: str, *whose: str) -> None:
        wait = await seconds_to_wait(self.db, limit, *whose)
        if wait:
            details = {"limit": limit.name, "times": limit.times}
            raise MailBudgetSpent(
                f"{told}; the next can go {_in_words(wait)}.", details=details, retry_after_seconds=wait
            )


def _in_words(seconds: int) -> str:
    minutes = -(-seconds // 60)
    if minutes < 2:
        return "in a minute"
    return f"in {minutes} minutes" if minutes < 120 else f"in {-(-minutes // 60)} hours"
