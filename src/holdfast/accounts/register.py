"""A new account with a password. The first of the installation is its admin."""

from __future__ import annotations

from dataclasses import dataclass, field

from holdfast.accounts import store
from holdfast.accounts.check import checked_email, checked_name, checked_password
from holdfast.accounts.email.verify import send_first
from holdfast.accounts.parts import Accounts
from holdfast.accounts.sign_ins import open_sign_in
from holdfast.accounts.types import EmailTaken, OpenedSignIn, Visitor
from holdfast.core.ids import UserId, new_id


@dataclass(frozen=True, slots=True)
class Registering:
    email: str
    password: str = field(repr=False)
    name: str = ""
    code: str | None = field(default=None, repr=False)
    """Of an invite, or the one of the first account; where none is asked for, it counts for nothing."""


async def register(accounts: Accounts, given: Registering, visitor: Visitor, *, site: str) -> OpenedSignIn:
    """Registered and signed in; `Invalid`, `EmailTaken`, `RateLimited`, or refused as `Admission` says. Where mail is
    sent, the address waits until its owner has followed the link that is on its way."""
    await accounts.throttle.take_near(accounts.limits.register_by_peer, visitor.peer)
    if given.code is not None:
        await accounts.throttle.take_near(accounts.limits.code_by_peer, visitor.peer)
    email = checked_email(given.email)
    password = checked_password(given.password, email)
    name = checked_name(given.name)
    admission = accounts.admission
    await admission.require(accounts.db, admission.rule, given.code)
    if await store.find_account_for_login(accounts.db, email):
        raise EmailTaken()
    hashed = await accounts.hasher.hash(password)
    new = store.NewAccount(
        id=UserId(new_id()), email=email, email_waits=accounts.sends_mail, name=name, password_hash=hashed
    )
    await admission.open_account(accounts.db, new, admission.rule, given.code)
    opened = await open_sign_in(accounts.db, new.id, visitor.user_agent)
    if accounts.sends_mail:
        await send_first(accounts, new.id, email, visitor, site=site)
    return opened
