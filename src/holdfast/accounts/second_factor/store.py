"""Every SQL statement on second factors and second steps.

As in the room above: functions that take a `Db` ask before we know who is asking, those that take a `Tx` work on the
asker's own rows.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from uuid import UUID

import asyncpg

from holdfast.accounts.second_factor.types import STEP_MINUTES, Factors, KnownPasskey, Passkey
from holdfast.core.db import Db, Tx
from holdfast.core.ids import PasskeyId, UserId

MAX_TRIES = 5
"""Of one second step; then the first factor has to be shown again."""
_STEPS_KEPT = 10


@dataclass(frozen=True, slots=True)
class KeptSecret:
    sealed: str = field(repr=False)
    is_confirmed: bool


@dataclass(frozen=True, slots=True)
class NewPasskey:
    id: UUID
    credential_id: bytes
    credential: bytes = field(repr=False)
    rp_id: str
    sign_count: int
    name: str


@dataclass(frozen=True, slots=True)
class WaitingStep:
    """A second step, as its token finds it."""

    user_id: UserId
    passkey_challenge: bytes = field(repr=False)
    expires_at: datetime


# What is set


async def find_factors(tx: Tx, user_id: UserId) -> Factors:
    since = await tx.fetchval("select confirmed_at from totp_secrets where user_id = $1", user_id)
    passkeys = await tx.fetch(
        """
        select id, name, rp_id, created_at, last_used_at from passkeys where user_id = $1 order by created_at, id
        """,
        user_id,
    )
    left = await tx.fetchval("select count(*) from recovery_codes where user_id = $1", user_id)
    return Factors(since, [Passkey(**row) for row in passkeys], left)


# The authenticator app


async def keep_secret(tx: Tx, user_id: UserId, sealed: str) -> bool:
    """False: one is confirmed already."""
    done = await tx.execute(
        """
        insert into totp_secrets as t (user_id, sealed_secret) values ($1, $2)
        on conflict (user_id) do update set sealed_secret = excluded.sealed_secret, created_at = now()
          where t.confirmed_at is null
        """,
        user_id,
        sealed,
    )
    return bool(done == "INSERT 0 1")


async def find_secret(tx: Tx, user_id: UserId) -> KeptSecret | None:
    row = await tx.fetchrow(
        "select sealed_secret as sealed, confirmed_at is not null as is_confirmed from totp_secrets where user_id = $1",
        user_id,
    )
    return KeptSecret(**row) if row else None


async def confirm_secret(tx: Tx, user_id: UserId, sealed: str, step: int) -> bool:
    """False: another one was shown meanwhile, or it is confirmed already."""
    done = await tx.execute(
        """
        update totp_secrets set confirmed_at = now(), last_step = $3
         where user_id = $1 and sealed_secret = $2 and confirmed_at is null
        """,
        user_id,
        sealed,
        step,
    )
    return bool(done == "UPDATE 1")


async def spend_step(tx: Tx, user_id: UserId, step: int) -> bool:
    """False: that code, or a later one, was shown before."""
    done = await tx.execute(
        "update totp_secrets set last_step = $2 where user_id = $1 and confirmed_at is not null and last_step < $2",
        user_id,
        step,
    )
    return bool(done == "UPDATE 1")


async def drop_secret(tx: Tx, user_id: UserId) -> bool:
    """False: none was confirmed. One that was only shown goes in any case."""
    confirmed = await tx.fetchval(
        "delete from totp_secrets where user_id = $1 returning confirmed_at is not null", user_id
    )
    return bool(confirmed)


# Passkeys


async def find_passkeys(tx: Tx, user_id: UserId, rp_id: str) -> Sequence[KnownPasskey]:
    """Those that can be shown at this host."""
    rows = await tx.fetch(
        "select id, credential_id, credential from passkeys where user_id = $1 and rp_id = $2 order by created_at, id",
        user_id,
        rp_id,
    )
    return [KnownPasskey(**row) for row in rows]


async def add_passkey(tx: Tx, user_id: UserId, new: NewPasskey, *, at_most: int) -> str:
    """`added`, `full`, or `taken`: the same key stands here already, in whoever's account."""
    if await tx.fetchval("select count(*) from passkeys where user_id = $1", user_id) >= at_most:
        return "full"
    done = await tx.execute(
        """
        insert into passkeys (id, user_id, credential_id, credential, rp_id, sign_count, name)
        values ($1, $2, $3, $4, $5, $6, $7) on conflict (credential_id) do nothing
        """,
        new.id,
        user_id,
        new.credential_id,
        new.credential,
        new.rp_id,
        new.sign_count,
        new.name,
    )
    return "added" if done == "INSERT 0 1" else "taken"


