"""Every SQL statement on identities that providers vouch for, and on sign-ins at a provider that have begun."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from holdfast.accounts.store import ask
from holdfast.accounts.types import (
    IdentityTaken,
    LinkedIdentity,
)
from holdfast.core.db import Db, Tx
from holdfast.core.ids import IdentityId, UserId


@dataclass(frozen=True, slots=True)
class KnownIdentity:
    user_id: UserId
    email: str | None
    name: str
    is_admin: bool
    is_suspended: bool


@dataclass(frozen=True, slots=True)
class SignInAttempt:
    """A sign-in at a provider that has begun."""

    nonce: str
    sealed_verifier: str
    return_to: str
    link_user_id: UserId | None


async def find_identity(db: Db, issuer: str, subject: str) -> KnownIdentity | None:
    rows = await ask(db, "select * from find_identity($1, $2)", issuer, subject)
    return KnownIdentity(**rows[0]) if rows else None


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
