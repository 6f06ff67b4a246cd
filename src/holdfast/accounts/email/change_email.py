"""Another address for one's account: asked for with a fresh sign-in, done by a link that is sent to the new one.

Nothing changes before that. Whether somebody else has the new address is told to whoever reads its mail, and to nobody
else. The old address is written to once it is done, with a way back (`undo_change`).
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from holdfast.accounts import store as accounts_store
from holdfast.accounts.check import checked_email
from holdfast.accounts.email import store
from holdfast.accounts.email.letters import change_mail, changed_mail, not_changed_mail
from holdfast.accounts.email.links import DeadLink, hash_of, life_seconds, new_link, require_mail
from holdfast.accounts.email.reset_password import MIN_SECONDS
from holdfast.accounts.email.types import PendingChange
from holdfast.accounts.parts import Accounts
from holdfast.accounts.profile import get_account
from holdfast.accounts.second_factor.fresh import lock_fresh, require_fresh
from holdfast.accounts.types import Account, Caller, EmailTaken, Visitor
from holdfast.core.errors import Invalid, NotFound
from holdfast.core.mail import post_mail


async def ask_for_change(accounts: Accounts, caller: Caller, given: str, *, site: str) -> PendingChange:
    """Takes the place of one that was asked for before. The same answer, after the same time, for a free address and
    for one that is taken."""
    require_mail(accounts)
    email = checked_email(given)
    async with accounts.db.as_user(caller.user_id) as tx:  # whoever is not fresh uses up nobody's mails
        await require_fresh(tx, caller)
    if caller.email is not None and email.lower() == caller.email.lower():
        raise Invalid("That is the address the account has.", code="same_email")
    await accounts.mail_budget.take_for_person(caller.user_id, "change", email)
    pending, _ = await asyncio.gather(_write(accounts, caller, email, site), asyncio.sleep(MIN_SECONDS))
    return pending


async def _write(accounts: Accounts, caller: Caller, email: str, site: str) -> PendingChange:
    is_taken = await accounts_store.find_account_for_login(accounts.db, email) is not None
    link = new_link(site, "change")
    mail = not_changed_mail(email, f"{site}/forgot") if is_taken else change_mail(email, link.address)
    async with accounts.db.as_user(caller.user_id) as tx:
        await lock_fresh(tx, caller)
        await store.begin_email_change(tx, link.token_hash, email, seconds=life_seconds("change"))
        await post_mail(tx, accounts.outbox, caller.user_id, mail)
        (pending,) = await store.find_email_change(tx)
    return pending


async def find_change(accounts: Accounts, caller: Caller) -> PendingChange | None:
    async with accounts.db.as_user(caller.user_id) as tx:
        found: Sequence[PendingChange] = await store.find_email_change(tx)
    return found[0] if found else None


async def give_up_change(accounts: Accounts, caller: Caller) -> None:
    async with accounts.db.as_user(caller.user_id) as tx:
        if not await store.drop_email_change(tx):
            raise NotFound("No change of address is under way.")


async def finish_change(accounts: Accounts, caller: Caller, token: str, visitor: Visitor, *, site: str) -> Account:
    """By whoever is signed in to the account: somebody to whom a mistyped address belongs does not get the account with
    the mail. `EmailTaken` where another account has it by now."""
    await accounts.throttle.take_near(accounts.limits.link_by_peer, visitor.peer)
    undo = new_link(site, "undo")
    async with accounts.db.as_user(caller.user_id) as tx:
        done = await store.finish_email_change(tx, hash_of(token), undo.token_hash, undo_seconds=life_seconds("undo"))
        if done.outcome == "dead":
            raise DeadLink()
        if done.outcome == "taken":
            raise EmailTaken()
        if done.old_email is not None and accounts.sends_mail:
            await post_mail(tx, accounts.outbox, caller.user_id, changed_mail(done.old_email, undo.address))
    return await get_account(accounts.db, caller.user_id)
