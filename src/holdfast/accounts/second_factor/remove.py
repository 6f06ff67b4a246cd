"""For somebody who has lost phone, keys and recovery codes: by an admin, or by whoever runs the machine."""

from __future__ import annotations

import asyncpg

from holdfast.accounts.admins import as_admin
from holdfast.accounts.second_factor import store
from holdfast.accounts.types import Caller
from holdfast.core.db import Db
from holdfast.core.errors import Conflict, NotFound
from holdfast.core.ids import UserId


async def remove_of(db: Db, caller: Caller, user_id: UserId) -> None:
    """Noted in the installation's history. One's own are removed in the settings, which ask who one is."""
    async with as_admin(db, caller.user_id) as tx:
        outcome = await store.remove_as_admin(tx, user_id)
    if outcome == "oneself":
        raise Conflict("Remove your own under Settings, where you are asked who you are.", code="oneself")
    _tell(outcome, "There is no such account.")


async def remove_by_email(connection: asyncpg.Connection, email: str) -> None:
    _tell(await store.remove_as_operator(connection, email), f"There is no account with the e-mail {email}.")


def _tell(outcome: str, unknown: str) -> None:
    if outcome == "unknown":
        raise NotFound(unknown)
    if outcome == "none":
        raise Conflict("This account has no second factor.", code="no_second_factor")
