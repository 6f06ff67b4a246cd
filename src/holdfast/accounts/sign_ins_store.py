"""Every SQL statement on sign-ins."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal

from holdfast.accounts.second_factor.store import drop_steps
from holdfast.accounts.store import FoundAccount, ask
from holdfast.accounts.types import (
    Caller,
    SignIn,
)
from holdfast.core.db import Db, Tx
from holdfast.core.ids import SignInId, UserId

SIGN_IN_DAYS = 30
"""How long one lasts that is not used."""
SIGN_IN_DAYS_AT_MOST = 90
"""How long one lasts however much it is used: a stolen cookie ends too."""
SIGN_INS_KEPT = 50
"""Open sign-ins of one account; the one unseen for longest gives way to the next."""


@dataclass(frozen=True, slots=True)
class NewSignIn:
    id: SignInId
    token_hash: bytes = field(repr=False)
    user_agent: str


async def find_sign_in(db: Db, token_hash: bytes) -> FoundAccount | None:
    rows = await ask(db, "select * from find_sign_in($1)", token_hash)
    if not rows:
        return None
    sign_in_id, user_id, email, name, is_admin, is_due = rows[0]
    return FoundAccount(Caller(user_id, "sign_in", email, name, is_admin, sign_in_id), is_due)


async def drop_expired_sign_ins(db: Db, *, at_most: int) -> int:
    return int((await ask(db, "select drop_expired_sign_ins($1) as dropped", at_most))[0]["dropped"])


async def add_sign_in(
    tx: Tx, user_id: UserId, new: NewSignIn, *, if_password: str | None, has_passed: bool
) -> Literal["added", "refused", "second_factor"]:
    """Refused when the account was suspended or (`if_password`) its password changed after we looked; or when it has a
    second factor that was not shown.

    The lock makes the two wait for each other: a change of password ends every sign-in made before it, and none with
    the old password comes after it. The same with a second factor that is being set.
    """
    has_factor = await tx.fetchval(
        """
        select has_second_factor from users
         where id = $1 and suspended_at is null and ($2::text is null or password_hash = $2) for no key update
        """,
        user_id,
        if_password,
    )
    if has_factor is None:
        return "refused"
    if has_factor and not has_passed:
        return "second_factor"
    await tx.execute(
        """
        insert into sign_ins (id, token_hash, user_id, user_agent, expires_at)
        values ($1, $2, $3, $4, now() + make_interval(days => $5))
        """,
        new.id,
        new.token_hash,
        user_id,
        new.user_agent,
        SIGN_IN_DAYS,
    )
    await tx.execute(
        """
        delete from sign_ins where user_id = $1 and (expires_at < now() or id in (
          select id from sign_ins where user_id = $1 order by last_seen_at desc, id desc offset $2))
        """,
        user_id,
        SIGN_INS_KEPT,
    )
    return "added"


async def touch_sign_in(tx: Tx, user_id: UserId, sign_in_id: SignInId) -> None:
    await tx.execute(
        """
        update sign_ins set last_seen_at = now(),
               expires_at = least(now() + make_interval(days => $3), created_at + make_interval(days => $4))
         where user_id = $1 and id = $2
        """,
        user_id,
        sign_in_id,
        SIGN_IN_DAYS,
        SIGN_IN_DAYS_AT_MOST,
    )


async def list_sign_ins(tx: Tx, user_id: UserId) -> Sequence[SignIn]:
    rows = await tx.fetch(
        """
        select id, user_agent, created_at, last_seen_at, expires_at from sign_ins
         where user_id = $1 and expires_at > now() order by last_seen_at desc, id desc
        """,
        user_id,
    )
    return [SignIn(**row) for row in rows]


async def end_sign_in(tx: Tx, user_id: UserId, sign_in_id: SignInId) -> bool:
    done = await tx.execute("delete from sign_ins where user_id = $1 and id = $2", user_id, sign_in_id)
    return bool(done == "DELETE 1")


async def end_sign_ins(tx: Tx, user_id: UserId, *, but: SignInId | None = None) -> None:
    """Those too that wait for a second factor."""
    await drop_steps(tx, user_id)
    await tx.execute("delete from sign_ins where user_id = $1 and id is distinct from $2", user_id, but)


async def is_sign_in_open(tx: Tx, user_id: UserId, sign_in_id: SignInId) -> bool:
    return bool(await tx.fetchval("select true from sign_ins where user_id = $1 and id = $2", user_id, sign_in_id))


async def is_sign_in_fresh(tx: Tx, user_id: UserId, sign_in_id: SignInId, *, minutes: int) -> bool:
    return bool(
        await tx.fetchval(
            """
            select greatest(created_at, confirmed_at) > now() - make_interval(mins => $3)
              from sign_ins where user_id = $1 and id = $2
            """,
            user_id,
            sign_in_id,
            minutes,
        )
    )


async def confirm_sign_in(tx: Tx, user_id: UserId, sign_in_id: SignInId) -> None:
    await tx.execute("update sign_ins set confirmed_at = now() where user_id = $1 and id = $2", user_id, sign_in_id)


async def keep_passkey_challenge(tx: Tx, user_id: UserId, sign_in_id: SignInId, challenge: bytes) -> None:
    """One at a time: the next replaces it."""
    await tx.execute(
        "update sign_ins set passkey_challenge = $3 where user_id = $1 and id = $2", user_id, sign_in_id, challenge
    )


async def take_passkey_challenge(tx: Tx, user_id: UserId, sign_in_id: SignInId) -> bytes | None:
    """Good once, whatever comes of it."""
    kept: bytes | None = await tx.fetchval(
        "select passkey_challenge from sign_ins where user_id = $1 and id = $2 for update", user_id, sign_in_id
    )
    await tx.execute("update sign_ins set passkey_challenge = null where user_id = $1 and id = $2", user_id, sign_in_id)
    return kept
