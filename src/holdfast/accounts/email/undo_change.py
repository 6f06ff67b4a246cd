"""Back to the old address, by the link that was sent there when the account got another: for a week.

Whoever follows it says that somebody else was in their account. So they choose a new password, every sign-in and key
ends, and so do providers that were linked about the time of the change. A second factor stays: whoever has only the
mailbox must not take it away.
"""

from __future__ import annotations

from holdfast.accounts.check import checked_password
from holdfast.accounts.email import store
from holdfast.accounts.email.links import DeadLink, hash_of
from holdfast.accounts.email.types import Undoable
from holdfast.accounts.parts import Accounts
from holdfast.accounts.types import Visitor
from holdfast.core.errors import Invalid


async def look_at_undo(accounts: Accounts, token: str, visitor: Visitor) -> Undoable:
    """What following the link would bring back."""
    await accounts.throttle.take_near(accounts.limits.link_by_peer, visitor.peer)
    found = await store.find_undo_link(accounts.db, hash_of(token))
    if found is None:
        raise DeadLink()
    return found


async def undo_change(accounts: Accounts, token: str, password: str | None, visitor: Visitor) -> None:
    """`password`: the new one, of an account that has one. Nobody is signed in by it."""
    known = await look_at_undo(accounts, token, visitor)
    if known.has_password and password is None:
        raise Invalid("Choose a new password: whoever changed the address may know the old one.", code="needs_password")
    hashed = None
    if known.has_password and password is not None:
        hashed = await accounts.hasher.hash(checked_password(password, known.email))
    async with accounts.db.as_user(known.user_id) as tx:
        if not await store.undo_email_change(tx, hash_of(token), hashed):
            raise DeadLink()
