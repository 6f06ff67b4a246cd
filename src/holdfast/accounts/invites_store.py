"""Every SQL statement on the invites by which people make an account.

The functions check for themselves that the asker is an admin.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime

import asyncpg

from holdfast.accounts.types import (
    InstallationInvite,
)
from holdfast.core.db import Tx
from holdfast.core.ids import InviteId


@dataclass(frozen=True, slots=True)
class NewInvite:
    id: InviteId
    code_hash: bytes = field(repr=False)
    note: str
    max_uses: int
    days: int


async def add_installation_invite(tx: Tx, new: NewInvite, *, at_most: int) -> datetime | None:
    """Until when it holds; None: there are `at_most` open ones already."""
    until: datetime | None = await tx.fetchval(
        "select make_installation_invite($1, $2, $3, $4, $5, $6)",
        new.id,
        new.code_hash,
        new.note,
        new.max_uses,
        new.days,
        at_most,
    )
    return until


async def list_installation_invites(tx: Tx) -> Sequence[InstallationInvite]:
    return [InstallationInvite(**row) for row in await tx.fetch("select * from list_installation_invites()")]


async def revoke_installation_invite(tx: Tx, invite_id: InviteId) -> bool:
    return bool(await tx.fetchval("select revoke_installation_invite($1)", invite_id))


async def invite_as_operator(connection: asyncpg.Connection, new: NewInvite) -> None:
    await connection.execute(
        """
        insert into installation_invites (id, code_hash, note, max_uses, expires_at)
        values ($1, $2, $3, $4, now() + make_interval(days => $5))
        """,
        new.id,
        new.code_hash,
        new.note,
        new.max_uses,
        new.days,
    )
