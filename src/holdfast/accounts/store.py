"""Every SQL statement on accounts.

Functions that take a `Db` ask a definer function before we know who is asking, or for somebody who may not read the
rows; those that take a `Tx` work on the asker's own rows, and row-level security says so again. What hangs on an
account has stores of its own beside this one.

Whoever changes more than one row of an account begins with `lock_account`: rows that hang on it are locked after it,
never before (`docs/locks.md` has the whole order), so that no two wait for each other.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

import asyncpg

from holdfast.accounts.types import (
    Account,
    Caller,
    EmailTaken,
    IdentityTaken,
)
from holdfast.core.db import Db, Tx, execute_with_retry
from holdfast.core.ids import UserId


@dataclass(frozen=True, slots=True)
class FoundAccount:
    """A caller, and whether it is time to note that they were here: at most every few minutes, not at each request."""

    caller: Caller
    is_due: bool


@dataclass(frozen=True, slots=True)
class LoginEntry:
    user_id: UserId
    password_hash: str | None = field(repr=False)
    is_suspended: bool


@dataclass(frozen=True, slots=True)
class NewAccount:
    id: UserId
    email: str | None
    name: str
    email_verified: bool = False
    email_waits: bool = False
    """Given where mail is sent: it counts for nothing until somebody has shown that it is theirs."""
    picture: str | None = None
    password_hash: str | None = field(default=None, repr=False)
    issuer: str | None = None
    subject: str | None = None


@dataclass(frozen=True, slots=True)
class Door:
    """What a new account meets: the rule for it, and what was brought along."""

    rule: str
    may_be_first: bool
    code_hash: bytes = field(repr=False)
    inviters: Sequence[str]
    appointers: Sequence[str]
    plan: str | None


@dataclass(frozen=True, slots=True)
class Locked:
    """What an account has, and keeps until the transaction ends."""

    has_password: bool
    has_second_factor: bool


async def lock_account(tx: Tx, user_id: UserId) -> Locked:
    """From here to the end of the transaction nobody else signs in to it or changes how one does.

    A statement of its own: one that waits for a lock has read everything else before it waited.
    """
    row = await tx.fetchrow(
        """
        select password_hash is not null as has_password, has_second_factor from users where id = $1 for no key update
        """,
        user_id,
    )
    return Locked(**row) if row else Locked(has_password=False, has_second_factor=False)


async def hold_account(tx: Tx, user_id: UserId) -> None:
    """It does not go before the transaction has ended; everything else about it may change."""
    await tx.execute("select from users where id = $1 for key share", user_id)


async def ask(db: Db, query: str, *arguments: Any) -> list[asyncpg.Record]:
    return await execute_with_retry(lambda: db.look_up(query, *arguments))


async def find_account_for_login(db: Db, email: str) -> LoginEntry | None:
    rows = await ask(db, "select * from find_account_for_login($1)", email)
    return LoginEntry(**rows[0]) if rows else None


async def has_accounts(db: Db) -> bool:
    return bool((await ask(db, "select has_accounts() as answer"))[0]["answer"])


async def open_account(db: Db, new: NewAccount, door: Door) -> str:
    """`first` (the installation's admin), `made`, or what is missing; `EmailTaken`, `IdentityTaken` otherwise."""
    try:
        rows = await db.look_up(
            "select open_account($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15) as outcome",
            new.id,
            new.email,
            new.email_verified,
            new.email_waits,
            new.name,
            new.picture,
            new.password_hash,
            new.issuer,
            new.subject,
            door.plan,
            door.rule,
            door.may_be_first,
            door.code_hash,
            list(door.inviters),
            list(door.appointers),
        )
    except asyncpg.UniqueViolationError as error:
        raise EmailTaken() if error.constraint_name == "users_email" else IdentityTaken() from None
    return str(rows[0]["outcome"])


async def delete_own_account(tx: Tx) -> str:
    return str(await tx.fetchval("select delete_own_account()"))


async def find_account(tx: Tx, user_id: UserId) -> Account | None:
    row = await tx.fetchrow(
        """
        select id, type, email, email_verified as is_email_verified, email_waits as is_email_waiting, name, picture,
               is_admin, created_at
          from users where id = $1
        """,
        user_id,
    )
    return Account(**row) if row else None


async def is_email_waiting(tx: Tx, user_id: UserId) -> bool:
    return bool(await tx.fetchval("select email_waits from users where id = $1", user_id))


async def rename(tx: Tx, user_id: UserId, name: str) -> None:
    await tx.execute("update users set name = $2 where id = $1", user_id, name)


async def find_password_hash(tx: Tx, user_id: UserId) -> str | None:
    found: str | None = await tx.fetchval("select password_hash from users where id = $1", user_id)
    return found


async def replace_password_hash(tx: Tx, user_id: UserId, old: str | None, new: str) -> bool:
    """False when somebody changed the password in between: the one that was verified is no longer the password."""
    done = await tx.execute(
        "update users set password_hash = $3 where id = $1 and password_hash is not distinct from $2", user_id, old, new
    )
    return bool(done == "UPDATE 1")


async def set_suspended(tx: Tx, user_id: UserId, shall_be: bool) -> str:
    return str(await tx.fetchval("select set_suspended($1, $2)", user_id, shall_be))


async def set_admin(tx: Tx, user_id: UserId, shall_be: bool) -> str:
    return str(await tx.fetchval("select set_admin($1, $2)", user_id, shall_be))


# The operator, at the command line: as the tables' owner, whom no policy binds


async def is_claimed(connection: asyncpg.Connection) -> bool:
    return bool(await connection.fetchval("select has_accounts()"))


async def appoint_as_operator(
    connection: asyncpg.Connection, email: str, *, if_waiting: bool
) -> Literal["done", "unknown", "waiting"]:
    """`unknown`: there is no such account, or it is suspended. `waiting`: the address may be somebody else's."""
    waits = await connection.fetchval(
        "select email_waits from users where lower(email) = lower($1) and suspended_at is null", email
    )
    if waits is None:
        return "unknown"
    done = await connection.execute(
        "update users set is_admin = true where lower(email) = lower($1) and ($2 or not email_waits)", email, if_waiting
    )
    return "waiting" if done == "UPDATE 0" else "done"


async def is_memory_paused(tx: Tx, user_id: UserId) -> bool:
    return bool(await tx.fetchval("select is_memory_paused from users where id = $1", user_id))


async def pause_memory(tx: Tx, user_id: UserId, *, is_paused: bool) -> None:
    await tx.execute("update users set is_memory_paused = $2 where id = $1", user_id, is_paused)


async def person_of_program(tx: Tx, new_id: UserId, name_hash: bytes, *, at_most: int) -> UserId | None:
    """The asker's person of that name, made where there is none yet; None: there are too many."""
    found: UserId | None = await tx.fetchval("select person_of_program($1, $2, $3)", new_id, name_hash, at_most)
    return found


async def people_of_program(tx: Tx) -> Sequence[UserId]:
    return [row["id"] for row in await tx.fetch("select id from people_of_program() as id")]


async def is_person_of_program(tx: Tx, person: UserId) -> bool:
    return bool(await tx.fetchval("select exists (select from people_of_program() as id where id = $1)", person))
