"""Everything the functions of this room need, opened once by `wiring` and passed to them as one value."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass

from holdfast.core.crypto import Box, Signer
from holdfast.core.db import Db
from holdfast.core.ids import UserId
from holdfast.core.mail import Outbox
from holdfast.core.mail_budget import MailBudget
from holdfast.core.throttle import Limit, Throttle

OnChange = Callable[[Sequence[UserId]], Awaitable[None]]
"""Told after the commit whose membership, plan or limits have changed, so that what rests on them is computed anew."""

MAX_SEATS = 10_000


@dataclass(frozen=True, slots=True)
class OrgLimits:
    """How often one may try."""

    create_by_account: Limit
    """Creating and deleting in turn leaves nothing behind, but costs."""
    guess_by_account: Limit
    guess_over_all: Limit
    """Of codes of six letters, which are few: everybody's tries together."""
    guess_by_peer: Limit
    """A whole office may join within the hour; a machine that guesses needs years."""
    invite_by_account: Limit


LIMITS = OrgLimits(
    create_by_account=Limit("orgs-by-account", 30, 3600),
    guess_by_account=Limit("invite-codes-by-account", 20, 900, is_kept=True),
    guess_over_all=Limit("short-invite-codes", 1000, 3600, is_kept=True),
    guess_by_peer=Limit("invite-codes-by-peer", 200, 3600, is_kept=True),
    invite_by_account=Limit("invites-by-account", 300, 3600),
)


async def _nobody_listens(user_ids: Sequence[UserId]) -> None:
    """The rooms above have nothing that rests on it."""


@dataclass(frozen=True, slots=True)
class Orgs:
    db: Db
    throttle: Throttle
    box: Box
    signer: Signer
    outbox: Outbox
    mail_budget: MailBudget
    first_seats: int = MAX_SEATS
    """How many seats a new organization has, by the plan of the installation."""
    on_change: OnChange = _nobody_listens
    limits: OrgLimits = LIMITS
