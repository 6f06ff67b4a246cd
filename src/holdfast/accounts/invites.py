"""Installation invites: codes by which people make an account where registration is by invite.

Given by admins, or by the operator at the command line; worth as much as the rights of whoever gave it. A code is shown
once, to whoever makes it, and kept as a keyed hash. (An organization's invites are another thing, and do the same.)
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime

from holdfast.accounts import invites_store
from holdfast.accounts.admins import as_admin
from holdfast.accounts.check import checked_name
from holdfast.accounts.codes import hash_code, new_code
from holdfast.accounts.types import InstallationInvite
from holdfast.core.crypto import Signer
from holdfast.core.db import Db
from holdfast.core.errors import Conflict, Invalid, NotFound
from holdfast.core.ids import InviteId, UserId, new_id

LIFE_DAYS = 7
MAX_USES = 1000
MAX_OPEN = 100


@dataclass(frozen=True, slots=True)
class MadeInvite:
    id: InviteId
    code: str = field(repr=False)
    max_uses: int
    expires_at: datetime


def link_of(site: str, code: str) -> str:
    """Behind the `#`, where no server and no log sees it."""
    return f"{site}/register#{code}"


async def make_invite(db: Db, signer: Signer, admin_id: UserId, *, note: str, max_uses: int) -> MadeInvite:
    if not 1 <= max_uses <= MAX_USES:
        raise Invalid(f"An invite can be used 1 to {MAX_USES} times.", code="invalid_max_uses")
    invite_id, code, note = InviteId(new_id()), new_code(), checked_name(note)
    async with as_admin(db, admin_id) as tx:
        new = invites_store.NewInvite(invite_id, hash_code(signer, code), note, max_uses, LIFE_DAYS)
        until = await invites_store.add_installation_invite(tx, new, at_most=MAX_OPEN)
    if until is None:
        raise Conflict(f"There are {MAX_OPEN} open invites already; revoke one first.", code="too_many_invites")
    return MadeInvite(invite_id, code, max_uses, until)


async def list_invites(db: Db, admin_id: UserId) -> Sequence[InstallationInvite]:
    """Those that can still be used, newest first."""
    async with as_admin(db, admin_id) as tx:
        return await invites_store.list_installation_invites(tx)


async def revoke_invite(db: Db, admin_id: UserId, invite_id: InviteId) -> None:
    async with as_admin(db, admin_id) as tx:
        if not await invites_store.revoke_installation_invite(tx, invite_id):
            raise NotFound("There is no such invite.")
