"""Every SQL statement on accounts, identities, sign-ins and keys.

Functions that take a `Db` ask a definer function before we know who is asking, or for somebody who may not read the
rows; those that take a `Tx` work on the asker's own rows, and row-level security says so again.

Whoever changes more than one row of an account begins with `lock_account`: rows that hang on it are locked after it,
never before (`docs/locks.md` has the whole order), so that no two wait for each other.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Literal

import asyncpg

from holdfast.accounts.second_factor.store import drop_steps
from holdfast.accounts.types import (
    Account,
    ApiKey,
    Caller,
    EmailTaken,
    IdentityTaken,
    InstallationInvite,
    LinkedIdentity,
    OrgKey,
    SignIn,
)
from holdfast.core.db import Db, Tx, execute_with_retry
from holdfast.core.ids import IdentityId, InviteId, KeyId, OrgId, SignInId, UserId

SIGN_IN_DAYS = 30
"""How long one lasts that is not used."""
SIGN_IN_DAYS_AT_MOST = 90
"""How long one lasts however much it is used: a stolen cookie ends too."""
SIGN_INS_KEPT = 50
"""Open sign-ins of one account; the one unseen for longest gives way to the next."""


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
class KnownIdentity:
    user_id: UserId
    email: str | None
    name: str
    is_admin: bool
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
class NewInvite:
    id: InviteId
    code_hash: bytes = field(repr=False)
    note: str
    max_uses: int
    days: int


@dataclass(frozen=True, slots=True)
class NewSignIn:
    id: SignInId
    token_hash: bytes = field(repr=False)
    user_agent: str


@dataclass(frozen=True, slots=True)
class SignInAttempt:
    """A sign-in at a provider that has begun."""

    nonce: str
    sealed_verifier: str
    return_to: str
    link_user_id: UserId | None


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


async def _ask(db: Db, query: str, *arguments: Any) -> list[asyncpg.Record]:
    return await execute_with_retry(lambda: db.look_up(query, *arguments))


# Who is it?


async def find_sign_in(db: Db, token_hash: bytes) -> FoundAccount | None:
    rows = await _ask(db, "select * from find_sign_in($1)", token_hash)
    if not rows:
        return None
    sign_in_id, user_id, email, name, is_admin, is_due = rows[0]
    return FoundAccount(Caller(user_id, "sign_in", email, name, is_admin, sign_in_id), is_due)


async def find_api_key(db: Db, key_hash: bytes) -> FoundAccount | None:
    rows = await _ask(db, "select * from open_key($1)", key_hash)
    if not rows:
        return None
    key_id, user_id, email, name, scopes, is_due, models, networks, is_counted = rows[0]
    caller = Caller(
        user_id,
        "key",
        email,
        name,
        key_id=key_id,
        scopes=frozenset(scopes),
        models=None if models is None else frozenset(models),
        networks=tuple(networks or ()),
        is_counted=is_counted,
    )
    return FoundAccount(caller, is_due)


async def find_calendar_feed(tx: Tx, user_id: UserId) -> tuple[datetime, datetime | None] | None:
    row = await tx.fetchrow("select created_at, last_read_at from calendar_feeds where user_id = $1", user_id)
    return (row["created_at"], row["last_read_at"]) if row else None


async def put_calendar_feed(tx: Tx, user_id: UserId, token_hash: bytes) -> None:
    await tx.execute(
        """
        insert into calendar_feeds (user_id, token_hash) values ($1, $2)
        on conflict (user_id) do update set token_hash = $2, created_at = now(), last_read_at = null
        """,
        user_id, token_hash,
    )  # fmt: skip


async def end_calendar_feed(tx: Tx, user_id: UserId) -> None:
    await tx.execute("delete from calendar_feeds where user_id = $1", user_id)


async def read_calendar_feed(db: Db, token_hash: bytes) -> UserId | None:
    rows = await _ask(db, "select read_calendar_feed($1) as user_id", token_hash)
    return rows[0]["user_id"] if rows else None


async def find_identity(db: Db, issuer: str, subject: str) -> KnownIdentity | None:
    rows = await _ask(db, "select * from find_identity($1, $2)", issuer, subject)
    return KnownIdentity(**rows[0]) if rows else None


async def find_account_for_login(db: Db, email: str) -> LoginEntry | None:
    rows = await _ask(db, "select * from find_account_for_login($1)", email)
    return LoginEntry(**rows[0]) if rows else None


async def drop_expired_sign_ins(db: Db, *, at_most: int) -> int:
    return int((await _ask(db, "select drop_expired_sign_ins($1) as dropped", at_most))[0]["dropped"])


async def has_accounts(db: Db) -> bool:
    return bool((await _ask(db, "select has_accounts() as answer"))[0]["answer"])


# Coming and going


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


async def add_identity(tx: Tx, user_id: UserId, issuer: str, subject: str) -> None:
    """Once or many times; `IdentityTaken` when it opens another account, whose row is not ours to see."""
    done = await tx.execute(
        "insert into identities (issuer, subject, user_id) values ($1, $2, $3) on conflict do nothing",
        issuer,
        subject,
        user_id,
    )
    if done == "INSERT 0 1":
        return
    if not await tx.fetchval(
        "select true from identities where issuer = $1 and subject = $2 and user_id = $3", issuer, subject, user_id
    ):
        raise IdentityTaken()


async def list_identities(tx: Tx, user_id: UserId) -> Sequence[LinkedIdentity]:
    rows = await tx.fetch(
        "select id, issuer, created_at from identities where user_id = $1 order by created_at, id", user_id
    )
    return [LinkedIdentity(**row) for row in rows]


async def drop_identity(tx: Tx, user_id: UserId, identity_id: IdentityId) -> None:
    await tx.execute("delete from identities where user_id = $1 and id = $2", user_id, identity_id)


# Sign-ins


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


# API keys


async def add_api_key(tx: Tx, user_id: UserId, key: ApiKey, key_hash: bytes, *, at_most: int) -> bool:
    """False when there are `at_most` already. Behind the account's lock, so that many at once are counted in turn."""
    present = await tx.fetchval("select count(*) from api_keys where user_id = $1 and revoked_at is null", user_id)
    if present >= at_most:
        return False
    await _insert_key(tx, key, key_hash, user_id=user_id)
    return True


