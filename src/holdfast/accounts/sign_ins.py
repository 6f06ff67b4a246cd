"""Sign-ins: the rows that cookies name. Ending one ends its browser's access at the next request."""

from __future__ import annotations

from collections.abc import Sequence

from holdfast.accounts import calendar_feeds_store, keys_store, sign_ins_store, store
from holdfast.accounts.connected.store import drop_codes
from holdfast.accounts.second_factor.types import SecondFactorMissing
from holdfast.accounts.types import Caller, OpenedSignIn, SignIn, Suspended, WrongCredentials
from holdfast.core.crypto import hash_token, new_token
from holdfast.core.db import Db, Tx
from holdfast.core.errors import NotFound, Unauthenticated
from holdfast.core.ids import SignInId, UserId, new_id

_USER_AGENT_LENGTH = 200


async def open_sign_in(db: Db, user_id: UserId, user_agent: str) -> OpenedSignIn:
    """For an account that has just been made; everybody else comes by `second_factor.second_steps`."""
    async with db.as_user(user_id) as tx:
        return await add_sign_in(tx, user_id, user_agent)


async def add_sign_in(
    tx: Tx, user_id: UserId, user_agent: str, *, if_password: str | None = None, has_passed: bool = False
) -> OpenedSignIn:
    """A new sign-in with a value of its own: whatever the browser held before is worth nothing.

    `if_password`: the hash that was verified. When it is no longer the account's, the password was changed meanwhile.
    `has_passed`: the second factor was shown too; without it, an account that has one opens to nobody
    (`SecondFactorMissing`).
    """
    token = new_token()
    shown = "".join(character for character in user_agent if character.isprintable())[:_USER_AGENT_LENGTH]
    new = sign_ins_store.NewSignIn(SignInId(new_id()), hash_token(token), shown)
    outcome = await sign_ins_store.add_sign_in(tx, user_id, new, if_password=if_password, has_passed=has_passed)
    if outcome == "second_factor":
        raise SecondFactorMissing()
    if outcome == "refused":
        raise Suspended() if if_password is None else WrongCredentials()
    return OpenedSignIn(user_id, token)


async def list_sign_ins(db: Db, caller: Caller) -> Sequence[SignIn]:
    async with db.as_user(caller.user_id) as tx:
        return await sign_ins_store.list_sign_ins(tx, caller.user_id)


async def end_sign_in(db: Db, caller: Caller, sign_in_id: SignInId) -> None:
    async with db.as_user(caller.user_id) as tx:
        if not await sign_ins_store.end_sign_in(tx, caller.user_id, sign_in_id):
            raise NotFound("There is no such sign-in.")


async def log_out(db: Db, caller: Caller) -> None:
    if caller.sign_in_id is not None:
        async with db.as_user(caller.user_id) as tx:
            await sign_ins_store.end_sign_in(tx, caller.user_id, caller.sign_in_id)


async def log_out_everywhere(db: Db, caller: Caller, *, revokes_keys: bool = False) -> None:
    """With `revokes_keys`, programs that act for this person are out too."""
    async with db.as_user(caller.user_id) as tx:
        await store.lock_account(tx, caller.user_id)
        await sign_ins_store.end_sign_ins(tx, caller.user_id)
        if revokes_keys:
            await keys_store.revoke_api_keys(tx, caller.user_id)
            await drop_codes(tx, caller.user_id)
            await calendar_feeds_store.end_calendar_feed(tx, caller.user_id)


async def lock_if_still_in(tx: Tx, caller: Caller) -> store.Locked:
    """For whoever leaves a way in behind (a key, a linked provider): a sign-in that was ended while we waited for the
    account's row, by its owner who came back, must not. `Unauthenticated` where it was."""
    locked = await store.lock_account(tx, caller.user_id)
    if caller.sign_in_id is not None and not await sign_ins_store.is_sign_in_open(
        tx, caller.user_id, caller.sign_in_id
    ):
        raise Unauthenticated("This sign-in was ended; sign in again.")
    return locked


async def drop_expired_sign_ins(db: Db) -> int:
    """Of people who never came back. Nobody waits for it, so a few at a time will do."""
    return await sign_ins_store.drop_expired_sign_ins(db, at_most=5000)
