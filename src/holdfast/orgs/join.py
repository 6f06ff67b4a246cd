"""A code in hand: look at what it opens, and come in.

Every try counts, for the account and for the place it comes from, whether it was right or wrong. Forgiving the right
ones would let anybody with a code of their own guess for ever.
"""

from __future__ import annotations

from collections.abc import Sequence

from holdfast.accounts.codes import as_typed, hash_code, is_short
from holdfast.accounts.email.verify import require_verified
from holdfast.core.db import execute_with_retry
from holdfast.core.ids import UserId
from holdfast.orgs import store
from holdfast.orgs.orgs import get_own_org
from holdfast.orgs.parts import Orgs
from holdfast.orgs.roles import Role, givers_of
from holdfast.orgs.types import AlreadyInOrganization, InviteSeen, NoSeats, Org, UnknownInvite


async def look_at_invite(orgs: Orgs, user_id: UserId, code: str, *, peer: str) -> InviteSeen:
    """What one would join, before one does."""
    code_hash = await _guess(orgs, user_id, code, peer)
    async with orgs.db.as_user(user_id) as tx:
        seen = await store.look_at_invite(tx, code_hash, *_givers())
    if seen is None:
        raise UnknownInvite()
    return seen


async def accept_invite(orgs: Orgs, user_id: UserId, code: str, *, peer: str) -> Org:
    """In. Whoever is in already gets the same answer again. Others see the address of whoever comes, so it has to be
    theirs: `EmailUnverified` while it waits."""
    code_hash = await _guess(orgs, user_id, code, peer)

    async def accept() -> str:
        async with orgs.db.as_user(user_id) as tx:
            await require_verified(tx, orgs.outbox, user_id)
            return await store.accept_invite(tx, code_hash, *_givers())

    match await execute_with_retry(accept):
        case "joined":
            await orgs.on_change([user_id])
        case "member":
            pass
        case "elsewhere":
            raise AlreadyInOrganization()
        case "full":
            raise NoSeats()
        case _:
            raise UnknownInvite()
    return await get_own_org(orgs.db, user_id)


def _givers() -> tuple[Sequence[Role], Sequence[Role]]:
    """The roles whose invites make members, and those whose invites make admins."""
    return givers_of("member"), givers_of("admin")


async def _guess(orgs: Orgs, user_id: UserId, code: str, peer: str) -> bytes:
    await orgs.throttle.take(orgs.limits.guess_by_account, str(user_id))
    await orgs.throttle.take_near(orgs.limits.guess_by_peer, peer)
    typed = as_typed(code) or ""
    if is_short(typed):
        await orgs.throttle.take(orgs.limits.guess_over_all)
    # What cannot be a code is looked for like one that could, and takes as long.
    return hash_code(orgs.signer, typed)
