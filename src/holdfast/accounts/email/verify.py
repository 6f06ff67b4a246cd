"""Whose an address is: shown by a link that was sent there, followed by whoever is signed in to the account.

The mailbox alone does not do it: its owner, who follows a link that they never asked for, would vouch for an account
that somebody else made in their name. Where no mail is sent, nobody is asked, and nothing waits.
"""

from __future__ import annotations

from holdfast.accounts import store as accounts_store
from holdfast.accounts.email import store
from holdfast.accounts.email.letters import verify_mail
from holdfast.accounts.email.links import DeadLink, hash_of, life_seconds, new_link, require_mail
from holdfast.accounts.parts import Accounts
from holdfast.accounts.profile import get_account
from holdfast.accounts.types import Account, Caller, EmailUnverified, Visitor
from holdfast.core.db import Tx
from holdfast.core.errors import Conflict
from holdfast.core.ids import UserId
from holdfast.core.log import get_logger
from holdfast.core.mail import Outbox, post_mail
from holdfast.core.mail_budget import MailBudgetSpent

log = get_logger()


async def send_first(accounts: Accounts, user_id: UserId, email: str, visitor: Visitor, *, site: str) -> None:
    """To whoever has just registered. Strangers share what mail there is: when it is spent, the account is made all the
    same, and its person asks for the link later."""
    try:
        await accounts.mail_budget.take_for_stranger(visitor.peer, "verify", email)
    except MailBudgetSpent:
        log.info("verification_not_sent", user_id=user_id, reason="mail_budget")
        return
    await _write(accounts, user_id, email, site)


async def send_again(accounts: Accounts, caller: Caller, *, site: str) -> None:
    """Links that were sent before work too, until one was followed."""
    require_mail(accounts)
    account = await get_account(accounts.db, caller.user_id)
    if account.email is None or account.is_email_verified:
        raise Conflict("There is no address that waits to be confirmed.", code="nothing_to_verify")
    await accounts.throttle.take(accounts.limits.verify_by_account, str(caller.user_id))
    await accounts.mail_budget.take_for_person(caller.user_id, "verify", account.email)
    await _write(accounts, caller.user_id, account.email, site)


async def _write(accounts: Accounts, user_id: UserId, email: str, site: str) -> None:
    link = new_link(site, "verify")
    async with accounts.db.as_user(user_id) as tx:
        await store.add_link(tx, link.token_hash, "verify", email, seconds=life_seconds("verify"))
        await post_mail(tx, accounts.outbox, user_id, verify_mail(email, link.address))


async def verify_email(accounts: Accounts, caller: Caller, token: str, visitor: Visitor) -> Account:
    """`DeadLink` for one that was used, has run out, or belongs to another account or address."""
    await accounts.throttle.take_near(accounts.limits.link_by_peer, visitor.peer)
    async with accounts.db.as_user(caller.user_id) as tx:
        if not await store.verify_own_email(tx, hash_of(token)):
            raise DeadLink()
    return await get_account(accounts.db, caller.user_id)


async def vouch_for_email(accounts: Accounts, user_id: UserId, email: str | None) -> None:
    """A provider has verified it: where it is the account's own, it is shown whose it is."""
    if email is not None:
        async with accounts.db.as_user(user_id) as tx:
            await store.vouch_for_own_email(tx, email)


async def require_verified(tx: Tx, outbox: Outbox, user_id: UserId) -> None:
    """For what an address counts for, and for whoever causes mail to strangers; `EmailUnverified` while it waits."""
    if outbox.mailer.can_send and await accounts_store.is_email_waiting(tx, user_id):
        raise EmailUnverified()
