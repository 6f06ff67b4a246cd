"""One's own account: read it, rename it, leave."""

from __future__ import annotations

from holdfast.accounts import store
from holdfast.accounts.check import checked_name
from holdfast.accounts.login import confirm_password
from holdfast.accounts.parts import Accounts
from holdfast.accounts.programs import people_of
from holdfast.accounts.types import Account, Caller
from holdfast.core.db import Db, Tx, execute_with_retry, owner_of
from holdfast.core.errors import Conflict, Unauthenticated
from holdfast.core.ids import UserId
from holdfast.core.jobs import drop_jobs_of_asker


async def get_account(db: Db, user_id: UserId) -> Account:
    async with db.as_user(user_id) as tx:
        account = await store.find_account(tx, user_id)
    if account is None:
        raise Unauthenticated("This account is no more.")
    return account


async def rename(db: Db, caller: Caller, name: str) -> Account:
    name = checked_name(name)
    async with db.as_user(caller.user_id) as tx:
        await store.rename(tx, caller.user_id, name)
    return await get_account(db, caller.user_id)


class _Undone(Exception):
    """The account stays, and with it everything."""

    def __init__(self, outcome: str) -> None:
        self.outcome = outcome


async def leave(accounts: Accounts, caller: Caller, password: str | None) -> None:
    """Delete the account and, by cascade, everything it owns, and before it the people of its programs: what is
    remembered of each is their own. Asks for the password wherever there is one."""
    async with accounts.db.as_user(caller.user_id) as tx:
        has_password = await store.find_password_hash(tx, caller.user_id) is not None
    if has_password:
        await confirm_password(accounts, caller.user_id, password or "")

    people = await people_of(accounts.db, caller.user_id)
    outcome = await _delete(accounts, caller.user_id, is_tried_only=bool(people))
    if people and outcome == "deleted":
        for person in people:
            await _delete(accounts, person)
        outcome = await _delete(accounts, caller.user_id)
    if outcome == "last_admin":
        raise Conflict("Others still use this installation; make one of them admin first.", code="last_admin")
    if outcome == "sole_owner":
        raise Conflict(
            "Your organization would have no owner; make another member an owner, or delete it first.",
            code="sole_owner",
        )


async def _delete(accounts: Accounts, user_id: UserId, *, is_tried_only: bool = False) -> str:
    """What became of it. `is_tried_only`: nothing did, and this is what would have."""

    async def delete() -> str:
        async with accounts.db.as_user(user_id) as tx:
            for leaver in accounts.leavers:
                await leaver.take_out(tx, owner_of(user_id))
            outcome = await store.delete_own_account(tx)
            if is_tried_only or outcome != "deleted":
                raise _Undone(outcome)
            for leaver in accounts.leavers:
                await leaver.take_out_rest(tx, owner_of(user_id))
            await drop_jobs_of_asker(tx)
            return outcome

    try:
        return await execute_with_retry(delete)
    except _Undone as undone:
        return undone.outcome


async def hold_account(tx: Tx, user_id: UserId) -> None:
    """For whoever is about to take several things of this person's that go with the account: it stays until then."""
    await store.hold_account(tx, user_id)


async def has_accounts(db: Db) -> bool:
    """False on a fresh installation, whose first visitor is asked to register."""
    return await store.has_accounts(db)