async def note_passkey_shown(tx: Tx, user_id: UserId, passkey_id: PasskeyId, sign_count: int) -> bool:
    """False: a key that counts its uses has counted further before, so there are two of it."""
    done = await tx.execute(
        """
        update passkeys set sign_count = $3, last_used_at = now()
         where user_id = $1 and id = $2 and (sign_count < $3 or (sign_count = 0 and $3 = 0))
        """,
        user_id,
        passkey_id,
        sign_count,
    )
    return bool(done == "UPDATE 1")


async def drop_passkey(tx: Tx, user_id: UserId, passkey_id: PasskeyId) -> str | None:
    """Its name; None: there is none such."""
    name: str | None = await tx.fetchval(
        "delete from passkeys where user_id = $1 and id = $2 returning name", user_id, passkey_id
    )
    return name


# Recovery codes


async def replace_recovery_codes(tx: Tx, user_id: UserId, hashes: Sequence[bytes]) -> None:
    await tx.execute("delete from recovery_codes where user_id = $1", user_id)
    await tx.execute(
        "insert into recovery_codes (user_id, code_hash) select $1, unnest($2::bytea[])", user_id, list(hashes)
    )


async def spend_recovery_code(tx: Tx, user_id: UserId, code_hash: bytes) -> bool:
    done = await tx.execute("delete from recovery_codes where user_id = $1 and code_hash = $2", user_id, code_hash)
    return bool(done == "DELETE 1")


# Second steps


async def add_step(tx: Tx, user_id: UserId, token_hash: bytes, challenge: bytes) -> None:
    await tx.execute(
        """
        insert into second_steps (token_hash, user_id, passkey_challenge, expires_at)
        values ($1, $2, $3, now() + make_interval(mins => $4))
        """,
        token_hash,
        user_id,
        challenge,
        STEP_MINUTES,
    )
    await tx.execute(
        """
        delete from second_steps where user_id = $1 and (expires_at < now() or token_hash in (
          select token_hash from second_steps where user_id = $1 order by expires_at desc, token_hash offset $2))
        """,
        user_id,
        _STEPS_KEPT,
    )


async def find_step(db: Db, token_hash: bytes) -> WaitingStep | None:
    rows = await db.look_up("select * from find_second_step($1, $2)", token_hash, MAX_TRIES)
    return WaitingStep(**rows[0]) if rows else None


async def try_step(db: Db, token_hash: bytes) -> WaitingStep | None:
    """Counts the try."""
    rows = await db.look_up("select * from try_second_step($1, $2)", token_hash, MAX_TRIES)
    return WaitingStep(**rows[0]) if rows else None


async def drop_steps(tx: Tx, user_id: UserId) -> None:
    await tx.execute("delete from second_steps where user_id = $1", user_id)


async def take_step(tx: Tx, user_id: UserId, token_hash: bytes) -> bool:
    """False: it was passed already, in another request."""
    done = await tx.execute("delete from second_steps where user_id = $1 and token_hash = $2", user_id, token_hash)
    return bool(done == "DELETE 1")


# The operator, at the command line: as the tables' owner, whom no policy binds


async def remove_as_operator(connection: asyncpg.Connection, email: str) -> str:
    """`done`, `none`, `unknown`."""
    had = await connection.fetchrow("select id, has_second_factor from users where lower(email) = lower($1)", email)
    if had is None:
        return "unknown"
    if not had["has_second_factor"]:
        return "none"
    await connection.execute("delete from totp_secrets where user_id = $1", had["id"])
    await connection.execute("delete from passkeys where user_id = $1", had["id"])
    return "done"


async def remove_as_admin(tx: Tx, user_id: UserId) -> str:
    """`done`, `none`, `oneself`, `unknown`."""
    return str(await tx.fetchval("select remove_second_factor($1)", user_id))