async def add_org_key(tx: Tx, org_id: OrgId, made_by: UserId, key: ApiKey, key_hash: bytes, *, at_most: int) -> bool:
    """The same, for a key of an organization; behind its lock."""
    present = await tx.fetchval("select count(*) from api_keys where org_id = $1 and revoked_at is null", org_id)
    if present >= at_most:
        return False
    await _insert_key(tx, key, key_hash, org_id=org_id, made_by=made_by)
    return True


async def _insert_key(
    tx: Tx, key: ApiKey, key_hash: bytes, *, user_id: UserId | None = None, org_id: OrgId | None = None,
    made_by: UserId | None = None,
) -> None:  # fmt: skip
    """Whose it is: a person's or an organization's."""
    await tx.execute(
        """
        insert into api_keys (id, user_id, org_id, made_by, name, prefix, key_hash, scopes, created_at, expires_at)
        values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
        """,
        key.id, user_id, org_id, made_by, key.name, key.prefix, key_hash, list(key.scopes), key.created_at,
        key.expires_at,
    )  # fmt: skip


async def list_api_keys(tx: Tx, user_id: UserId) -> Sequence[ApiKey]:
    rows = await tx.fetch(
        """
        select id, name, prefix, scopes, created_at, last_used_at, expires_at from api_keys
         where user_id = $1 and revoked_at is null order by created_at desc, id desc
        """,
        user_id,
    )
    return [_api_key(row) for row in rows]


async def revoke_api_key(tx: Tx, user_id: UserId, key_id: KeyId) -> bool:
    done = await tx.execute(
        "update api_keys set revoked_at = now() where user_id = $1 and id = $2 and revoked_at is null", user_id, key_id
    )
    return bool(done == "UPDATE 1")


async def revoke_api_keys(tx: Tx, user_id: UserId) -> None:
    """All that act as this person, also those that are their organization's; in the order of their ids, as everybody
    who ends several."""
    await tx.execute(
        """
        update api_keys set revoked_at = now() where id in (
          select id from api_keys where (user_id = $1 or made_by = $1) and revoked_at is null
           order by id for no key update)
        """,
        user_id,
    )


async def list_org_keys(tx: Tx) -> Sequence[OrgKey]:
    """Of the asker's organization."""
    rows = await tx.fetch("select * from list_org_keys()")
    resting = {row["id"] for row in await tx.fetch("select id from resting_org_keys() id")} if rows else set()
    return [OrgKey(_api_key(row), row["made_by"], row["made_by_name"], row["id"] in resting) for row in rows]


def _api_key(row: asyncpg.Record) -> ApiKey:
    identity, name, prefix, scopes, *times = tuple(row)[:7]
    return ApiKey(identity, name, prefix, tuple(scopes), *times)


async def revoke_org_key(tx: Tx, org_id: OrgId, key_id: KeyId, *, of_maker: UserId | None) -> str | None:
    """What it was called; None: there is no such key, or (`of_maker`) somebody else made it."""
    name: str | None = await tx.fetchval(
        """
        update api_keys set revoked_at = now()
         where org_id = $1 and id = $2 and revoked_at is null and ($3::uuid is null or made_by = $3) returning name
        """,
        org_id, key_id, of_maker,
    )  # fmt: skip
    return name


# Signing in at a provider


async def begin_attempt(
    db: Db, state_hash: bytes, browser_hash: bytes, provider: str, attempt: SignInAttempt, *, seconds: int
) -> None:
    await db.look_up(
        "select begin_oidc_attempt($1, $2, $3, $4, $5, $6, $7, $8)",
        state_hash,
        browser_hash,
        provider,
        attempt.nonce,
        attempt.sealed_verifier,
        attempt.return_to,
        attempt.link_user_id,
        seconds,
    )


async def take_attempt(db: Db, state_hash: bytes, browser_hash: bytes, provider: str) -> SignInAttempt | None:
    rows = await db.look_up("select * from take_oidc_attempt($1, $2, $3)", state_hash, browser_hash, provider)
    return SignInAttempt(**rows[0]) if rows else None


# Admins; the functions check for themselves that the asker is one


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


async def set_suspended(tx: Tx, user_id: UserId, shall_be: bool) -> str:
    return str(await tx.fetchval("select set_suspended($1, $2)", user_id, shall_be))


async def set_admin(tx: Tx, user_id: UserId, shall_be: bool) -> str:
    return str(await tx.fetchval("select set_admin($1, $2)", user_id, shall_be))


# The operator, at the command line: as the tables' owner, whom no policy binds


async def is_claimed(connection: asyncpg.Connection) -> bool:
    return bool(await connection.fetchval("select has_accounts()"))


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
