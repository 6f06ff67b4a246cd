"""A new password for somebody who has lost theirs: by mail, or by a link that an admin hands on where there is none.

Whoever asks is told the same after the same time, whether or not there is such an account. A reset signs nobody in: it
closes what the old password had opened, and whatever else a sign-in asks for is still asked. Where the address was not
verified before, the link has proved whose it is, and what anybody else may have left behind to come back by (keys,
linked providers) is taken away.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from datetime import datetime, timedelta

import asyncpg

from holdfast.accounts import store as accounts_store
from holdfast.accounts.admins import as_admin
from holdfast.accounts.check import checked_email, checked_password
from holdfast.accounts.devices import find_device
from holdfast.accounts.email import store
from holdfast.accounts.email.letters import no_password_mail, password_set_mail, reset_mail
from holdfast.accounts.email.links import DeadLink, hash_of, life_seconds, new_link, require_mail
from holdfast.accounts.parts import Accounts
from holdfast.accounts.types import Caller, Visitor
from holdfast.core.clock import utc_now
from holdfast.core.errors import Conflict, NotFound
from holdfast.core.ids import UserId
from holdfast.core.mail import post_mail

MIN_SECONDS = 0.2
"""How long an answer takes that must not tell by its time what was found."""
HANDED_ON = timedelta(days=1)
"""How long a link lives that somebody carries by hand."""


@dataclass(frozen=True, slots=True)
class HandedOn:
    link: str = field(repr=False)
    expires_at: datetime


async def ask_for_reset(accounts: Accounts, given: str, visitor: Visitor, *, site: str) -> None:
    """A mail to the account's owner, if there is one. `MailBudgetSpent` comes before anything is looked up."""
    require_mail(accounts)
    email = checked_email(given)
    device = find_device(accounts.admission.signer, visitor.device, email)
    await accounts.mail_budget.take_for_stranger(visitor.peer, "reset", email, device=device)
    await asyncio.gather(_write(accounts, email, site), asyncio.sleep(MIN_SECONDS))


async def _write(accounts: Accounts, email: str, site: str) -> None:
    entry = await accounts_store.find_account_for_login(accounts.db, email)
    if entry is None or entry.is_suspended:
        return
    link = new_link(site, "reset")
    async with accounts.db.as_user(entry.user_id) as tx:
        if entry.password_hash is None:
            await post_mail(tx, accounts.outbox, entry.user_id, no_password_mail(email, f"{site}/login"))
            return
        await store.add_link(tx, link.token_hash, "reset", email, seconds=life_seconds("reset"))
        await post_mail(tx, accounts.outbox, entry.user_id, reset_mail(email, link.address))


async def reset_password(
    accounts: Accounts, token: str, password: str, visitor: Visitor, *, revokes_keys: bool, site: str
) -> None:
    """The link is spent, every sign-in ended. `DeadLink` costs no hash."""
    await accounts.throttle.take_near(accounts.limits.link_by_peer, visitor.peer)
    token_hash = hash_of(token)
    known = await store.find_reset_link(accounts.db, token_hash)
    if known is None:
        raise DeadLink()
    hashed = await accounts.hasher.hash(checked_password(password, known.email))
    async with accounts.db.as_user(known.user_id) as tx:
        if not await store.spend_reset_link(tx, token_hash, hashed, revokes_keys=revokes_keys):
            raise DeadLink()
        if accounts.sends_mail and known.email is not None:
            told = password_set_mail(known.email, f"{site}/forgot")
            await post_mail(tx, accounts.outbox, known.user_id, told)


async def make_reset_link(accounts: Accounts, caller: Caller, user_id: UserId, *, site: str) -> HandedOn:
    """For an admin to hand on, where there is no mail: whoever has the link becomes that person."""
    if accounts.sends_mail:
        raise Conflict("People choose a new password by mail here; nobody needs to hand a link on.", code="by_mail")
    link, until = new_link(site, "reset"), utc_now() + HANDED_ON
    async with as_admin(accounts.db, caller.user_id) as tx:
        seconds = int(HANDED_ON.total_seconds())
        _told(await store.make_reset_link(tx, link.token_hash, user_id, seconds=seconds))
    return HandedOn(link.address, until)


async def make_reset_link_as_operator(connection: asyncpg.Connection, email: str, *, site: str) -> str:
    """By `holdfast admin reset`: whoever has the machine may, with mail as without."""
    link = new_link(site, "reset")
    seconds = int(HANDED_ON.total_seconds())
    _told(await store.make_reset_link_as_operator(connection, link.token_hash, email, seconds=seconds))
    return link.address


def _told(outcome: str) -> None:
    if outcome == "unknown":
        raise NotFound("There is no such account, or it is suspended.")
    if outcome == "no_address":
        raise Conflict("This account has no e-mail address, so a password would not open it.", code="no_address")
