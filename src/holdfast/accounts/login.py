"""A password → a sign-in; and changing the password.

An unknown e-mail and a wrong password get the same words after the same work. Attempts are counted before the work.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from holdfast.accounts import calendar_feeds_store, keys_store, sign_ins_store, store
from holdfast.accounts.check import checked_email, checked_password, fits_hashing
from holdfast.accounts.connected.store import drop_codes
from holdfast.accounts.devices import find_device
from holdfast.accounts.parts import Accounts
from holdfast.accounts.second_factor.second_steps import sign_in_or_ask
from holdfast.accounts.second_factor.types import SecondStep
from holdfast.accounts.types import Caller, OpenedSignIn, Suspended, Visitor, WrongCredentials, WrongPassword
from holdfast.core.errors import Invalid
from holdfast.core.ids import UserId


@dataclass(frozen=True, slots=True)
class Login:
    email: str
    password: str = field(repr=False)


async def login(accounts: Accounts, given: Login, visitor: Visitor) -> OpenedSignIn | SecondStep:
    """A sign-in, or one that waits for the second factor; `WrongCredentials`, `Suspended`, `RateLimited`, `Busy`."""
    try:
        email = checked_email(given.email)
    except Invalid:
        email = ""  # nobody's; it fails below like any unknown one
    who = email.lower()
    limits = accounts.limits
    device = find_device(accounts.admission.signer, visitor.device, who)
    await accounts.throttle.take_near(limits.login_by_peer, visitor.peer)
    if device is None:
        await accounts.throttle.take_near(limits.login_by_account_and_peer, visitor.peer, who)
        await accounts.throttle.take(limits.login_by_account, who)
    else:  # whatever strangers did to the account, its owner comes in from here
        await accounts.throttle.take(limits.login_by_device, device)
    entry = await _verified(accounts, email, given.password)
    if entry.is_suspended:
        raise Suspended()
    opened = await sign_in_or_ask(accounts, entry.user_id, visitor, if_password=entry.password_hash)
    # Only the account's, and never by peer: one good account must not buy guesses at all the others.
    await accounts.throttle.forgive(limits.login_by_account_and_peer, who, visitor.peer)
    await accounts.throttle.forgive(limits.login_by_account, who)
    if device is not None:
        await accounts.throttle.forgive(limits.login_by_device, device)
    return opened


async def _verified(accounts: Accounts, email: str, password: str) -> store.LoginEntry:
    entry = await store.find_account_for_login(accounts.db, email)
    known_hash = entry.password_hash if entry else None
    verified = await accounts.hasher.verify(password if fits_hashing(password) else "", known_hash)
    if entry is None or not verified.is_right:
        raise WrongCredentials()
    if verified.better_hash is None:
        return entry
    async with accounts.db.as_user(entry.user_id) as tx:
        await store.replace_password_hash(tx, entry.user_id, known_hash, verified.better_hash)
    return store.LoginEntry(entry.user_id, verified.better_hash, entry.is_suspended)


async def change_password(
    accounts: Accounts, caller: Caller, current: str, new: str, *, revokes_keys: bool = False
) -> None:
    """Ends every other sign-in: whoever knew the old password is out, and with `revokes_keys` whoever made a key."""
    new = checked_password(new, caller.email)
    known_hash = await confirm_password(accounts, caller.user_id, current)
    hashed = await accounts.hasher.hash(new)
    async with accounts.db.as_user(caller.user_id) as tx:
        if not await store.replace_password_hash(tx, caller.user_id, known_hash, hashed):
            raise WrongPassword()
        await sign_ins_store.end_sign_ins(tx, caller.user_id, but=caller.sign_in_id)
        if revokes_keys:
            await keys_store.revoke_api_keys(tx, caller.user_id)
            await drop_codes(tx, caller.user_id)
            await calendar_feeds_store.end_calendar_feed(tx, caller.user_id)


async def confirm_password(accounts: Accounts, user_id: UserId, password: str) -> str:
    """The account's present hash, once the password was shown to be right."""
    limit = accounts.limits.password_by_account
    await accounts.throttle.take(limit, str(user_id))
    async with accounts.db.as_user(user_id) as tx:
        known_hash = await store.find_password_hash(tx, user_id)
    verified = await accounts.hasher.verify(password if fits_hashing(password) else "", known_hash)
    if known_hash is None or not verified.is_right:
        raise WrongPassword()
    await accounts.throttle.forgive(limit, str(user_id))
    return known_hash
