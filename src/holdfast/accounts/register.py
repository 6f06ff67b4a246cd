"""A new account with a password. The first of the installation is its admin."""

from __future__ import annotations

from dataclasses import dataclass, field

from holdfast.accounts import store
from holdfast.accounts.check import checked_email, checked_name, checked_password
from holdfast.accounts.parts import Accounts
from holdfast.accounts.sign_ins import open_sign_in
from holdfast.accounts.types import EmailTaken, OpenedSignIn, Visitor
from holdfast.core.ids import new_id


@dataclass(frozen=True, slots=True)
class Registration:
    email: str
    password: str = field(repr=False)
    name: str = ""


async def register(accounts: Accounts, given: Registration, visitor: Visitor) -> OpenedSignIn:
    """Registered and signed in, or `Invalid`, `EmailTaken`, `RateLimited`."""
    await accounts.throttle.take(accounts.limits.register_by_peer, visitor.peer)
    email = checked_email(given.email)
    password = checked_password(given.password, email)
    name = checked_name(given.name)
    if await store.find_account_for_login(accounts.db, email):
        raise EmailTaken()
    hashed = await accounts.hasher.hash(password)
    new = store.NewAccount(id=new_id(), email=email, name=name, password_hash=hashed)
    await store.register_account(accounts.db, new)
    return await open_sign_in(accounts.db, new.id, visitor.user_agent)
